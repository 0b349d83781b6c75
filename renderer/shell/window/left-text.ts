import type { EditorStore } from '#renderer/editor/document-store.ts';
import { createIndexedJournal } from '#renderer/editor/saving/indexed-journal.ts';

const PREFIX = 'left-for-mending ';

/**
 * Leaves a text that the service does not take for the template which is opened next: as unsaved work, so that it
 * outlives whatever happens before it is mended.
 */
export async function leaveForRepair(left: {
  readonly project: string;
  readonly template: string;
  readonly text: string;
}): Promise<void> {
  const key = `${PREFIX}${crypto.randomUUID()}`;
  await createIndexedJournal().write({ ...left, key, etag: null, at: Date.now() });
}

/** Takes up what was left, unless there is later work: that is offered. */
export function takeLeftText(editor: EditorStore): void {
  const [newest] = editor.getState().recovered;
  if (newest?.key.startsWith(PREFIX)) editor.actions.restoreRecovered(newest.key);
}
