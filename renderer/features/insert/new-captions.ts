import type { ActionContext } from '#renderer/actions/action.ts';
import { dispatch } from '#renderer/actions/targets.ts';
import { type AssetEntry, assetNamed, readAllAssets } from '#renderer/api/client/asset-list.ts';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import type { Editor } from '#renderer/editor/editor.ts';
import { insertItemsCommand, whereCaptions } from '#renderer/editor/inserting.ts';
import { assetSpellings } from '#renderer/project/asset-commands.ts';
import { cuesInText, newCaptions } from '#shared/captions/edit-captions.ts';
import { formOf, readCaptions } from '#shared/captions/read-captions.ts';
import { nameKey } from '#shared/names/asset-name.ts';

/** The names of the captions files that this page has created, by project and template. */
const created = new Map<string, Set<string>>();

/**
 * Creates a captions file with one caption, and a layer that displays the file, so that the user can edit the caption.
 * Reuses an earlier file of this page if it is unchanged and unused in the template. Thus repeated undo leaves no
 * unused files.
 */
export async function addNewCaptions(context: ActionContext, over?: 'film'): Promise<void> {
  const { editor, api, toasts, strings } = context;
  if (editor === null) return;
  const { project } = editor.document.state;
  const { insert } = strings;
  try {
    const name = await captionsFile(context, editor);
    await api.queries.invalidateQueries({ queryKey: queryKeys.assets(project) });
    const state = editor.document.state;
    const source = { kind: 'asset', name } as const;
    const command = insertItemsCommand(state, { kind: 'captions', source }, whereCaptions(state, over));
    if (command === null || !dispatch(context, command)) return;
    const [layer] = editor.document.state.selection.ids;
    if (layer !== undefined) editor.captions.set({ toWrite: layer });
  } catch (error) {
    toasts.show({ message: insert.captionsFailed, detail: problemWords(error).detail, tone: 'danger' });
  }
}

/**
 * Creates a captions file from the clipboard, and a layer that displays the file. The clipboard must contain SubRip,
 * WebVTT, or JSON with word times.
 */
export async function pasteCaptions(context: ActionContext, over?: 'film'): Promise<void> {
  const { editor, api, toasts, strings } = context;
  if (editor === null) return;
  const { project } = editor.document.state;
  const { insert } = strings;
  const text = await context.clipboard.read();
  if (text === '') return;
  if (!readCaptions(text).ok) {
    toasts.show({ message: insert.noCaptionsToPaste, tone: 'danger' });
    return;
  }
  try {
    const ending = /^\s*[[{]/.test(text) ? 'json' : formOf(text) === 'WebVTT' ? 'vtt' : 'srt';
    const name = freeName(insert.captionsFile, await readAllAssets(api.client, project), ending);
    const body = new TextEncoder().encode(text);
    await api.client.call('createAsset', { parameters: { project, name }, body });
    await api.queries.invalidateQueries({ queryKey: queryKeys.assets(project) });
    const state = editor.document.state;
    const source = { kind: 'asset', name } as const;
    const command = insertItemsCommand(state, { kind: 'captions', source }, whereCaptions(state, over));
    if (command !== null) dispatch(context, command);
  } catch (error) {
    toasts.show({ message: insert.captionsFailed, detail: problemWords(error).detail, tone: 'danger' });
  }
}

/**
 * Returns the name of a captions file with one placeholder caption. If this page created such a file for the template
 * and the file is unused, returns that file. Otherwise, creates a new file.
 */
async function captionsFile({ api: { client }, strings: { insert } }: ActionContext, editor: Editor) {
  const { project, template } = editor.document.state;
  const assets = await readAllAssets(client, project);
  const newText = newCaptions(insert.newCaption);
  const body = new TextEncoder().encode(newText);
  const createdNames = created.get(`${project}/${template}`) ?? new Set<string>();
  created.set(`${project}/${template}`, createdNames);
  for (const createdName of createdNames) {
    const entry = assetNamed(assets, createdName);
    if (entry === undefined || assetSpellings(editor.document.state.document).has(nameKey(createdName))) continue;
    const parameters = { project, name: entry.name };
    const text = await (await client.open('readAsset', { parameters })).text();
    if (text !== newText && cuesInText(text).length > 0) continue;
    if (text !== newText) await client.call('replaceAsset', { parameters, body, headers: { 'if-match': entry.etag } });
    return entry.name;
  }
  const name = freeName(insert.captionsFile, assets);
  await client.call('createAsset', { parameters: { project, name }, body });
  createdNames.add(name);
  return name;
}

/** Returns an unused file name, such as `captions.srt` or `captions 2.srt`. */
function freeName(stem: string, assets: readonly Pick<AssetEntry, 'name'>[], ending = 'srt'): string {
  const takenNames = new Set(assets.map(({ name }) => name.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const name = `${stem}${number === 1 ? '' : ` ${number}`}.${ending}`;
    if (!takenNames.has(name.toLowerCase())) return name;
  }
}
