import { expect, test } from 'vitest';
import { drawnSize, readZoom, wheeledZoom, zoomedSize } from './zoom.ts';

const film = { width: 1280, height: 720 };

test('a fitted picture leaves a margin on its limiting side', () => {
  expect(zoomedSize(film, { width: 672, height: 2000 }, 'fit')).toEqual({ width: 640, height: 360 });
  expect(zoomedSize(film, { width: 2000, height: 384 }, 'fit')).toEqual({ width: 640, height: 360 });
  expect(zoomedSize(film, { width: 10, height: 10 }, 'fit')).toEqual({ width: 1, height: 1 });
});

test('a chosen zoom sets the size of the picture', () => {
  expect(zoomedSize(film, { width: 672, height: 384 }, 2)).toEqual({ width: 2560, height: 1440 });
  expect(zoomedSize(film, { width: 672, height: 384 }, 0.5)).toEqual({ width: 640, height: 360 });
});

test('the screen and the movie limit the number of drawn pixels', () => {
  expect(drawnSize(film, { width: 640, height: 360 }, 1.5)).toEqual({ width: 960, height: 540 });
  expect(drawnSize(film, { width: 640, height: 360 }, 3)).toEqual(film);
  expect(drawnSize(film, { width: 2560, height: 1440 }, 1)).toEqual(film);
});

test('an invalid stored zoom becomes “fit”', () => {
  expect([2, 0.37, '2', 'fit', undefined, 0, 100, Number.NaN].map(readZoom)).toEqual([
    2,
    0.37,
    ...Array(6).fill('fit'),
  ]);
});

test('the wheel zooms within the limits', () => {
  const larger = wheeledZoom(0.5, -40);
  expect(larger).toBeGreaterThan(0.5);
  expect(wheeledZoom(larger, 40)).toBeCloseTo(0.5);
  expect([wheeledZoom(8, -40), wheeledZoom(0.1, 40)]).toEqual([8, 0.1]);
});
