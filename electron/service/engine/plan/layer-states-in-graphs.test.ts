import { describe, expect, test } from 'vitest';
import type { MediaFacts } from '#service/sources/facts/media-facts.ts';
import { factsOf, graphPart, ofMedia } from '#service/testing/plan-film.ts';
import { required } from '#shared/lib/assert.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { validTemplate } from '#shared/template/movie/movie.arbitrary.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { videosIn } from '#shared/template/movie/used-sources.ts';
import { type FrameRate, frames, framesToSamples } from '#shared/template/values/frame-rate.ts';
import { placeSource } from '#shared/template/values/placement.ts';
import { fc } from '#shared/testing/properties.ts';
import { buildTimeline, playedLayers } from '#shared/timeline/build-timeline.ts';
import type { DecodedEffect } from '#shared/timeline/effects.ts';
import { lastStart, type VideoState, videoStateAt } from '#shared/timeline/layer-state.ts';
import { filmSize } from '#shared/timeline/timeline.ts';
import type { Chain, Filter, Pad } from '../parts/filter-graph.ts';
import type { Part } from '../parts/part.ts';
import { planRender, type RenderPlan } from './plan.ts';

// The preview displays layer states. These tests compute FFmpeg's result from the numbers in the engine's graphs, and
// compare it with the layer states.

const movies: fc.Arbitrary<Movie> = validTemplate.map((document) =>
  required(resolveTemplate(document, { values: new Map(), missing: 'error' }).movie, 'a valid template'),
);

const facts: fc.Arbitrary<MediaFacts> = fc.constantFrom(
  factsOf(),
  factsOf({ keyFrames: [0, 4, 5, 9.5] }),
  factsOf({ codedWidth: 100, codedHeight: 100, displayWidth: 100, displayHeight: 100 }),
  factsOf({ displayWidth: 300 }),
  factsOf({}, null, 'mpegts'),
  factsOf({ endSeconds: 3 }),
);

/** Plans an MP4 film. Its sources get the given facts in rotation. */
function planned(
  movie: Movie,
  sourceFacts: readonly MediaFacts[],
): RenderPlan & { factsOf: (id: NodeId) => MediaFacts } {
  const sources = new Map(
    playedLayers(movie).map(({ id }, index) => {
      const facts = required(sourceFacts[index % sourceFacts.length], 'facts');
      return [id, { sha256: id, facts }] as const;
    }),
  );
  const filters = new Set<string>();
  const plan = planRender({
    movie,
    format: 'mp4',
    quality: 'draft',
    sources: ofMedia(sources),
    filters,
    toolsVersion: '5.1',
  });
  return { ...plan, factsOf: (id) => required(sources.get(id), 'a source').facts };
}

/**
 * Returns the picture layers of a film. Each has its state in the first frame of its scene, and the engine's steps for
 * it.
 */
function layersIn(movie: Movie, sourceFacts: readonly MediaFacts[]) {
  const { scenes, factsOf } = planned(movie, sourceFacts);
  return buildTimeline(movie).segments.flatMap(({ layers }, index) => {
    const { picture, length } = required(scenes[index], 'a scene for each segment');
    // Skip composed scenes, because their layers have separate graphs.
    if (picture?.part.kind === 'composed') return [];
    const part = graphPart(picture);
    return videosIn(layers).map((layer, place) => {
      const video = required(factsOf(layer.id).video, 'a picture');
      return {
        row: videoStateAt(layer, frames(0)),
        made: engineSteps(part, layer.id),
        isLowest: place === 0,
        video,
        length,
      };
    });
  });
}

interface EngineSteps {
  /** The position where reading starts, in seconds. */
  readonly seek: number;
  /** The filters up to the final times and size. */
  readonly filters: readonly Filter[];
  /** The effects: filters, or an image that is blended over the picture. */
  readonly effects: readonly unknown[];
  /** The position of the picture in the frame, in pixels. */
  readonly left: number;
  readonly top: number;
}

/** Removes the chains that only tag a picture. */
function withoutTags(chains: readonly Chain[]): readonly Chain[] {
  const tagged = new Map<Pad | undefined, Pad | undefined>();
  for (const { from, filters, to } of chains)
    if (filters.length === 1 && filters[0]?.name === 'setparams') tagged.set(to[0], from[0]);
  return chains
    .filter(({ to }) => !tagged.has(to[0]))
    .map((chain) => ({ ...chain, from: chain.from.map((pad) => tagged.get(pad) ?? pad) }));
}

function engineSteps({ inputs, chains: all }: Part, sha256: string): EngineSteps {
  const chains = withoutTags(all);
  const number = inputs.findIndex((input) => input.kind === 'source' && input.sha256 === sha256);
  const input = required(inputs[number], 'an input');
  const options = input.kind === 'source' ? input.options : [];
  const seek = options.includes('-ss') ? Number(options[options.indexOf('-ss') + 1]) : 0;
  const first = required(
    chains.find(({ from: [pad] }) => pad?.kind === 'input' && pad.input === number),
    'a chain',
  );
  const effects: unknown[] = [];
  let end = required(first.to[0], 'a link');
  for (let next = consumerOf(end, chains); next !== null; next = consumerOf(end, chains)) {
    const [filter] = next.filters;
    const other = next.from[1];
    const still = other?.kind === 'input' ? inputs[other.input] : null;
    if (filter?.name === 'pad') return { seek, filters: first.filters, effects, ...offset(filter, 2) };
    if (next.from[0] !== end || (other !== undefined && !still) || filter?.name === 'trim') {
      const isLaidOver = filter?.name === 'overlay' && other === end;
      return { seek, filters: first.filters, effects, ...(isLaidOver ? offset(filter, 0) : { left: 0, top: 0 }) };
    }
    effects.push(...(still?.kind === 'still' ? [still.still] : next.filters));
    end = required(next.to[0], 'a link');
  }
  throw new Error('a layer that leads nowhere');
}

const consumerOf = (pad: Pad, chains: readonly Chain[]): Chain | null =>
  chains.find(({ from }) => from.includes(pad)) ?? null;

function offset({ values }: Filter, from: number) {
  return { left: Number(values[from]), top: Number(values[from + 1]) };
}

const findFilter = (filters: readonly Filter[], name: string): Filter | undefined =>
  filters.find((filter) => filter.name === name);

/** Computes the source frame that FFmpeg shows in each frame of the film. The source frames start at `starts`. */
function framesOfFfmpeg(
  { seek, filters }: EngineSteps,
  starts: readonly number[],
  resolution: number,
): readonly number[] {
  const shift = /^PTS-round\((.*)\/TB\)$/.exec(
    String(findFilter(filters, 'setpts')?.values[0] ?? 'PTS-round(0/TB)'),
  )?.[1];
  // FFmpeg truncates `-ss` to microseconds, rounds it to the time base, and subtracts it from each time stamp. It also
  // rounds and subtracts the shift.
  const begin = Math.round((Math.floor(seek * 1e6 + 1e-3) * resolution) / 1e6) + Math.round(Number(shift) * resolution);
  const [numerator = 0, denominator = 1] = String(findFilter(filters, 'fps')?.options['fps']).split('/').map(Number);
  // Each source frame moves to the nearest frame of the film; halves round up. A later frame at the same position
  // replaces an earlier frame.
  const places = starts.map((start) => Math.floor(((start - begin) * numerator) / (denominator * resolution) + 0.5));
  return Array.from({ length: Number(findFilter(filters, 'trim')?.options['end_frame']) }, (_, frame) =>
    Math.max(
      0,
      places.findLastIndex((place) => place <= frame),
    ),
  );
}

function framesOfStates(
  row: VideoState,
  length: number,
  rate: FrameRate,
  starts: readonly number[],
  resolution: number,
) {
  return Array.from({ length }, (_, frame) => {
    const last = lastStart(videoStateAt(row.layer, frames(frame)), rate, resolution);
    return Math.max(
      0,
      starts.findLastIndex((start) => start <= last),
    );
  });
}

describe('a layer state and the result of the engine', () => {
  const cases = [movies, fc.array(facts, { minLength: 1, maxLength: 4 })] as const;

  test('show the same source frame in each frame', () => {
    const clocks = fc.record({ gap: fc.integer({ min: 17, max: 90 }), resolution: fc.constantFrom(1000, 1024, 1500) });
    fc.assert(
      fc.property(...cases, clocks, (movie, sourceFacts, { gap, resolution }) => {
        for (const { row, made, video, length } of layersIn(movie, sourceFacts)) {
          const count = Math.ceil((video.endSeconds * resolution) / gap);
          const starts = Array.from({ length: count }, (_, index) => index * gap);
          expect(framesOfFfmpeg(made, starts, resolution)).toEqual(
            framesOfStates(row, length, movie.frameRate, starts, resolution),
          );
        }
      }),
      { numRuns: 40 },
    );
  });

  test('have the same scale, crop, and position', () => {
    fc.assert(
      fc.property(...cases, (movie, sourceFacts) => {
        const size = filmSize(movie);
        for (const { row, made, video } of layersIn(movie, sourceFacts)) {
          const placement = placeSource({ width: video.displayWidth, height: video.displayHeight }, size, row.fit, 2);
          const scaled = findFilter(made.filters, 'scale')?.values ?? [video.codedWidth, video.codedHeight];
          const picture = findFilter(made.filters, 'crop')?.values ?? scaled;
          expect({ scaled, picture, left: made.left, top: made.top }).toEqual({
            scaled: [placement.scaled.width, placement.scaled.height],
            picture: [placement.picture.width, placement.picture.height],
            left: placement.left,
            top: placement.top,
          });
        }
      }),
    );
  });

  test('have the same effects in the same order', () => {
    fc.assert(
      fc.property(...cases, (movie, sourceFacts) => {
        for (const { row, made } of layersIn(movie, sourceFacts))
          expect(combinedHues(made.effects)).toEqual(row.effects.map(expectedOf));
      }),
    );

    function expectedOf(effect: DecodedEffect): unknown {
      if (effect.type === 'saturation') return { hue: expect.closeTo(effect.parameters.intensity, 6) };
      if (effect.type === 'vignette') return expect.objectContaining({ kind: 'vignette', ...effect.parameters });
      return expect.objectContaining({ name: `${effect.parameters.axis === 'x' ? 'h' : 'v'}flip` });
    }
  });

  test('have the same start and end of the sound', () => {
    fc.assert(
      fc.property(...cases, (movie, sourceFacts) => {
        const { scenes, samples } = planned(movie, sourceFacts);
        const { segments, length } = buildTimeline(movie);
        expect(scenes.map(({ startSample, samples }) => [startSample, startSample + samples])).toEqual(
          segments.map(({ start, end }) => [start, end].map((frame) => framesToSamples(frame, movie.frameRate))),
        );
        expect(samples).toBe(framesToSamples(length, movie.frameRate));
      }),
    );
  });
});

/**
 * Combines consecutive `hue` filters into one. A saturation beyond the filter's maximum factor is a chain of several
 * filters, the largest factor first.
 */
function combinedHues(done: readonly unknown[]): readonly unknown[] {
  return done.flatMap((step, index) => {
    const strength = strengthOf(step);
    if (strength === null) return [step];
    return strengthOf(done[index - 1]) === 10 ? [] : [{ hue: productFrom(done, index) }];
  });
}

function productFrom(done: readonly unknown[], index: number): number {
  const strength = strengthOf(done[index]) ?? 1;
  return strength === 10 ? strength * productFrom(done, index + 1) : strength;
}

function strengthOf(step: unknown): number | null {
  const isHue = typeof step === 'object' && step !== null && 'name' in step && step.name === 'hue' && 'options' in step;
  return isHue ? Number(new Map(Object.entries(step.options ?? {})).get('s')) : null;
}
