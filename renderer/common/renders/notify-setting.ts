import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';

const key = 'notify';

/** Whether the system tells of renders that end while the window is not in front. */
export function readNotify(): boolean {
  return readStored(key) !== false;
}

export function writeNotify(notify: boolean): void {
  writeStored(key, notify);
}
