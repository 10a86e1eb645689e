import { onTestFinished } from 'vitest';
import { serve } from './run.ts';

/** `serve` for the length of a test. @returns The address. */
export async function served(...args: Parameters<typeof serve>): Promise<string> {
  const { url, stop } = await serve(...args);
  onTestFinished(async () => void (await stop()));
  return url;
}
