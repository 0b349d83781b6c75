import { expect, test } from 'vitest';
import { moviePosition } from './preview-stage.tsx';

const SHOWN = { left: 100, top: 50, width: 640, height: 360 };
const FILM = { width: 1920, height: 1080 };

test('a point on the picture converts to movie pixels from the center', () => {
  expect(moviePosition(SHOWN, FILM, { clientX: 100, clientY: 410 })).toEqual({ x: -960, y: 540 });
  expect(moviePosition(SHOWN, FILM, { clientX: 520, clientY: 233 })).toEqual({ x: 300, y: 0 });
});

test('a point near the center is null', () => {
  expect(moviePosition(SHOWN, FILM, { clientX: 424, clientY: 226 })).toBe(null);
});
