import type { Editor } from '#renderer/editor/editor.ts';
import { createIndexedJournal } from '#renderer/editor/saving/indexed-journal.ts';

const PREFIX = 'left-for-mending ';

/**
 * Stores a text that the service refuses, for the template that is opened next. It is stored as unsaved work, so that
 * it exists until the user fixes it.
 */
export async function leaveForRepair(left: {
  readonly project: string;
  readonly template: string;
  readonly text: string;
}): Promise<void> {
  const key = `${PREFIX}${crypto.randomUUID()}`;
  await createIndexedJournal().write({ ...left, key, etag: null, at: Date.now() });
}

/** Restores the stored text. If newer unsaved work exists, that work is offered instead. */
export function takeLeftText(editor: Editor): void {
  const [newest] = editor.document.state.recovered;
  if (newest?.key.startsWith(PREFIX)) editor.saving.restoreRecovered(newest.key);
}
