// To be imported first: what a test imports after it is found, or this has said how to get it.
import { assertInstalled } from '../../support/assert-installed.ts';

assertInstalled('test/browser');
