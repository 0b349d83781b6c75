import { expect, test } from 'vitest';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { validTemplate } from '#shared/template/movie/movie.arbitrary.ts';
import type { Movie, Transition } from '#shared/template/movie/movie.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import { fc } from '#shared/testing/properties.ts';
import { buildTimeline, movieWithin } from './build-timeline.ts';
import type { Timeline, TimelineSegment } from './timeline.ts';

const transitionParts = fc.record({
  behind: fc.nat(12),
  duration: fc.integer({ min: 1, max: 80 }),
  isOn: fc.boolean(),
});

/** Generates movies with random transitions and disabled scenes. */
const movies: fc.Arbitrary<Movie> = fc
  .tuple(validTemplate, fc.array(transitionParts, { maxLength: 12 }), fc.infiniteStream(fc.boolean()))
  .map(([document, places, switches]) => {
    const { movie } = resolveTemplate(document, { values: new Map(), missing: 'error' });
    if (movie === null) throw new Error('a valid template that cannot be resolved');
    const isOn = () => switches.next().value !== false;
    const transitions = places
      .map(
        ({ behind, duration, isOn: enabled }): Transition => ({
          id: movie.id,
          enabled,
          behind: Math.min(behind, movie.scenes.length),
          duration: frames(duration),
          easing: { kind: 'linear' },
          easeIn: null,
          easeOut: null,
          look: { type: 'crossfade' },
          sound: 'crossfade',
        }),
      )
      .toSorted((one, other) => one.behind - other.behind);
    return { ...movie, transitions, scenes: movie.scenes.map((scene) => ({ ...scene, enabled: isOn() || isOn() })) };
  });

/** Returns the visible scenes in a frame of a segment, with their local frames. */
function shownIn(segment: TimelineSegment, within: number): readonly unknown[] {
  if (segment.kind === 'scene') return [[segment.scene.id, segment.from + within]];
  const sides = [segment.outgoing, segment.incoming];
  return [
    segment.from + within,
    segment.length,
    ...sides.map((side) => (side === null ? null : [side.scene.id, side.from + within])),
  ];
}

function shownAt({ segments }: Timeline, frame: number): readonly unknown[] {
  const segment = segments.find(({ start, end }) => start <= frame && frame < end);
  return segment === undefined ? [] : shownIn(segment, frame - segment.start);
}

test('segments cover every frame, and transitions shorten the timeline', () => {
  fc.assert(
    fc.property(movies, (movie) => {
      const { segments, length, transitions } = buildTimeline(movie);
      expect(segments.map(({ start }) => start)).toEqual([0, ...segments.map(({ end }) => end)].slice(0, -1));
      expect(segments.at(-1)?.end ?? 0).toBe(length);
      const scenes = movie.scenes.reduce((sum, { enabled, duration }) => sum + (enabled ? duration : 0), 0);
      const between = transitions.filter(({ outgoing, incoming }) => outgoing !== null && incoming !== null);
      expect(length).toBe(scenes - between.reduce((sum, joint) => sum + joint.length, 0));
    }),
  );
});

test('every scene shows each of its frames once and in order', () => {
  fc.assert(
    fc.property(movies, (movie) => {
      const { segments, scenes } = buildTimeline(movie);
      for (const { scene } of scenes.filter((place) => place.scene.enabled)) {
        const frameNumbers = segments.flatMap((segment) => {
          const side =
            segment.kind === 'scene'
              ? segment
              : [segment.outgoing, segment.incoming].find((each) => each?.scene === scene);
          return side == null || side.scene !== scene
            ? []
            : Array.from({ length: segment.end - segment.start }, (_, index) => side.from + index);
        });
        expect(frameNumbers).toEqual(Array.from({ length: scene.duration }, (_, index) => index));
      }
    }),
    { numRuns: 100 },
  );
});

test('transitions never exceed their scenes or their own duration', () => {
  fc.assert(
    fc.property(movies, (movie) => {
      const { transitions, scenes } = buildTimeline(movie);
      for (const { transition, length } of transitions) expect(length).toBeLessThanOrEqual(transition.duration);
      for (const { index, scene } of scenes) {
        const adjacent = transitions.filter(({ outgoing, incoming }) => outgoing === index || incoming === index);
        expect(adjacent.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(scene.duration);
      }
    }),
  );
});

test('a range shows the same frames as the whole timeline', () => {
  fc.assert(
    fc.property(movies, fc.nat(300), fc.integer({ min: 1, max: 200 }), (movie, first, count) => {
      const whole = buildTimeline(movie);
      if (first >= whole.length) return;
      const within = buildTimeline(movieWithin(movie, { from: first, to: first + count }));
      expect(within.length).toBe(Math.min(count, whole.length - first));
      for (const frame of [0, 1, within.length >> 1, within.length - 1])
        if (frame < within.length) expect(shownAt(within, frame)).toEqual(shownAt(whole, first + frame));
    }),
  );
});
