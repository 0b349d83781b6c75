import type { Editor } from '#renderer/editor/editor.ts';
import { createIndexedJournal } from '#renderer/editor/saving/indexed-journal.ts';

const PREFIX = 'left-for-mending ';

/**
 * Stores a text that the service refuses as unsaved work of a template. The work stays until the user has fixed it in
 * the editor.
 */
export async function storeTextForRepair(pendingText: {
  readonly project: string;
  readonly template: string;
  readonly text: string;
}): Promise<void> {
  const key = `${PREFIX}${crypto.randomUUID()}`;
  await createIndexedJournal().write({ ...pendingText, key, etag: null, at: Date.now() });
}

/** Restores the stored text. If newer unsaved work exists, the editor offers the newer work instead. */
export function restoreTextForRepair(editor: Editor): void {
  const [newest] = editor.document.state.recovered;
  if (newest?.key.startsWith(PREFIX)) editor.saving.restoreRecovered(newest.key);
}
