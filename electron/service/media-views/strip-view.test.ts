import { describe, expect, test } from 'vitest';
import { factsOf } from '#service/testing/plan-film.ts';
import { planStrip, type StripRequest } from './strip-view.ts';
import { withPicture } from './view-picture.ts';

const hold = () => ({ [Symbol.dispose]: () => undefined });
const source = withPicture({
  path: '/a.mp4',
  sha256: 'a',
  size: 1,
  etag: '"a"',
  details: null,
  facts: factsOf(),
  original: null,
  fieldChoice: {},
  file: { path: '/a.mp4', hold },
  hold,
});
const plan = (request: StripRequest) => planStrip(source, request);

describe('a filmstrip of a one-minute source', () => {
  test('has its tiles in the middle of equal sections', () => {
    expect(plan({ count: 4 }).times).toEqual([7.5, 22.5, 37.5, 52.5]);
    expect(plan({ count: 2, from: 10, to: 20 }).times).toEqual([12.5, 17.5]);
    expect(plan({ count: 2, from: 50, to: 1000 }).times).toEqual([52.5, 57.5]);
  });

  test('uses sync frames if it is long and need not be exact', () => {
    expect(plan({ count: 4 })).toMatchObject({ keyFrames: true, inOnePass: true });
    expect(plan({ count: 4, exact: 'true' })).toMatchObject({ keyFrames: false, inOnePass: false });
    expect(plan({ count: 60, exact: 'true' })).toMatchObject({ keyFrames: false, inOnePass: true });
    expect(plan({ count: 4, from: 20, to: 40 })).toMatchObject({ keyFrames: false });
  });

  test('has tiles with the displayed aspect ratio', () => {
    expect(plan({ count: 4 }).tile).toEqual({ width: 120, height: 68 });
    expect(plan({ count: 4, width: 480 }).tile).toEqual({ width: 320, height: 180 });
    expect(plan({ count: 120, width: 480 }).tile).toEqual({ width: 136, height: 76 });
  });

  test('requires a range with a length', () => {
    expect(() => plan({ count: 4, from: 3, to: 3 })).toThrow('`to` must be after `from`');
  });

  test('repeats the last frame after the end', () => {
    for (const time of plan({ count: 2, from: 100 }).times) expect(time).toBeCloseTo(60, 5);
  });
});
