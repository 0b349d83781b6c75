import type { EditorState } from '#renderer/state/editor-state.ts';
import { say } from '#renderer/strings/say.ts';
import { effectsToClipboard, layersToClipboard, readClipboard, scenesToClipboard } from '#shared/editing/clipboard.ts';
import type { PasteCommand, ScenePosition } from '#shared/editing/commands.ts';
import { indexOf } from '#shared/editing/document-index.ts';
import { layersOfSelection, selectedParts, selectedScenes } from '#shared/editing/selected-nodes.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { ActionContext } from '../model/action-context.ts';
import { sceneAtPlayhead } from '../model/editor-target.ts';
import { rememberCopy } from './copied-from.ts';
import { dispatch, stateOf } from './editor-access.ts';
import { bringFiles } from './pasted-files.ts';

/**
 * Puts what is selected on the clipboard: keys that are in hand, scenes as scenes, layers and sounds as layers, an effect
 * as effects. False where it is nothing.
 */
export function copySelection({ clipboard, ports }: ActionContext, state: EditorState): boolean {
  const { selection, document, movie } = state;
  const scenes = selectedScenes(state);
  const rate = movie?.frameRate ?? null;
  const parts = selectedParts(state);
  const text = ports.keys?.inHand()
    ? ports.keys.copied()
    : scenes.length > 0
      ? scenesToClipboard(document, scenes, rate)
      : parts.length > 0
        ? layersToClipboard(document, parts, rate)
        : effectsToClipboard(document, selection.ids);
  if (text === '') return false;
  clipboard.write(text);
  void rememberCopy(state.project, text);
  return true;
}

/** Removes the keys that are in hand; false where there is none. */
export function removeKeys({ ports }: ActionContext): boolean {
  if (ports.keys?.inHand() !== true) return false;
  ports.keys.remove();
  return true;
}

/** Copies the keys that are in hand; false where there is none. */
export function duplicateKeys({ ports }: ActionContext): boolean {
  if (ports.keys?.inHand() !== true) return false;
  ports.keys.duplicate();
  return true;
}

/** Puts the effects of what is selected on the clipboard. */
export function copyEffects(context: ActionContext): void {
  const state = stateOf(context);
  const text = state === null ? '' : effectsToClipboard(state.document, state.selection.ids);
  if (state === null || text === '') return;
  context.clipboard.write(text);
  void rememberCopy(state.project, text);
}

/** Scenes go behind the selected ones or the one under the playhead, layers into it, effects onto what is selected. */
export async function pasteSelection(context: ActionContext): Promise<void> {
  const text = await context.clipboard.read();
  const state = stateOf(context);
  if (state === null || text === '') return;
  const content = readClipboard(text);
  if (!content.ok) {
    context.toasts.show({ id: 'refused', message: say(content.error), tone: 'warning' });
    return;
  }
  if (content.value.kind === 'keys') return void context.ports.keys?.paste(content.value);
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
 * What layers are pasted into: what the selected ones stand in, unless the playhead has gone to another scene since; the
 * selected scene, or the one under the playhead.
 */
export function pasteParent(state: EditorState): NodeId | null {
  const [part] = selectedParts(state);
  const place = part === undefined ? undefined : indexOf(state.document).elements.get(part);
  const here = sceneAtPlayhead(state)?.scene.id;
  if (place?.parent !== undefined && (place.scene === null || here === undefined || place.scene.id === here))
    return place.parent?.id ?? null;
  return selectedScenes(state)[0] ?? here ?? null;
}

/** Replaces the effects of everything that is selected by those on the clipboard. */
export async function pasteEffects(context: ActionContext): Promise<void> {
  const text = await context.clipboard.read();
  const state = stateOf(context);
  if (state === null || text === '') return;
  dispatch(context, { type: 'effects/paste', text, targets: targetsOf(state), mode: 'append' });
}

/** Scenes and layers take effects; for what stands in a layer it is the layer that has it. */
function targetsOf(state: EditorState): readonly NodeId[] {
  const scenes = selectedScenes(state);
  return scenes.length > 0 ? scenes : layersOfSelection(state).map(({ id }) => id);
}

function pastePosition(state: EditorState): ScenePosition {
  const last = selectedScenes(state).at(-1) ?? sceneAtPlayhead(state)?.scene.id;
  return last === undefined ? 0 : { after: last };
}
