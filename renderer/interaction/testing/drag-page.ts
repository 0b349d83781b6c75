import type { DragHandlers, DragPoint, PressEvent } from '../drag.ts';

/** A window with one element. It dispatches pointer and key events. */
export class DragPage extends EventTarget {
  readonly element = new CapturingElement(this);
  #buttons = 0;
  #frames: FrameRequestCallback[] = [];
  #time = 0;

  /** Presses the button of the mouse on the element. */
  press(x: number, y: number, given: Partial<PressEvent> = {}): PressEvent {
    this.#buttons = 1;
    this.#time += 1;
    return { ...pointerAt(x, y), timeStamp: this.#time, currentTarget: this.element, ...given } as PressEvent;
  }

  move(x: number, y: number, given: object = {}): void {
    this.#pointer('pointermove', x, y, given);
  }

  release(x: number, y: number, given: object = {}): void {
    this.#buttons = 0;
    this.#pointer('pointerup', x, y, given);
  }

  /** Releases the button where the window receives no event. */
  releaseUnobserved(): void {
    this.#buttons = 0;
  }

  /** Dispatches an event such as `pointercancel` with these fields, and returns it. */
  send(type: string, fields: object = {}, target: unknown = this): Event {
    const event = Object.assign(new Event(type, { cancelable: true }), fields);
    Object.defineProperty(event, 'target', { value: target });
    this.dispatchEvent(event);
    return event;
  }

  key(key: string, type: 'keydown' | 'keyup' = 'keydown', modifiers: object = {}): Event {
    return this.send(type, { key, ...NO_MODIFIERS, ...modifiers });
  }

  requestAnimationFrame(callback: FrameRequestCallback): number {
    return this.#frames.push(callback);
  }

  cancelAnimationFrame(handle: number): void {
    delete this.#frames[handle - 1];
  }

  /** Runs the callbacks of one animation frame, and returns their number. */
  drawFrame(now: number): number {
    const frames = this.#frames.filter((each) => each !== undefined);
    this.#frames = [];
    for (const each of frames) each(now);
    return frames.length;
  }

  #pointer(type: string, x: number, y: number, given: object): void {
    this.send(type, { ...pointerAt(x, y), buttons: this.#buttons, ...given }, this.element);
  }
}

/** An element at the position (100, 50) with a size of 200 × 100 pixels. */
class CapturingElement extends EventTarget {
  readonly clientWidth = 200;
  readonly clientHeight = 100;
  readonly style = { cursor: 'default' };
  readonly ownerDocument: { readonly defaultView: DragPage };
  captured: number | null = null;

  constructor(page: DragPage) {
    super();
    this.ownerDocument = { defaultView: page };
  }

  setPointerCapture(pointer: number): void {
    this.captured = pointer;
  }

  hasPointerCapture(pointer: number): boolean {
    return this.captured === pointer;
  }

  releasePointerCapture(): void {
    this.captured = null;
  }

  getBoundingClientRect() {
    return { left: 100, top: 50, width: this.clientWidth, height: this.clientHeight };
  }
}

const NO_MODIFIERS = { altKey: false, shiftKey: false, ctrlKey: false, metaKey: false };

function pointerAt(x: number, y: number) {
  return { pointerId: 1, button: 0, clientX: x, clientY: y, ...NO_MODIFIERS };
}

/** Returns handlers that record their calls, such as `move 5 0`. */
export function recordingHandlers(calls: string[], others: Partial<DragHandlers> = {}): DragHandlers {
  const record = (name: string) => (point: DragPoint) => calls.push(`${name} ${point.dx} ${point.dy}`);
  return {
    start: record('start'),
    move: record('move'),
    end: record('end'),
    cancel: () => calls.push('cancel'),
    click: record('click'),
    ...others,
  };
}
