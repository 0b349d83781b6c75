import { expect, test } from 'vitest';
import { directionToward, edgeOf, labelCorners } from './transition-side.ts';

test('the edge of a wipe starts at the incoming scene’s side', () => {
  expect(edgeOf('left', 0, 0.25)).toEqual({ x: 0.25, y: 0.5 });
  expect(edgeOf('right', 0, 0.25)).toEqual({ x: 0.75, y: 0.5 });
  expect(edgeOf('bottom', 0, 1)).toEqual({ x: 0.5, y: 0 });
  expect(edgeOf('topright', 0, 0.5)).toEqual({ x: 0.5, y: 0.5 });
  // A soft edge starts before the frame and ends after it.
  expect(edgeOf('left', 0.5, 0.5).x).toBeCloseTo(0.5, 9);
  expect(edgeOf('left', 0.5, 0.1).x).toBe(0);
});

test('the name of the incoming scene is on its side', () => {
  expect(labelCorners('left')).toEqual(['topRight', 'topLeft']);
  expect(labelCorners('bottomright')).toEqual(['topLeft', 'topRight']);
  expect(labelCorners('top')).toEqual(['bottomLeft', 'topLeft']);
  expect(labelCorners('bottom')).toEqual(['topLeft', 'bottomLeft']);
});

test('a point is converted to the nearest side or corner', () => {
  expect(directionToward({ x: 0.9, y: 0.45 }, true)).toBe('right');
  expect(directionToward({ x: 0.45, y: 0.05 }, true)).toBe('top');
  expect(directionToward({ x: 0.9, y: 0.1 }, true)).toBe('topright');
  expect(directionToward({ x: 0.1, y: 0.8 }, true)).toBe('bottomleft');
  expect(directionToward({ x: 0.9, y: 0.3 }, false)).toBe('right');
});
