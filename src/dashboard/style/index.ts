import { base } from './base.ts';
import { controls } from './controls.ts';
import { layout } from './layout.ts';
import { requests } from './requests.ts';

/** The look of the page, in a document of its own and in the shadow of an element. */
export const style = base + controls + layout + requests;
