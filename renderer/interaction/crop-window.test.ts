import { expect, test } from 'vitest';
import {
  focusMovedBy,
  focusOf,
  formatCrop,
  formatFocus,
  movedWindow,
  widestWindow,
  windowOf,
  zoomedWindow,
  zoomOf,
} from './crop-window.ts';

const portrait = { width: 1000, height: 2000 };
const landscape = { width: 2000, height: 1000 };

test('the widest window is centered and has the frame’s aspect ratio', () => {
  expect(widestWindow(portrait, 1)).toEqual({ left: 0, top: 0.25, width: 1, height: 0.5 });
  expect(widestWindow(landscape, 1)).toEqual({ left: 0.25, top: 0, width: 0.5, height: 1 });
});

test('a formatted crop parses to the original window', () => {
  const window = movedWindow(zoomedWindow(widestWindow(portrait, 1), 2, portrait, 1), 0.5, -0.25);
  expect(formatCrop(window)).toBe('31.3%, 0%, 43.8%, 50%');
  const again = windowOf(formatCrop(window), portrait, 1);
  expect(zoomOf(again, portrait, 1)).toBeCloseTo(2, 1);
  expect(again.left).toBeCloseTo(window.left, 2);
  expect(again.top).toBeCloseTo(window.top, 2);
});

test('a missing or empty crop gives the widest window', () => {
  expect(windowOf('0, 0, 0, 0', landscape, 1)).toEqual(widestWindow(landscape, 1));
  expect(windowOf('', landscape, 1)).toEqual(widestWindow(landscape, 1));
  expect(windowOf('60%, 0, 60%, 0', landscape, 1)).toEqual(widestWindow(landscape, 1));
});

test('a crop in pixels equals the crop in percent', () => {
  expect(windowOf('500, 0, 500, 0', portrait, 1)).toEqual(windowOf('25%, 0%, 25%, 0%', portrait, 1));
});

test('a crop window stays inside the picture when moved or zoomed', () => {
  expect(movedWindow(widestWindow(landscape, 1), 9, 9)).toEqual({ left: 0.5, top: 0, width: 0.5, height: 1 });
  expect(zoomedWindow(movedWindow(widestWindow(landscape, 1), 9, 0), 0.1, landscape, 1).left).toBe(0.5);
  expect(zoomOf(zoomedWindow(widestWindow(landscape, 1), 99, landscape, 1), landscape, 1)).toBe(4);
});

test('a focus stays inside the picture when it moves', () => {
  expect(focusOf('20%, 90%')).toEqual({ across: 0.2, down: 0.9 });
  expect(focusOf('somewhere')).toEqual({ across: 0.5, down: 0.5 });
  expect(formatFocus(focusMovedBy(focusOf('20%, 90%'), 0.105, 0.5))).toBe('30.5%, 100%');
});
