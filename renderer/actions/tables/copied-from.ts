import { digestOf } from '#renderer/api/uploads/digests.ts';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';

const KEY = 'copied-from';

/** Remembers which project a text on the clipboard was copied from: other windows of this machine may paste it. */
export async function rememberCopy(project: string, text: string): Promise<void> {
  writeStored(KEY, { project, sha256: await sha256Of(text) });
}

/** The project that a text was copied from; null where it was written by something else. */
export async function copiedFrom(text: string): Promise<string | null> {
  const stored = readStored(KEY);
  if (typeof stored !== 'object' || stored === null || !('project' in stored) || !('sha256' in stored)) return null;
  return typeof stored.project === 'string' && stored.sha256 === (await sha256Of(text)) ? stored.project : null;
}

/** Some systems give line ends of their own to what is on the clipboard. */
async function sha256Of(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text.replaceAll('\r\n', '\n'));
  return (await digestOf(bytes.buffer)).hex;
}
