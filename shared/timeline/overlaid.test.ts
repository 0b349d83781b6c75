import { expect, test } from 'vitest';
import { film, movieOf } from '#shared/editing/model/testing/editing.ts';
import type { Layer } from '#shared/template/movie/movie.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import { fc } from '#shared/testing/properties.ts';
import { buildTimeline } from './build-timeline.ts';
import { overlayLayers } from './overlays.ts';
import { layerTime, localFrame } from './time.ts';
import type { Timeline, TimelineSegment } from './timeline.ts';

const time = fc.nat(120);
const overlayLayer = fc
  .record({
    offset: time,
    duration: fc.option(fc.integer({ min: 1, max: 90 })),
    overlap: fc.constantFrom(0, 0, -7, 5),
    kind: fc.constantFrom('rests', 'moves', 'runs', 'flickers'),
  })
  .map(({ offset, duration, overlap, kind }) => {
    const times = `offset="${offset}" overlap="${overlap}"${duration === null ? '' : ` duration="${duration}"`}`;
    if (kind === 'runs') return `<video src="a.mp4" ${times}/>`;
    const inside = { rests: '', moves: '<animation type="fadeout"/>', flickers: '<filter type="noise"/>' }[kind];
    return `<solid ${times}>${inside}</solid>`;
  });
const overlays = fc.array(
  fc.array(overlayLayer, { minLength: 1, maxLength: 3 }).map((layers) => `<overlay>${layers.join('')}</overlay>`),
  { minLength: 1, maxLength: 2 },
);
const scenes = [
  '<transition duration="5"/><scene duration="30"/><scene duration="30"/>',
  '<transition duration="9"/><scene duration="40"/>',
];

/** Returns the overlay layers in a frame according to its segment, with their local frames and lengths. */
function layersInSegment({ start, over }: TimelineSegment, frame: number) {
  return (over?.layers ?? []).flatMap((layer) => {
    const placed = layerTime(layer, over?.length ?? frames(0));
    const own = localFrame(placed, (over?.from ?? 0) + frame - start);
    return own === null ? [] : [{ layer: layer, own, length: placed.length }];
  });
}

/** Returns the overlay layers in a frame according to the clock of the whole timeline. */
function layersAt({ movie, whole }: Timeline, frame: number) {
  return overlayLayers(movie).flatMap((each) => {
    const placed = layerTime(each, whole.length);
    const own = localFrame(placed, frame - whole.origin);
    return own === null ? [] : [{ layer: each, own, length: placed.length }];
  });
}

function isResting({ kind, animations, effects }: Layer): boolean {
  return kind === 'solid' && animations.length === 0 && effects.length === 0;
}

test('every frame has the current overlay layers at their local frames', () => {
  const ranges = fc.option(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 40 })));
  fc.assert(
    fc.property(overlays, ranges, (written, range) => {
      const span = range === null ? null : { from: frames(range[0]), to: frames(range[0] + range[1]) };
      const laidOut = buildTimeline({ ...movieOf(film(...scenes, ...written)), span });
      for (const segment of laidOut.segments)
        for (let frame: number = segment.start; frame < segment.end; frame++) {
          const [found, expected] = [layersInSegment(segment, frame), layersAt(laidOut, frame)];
          expect(found.map(({ layer }) => layer.id)).toEqual(expected.map(({ layer }) => layer.id));
          const moments = (some: typeof expected) =>
            some
              .filter(({ layer }) => !isResting(layer))
              .map(({ own, layer, length }) => [own, layer.animations.length > 0 && length]);
          expect(moments(found)).toEqual(moments(expected));
          // A layer without movement restarts in the segment. For animated images, `ranBefore` contains the number of
          // its earlier frames.
          const before = found.map(({ layer, own }) => own + (segment.over?.ranBefore.get(layer.id) ?? 0));
          expect(before).toEqual(expected.map(({ own }) => own));
        }
    }),
  );
});

test('the overlay of a segment is null without overlay layers', () => {
  const { segments } = buildTimeline(movieOf(film(...scenes, '<overlay><solid offset="30" duration="5"/></overlay>')));
  expect(segments.map(({ start, end, over }) => [start, end, over !== null])).toEqual([
    [0, 5, false],
    [5, 30, false],
    [30, 51, true],
    [51, 60, false],
    [60, 91, false],
  ]);
});
