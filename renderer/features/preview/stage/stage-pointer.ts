import type { StageHandle } from '#shared/editing/stage/layer-change.ts';
import type { PathPlace } from '#shared/editing/stage/motion-path.ts';
import { groupsAround, pickedAt, pickedBeneath, pickedInside } from '#shared/editing/stage/pick.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { boundsAround, boundsOfBox, type LayerBox } from '#shared/timeline/boxes.ts';
import type { Rect } from '#shared/timeline/layer-state.ts';
import { inverted, transformOffset, type Vector } from '#shared/timeline/placement.ts';
import type { BoxHandle } from './handles.tsx';
import {
  areaGesture,
  keyGesture,
  moveGesture,
  pivotGesture,
  rotateGesture,
  scaleGesture,
  scaleTogetherGesture,
} from './layer-gestures.ts';
import {
  pointerAt,
  type StageGesture,
  type StageGestureContext,
  type StagePointer,
  startStageGesture,
} from './stage-gesture.ts';

export interface StagePointerOptions extends StageGestureContext {
  readonly surface: { readonly current: HTMLElement | null };
  /** The layers that a press can hit: enabled and not locked. */
  readonly editableBoxes: readonly LayerBox[];
  /** The selected layers among `editableBoxes`. */
  readonly selected: readonly LayerBox[];
  readonly write: (layer: NodeId) => void;
}

/** Creates the handlers for presses on the stage. */
export function stagePointer(options: StagePointerOptions) {
  const { editor, editableBoxes, selected, scale, surface, write } = options;
  const run = (event: React.PointerEvent, gesture: StageGesture) => {
    if (surface.current !== null) startStageGesture(event, gesture, surface.current, scale);
  };
  const placeOf = (event: React.PointerEvent | React.MouseEvent) =>
    surface.current === null ? null : pointerAt(surface.current, scale, event);
  const primary = () => editor.document.state.selection.primary;
  const select = (id: NodeId | null) => editor.selection.select(id === null ? [] : [id]);

  const toggle = (id: NodeId) => editor.selection.click(id, 'toggle');
  /**
   * Prepares the selection for the context menu. If the press missed the selected layers, selects the topmost layer
   * under the pointer.
   */
  const selectForMenu = (picked: readonly NodeId[]) => {
    if (!selected.some(({ layer }) => picked.includes(layer.id))) select(picked[0] ?? null);
  };

  const pickAt = (at: StagePointer) => pickedAt(editableBoxes, at.place, groupsAround(editableBoxes, primary()));
  const clickAt = (at: StagePointer, picked = pickAt(at)) => {
    const [top = null] = picked;
    const adds = at.shift || at.mod;
    if (at.alt && !adds) select(pickedBeneath(picked, primary()));
    else if (!adds) select(top);
    else if (top !== null) toggle(top);
  };

  const onPointerDown = (event: React.PointerEvent) => {
    const at = placeOf(event);
    if (at === null) return;
    const picked = pickAt(at);
    if (event.button === 2) return selectForMenu(picked);
    if (event.button !== 0) return;
    const [top = null] = picked;
    const click = () => clickAt(at, picked);
    const area = () => {
      const boxSelectable = editableBoxes.filter((each) => each.masked === null && !fillsFrame(each));
      run(event, { ...areaGesture(options, boxSelectable, at.place), click });
    };
    if (at.mod) return area();
    const pressedLayer = picked.find((id) => selected.some(({ layer }) => layer.id === id));
    if (pressedLayer !== undefined) {
      // A drag moves all selected layers. A click selects only the clicked layer.
      const press = () => (at.shift || at.alt ? click() : select(selected.length === 1 ? top : pressedLayer));
      run(event, { ...moveGesture(options, selected, at.place, at.alt), click: press });
      return;
    }
    pressOn(
      editableBoxes.find(({ layer }) => layer.id === top),
      event,
      at,
      { click, area },
    );
  };

  /** Handles a press on a layer that is not selected, or on the background. */
  const pressOn = (
    box: LayerBox | undefined,
    event: React.PointerEvent,
    at: NonNullable<ReturnType<typeof placeOf>>,
    { click, area }: { readonly click: () => void; readonly area: () => void },
  ) => {
    if (box === undefined || fillsFrame(box)) {
      // A press inside the bounding box of several selected layers drags every selected layer.
      if (!at.shift && selected.length > 1 && isInside(boundsAround(selected.map(boundsOfBox)), at.place))
        return run(event, { ...moveGesture(options, selected, at.place, at.alt), click });
      return area();
    }
    if (at.alt && !at.shift) {
      run(event, { ...moveGesture(options, [box], at.place, true), click });
      return;
    }
    click();
    if (at.shift) return;
    run(event, moveGesture(options, [box], at.place, at.alt));
  };

  const onHandleDown = (boxHandle: BoxHandle, event: React.PointerEvent) => {
    const at = placeOf(event);
    // Drag the pivot only with Alt. The pivot is at the center of most layers, where users press to move the layer.
    if (boxHandle.kind === 'pivot' && at?.alt !== true) return;
    event.stopPropagation();
    const [box] = selected;
    if (event.button !== 0 || at === null || box === undefined) return;
    surface.current?.focus({ preventScroll: true });
    if (boxHandle.kind === 'scale') run(event, scaleGesture(options, box, boxHandle.handle, at.place));
    else if (boxHandle.kind === 'turn') run(event, rotateGesture(options, box, at.place));
    // The pivot covers the layer, so treat a click on the pivot as a click on the picture below.
    else run(event, { ...pivotGesture(options, box, at.place), click: () => clickAt(at) });
  };

  const onCommonHandleDown = (handle: StageHandle, event: React.PointerEvent) => {
    event.stopPropagation();
    const at = placeOf(event);
    if (event.button !== 0 || at === null) return;
    surface.current?.focus({ preventScroll: true });
    run(event, scaleTogetherGesture(options, selected, handle, at.place));
  };

  const onKeyframeHandleDown = (key: PathPlace, event: React.PointerEvent) => {
    event.stopPropagation();
    const at = placeOf(event);
    const [box] = selected;
    if (event.button === 0 && at !== null && box !== undefined) run(event, keyGesture(options, box, key, at.place));
  };

  const onDoubleClick = (event: React.MouseEvent) => {
    const at = placeOf(event);
    const id = primary();
    if (at === null || id === null || at.mod || at.shift || at.alt) return;
    const box = editableBoxes.find(({ layer }) => layer.id === id);
    if (box?.layer.kind === 'text') write(id);
    else if (box?.layer.kind === 'group') select(pickedInside(editableBoxes, at.place, id));
  };

  return { onPointerDown, onHandleDown, onCommonHandleDown, onKeyframeHandleDown, onDoubleClick };
}

function isInside({ left, top, width, height }: Rect, { x, y }: Vector): boolean {
  return x >= left && y >= top && x <= left + width && y <= top + height;
}

/**
 * Returns whether a layer fills at least 98 % of the frame. The first press on such a layer only selects it; the next
 * one can drag it.
 */
export function fillsFrame({ matrix, shown, frame, outer }: LayerBox): boolean {
  const inverse = inverted(outer);
  if (inverse === null) return false;
  const diagonal = transformOffset(matrix, { x: shown.width, y: shown.height });
  const innerDiagonal = transformOffset(inverse, diagonal);
  return Math.abs(innerDiagonal.x) >= frame.width * 0.98 && Math.abs(innerDiagonal.y) >= frame.height * 0.98;
}
