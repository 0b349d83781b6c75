import type { Api } from '#renderer/api/api.ts';
import { createTemplateSaver } from '#renderer/api/templates/save-template.ts';
import { saveEditingRecord } from '#renderer/api/templates/use-editing-record.ts';
import type { EditingRecordStore } from '#renderer/state/editing-record-store.ts';
import type { EditorStore } from '#renderer/state/editor-store.ts';
import type { DeletedThing } from '#renderer/state/saving/saving.ts';
import { say } from '#renderer/strings/say.ts';
import { editingRecordJson } from '#shared/editing/editing-record.ts';

interface Open {
  readonly editor: EditorStore;
  readonly record: EditingRecordStore;
}

export type SavedAgain =
  | { readonly kind: 'here' }
  /** In a new project, since the old one is gone. */
  | { readonly kind: 'elsewhere'; readonly project: string }
  /** Nothing was saved; a sentence. */
  | { readonly kind: 'refused'; readonly reason: string };

/** Saves a template again that was deleted, or whose project was: its text, and its data sets and markers. */
export async function saveAgain(
  api: Api,
  { editor, record }: Open,
  { what, projectName }: { readonly what: DeletedThing; readonly projectName: string },
): Promise<SavedAgain> {
  const { project, template, text } = editor.getState();
  const json = editingRecordJson(record.getState().record);
  if (what === 'template') {
    const done = await editor.actions.resolveConflict({ kind: 'overwrite' });
    if (!done.ok) return { kind: 'refused', reason: say(done.error) };
    const { saving } = editor.getState();
    if (saving.kind === 'held' || saving.kind === 'failed') return { kind: 'refused', reason: saving.reason };
    if (saving.kind !== 'saved') return { kind: 'here' };
    await record.meet(await saveEditingRecord(api, { project, name: template, record: json, etag: null }));
    return { kind: 'here' };
  }
  const { uid } = await api.client.call('createProject', { parameters: { name: projectName } });
  const place = { project: uid, name: template };
  const outcome = await createTemplateSaver(api, place)({ text, etag: null, keepalive: false });
  if (outcome.kind !== 'saved') {
    // Nobody wants a project that is empty.
    await api.client.call('deleteProject', { parameters: { project: uid } }).catch(() => undefined);
    return { kind: 'refused', reason: 'reason' in outcome ? outcome.reason : 'It is there already.' };
  }
  await saveEditingRecord(api, { ...place, record: json, etag: null });
  return { kind: 'elsewhere', project: uid };
}
