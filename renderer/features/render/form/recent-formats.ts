import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';

const KEY = 'recent-formats';
const MOST = 3;

/** The formats that were rendered last on this machine, newest first. */
export function recentFormats(): readonly string[] {
  const stored = readStored(KEY);
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string').slice(0, MOST) : [];
}

export function rememberFormat(format: string): void {
  writeStored(KEY, withFormat(recentFormats(), format));
}

/** The list with that format first, each once. */
export function withFormat(formats: readonly string[], format: string): readonly string[] {
  return [format, ...formats.filter((each) => each !== format)].slice(0, MOST);
}
