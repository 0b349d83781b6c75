import { assetsByKey, readAllAssets } from '#renderer/api/client/asset-list.ts';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { digestOf } from '#renderer/api/uploads/digests.ts';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import {
  areKeysFocused,
  duplicateSelectedKeyframes,
  keysAsText,
  pasteKeys,
  removeSelectedKeyframes,
} from '#renderer/editor/keyframe-edits.ts';
import { say } from '#renderer/strings/say.ts';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { type Client, ProblemError } from '#shared/contract/client.ts';
import type { PasteCommand, ScenePosition } from '#shared/editing/model/commands.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { layersOfSelection, selectedParts, selectedScenes } from '#shared/editing/model/selection.ts';
import {
  type ClipboardContent,
  effectsToClipboard,
  layersToClipboard,
  readClipboard,
  scenesToClipboard,
} from '#shared/editing/plan/clipboard.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { elementsOf, type NodeId } from '#shared/template/document/document.ts';
import { declarationOf } from '#shared/template/variables/declarations.ts';
import { literalSource, sourcesOf } from '#shared/template/variables/written-values.ts';
import type { ActionContext } from '../action.ts';
import { dispatch, sceneAtPlayhead, stateOf } from '../targets.ts';

/**
 * Copies the selection: keyframes, scenes, layers and sounds, or the effects of a selected effect's layer. Returns
 * false if there is nothing to copy.
 */
export function copySelection({ clipboard, editor }: ActionContext, state: EditorState): boolean {
  const { selection, document, movie } = state;
  const scenes = selectedScenes(state);
  const rate = movie?.frameRate ?? null;
  const parts = selectedParts(state);
  const text =
    editor !== null && areKeysFocused(editor)
      ? keysAsText(editor)
      : scenes.length > 0
        ? scenesToClipboard(document, scenes, rate)
        : parts.length > 0
          ? layersToClipboard(document, parts, rate)
          : effectsToClipboard(document, selection.ids);
  if (text === '') return false;
  clipboard.write(text);
  void storeClipboardCopy(state.project, text);
  return true;
}

/** Deletes the selected keyframes. Returns false if they do not have the focus. */
export function removeKeys({ editor }: ActionContext): boolean {
  return editor !== null && areKeysFocused(editor) && removeSelectedKeyframes(editor);
}

/** Duplicates the selected keyframes. Returns false if they do not have the focus. */
export function duplicateKeys({ editor }: ActionContext): boolean {
  return editor !== null && areKeysFocused(editor) && duplicateSelectedKeyframes(editor);
}

/** Copies the effects of the selection. */
export function copyEffects(context: ActionContext): void {
  const state = stateOf(context);
  const text = state === null ? '' : effectsToClipboard(state.document, state.selection.ids);
  if (state === null || text === '') return;
  context.clipboard.write(text);
  void storeClipboardCopy(state.project, text);
}

/** Pastes scenes after the selected or current scene, layers into that scene, and effects onto the selection. */
export async function pasteSelection(context: ActionContext): Promise<void> {
  const text = await context.clipboard.read();
  const state = stateOf(context);
  if (state === null || text === '') return;
  const content = readClipboard(text);
  if (!content.ok) {
    context.toasts.show({ id: 'refused', message: say(content.error), tone: 'warning' });
    return;
  }
  if (content.value.kind === 'keys') {
    const done = context.editor === null ? null : pasteKeys(context.editor, content.value);
    if (done?.ok === false) context.toasts.show({ id: 'refused', message: say(done.error), tone: 'warning' });
    return;
  }
  const command = pasteCommand(state, content.value.kind, text);
  if (command === null || !dispatch(context, command)) return;
  await bringFiles(context, content.value, text);
}

function pasteCommand(state: EditorState, kind: 'scenes' | 'layers' | 'effects', text: string): PasteCommand | null {
  if (kind === 'effects') return { type: 'effects/paste', text, targets: targetsOf(state), mode: 'append' };
  if (kind === 'scenes') return { type: 'scenes/paste', text, at: pastePosition(state) };
  const parent = pasteParent(state);
  return parent === null ? null : { type: 'layers/paste', text, parent };
}

/**
 * Returns the parent for pasted layers: the parent of the selected layers if the playhead is in their scene, or else
 * the selected or current scene. Null if there is none.
 */
export function pasteParent(state: EditorState): NodeId | null {
  const [part] = selectedParts(state);
  const place = part === undefined ? undefined : indexOf(state.document).elements.get(part);
  const here = sceneAtPlayhead(state)?.scene.id;
  if (place?.parent !== undefined && (place.scene === null || here === undefined || place.scene.id === here))
    return place.parent?.id ?? null;
  return selectedScenes(state)[0] ?? here ?? null;
}

/** Adds the effects on the clipboard to the selected scenes or layers. */
export async function pasteEffects(context: ActionContext): Promise<void> {
  const text = await context.clipboard.read();
  const state = stateOf(context);
  if (state === null || text === '') return;
  dispatch(context, { type: 'effects/paste', text, targets: targetsOf(state), mode: 'append' });
}

/**
 * Returns the scenes or layers that receive pasted effects. For a selected element inside a layer, returns the layer.
 */
function targetsOf(state: EditorState): readonly NodeId[] {
  const scenes = selectedScenes(state);
  return scenes.length > 0 ? scenes : layersOfSelection(state).map(({ id }) => id);
}

function pastePosition(state: EditorState): ScenePosition {
  const last = selectedScenes(state).at(-1) ?? sceneAtPlayhead(state)?.scene.id;
  return last === undefined ? 0 : { after: last };
}

const COPIED_FROM = 'copied-from';

/**
 * Stores which project a copied text comes from, so that another window on this machine can also copy the files of the
 * project.
 */
export async function storeClipboardCopy(project: string, text: string): Promise<void> {
  writeStored(COPIED_FROM, { project, sha256: await sha256Of(text) });
}

/** Returns the project from which a text was copied; null if another program or machine copied the text. */
export async function projectOfCopy(text: string): Promise<string | null> {
  const stored = readStored(COPIED_FROM);
  if (typeof stored !== 'object' || stored === null || !('project' in stored) || !('sha256' in stored)) return null;
  return typeof stored.project === 'string' && stored.sha256 === (await sha256Of(text)) ? stored.project : null;
}

/** Normalizes line endings before hashing, because some systems change them on the clipboard. */
async function sha256Of(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text.replaceAll('\r\n', '\n'));
  return (await digestOf(bytes.buffer)).hex;
}

/** Returns the names of the files that pasted elements use, including the defaults of variables. */
export function filesOf(content: ClipboardContent): readonly string[] {
  if (content.kind === 'keys') return [];
  const roots = [...elementsIn(content), ...content.resources];
  const names = roots
    .flatMap((root) => [...elementsOf(root)])
    .flatMap((element) => {
      const stated = sourcesOf(element).flatMap((source) =>
        source.form === 'asset' ? (literalSource(source) ?? []) : [],
      );
      const declared = declarationOf(element);
      const isFile = declared !== null && FILE_TYPES.has(declared.type ?? '') && declared.default !== null;
      return isFile ? [...stated, declared.default] : stated;
    });
  return [...new Map(names.filter((name) => name !== '').map((name) => [nameKey(name), name])).values()];
}

const FILE_TYPES: ReadonlySet<string> = new Set(['video', 'image', 'sound']);

/**
 * Copies the files of pasted elements that are missing in this project from the original project, and shows a message.
 */
async function bringFiles(context: ActionContext, content: ClipboardContent, text: string): Promise<void> {
  const { editor, api, toasts, strings } = context;
  const project = editor?.document.state.project;
  const names = filesOf(content);
  if (project === undefined || names.length === 0) return;
  const from = await projectOfCopy(text);
  if (from === null || from === project) return;
  const words = strings.actions;
  const id = 'pasted-files';
  try {
    const coming = await assetsToCopy(api.client, from, project, names);
    if (coming.length === 0) return;
    toasts.show({ id, message: words.bringingFiles(coming.length), seconds: 0 });
    await copyAssets(api.client, from, project, coming);
    toasts.show({ id, message: words.broughtFiles(coming.length), tone: 'success' });
  } catch (error) {
    toasts.show({ id, message: words.filesStayed, detail: problemWords(error).detail, tone: 'danger' });
  }
}

function elementsIn(content: Exclude<ClipboardContent, { kind: 'keys' }>) {
  if (content.kind === 'scenes') return content.scenes;
  return content.kind === 'layers' ? content.layers : content.effects;
}

/**
 * Returns the requested names that exist in the source project and not in the target, spelled as in the source project.
 */
export async function assetsToCopy(
  client: Client<Response>,
  from: string,
  to: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const here = assetsByKey(await readAllAssets(client, to));
  const there = assetsByKey(await assetsIfThere(client, from));
  const requested = new Set(names.map(nameKey));
  return [...requested].flatMap((key) => (here.has(key) ? [] : (there.get(key)?.name ?? [])));
}

/**
 * Copies assets from another project, one after another. Throws if the target project has received an asset with the
 * same name since the check.
 */
export async function copyAssets(
  client: Client<Response>,
  from: string,
  to: string,
  names: readonly string[],
): Promise<void> {
  for (const name of names) await client.call('copyAsset', { parameters: { project: from, name }, body: { to } });
}

/** Reads the assets of a project; empty if the project was deleted. */
async function assetsIfThere(client: Client<Response>, project: string) {
  try {
    return await readAllAssets(client, project);
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'project/not-found') return [];
    throw error;
  }
}
