import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';

const key = 'first-start';

/** The sample that was made at the first start, as this machine remembers it. */
export interface FirstStart {
  readonly sample: string;
  readonly template: string;
}

/** Null before the sample was made, or where it was made so long ago that nobody knows. */
export function readFirstStart(): FirstStart | null {
  const stored = readStored(key);
  if (typeof stored !== 'object' || stored === null || !('sample' in stored) || !('template' in stored)) return null;
  const { sample, template } = stored;
  return typeof sample === 'string' && typeof template === 'string' ? { sample, template } : null;
}

export function writeFirstStart(start: FirstStart): void {
  writeStored(key, start);
}
