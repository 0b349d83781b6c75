import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';

const KEY = 'recent-formats';
const MAX_FORMATS = 3;

/** Returns the formats of the most recent renders on this machine, newest first. */
export function recentFormats(): readonly string[] {
  const stored = readStored(KEY);
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string').slice(0, MAX_FORMATS) : [];
}

export function rememberFormat(format: string): void {
  writeStored(KEY, withFormat(recentFormats(), format));
}

/** Returns the list with a format moved or added to the front. */
export function withFormat(formats: readonly string[], format: string): readonly string[] {
  return [format, ...formats.filter((each) => each !== format)].slice(0, MAX_FORMATS);
}
