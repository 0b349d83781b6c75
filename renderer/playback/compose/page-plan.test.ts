import { expect, test } from 'vitest';
import { reducedFormat } from './page-plan.ts';

test('a reduced picture has even sides with chroma subsampling', () => {
  const drawn = (pixelFormat: 'yuv420p' | 'yuv444p') =>
    reducedFormat({ format: { width: 1920, height: 1080, pixelFormat }, size: { width: 120, height: 68 } }, 1);
  expect(drawn('yuv420p')).toEqual({ width: 240, height: 136, pixelFormat: 'yuv420p' });
  expect(drawn('yuv444p')).toEqual({ width: 240, height: 135, pixelFormat: 'yuv444p' });
});
