import type { PlannableCommand } from '#shared/editing/model/commands.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { setLocked } from '#shared/editing/model/editing-record.ts';
import { cutPart, movedParts, type PartTimes, trimmedEnds, trimmedStarts } from '#shared/editing/model/layer-moves.ts';
import { selectedParts } from '#shared/editing/model/selection.ts';
import { type PlacedPart, placedParts } from '#shared/editing/model/timeline.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { type Message, message } from '#shared/messages/message.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { isLayer, layersOf, leavesOf } from '#shared/template/tables/roles.ts';
import { originalId } from '#shared/template/variables/repeats.ts';
import type { Editor } from './editor.ts';
import { selectLocked } from './locked-layers.ts';
import { selectSceneAtPlayhead, selectSceneIds } from './selectors.ts';

/** The result of an edit of layers. An error is the reason for a refused edit. */
export type LayerEdit = Result<unknown, Message>;

/** Returns the selected layers and sounds that are not locked, to which the edits of this file apply. */
export function editableParts({ document, record }: Editor): ReadonlySet<NodeId> {
  const parts = selectedParts(document.state);
  if (parts.length === 0) return NO_PARTS;
  const locked = selectLocked(document.state, record.current);
  return new Set(parts.filter((id) => !locked.has(id)));
}

const NO_PARTS: ReadonlySet<NodeId> = new Set();

/** Moves the editable selected layers and sounds by a number of frames. */
export function moveParts(editor: Editor, by: number): LayerEdit {
  return setPartTimes(editor, movedParts(placed(editor), by), 'move', 'move');
}

/** Moves the ends of the editable selected layers and sounds by a number of frames. */
export function trimPartEnds(editor: Editor, by: number): LayerEdit {
  return setPartTimes(editor, trimmedEnds(placed(editor), by), 'trim', 'trim');
}

export function trimPartsToPlayhead(editor: Editor, edge: 'start' | 'end'): LayerEdit {
  const { playhead } = editor.document.state;
  const times = placed(editor).flatMap((part) => {
    const start = part.clock + part.offset;
    return edge === 'start'
      ? trimmedStarts([part], playhead - start)
      : trimmedEnds([part], playhead + 1 - start - part.length);
  });
  return setPartTimes(editor, times, 'trim', `trim-${edge}`);
}

/** Returns whether the playhead is inside an editable selected layer or sound. */
export function canSplitParts(editor: Editor): boolean {
  return cutsOf(editor).length > 0;
}

/** Splits the editable selected layers and sounds at the playhead. */
export function splitParts(editor: Editor): LayerEdit {
  return editParts(editor, { type: 'layer/split', cuts: cutsOf(editor) });
}

function cutsOf(editor: Editor) {
  const { playhead } = editor.document.state;
  return placed(editor).flatMap((part) => cutPart(part, playhead - part.clock, part.hasMotion) ?? []);
}

/** Returns whether the layers can move in front of the next layer (1) or behind the previous one (-1). */
export function canReorderParts(editor: Editor, direction: -1 | 1): boolean {
  return reorderCommand(editor, direction) !== null;
}

/** Moves the layers in front of the next layer (1) or behind the previous one (-1). Returns null if they cannot. */
export function reorderParts(editor: Editor, direction: -1 | 1): LayerEdit | null {
  const ids = [...editableParts(editor)];
  const command = reorderCommand(editor, direction);
  if (command === null) return null;
  const result = editParts(editor, command);
  editor.selection.select(ids);
  editor.timeline.set(({ byKeyboard }) => ({ focusRequested: byKeyboard }));
  return result;
}

function reorderCommand(editor: Editor, direction: -1 | 1): PlannableCommand | null {
  const moving = editableParts(editor);
  const [first] = moving;
  const { elements } = indexOf(editor.document.state.document);
  const parent = first === undefined ? null : (elements.get(first)?.parent ?? null);
  const layers = parent === null ? [] : layersOf(parent).map(({ id }) => id);
  const areLayers = [...moving].every(
    (id) => layers.includes(id) && isLayer(elements.get(id)?.element ?? { name: '' }),
  );
  return parent === null || !areLayers ? null : stepCommand(layers, moving, parent.id, direction);
}

/** Returns whether layers or sounds are selected and all of them are locked. */
export function areSelectedLocked(editor: Editor): boolean {
  return selectedParts(editor.document.state).length > 0 && editableParts(editor).size === 0;
}

/** Locks or unlocks layers and sounds. */
export function lockParts({ document, record }: Editor, ids: readonly NodeId[], locked: boolean): void {
  record.edit(message(locked ? 'step/lock-layers' : 'step/unlock-layers', { count: ids.length }), (open) =>
    setLocked(open, document.state.source.document, { ids, locked }),
  );
}

/** Expands or collapses scenes in the timeline: the selected scenes, or else the scene at the playhead. */
export function toggleOpenScenes({ document, timeline }: Editor): void {
  const { elements } = indexOf(document.state.document);
  const sceneId = selectSceneAtPlayhead(document.state)?.scene.id;
  const played = sceneId === undefined ? null : originalId(sceneId);
  /**
   * Returns the scene to expand for a selected element: the scene at the playhead if it is inside the element, or else
   * the first scene inside the element.
   */
  const opened = (id: NodeId): NodeId => {
    const element = elements.get(id)?.element;
    const leaves = element === undefined ? [] : leavesOf(element);
    const isPlayed = leaves.some((leaf) => leaf.id === played);
    return isPlayed && sceneId !== undefined ? sceneId : (leaves[0]?.id ?? id);
  };
  const selected = selectSceneIds(document.state).map(opened);
  const ids = selected.length > 0 ? selected : sceneId === undefined ? [] : [sceneId];
  timeline.set(({ open }) => {
    const isOpen = ids.length > 0 && ids.every((id) => open.has(id));
    return { open: new Set(isOpen ? [...open].filter((id) => !ids.includes(id)) : ids) };
  });
}

function placed(editor: Editor): readonly PlacedPart[] {
  const { movie } = editor.document.state;
  return movie === null ? [] : placedParts(movie, editableParts(editor), editor.timeline.state.sourceFrames);
}

function setPartTimes(editor: Editor, times: readonly PartTimes[], as: 'move' | 'trim', key: string): LayerEdit {
  return times.length === 0 ? ok(null) : editParts(editor, setTimes(times, as), key);
}

function editParts(editor: Editor, command: PlannableCommand, key?: string): LayerEdit {
  const ids = [...editableParts(editor)];
  const result = editor.document.dispatch(command, key === undefined ? {} : { key: `${key} ${ids.join(' ')}` });
  if (result.ok) editor.timeline.announceSelected();
  return result;
}

/** Returns the command that sets the times of layers and sounds. */
export function setTimes(times: readonly PartTimes[], as: 'move' | 'trim' | 'slip'): PlannableCommand {
  return { type: 'layer/set-times', times, as };
}

/**
 * Returns the command that moves layers to an index among the layers of a parent and keeps their order; null without
 * layers. `ids` starts with the backmost layer.
 */
export function orderCommand(
  ids: readonly NodeId[],
  { parent, index }: { readonly parent: NodeId; readonly index: number },
): PlannableCommand | null {
  const commands = ids.map((layer, at) => ({ type: 'layer/move', layer, parent, index: index + at }) as const);
  const [only] = commands;
  if (only === undefined) return null;
  const label: Message = message('step/move', { what: message('target/layers', { count: ids.length }) });
  return commands.length === 1 ? only : { type: 'batch', label, commands };
}

/**
 * Returns the command that moves layers of one parent by one position, forward (1) or backward (-1). Null if they
 * already are the frontmost or backmost layers. `layers` starts with the backmost layer.
 */
export function stepCommand(
  layers: readonly NodeId[],
  moving: ReadonlySet<NodeId>,
  parent: NodeId,
  direction: -1 | 1,
): PlannableCommand | null {
  const ids = layers.filter((id) => moving.has(id));
  const staying = layers.filter((id) => !moving.has(id));
  const edgeIndex =
    direction > 0 ? layers.findLastIndex((id) => moving.has(id)) : layers.findIndex((id) => moving.has(id));
  const neighbor = layers[edgeIndex + direction];
  if (edgeIndex < 0 || neighbor === undefined) return null;
  const index = staying.indexOf(neighbor) + (direction > 0 ? 1 : 0);
  return orderCommand(ids, { parent, index });
}
