import { readStored, writeStored } from '../../ui/stored.ts';

const key = 'opened-projects';
const most = 500;

/** When projects were last opened on this machine, in milliseconds since 1970. */
export function readOpened(): Readonly<Record<string, number>> {
  const stored = readStored(key);
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}

/** Remembers that a project was opened now. */
export function recordOpened(project: string, now: number): void {
  const latest = Object.entries({ ...readOpened(), [project]: now })
    .sort(([, one], [, other]) => other - one)
    .slice(0, most);
  writeStored(key, Object.fromEntries(latest));
}
