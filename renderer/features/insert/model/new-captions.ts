import { newCaptions } from '../../../../shared/captions/edit-captions.ts';
import type { ActionContext } from '../../../actions/model/action-context.ts';
import { dispatch } from '../../../actions/tables/editor-access.ts';
import { readAllAssets } from '../../../api/client/asset-list.ts';
import { problemWords } from '../../../api/client/problem-words.ts';
import { queryKeys } from '../../../api/client/query-keys.ts';
import { cueToWrite } from '../../../common/captions/cue-to-write.ts';
import { addThingCommand } from '../../../common/inserting/where.ts';

/** Puts a file of captions with one caption into the project, and a layer that shows it into the film: it is written there. */
export async function addNewCaptions(context: ActionContext): Promise<void> {
  const { editor, api, toasts, strings } = context;
  const project = editor?.getState().project;
  if (editor === null || project === undefined) return;
  const { insert } = strings;
  try {
    const name = freeName(insert.captionsFile, await readAllAssets(api.client, project));
    const body = new TextEncoder().encode(newCaptions(insert.newCaption));
    await api.client.call('createAsset', { parameters: { project, name }, body });
    await api.queries.invalidateQueries({ queryKey: queryKeys.assets(project) });
    const command = addThingCommand(editor.getState(), { kind: 'captions', source: { kind: 'asset', name } });
    if (command === null || !dispatch(context, command)) return;
    const [layer] = editor.getState().selection.ids;
    if (layer !== undefined) cueToWrite(editor).setState(layer, true);
  } catch (error) {
    toasts.show({ message: insert.captionsFailed, detail: problemWords(error).detail, tone: 'danger' });
  }
}

/** `captions.srt`, or with the first number that is free. */
function freeName(stem: string, assets: readonly { readonly name: string }[]): string {
  const taken = new Set(assets.map(({ name }) => name.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const name = `${stem}${number === 1 ? '' : ` ${number}`}.srt`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}
