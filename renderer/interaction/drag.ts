import { isEqual } from './equality.ts';

/** The part of a mouse or pointer event that has the position and the modifier keys. */
export type PointedEvent = Pick<MouseEvent, 'clientX' | 'clientY' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/** A pointer event of the DOM or of React. The drag captures the pointer for its `currentTarget`. */
export interface PressEvent extends PointedEvent, Pick<PointerEvent, 'pointerId' | 'button' | 'timeStamp'> {
  readonly currentTarget: EventTarget | null;
}

/** The position of the pointer with the modifier keys. */
export interface DragPoint {
  /** Pixels of the page, or of the box of `relativeTo`, from its left edge. */
  readonly x: number;
  readonly y: number;
  /** The distance from the press in pixels of the page. */
  readonly dx: number;
  readonly dy: number;
  readonly alt: boolean;
  readonly shift: boolean;
  /** Ctrl, or Cmd on a Mac. */
  readonly mod: boolean;
}

/**
 * The reactions to a drag. Exactly one of `end`, `cancel`, and `click` is the last call. `Point` can be the position in
 * other units.
 */
export interface DragHandlers<Point = DragPoint> {
  /** Called when the pointer passes the threshold. With a threshold of 0, `startDrag` calls it. */
  readonly start?: ((point: Point) => void) | undefined;
  /** Called after `start`, also when a modifier key changes or the area scrolls. */
  readonly move: (point: Point) => void;
  /** Called when the button is released. `start` or `move` has received the same point. */
  readonly end: (point: Point) => void;
  /**
   * Called when Escape, a loss of the window's focus or of the pointer, or the signal ends the drag, also below the
   * threshold. The gesture reverts its changes.
   */
  readonly cancel: () => void;
  /** Called instead of `end` for a release below the threshold. The default is `cancel`. */
  readonly click?: ((point: Point) => void) | undefined;
  /**
   * Handles a key that is pressed after `start`, other than Escape and modifiers. If it returns true, nothing else
   * handles the key, and `move` is called again. `end` ends the drag as a release does.
   */
  readonly key?: ((event: KeyboardEvent) => boolean | 'end') | undefined;
}

/** An area that scrolls while the pointer is near its edge or beyond it. */
export interface AutoScroll {
  readonly area: Element;
  readonly axis: 'x' | 'y' | 'both';
  readonly scrollBy: (dx: number, dy: number) => void;
}

export interface DragOptions {
  /**
   * The distance at which a press becomes a drag, in pixels, on the axis with the larger movement. The default is
   * `DRAG_PIXELS`. Controls that act on the press itself use 0.
   */
  readonly threshold?: number | undefined;
  /** The only axis on which movement counts for the threshold. */
  readonly axis?: 'x' | 'y' | undefined;
  /** The element whose box has the origin of `x` and `y`. The box is measured for each point. */
  readonly relativeTo?: Element | undefined;
  /** The element that captures the pointer, if the pressed element can be unmounted during the drag. */
  readonly capture?: Element | undefined;
  readonly autoScroll?: AutoScroll | undefined;
  /** Calls `move` at most once per frame of the screen. The last position is still delivered before `end`. */
  readonly oncePerFrame?: boolean | undefined;
  /** The cursor of the capturing element during the drag. */
  readonly cursor?: string | undefined;
  /** Cancels the drag. */
  readonly signal?: AbortSignal | undefined;
}

/** A running drag. Both methods do nothing once the drag is over. */
export interface Drag {
  readonly end: () => void;
  readonly cancel: () => void;
}

/** The distance at which a press becomes a drag, in pixels. */
export const DRAG_PIXELS = 4;

/** The drag that runs. There is at most one per window, even with several pointers. */
let running: (Drag & { readonly press: PressEvent }) | null = null;

/**
 * Follows the pointer from a press until its button is released. Other pointers are ignored. Returns null, and calls no
 * handler, while another drag runs or if the signal is aborted. The caller checks the button and prevents the default
 * action of the event.
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
  const over = new AbortController();
  const during = { signal: over.signal, capture: true };
  let held: Held = heldOf(press);
  let isStarted = false;
  /** Whether `move` has not yet received the present position. */
  let isBehind = false;
  let scheduled = 0;
  let lastScroll = 0;

  const pointNow = (): DragPoint => {
    const box = relativeTo?.getBoundingClientRect();
    const { clientX, clientY, alt, shift, mod } = held;
    const [x, y] = [clientX - (box?.left ?? 0), clientY - (box?.top ?? 0)];
    return { x, y, dx: clientX - press.clientX, dy: clientY - press.clientY, alt, shift, mod };
  };
  const deliver = () => {
    isBehind = false;
    handlers.move(pointNow());
  };
  const onFrame = (now: number) => {
    scheduled = 0;
    const speed = autoScroll === undefined ? STILL : scrollSpeed(autoScroll, held);
    const scrolls = speed.x !== 0 || speed.y !== 0;
    if (scrolls) {
      // After a pause, the first step has the length of one frame, without the pause.
      const seconds = (lastScroll === 0 ? 16 : Math.min(50, now - lastScroll)) / 1000;
      autoScroll?.scrollBy(speed.x * seconds, speed.y * seconds);
    }
    lastScroll = scrolls ? now : 0;
    if (isBehind || scrolls) deliver();
    if (scrolls && !over.signal.aborted) schedule();
  };
  const schedule = () => {
    if (scheduled === 0) scheduled = view.requestAnimationFrame(onFrame);
  };
  const take = (next: Held) => {
    held = next;
    if (!isStarted) {
      if (distanceOf(held, press, axis) < threshold) return;
      isStarted = true;
      handlers.start?.(pointNow());
      // `start` can end the drag.
      if (over.signal.aborted) return;
    }
    isBehind = true;
    if (oncePerFrame) schedule();
    else deliver();
    // A press near the edge must not scroll.
    if (autoScroll !== undefined && !over.signal.aborted && distanceOf(held, press, axis) >= DRAG_PIXELS) schedule();
  };
  const finish = (last: 'end' | 'cancel') => {
    if (over.signal.aborted) return;
    over.abort();
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
    // The button was released where the window receives no events.
    if ((event.buttons & buttonBit(press.button)) === 0) finish('end');
    else take(heldOf(event));
  };
  const onUp = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    const last = heldOf(event);
    if (!isEqual(last, held)) take(last);
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
      // Alt alone would open the menu of the window.
      event.preventDefault();
      take({ ...held, ...modifiersOf(event) });
    } else if (isStarted && event.type === 'keydown') {
      const answer = handlers.key?.(event) ?? false;
      if (answer === false) return;
      isHandled();
      if (answer === 'end') finish('end');
      else take(held);
    }
  };

  element.setPointerCapture(pointerId);
  const drag = { press, end: () => finish('end'), cancel: () => finish('cancel') };
  running = drag;
  // The listeners are on the window in the capture phase, so that no dialog handles Escape first, and so that the drag
  // receives its events even if the capturing element is removed.
  view.addEventListener('pointermove', onMove, during);
  view.addEventListener('pointerup', onUp, during);
  view.addEventListener('pointercancel', (event) => event.pointerId === pointerId && finish('cancel'), during);
  view.addEventListener(
    'lostpointercapture',
    (event) => {
      // A touch leaves the pressed element for the capturing one with the same event. The event of a removed element
      // has the document as its target.
      if (event.pointerId === pointerId && (event.target === element || event.target === page)) finish('cancel');
    },
    during,
  );
  view.addEventListener('blur', (event) => event.target === view && finish('cancel'), during);
  view.addEventListener('keydown', onKey, during);
  view.addEventListener('keyup', onKey, during);
  options.signal?.addEventListener('abort', () => finish('cancel'), { signal: over.signal });
  if (cursor !== undefined && 'style' in element) showCursor(element as HTMLElement, cursor, over.signal);
  if (threshold === 0) {
    isStarted = true;
    handlers.start?.(pointNow());
  }
  return drag;
}

/** Returns whether a press shows that the release of an earlier press of the same pointer was lost. */
function isReleaseLost(earlier: PressEvent, press: PressEvent): boolean {
  return earlier.pointerId === press.pointerId && earlier.timeStamp !== press.timeStamp;
}

/** The last known state of the pointer and the modifier keys. */
interface Held extends Pick<DragPoint, 'alt' | 'shift' | 'mod'> {
  readonly clientX: number;
  readonly clientY: number;
}

function heldOf(event: PointedEvent): Held {
  return { clientX: event.clientX, clientY: event.clientY, ...modifiersOf(event) };
}

export function modifiersOf(
  event: Omit<PointedEvent, 'clientX' | 'clientY'>,
): Pick<DragPoint, 'alt' | 'shift' | 'mod'> {
  return { alt: event.altKey, shift: event.shiftKey, mod: event.ctrlKey || event.metaKey };
}

const MODIFIERS: ReadonlySet<string> = new Set(['Alt', 'Shift', 'Control', 'Meta']);

/** Returns the bit of a button in `buttons`; the order of the bits differs from the numbers of the buttons. */
function buttonBit(button: number): number {
  return button === 1 ? 4 : button === 2 ? 2 : 1;
}

function distanceOf(held: Held, press: PressEvent, axis: 'x' | 'y' | undefined): number {
  const [across, down] = [Math.abs(held.clientX - press.clientX), Math.abs(held.clientY - press.clientY)];
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

/** Returns the scrolling speed of an area for a position of the pointer, in pixels per second. */
function scrollSpeed(
  { area, axis }: AutoScroll,
  { clientX, clientY }: Held,
): { readonly x: number; readonly y: number } {
  const { left, top } = area.getBoundingClientRect();
  return {
    x: axis === 'y' ? 0 : autoScrollSpeed(clientX - left, area.clientWidth),
    y: axis === 'x' ? 0 : autoScrollSpeed(clientY - top, area.clientHeight),
  };
}

/** The distance from an edge within which a drag scrolls, in pixels. */
const SCROLL_ZONE = 40;
/** The speed at the edge and beyond it, in pixels per second. */
const MAX_SCROLL_SPEED = 1400;

/**
 * Returns the scrolling speed for a drag at a position of an area with this length, in pixels per second; negative
 * toward its start.
 */
export function autoScrollSpeed(position: number, length: number): number {
  const zone = Math.min(SCROLL_ZONE, length / 4);
  const before = zone - position;
  const behind = position - (length - zone);
  if (before > 0) return -MAX_SCROLL_SPEED * Math.min(1, before / zone) ** 2;
  if (behind > 0) return MAX_SCROLL_SPEED * Math.min(1, behind / zone) ** 2;
  return 0;
}
