import { isEqual } from './equality.ts';

/** The position and the modifier keys of a mouse or pointer event. */
export type PointedEvent = Pick<MouseEvent, 'clientX' | 'clientY' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/** A pointer event of the DOM or of React. The `currentTarget` captures the pointer during the drag. */
export interface PressEvent extends PointedEvent, Pick<PointerEvent, 'pointerId' | 'button' | 'timeStamp'> {
  readonly currentTarget: EventTarget | null;
}

/** The position of the pointer with the modifier keys. */
export interface DragPoint {
  /** The distance in pixels from the left edge of the page, or of the box of `relativeTo`. */
  readonly x: number;
  readonly y: number;
  /** The horizontal distance from the press in page pixels. */
  readonly dx: number;
  readonly dy: number;
  readonly alt: boolean;
  readonly shift: boolean;
  /** Whether Ctrl is pressed, or Cmd on a Mac. */
  readonly mod: boolean;
}

/**
 * The callbacks of a drag. The last call is exactly one of `end`, `cancel`, and `click`. `Point` can be a position in
 * other units.
 */
export interface DragHandlers<Point = DragPoint> {
  /** Called when the pointer passes the threshold. `startDrag` calls it immediately if the threshold is 0. */
  readonly start?: ((point: Point) => void) | undefined;
  /** Called for each movement after `start`, and also when a modifier key changes or the area scrolls. */
  readonly move: (point: Point) => void;
  /** Called when the button is released, with the last point that `start` or `move` received. */
  readonly end: (point: Point) => void;
  /**
   * Called when the drag is canceled: by Escape, by the signal, or because the window loses the focus or the pointer.
   * It is also called below the threshold. The handler must revert the changes of the gesture.
   */
  readonly cancel: () => void;
  /** Called instead of `end` if the button is released below the threshold. The default is `cancel`. */
  readonly click?: ((point: Point) => void) | undefined;
  /**
   * Handles a key after `start`, except Escape and modifier keys. If the handler returns true, the key is consumed and
   * `move` is called again. If it returns `end`, the drag ends as at a release.
   */
  readonly key?: ((event: KeyboardEvent) => boolean | 'end') | undefined;
}

/** An area that scrolls while the pointer is near or beyond its edge. */
export interface AutoScroll {
  readonly area: Element;
  readonly axis: 'x' | 'y' | 'both';
  readonly scrollBy: (dx: number, dy: number) => void;
}

export interface DragOptions {
  /**
   * The distance in pixels at which a press becomes a drag, measured on the axis with the larger movement. The default
   * is `DRAG_PIXELS`. Controls that react to the press itself use 0.
   */
  readonly threshold?: number | undefined;
  /** The only axis on which movement counts for the threshold. */
  readonly axis?: 'x' | 'y' | undefined;
  /** The element whose box is the origin of `x` and `y`. The box is measured again for each point. */
  readonly relativeTo?: Element | undefined;
  /** The element that captures the pointer. Set it if the pressed element can be unmounted during the drag. */
  readonly capture?: Element | undefined;
  readonly autoScroll?: AutoScroll | undefined;
  /** Calls `move` at most once per animation frame. The last position is still delivered before `end`. */
  readonly oncePerFrame?: boolean | undefined;
  /** The cursor over the capturing element during the drag. */
  readonly cursor?: string | undefined;
  /** Cancels the drag. */
  readonly signal?: AbortSignal | undefined;
}

/** A running drag. Both methods do nothing after the drag has ended. */
export interface Drag {
  readonly end: () => void;
  readonly cancel: () => void;
}

/** The distance in pixels at which a press becomes a drag. */
export const DRAG_PIXELS = 4;

/** The running drag. A window has at most one, even with several pointers. */
let running: (Drag & { readonly press: PressEvent }) | null = null;

/**
 * Tracks a pointer from a press until its button is released. Ignores other pointers. Returns null, without calling any
 * handler, if another drag is running or the signal is aborted. The caller must check the button and prevent the
 * default action of the event.
 */
export function startDrag(press: PressEvent, handlers: DragHandlers, options: DragOptions = {}): Drag | null {
  if (options.signal?.aborted === true || (running !== null && !isReleaseLost(running.press, press))) return null;
  running?.end();

  const { pointerId } = press;
  const { threshold = DRAG_PIXELS, axis, relativeTo, oncePerFrame = false, cursor, autoScroll } = options;
  const element = options.capture ?? (press.currentTarget as HTMLElement);
  const page = element.ownerDocument;
  const view = page.defaultView;
  if (view === null) return null;
  const ended = new AbortController();
  const during = { signal: ended.signal, capture: true };
  let pointerState: PointerState = pointerStateOf(press);
  let isStarted = false;
  /** Whether `move` was not called with the current position yet. */
  let isBehind = false;
  let scheduled = 0;
  let lastScroll = 0;

  const pointNow = (): DragPoint => {
    const box = relativeTo?.getBoundingClientRect();
    const { clientX, clientY, alt, shift, mod } = pointerState;
    const [x, y] = [clientX - (box?.left ?? 0), clientY - (box?.top ?? 0)];
    return { x, y, dx: clientX - press.clientX, dy: clientY - press.clientY, alt, shift, mod };
  };
  const deliver = () => {
    isBehind = false;
    handlers.move(pointNow());
  };
  const onFrame = (now: number) => {
    scheduled = 0;
    const speed = autoScroll === undefined ? STILL : scrollSpeed(autoScroll, pointerState);
    const scrolls = speed.x !== 0 || speed.y !== 0;
    if (scrolls) {
      // In the first scroll step, scroll by the time of one frame. The time since the press must not count.
      const seconds = (lastScroll === 0 ? 16 : Math.min(50, now - lastScroll)) / 1000;
      autoScroll?.scrollBy(speed.x * seconds, speed.y * seconds);
    }
    lastScroll = scrolls ? now : 0;
    if (isBehind || scrolls) deliver();
    if (scrolls && !ended.signal.aborted) schedule();
  };
  const schedule = () => {
    if (scheduled === 0) scheduled = view.requestAnimationFrame(onFrame);
  };
  const take = (next: PointerState) => {
    pointerState = next;
    if (!isStarted) {
      if (distanceOf(pointerState, press, axis) < threshold) return;
      isStarted = true;
      handlers.start?.(pointNow());
      // `start` may have ended the drag.
      if (ended.signal.aborted) return;
    }
    isBehind = true;
    if (oncePerFrame) schedule();
    else deliver();
    // A press near the edge must not scroll before the pointer moves.
    if (autoScroll !== undefined && !ended.signal.aborted && distanceOf(pointerState, press, axis) >= DRAG_PIXELS)
      schedule();
  };
  const finish = (last: 'end' | 'cancel') => {
    if (ended.signal.aborted) return;
    ended.abort();
    running = null;
    view.cancelAnimationFrame(scheduled);
    if (element.hasPointerCapture(pointerId)) element.releasePointerCapture(pointerId);
    if (last === 'cancel') handlers.cancel();
    else if (isStarted) {
      if (isBehind) deliver();
      handlers.end(pointNow());
    } else if (handlers.click === undefined) handlers.cancel();
    else handlers.click(pointNow());
  };

  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    // The button was released where the window receives no events, so this move ends the drag.
    if ((event.buttons & buttonBit(press.button)) === 0) finish('end');
    else take(pointerStateOf(event));
  };
  const onUp = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    const last = pointerStateOf(event);
    if (!isEqual(last, pointerState)) take(last);
    finish('end');
  };
  const onKey = (event: KeyboardEvent) => {
    const isHandled = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (event.key === 'Escape') {
      isHandled();
      finish('cancel');
    } else if (MODIFIERS.has(event.key)) {
      // Releasing Alt alone would open the window menu.
      event.preventDefault();
      take({ ...pointerState, ...modifiersOf(event) });
    } else if (isStarted && event.type === 'keydown') {
      const answer = handlers.key?.(event) ?? false;
      if (answer === false) return;
      isHandled();
      if (answer === 'end') finish('end');
      else take(pointerState);
    }
  };

  element.setPointerCapture(pointerId);
  const drag = { press, end: () => finish('end'), cancel: () => finish('cancel') };
  running = drag;
  // Listen on the window in the capture phase. Then dialogs do not receive Escape first, and the drag receives its
  // events even if the capturing element is removed.
  view.addEventListener('pointermove', onMove, during);
  view.addEventListener('pointerup', onUp, during);
  view.addEventListener('pointercancel', (event) => event.pointerId === pointerId && finish('cancel'), during);
  view.addEventListener(
    'lostpointercapture',
    (event) => {
      // If `element` captures the pointer, an element pressed by touch loses its implicit capture. This fires the same
      // event, so check the target. If `element` was removed, the target is the document.
      if (event.pointerId === pointerId && (event.target === element || event.target === page)) finish('cancel');
    },
    during,
  );
  view.addEventListener('blur', (event) => event.target === view && finish('cancel'), during);
  view.addEventListener('keydown', onKey, during);
  view.addEventListener('keyup', onKey, during);
  options.signal?.addEventListener('abort', () => finish('cancel'), { signal: ended.signal });
  if (cursor !== undefined && 'style' in element) showCursor(element as HTMLElement, cursor, ended.signal);
  if (threshold === 0) {
    isStarted = true;
    handlers.start?.(pointNow());
  }
  return drag;
}

/** Returns whether a press shows that the release of the same pointer's previous press was lost. */
function isReleaseLost(earlier: PressEvent, press: PressEvent): boolean {
  return earlier.pointerId === press.pointerId && earlier.timeStamp !== press.timeStamp;
}

/** The last known state of the pointer and the modifier keys. */
interface PointerState extends Pick<DragPoint, 'alt' | 'shift' | 'mod'> {
  readonly clientX: number;
  readonly clientY: number;
}

function pointerStateOf(event: PointedEvent): PointerState {
  return { clientX: event.clientX, clientY: event.clientY, ...modifiersOf(event) };
}

export function modifiersOf(
  event: Omit<PointedEvent, 'clientX' | 'clientY'>,
): Pick<DragPoint, 'alt' | 'shift' | 'mod'> {
  return { alt: event.altKey, shift: event.shiftKey, mod: event.ctrlKey || event.metaKey };
}

const MODIFIERS: ReadonlySet<string> = new Set(['Alt', 'Shift', 'Control', 'Meta']);

/** Returns the bit of a button in `MouseEvent.buttons`, whose order differs from the button numbers. */
function buttonBit(button: number): number {
  return button === 1 ? 4 : button === 2 ? 2 : 1;
}

function distanceOf(pointerState: PointerState, press: PressEvent, axis: 'x' | 'y' | undefined): number {
  const [across, down] = [
    Math.abs(pointerState.clientX - press.clientX),
    Math.abs(pointerState.clientY - press.clientY),
  ];
  return axis === 'x' ? across : axis === 'y' ? down : Math.max(across, down);
}

function showCursor(element: HTMLElement, cursor: string, signal: AbortSignal): void {
  const before = element.style.cursor;
  element.style.cursor = cursor;
  signal.addEventListener('abort', () => {
    element.style.cursor = before;
  });
}

const STILL = { x: 0, y: 0 };

/** Returns the scroll speed in pixels per second of an area for a pointer position. */
function scrollSpeed(
  { area, axis }: AutoScroll,
  { clientX, clientY }: PointerState,
): { readonly x: number; readonly y: number } {
  const { left, top } = area.getBoundingClientRect();
  return {
    x: axis === 'y' ? 0 : autoScrollSpeed(clientX - left, area.clientWidth),
    y: axis === 'x' ? 0 : autoScrollSpeed(clientY - top, area.clientHeight),
  };
}

/** The distance in pixels from an edge within which a drag scrolls. */
const SCROLL_ZONE = 40;
/** The scroll speed in pixels per second at the edge and beyond it. */
const MAX_SCROLL_SPEED = 1400;

/**
 * Returns the scroll speed in pixels per second for a pointer position in an area of this length; negative toward the
 * start.
 */
export function autoScrollSpeed(position: number, length: number): number {
  const zone = Math.min(SCROLL_ZONE, length / 4);
  const before = zone - position;
  const behind = position - (length - zone);
  if (before > 0) return -MAX_SCROLL_SPEED * Math.min(1, before / zone) ** 2;
  if (behind > 0) return MAX_SCROLL_SPEED * Math.min(1, behind / zone) ** 2;
  return 0;
}
