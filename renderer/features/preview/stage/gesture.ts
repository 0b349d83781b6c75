import { flushSync } from 'react-dom';
import type { Editor } from '#renderer/editor/editor.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { say } from '#renderer/strings/say.ts';
import { selectNodes } from '#shared/editing/model/selection.ts';
import type { LayerChange } from '#shared/editing/stage/layer-change.ts';
import type { SafeArea } from '#shared/editing/stage/safe-areas.ts';
import type { Guide } from '#shared/editing/stage/snap.ts';
import { isTyped, leavingCopies, type StageEdit, stageStep } from '#shared/editing/stage/stage-command.ts';
import { ok } from '#shared/lib/result.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Size } from '#shared/template/values/placement.ts';
import type { KnownSizes, LayerBox } from '#shared/timeline/boxes.ts';
import type { Rect } from '#shared/timeline/layer-state.ts';
import type { Vector } from '#shared/timeline/placement.ts';

/** The position of the pointer in movie pixels, with the modifier keys and the typed text. */
export interface StagePointer {
  readonly place: Vector;
  readonly alt: boolean;
  readonly shift: boolean;
  /** Whether Ctrl is held, or Cmd on a Mac. */
  readonly mod: boolean;
  readonly typed: string;
}

/** A gesture that lasts as long as a pointer button is held. At its end, either `end` or `cancel` is called. */
export interface StageGesture {
  /** Called at most once per frame, after the pointer has moved by at least `STILL_PIXELS`. */
  readonly move: (at: StagePointer) => void;
  /** Called after the last `move`. */
  readonly end: () => void;
  /** Called in place of `end` if the pointer did not move before the release. */
  readonly press?: () => void;
  readonly cancel: () => void;
}

/** The elements that a gesture draws on the stage. */
export interface StageDrag {
  readonly kind: 'move' | 'scale' | 'turn' | 'pivot' | 'key' | 'select';
  /** The position of the pointer in movie pixels. */
  readonly at: Vector;
  /** The lines of the tooltip: the value, its change, and the typed text. */
  readonly lines: readonly string[];
  readonly isRefused: boolean;
  readonly guides: readonly Guide[];
  /** The selection rectangle; undefined if the gesture has none. */
  readonly area?: Rect;
}

/** The state at the start of a gesture. */
export interface StageGestureContext {
  readonly editor: Editor;
  /** The boxes of the layers at the start of the gesture. */
  readonly boxes: readonly LayerBox[];
  readonly frame: Size;
  /** The sizes of the files that the layers show. */
  readonly known: KnownSizes;
  /** The number of page pixels per movie pixel. */
  readonly scale: number;
  /** The safe areas to which layers snap; null if none is shown. */
  readonly safeAreas: SafeArea | null;
  readonly words: Catalogue['stage'];
  readonly show: (drag: StageDrag | null) => void;
}

/** The result of a gesture at one position of the pointer. */
export interface Planned {
  readonly edits: readonly StageEdit[];
  readonly lines: readonly string[];
  readonly guides?: readonly Guide[];
}

const SNAP_PIXELS = 8;

/** Returns the distance in movie pixels within which a layer snaps. */
export function toleranceOf({ scale }: Pick<StageGestureContext, 'scale'>): number {
  return SNAP_PIXELS / scale;
}

export function editOf(box: LayerBox, change: LayerChange): StageEdit {
  return { layer: box.layer, own: box.own, length: box.length, change };
}

/**
 * Creates a gesture that edits layers. Each move previews the plan from the state at the start. The release commits the
 * plan as one undo step.
 */
export function editing(
  context: StageGestureContext,
  kind: StageDrag['kind'],
  plan: (at: StagePointer) => Planned,
  { copies = [] }: { readonly copies?: readonly NodeId[] } = {},
): StageGesture {
  const { editor, show, words } = context;
  const { source, values } = editor.document.state;
  const before = { document: source.document, values: new Map(Object.entries(values)) };
  const stepOf = (edits: readonly StageEdit[]) => {
    const made = stageStep(before, edits);
    const leaves = copies.length > 0 && made.ok && made.value !== null;
    return leaves ? ok(leavingCopies(before, made.value, copies)) : made;
  };
  const move = (at: StagePointer) => {
    const { edits, lines, guides = [] } = plan(at);
    const step = stepOf(edits);
    const done =
      step.ok && step.value !== null ? editor.document.preview(step.value.command, { isInteractive: true }) : null;
    if (done === null || !done.ok) editor.document.cancel();
    const refusal = step.ok ? (done?.ok === false ? done.error : null) : step.error;
    const typed = at.typed === '' ? [] : [words.typing(at.typed)];
    const key = step.ok && step.value?.setsKey === true ? [words.keyAt(String(editor.document.state.playhead))] : [];
    show({
      kind,
      at: at.place,
      lines: refusal === null ? [...lines, ...key, ...typed] : [say(refusal, { quoted: true })],
      isRefused: refusal !== null,
      guides,
    });
  };
  return {
    // `flushSync` renders the document and the elements of the stage together. Without it, the picture would be drawn
    // twice per frame.
    move: (at) => flushSync(() => move(at)),
    end: () => {
      editor.document.commit();
      // The selection stays on the moved layers and not on their copies.
      if (copies.length > 0) editor.selection.select(selectNodes(copies));
      show(null);
    },
    cancel: () => {
      editor.document.cancel();
      show(null);
    },
  };
}

/** Formats a difference with its sign. */
export function signed(value: number, shown: (value: number) => string): string {
  const text = shown(Math.abs(value));
  return value < 0 && text !== '0' ? `−${text}` : `+${text}`;
}

/** The distance in page pixels below which a drag counts as a click. */
const STILL_PIXELS = 3;

type HeldPointer = Pick<PointerEvent, 'clientX' | 'clientY' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/** Converts the position of a pointer event to movie pixels. `scale` is the number of page pixels per movie pixel. */
export function pointerAt(surface: Element, scale: number, held: HeldPointer, typed = ''): StagePointer {
  const box = surface.getBoundingClientRect();
  return {
    place: { x: (held.clientX - box.left) / scale, y: (held.clientY - box.top) / scale },
    alt: held.altKey,
    shift: held.shiftKey,
    mod: held.ctrlKey || held.metaKey,
    typed,
  };
}

/** Runs a gesture until the button is released, or until Enter applies the typed value. Escape cancels the gesture. */
export function runStageGesture(surface: HTMLElement, scale: number, event: PointerEvent, gesture: StageGesture): void {
  const { pointerId } = event;
  let held: HeldPointer = event;
  let typed = '';
  let isStarted = false;
  let scheduled = 0;
  const over = new AbortController();
  const { signal } = over;
  surface.setPointerCapture(pointerId);

  const moveNow = () => {
    scheduled = 0;
    gesture.move(pointerAt(surface, scale, held, typed));
  };
  const changed = (next: HeldPointer) => {
    held = next;
    isStarted ||= Math.abs(next.clientX - event.clientX) + Math.abs(next.clientY - event.clientY) > STILL_PIXELS;
    if (isStarted && scheduled === 0) scheduled = requestAnimationFrame(moveNow);
  };
  const finish = (last: 'end' | 'cancel') => {
    if (signal.aborted) return;
    over.abort();
    cancelAnimationFrame(scheduled);
    if (surface.hasPointerCapture(pointerId)) surface.releasePointerCapture(pointerId);
    if (last === 'cancel') gesture.cancel();
    else if (!isStarted) (gesture.press ?? gesture.cancel)();
    else {
      moveNow();
      gesture.end();
    }
  };
  const onKey = (key: KeyboardEvent) => {
    const taken = () => {
      key.preventDefault();
      key.stopPropagation();
    };
    if (key.key === 'Escape') {
      taken();
      finish('cancel');
    } else if (['Alt', 'Shift', 'Control', 'Meta'].includes(key.key)) {
      // The default action of the Alt key would open the menu of the window.
      key.preventDefault();
      const { altKey, shiftKey, ctrlKey, metaKey } = key;
      changed({ clientX: held.clientX, clientY: held.clientY, altKey, shiftKey, ctrlKey, metaKey });
    } else if (key.type === 'keydown' && isStarted) {
      taken();
      if (key.key === 'Enter') finish('end');
      else if (key.key === 'Backspace') typed = typed.slice(0, -1);
      else if (isTyped(key.key)) typed += key.key;
      changed(held);
    }
  };

  surface.addEventListener('pointermove', (next) => next.pointerId === pointerId && changed(next), { signal });
  surface.addEventListener(
    'pointerup',
    (last) => {
      if (last.pointerId !== pointerId) return;
      held = last;
      finish('end');
    },
    { signal },
  );
  for (const type of ['pointercancel', 'lostpointercapture'] as const)
    surface.addEventListener(type, () => finish('cancel'), { signal });
  window.addEventListener('blur', () => finish('cancel'), { signal });
  for (const type of ['keydown', 'keyup'] as const) window.addEventListener(type, onKey, { signal, capture: true });
}
