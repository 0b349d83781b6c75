import type { EditorState } from '#renderer/editor/editor-state.ts';
import { elementOf, selectStepLabels } from '#renderer/editor/selectors.ts';
import { detachSoundCommand } from '#shared/editing/insert/plan-insert.ts';
import type { PlannableCommand } from '#shared/editing/model/commands.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import type { HistoryEntry } from '#shared/editing/model/history.ts';
import { sceneIds, selectedParts, selectedScenes } from '#shared/editing/model/selection.ts';
import { placedParts } from '#shared/editing/model/timeline.ts';
import type { Message } from '#shared/messages/message.ts';
import { attributeValue, childElements, type ElementNode, type NodeId } from '#shared/template/document/document.ts';
import { sourceKey, videosIn } from '#shared/template/movie/used-sources.ts';
import { isLayer, isSound, leavesOf } from '#shared/template/tables/roles.ts';
import type { ActionContext } from '../action.ts';
import { canMove, cutAtPlayhead, dispatch, moveTarget, stateOf, targetLayer } from '../targets.ts';

/**
 * Returns the fields of an action that runs one command on the selection. The action is disabled while `plan` returns
 * null.
 */
export function selectionCommand(plan: (state: EditorState) => PlannableCommand | null) {
  return {
    enabled: (context: ActionContext) => {
      const state = stateOf(context);
      return state !== null && plan(state) !== null;
    },
    run: (context: ActionContext) => {
      const state = stateOf(context);
      const command = state === null ? null : plan(state);
      if (command !== null) dispatch(context, command);
    },
  };
}

function onScenes(plan: (scenes: ReturnType<typeof selectedScenes>, state: EditorState) => PlannableCommand) {
  return {
    ...selectionCommand((state) => {
      const scenes = selectedScenes(state);
      return scenes.length === 0 ? null : plan(scenes, state);
    }),
    whyNot: ({ actions }: ActionContext['strings']) => actions.needsScene,
  };
}

export function cutCommand(plan: (at: NonNullable<ReturnType<typeof cutAtPlayhead>>) => PlannableCommand) {
  return {
    ...selectionCommand((state) => {
      const at = cutAtPlayhead(state);
      return at === null ? null : plan(at);
    }),
    whyNot: ({ actions }: ActionContext['strings']) => actions.needsCut,
  };
}

export function moveSelected(direction: -1 | 1) {
  return {
    repeats: true,
    ...onScenes((scenes, state) => ({
      type: 'scene/move',
      scenes,
      to: moveTarget(sceneIds(state.document), innerScenes(state, scenes), direction),
    })),
    enabled: (context: ActionContext) => {
      const state = stateOf(context);
      return state !== null && canMove(sceneIds(state.document), innerScenes(state, selectedScenes(state)), direction);
    },
  };
}

/** Replaces each sequence or choice by the scenes inside it. */
function innerScenes({ document }: EditorState, ids: readonly NodeId[]): readonly NodeId[] {
  const { elements } = indexOf(document);
  return ids.flatMap((id) => {
    const element = elements.get(id)?.element;
    return element === undefined ? [id] : leavesOf(element).map((leaf) => leaf.id);
  });
}

export function removeCommand({ selection }: EditorState): PlannableCommand | null {
  return selection.primary === null ? null : { type: 'node/remove', nodes: selection.ids };
}

/**
 * Returns the command that makes the current frame the first frame of the target layer. Null if the layer is not a
 * video, or if the playhead is at the first frame of the scene or outside the scene.
 */
export function setInCommand(state: EditorState): PlannableCommand | null {
  const target = targetLayer(state);
  if (target === null) return null;
  const { layer, place } = target;
  const offset = state.playhead - place.start;
  if (layer.kind !== 'video' || offset <= 0 || state.playhead >= place.end) return null;
  return { type: 'layer/set', layers: [layer.id], skip: layer.skip + offset };
}

/**
 * Returns the command that makes the current frame the last frame of the layer's scene; null if the scene would not
 * become shorter.
 */
export function setOutCommand(state: EditorState): PlannableCommand | null {
  const target = targetLayer(state);
  if (target === null) return null;
  const { place } = target;
  const duration = state.playhead - place.start + 1;
  if (duration < 1 || duration >= place.scene.duration) return null;
  return { type: 'scene/trim-end', scene: place.scene.id, duration };
}

/** Returns the command that duplicates the selected scenes, layers, or sounds; null if none is selected. */
export function duplicateCommand(state: EditorState): PlannableCommand | null {
  const scenes = selectedScenes(state);
  if (scenes.length > 0) return { type: 'scene/duplicate', scenes };
  const layers = selectedParts(state);
  return layers.length === 0 ? null : { type: 'layer/duplicate', layers };
}

/**
 * Returns the command that disables the selection, or enables it if everything in it is disabled. Null without a
 * selection.
 */
export function toggleCommand(state: EditorState): PlannableCommand | null {
  const scenes = selectedScenes(state);
  const enabled = !allEnabled(state);
  if (scenes.length > 0) return { type: 'scene/set-enabled', scenes, enabled };
  const layers = selectedParts(state);
  return layers.length === 0 ? null : { type: 'layer/set', layers, enabled };
}

export function allEnabled(state: EditorState | null): boolean {
  if (state === null) return true;
  const parts = selectedParts(state);
  if (parts.length > 0 && state.movie !== null) {
    const placed = placedParts(state.movie, new Set(parts));
    return placed.every(({ source }) => isEnabled(state, source));
  }
  const chosen = new Set(selectedScenes(state));
  return (state.movie?.scenes ?? []).every((scene) => isEnabled(state, scene) || !chosen.has(scene.id));
}

/** Returns whether a scene, layer, or sound is enabled. For a placeholder, its element determines this. */
function isEnabled(
  { document, withoutCopies }: EditorState,
  { id, enabled }: { readonly id: NodeId; readonly enabled: boolean },
): boolean {
  const element = withoutCopies.has(id) ? elementOf(document, id) : null;
  return element === null ? enabled : attributeValue(element, 'enabled')?.trim() !== 'false';
}

export function isSelecting(context: ActionContext): boolean {
  const primary = stateOf(context)?.selection.primary ?? null;
  return primary !== null;
}

export function undoLabel(context: ActionContext): Message | null {
  return stepLabel(context, 'undo');
}

export function redoLabel(context: ActionContext): Message | null {
  return stepLabel(context, 'redo');
}

/**
 * Returns the name of the step that undo or redo applies; null if there is none. The fill-in form must not change the
 * template, so there the result is also null for a step that changes more than sample values.
 */
function stepLabel(context: ActionContext, direction: 'undo' | 'redo'): Message | null {
  const state = stateOf(context);
  if (state === null) return null;
  const { entries, position } = state.history;
  const step = entries[direction === 'undo' ? position - 1 : position];
  const isAllowed = context.navigation.route.screen !== 'fill-in' || (!state.isTextBroken && isSampleStep(step));
  return isAllowed ? selectStepLabels(state)[direction] : null;
}

function isSampleStep(step: HistoryEntry | undefined): boolean {
  if (step === undefined || step.record === null) return false;
  const { inserted, removed } = step.change;
  return inserted === '' && removed === '' && step.record.every(({ kind }) => kind === 'sample');
}

/**
 * Returns the command that moves the sound of the selected videos into separate layers; null if no selected video is
 * audible.
 */
export function detachCommand(state: EditorState): PlannableCommand | null {
  const holders = [...(state.movie?.scenes ?? []), ...(state.movie?.overlays ?? [])];
  const videos = new Map(holders.flatMap(({ layers }) => videosIn(layers)).map((video) => [video.id, video]));
  return detachSoundCommand(state, ({ id }) => {
    const source = videos.get(id)?.source;
    return source !== undefined && state.sourceEnds.get(sourceKey(source))?.sound === null;
  });
}

/**
 * Returns the layers and sounds that have the same parent (scene, group, or movie) as the first selected layer or
 * sound. Empty without a selection.
 */
export function siblingParts(state: EditorState): readonly NodeId[] {
  const { elements } = indexOf(state.document);
  const [part] = selectedParts(state);
  const parent = part === undefined ? null : (elements.get(part)?.parent ?? null);
  return parent === null ? [] : childElements(parent).flatMap((child) => (isPart(child) ? child.id : []));
}

function isPart(element: ElementNode): boolean {
  return isLayer(element) || isSound(element);
}
