import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { autoScrollSpeed, type Drag, type DragOptions, type DragPoint, startDrag } from './drag.ts';
import { DragPage, recordingHandlers } from './testing/drag-page.ts';

let page: DragPage;
let calls: string[];
let aborting: AbortController;

beforeEach(() => {
  page = new DragPage();
  calls = [];
});

afterEach(() => aborting.abort());

function drag(options: DragOptions = {}, others: Parameters<typeof recordingHandlers>[1] = {}): Drag | null {
  const handlers = recordingHandlers(calls, others);
  aborting = new AbortController();
  return startDrag(page.press(10, 10), handlers, { signal: aborting.signal, ...options });
}

/**
 * The ways in which a drag can end. For each, the expected last calls if it ends after the press, and if it ends after
 * a movement of 20 pixels.
 */
const endings: readonly (readonly [string, () => void, pressed: string, dragged: string])[] = [
  ['a release', () => page.release(30, 10), 'start 20 0, end 20 0', 'end 20 0'],
  ['a release below the threshold', () => page.release(12, 13), 'click 2 3', 'move 2 3, end 2 3'],
  [
    'a release outside the window',
    () => page.release(-400, 9000),
    'start -410 8990, move -410 8990, end -410 8990',
    'move -410 8990, end -410 8990',
  ],
  [
    'a release that the window does not receive',
    () => {
      page.releaseUnobserved();
      page.move(500, 500);
    },
    'click 0 0',
    'end 20 0',
  ],
  ['Escape', () => page.key('Escape'), 'cancel', 'cancel'],
  ['loss of the window’s focus', () => page.send('blur'), 'cancel', 'cancel'],
  ['pointercancel', () => page.send('pointercancel', { pointerId: 1 }), 'cancel', 'cancel'],
  ['lost capture', () => page.send('lostpointercapture', { pointerId: 1 }, page.element), 'cancel', 'cancel'],
  [
    'removal of the element',
    () => page.send('lostpointercapture', { pointerId: 1 }, page.element.ownerDocument),
    'cancel',
    'cancel',
  ],
  ['the signal', () => aborting.abort(), 'cancel', 'cancel'],
];

describe.each(endings)('%s', (_way, end, pressed, dragged) => {
  test('ends a drag once before the pointer has moved', () => {
    drag();
    end();
    expect(calls.join(', ')).toBe(pressed.startsWith('start 20') ? 'start 20 0, move 20 0, end 20 0' : pressed);
    expectOver();
  });

  test('ends a drag once after the pointer has moved', () => {
    drag();
    page.move(30, 10);
    calls.length = 0;
    end();
    expect(calls.join(', ')).toBe(dragged);
    expectOver();
  });

  test('ends a drag once if the press itself starts it', () => {
    drag({ threshold: 0 });
    expect(calls).toEqual(['start 0 0']);
    end();
    expect(calls.at(-1)).toMatch(/^(end|cancel)/);
    expectOver();
  });
});

/** Expects that later events call no handler, and that the next drag can start. */
function expectOver(): void {
  const count = calls.length;
  expect(page.element.captured).toBeNull();
  page.move(90, 90, { buttons: 1 });
  page.key('Escape');
  page.send('blur');
  page.release(90, 90);
  expect(page.drawFrame(1)).toBe(0);
  expect(calls).toHaveLength(count);
  const next = drag();
  expect(next).not.toBeNull();
  next?.cancel();
}

describe('the threshold', () => {
  test('is 4 pixels on the larger axis', () => {
    drag();
    page.move(13, 7);
    expect(calls).toEqual([]);
    page.move(13, 14);
    expect(calls).toEqual(['start 3 4', 'move 3 4']);
  });

  test('counts only the movement along an axis', () => {
    drag({ axis: 'x' });
    page.move(13, 90);
    expect(calls).toEqual([]);
    page.move(6, 90);
    expect(calls).toEqual(['start -4 80', 'move -4 80']);
  });

  test('cancels a click without a handler', () => {
    drag({}, { click: undefined });
    page.release(10, 10);
    expect(calls).toEqual(['cancel']);
  });
});

test('a drag ignores other pointers', () => {
  drag();
  for (const type of ['pointermove', 'pointerup', 'pointercancel', 'lostpointercapture'])
    page.send(type, { pointerId: 2, clientX: 90, clientY: 90, buttons: 1 }, page.element);
  // A pressed element loses a touch when another element captures it.
  page.send('lostpointercapture', { pointerId: 1 }, new EventTarget());
  expect(calls).toEqual([]);
  page.key('Escape');
  expect(calls).toEqual(['cancel']);
});

test('a running drag refuses another drag without calling its handlers', () => {
  const first = drag();
  const others: string[] = [];
  expect(startDrag(page.press(0, 0, { pointerId: 2 }), recordingHandlers(others))).toBeNull();
  page.move(30, 10);
  page.release(30, 10);
  expect([calls, others]).toEqual([['start 20 0', 'move 20 0', 'end 20 0'], []]);
  first?.end();
});

test('a drag whose release was lost ends at the next press', () => {
  drag();
  page.move(30, 10);
  drag();
  expect(calls).toEqual(['start 20 0', 'move 20 0', 'end 20 0']);
  page.key('Escape');
});

test('a drag ends with the release of the button that started it', () => {
  drag();
  page.move(30, 10, { buttons: 3 });
  page.move(40, 10, { buttons: 2 });
  expect(calls).toEqual(['start 20 0', 'move 20 0', 'end 20 0']);
});

test('a drag hides Alt from the browser', () => {
  const points: DragPoint[] = [];
  drag({}, { move: (point) => points.push(point) });
  page.move(30, 10);
  expect(page.key('Alt', 'keydown', { altKey: true }).defaultPrevented).toBe(true);
  expect(page.key('Alt', 'keyup').defaultPrevented).toBe(true);
  expect(points.map(({ alt, dx }) => [alt, dx])).toEqual([
    [false, 20],
    [true, 20],
    [false, 20],
  ]);
  page.release(30, 10);
});

test('a drag handles keys only beyond the threshold', () => {
  const keys: string[] = [];
  const key = (event: KeyboardEvent) => {
    keys.push(event.key);
    return event.key === 'Enter' ? ('end' as const) : event.key !== 'q';
  };
  drag({}, { key });
  expect(page.key('1').defaultPrevented).toBe(false);
  page.move(30, 10);
  expect([page.key('2'), page.key('q'), page.key('Enter')].map((event) => event.defaultPrevented)).toEqual([
    true,
    false,
    true,
  ]);
  expect(keys).toEqual(['2', 'q', 'Enter']);
  expect(calls).toEqual(['start 20 0', 'move 20 0', 'move 20 0', 'end 20 0']);
});

test('a drag hides Escape from other handlers', () => {
  const heard: string[] = [];
  drag();
  page.addEventListener('keydown', () => heard.push('other'));
  const event = page.key('Escape');
  expect(event.defaultPrevented).toBe(true);
  expect(event.cancelBubble).toBe(true);
  expect(calls).toEqual(['cancel']);
});

test('a drag moves once per frame and once before the end', () => {
  drag({ oncePerFrame: true });
  page.move(20, 10);
  page.move(30, 10);
  expect(calls).toEqual(['start 10 0']);
  page.drawFrame(16);
  expect(calls).toEqual(['start 10 0', 'move 20 0']);
  page.move(40, 10);
  page.release(50, 10);
  expect(calls.slice(2)).toEqual(['move 40 0', 'end 40 0']);
});

test('a drag measures positions relative to the box of an element', () => {
  const points: DragPoint[] = [];
  drag({ relativeTo: page.element as unknown as Element }, { move: (point) => points.push(point) });
  page.move(130, 75);
  expect(points).toMatchObject([{ x: 30, y: 25, dx: 120, dy: 65 }]);
  page.release(130, 75);
});

test('a drag scrolls an area while the pointer is outside it', () => {
  const scrolled: number[] = [];
  const area = page.element as unknown as Element;
  drag({ autoScroll: { area, axis: 'x', scrollBy: (dx, dy) => scrolled.push(dx, dy) } });
  page.move(500, 90);
  page.drawFrame(1000);
  page.drawFrame(1020);
  expect(scrolled.map(Math.round)).toEqual([22, 0, 28, 0]);
  expect(calls).toEqual(['start 490 80', 'move 490 80', 'move 490 80', 'move 490 80']);
  page.move(200, 90);
  page.drawFrame(1040);
  expect(page.drawFrame(1060)).toBe(0);
  page.release(200, 90);
});

test('a drag scrolls faster near the edge of the area', () => {
  expect([autoScrollSpeed(-30, 400), autoScrollSpeed(0, 400), autoScrollSpeed(500, 400)]).toEqual([-1400, -1400, 1400]);
  expect(autoScrollSpeed(20, 400)).toBeCloseTo(-350);
  expect(autoScrollSpeed(200, 400)).toBe(0);
});

test('a drag shows its cursor until it ends', () => {
  drag({ cursor: 'grabbing' });
  expect(page.element.style.cursor).toBe('grabbing');
  page.key('Escape');
  expect(page.element.style.cursor).toBe('default');
});
