import type { EditorState } from '#renderer/editor/editor-state.ts';
import {
  areKeysFocused,
  duplicateSelectedKeyframes,
  keysAsText,
  pasteKeys,
  removeSelectedKeyframes,
} from '#renderer/editor/keyframe-edits.ts';
import { say } from '#renderer/strings/say.ts';
import type { PasteCommand, ScenePosition } from '#shared/editing/model/commands.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { layersOfSelection, selectedParts, selectedScenes } from '#shared/editing/model/selection.ts';
import {
  effectsToClipboard,
  layersToClipboard,
  readClipboard,
  scenesToClipboard,
} from '#shared/editing/plan/clipboard.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { ActionContext } from '../action.ts';
import { dispatch, sceneAtPlayhead, stateOf } from '../targets.ts';
import { bringFiles, rememberSourceProject } from './pasted-files.ts';

/**
 * Copies the focused keyframes, or else the selected scenes, layers, and sounds. For a selected effect, copies all
 * effects of its layer. Returns false if there is nothing to copy.
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
  void rememberSourceProject(state.project, text);
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
  void rememberSourceProject(state.project, text);
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
 * Returns the parent for pasted layers. If the playhead is in the scene of the selected layers, this is their parent.
 * Otherwise, it is the selected or the current scene. Null if there is none.
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
