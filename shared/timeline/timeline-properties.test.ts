import { expect, test } from 'vitest';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { validTemplate } from '#shared/template/movie/movie.arbitrary.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { videosIn } from '#shared/template/movie/used-sources.ts';
import { frames, framesToSamples, framesToSeconds } from '#shared/template/values/frame-rate.ts';
import { fc } from '#shared/testing/properties.ts';
import { buildTimeline, layersOf } from './build-timeline.ts';
import { frameAt } from './frame-at.ts';
import { soundPiecesBetween } from './sounds.ts';

/** Generates movies with random disabled scenes and layers. */
const movies: fc.Arbitrary<Movie> = fc
  .tuple(validTemplate, fc.infiniteStream(fc.boolean()))
  .map(([document, switches]) => {
    const { movie } = resolveTemplate(document, { values: new Map(), missing: 'error' });
    if (movie === null) throw new Error('a valid template that cannot be resolved');
    const isOn = () => switches.next().value !== false;
    const scenes = movie.scenes.map((scene) => ({
      ...scene,
      enabled: isOn() || isOn(),
      layers: scene.layers.map((layer) => ({ ...layer, enabled: isOn() || isOn() })),
    }));
    return { ...movie, scenes };
  });

test('segments cover every frame exactly once, in the order of the scenes', () => {
  fc.assert(
    fc.property(movies, (movie) => {
      const { segments, length } = buildTimeline(movie);
      expect(segments.map(({ start }) => start)).toEqual([0, ...segments.map(({ end }) => end)].slice(0, -1));
      expect(segments.at(-1)?.end ?? 0).toBe(length);
      const alone = segments.filter((segment) => segment.kind === 'scene');
      expect(alone.map(({ scene }) => scene)).toEqual(movie.scenes.filter(({ enabled }) => enabled));
      for (const { start, end, scene, from } of alone) expect(end - start + from).toBe(scene.duration);
    }),
  );
});

test('every frame has the enabled layers at their source times', () => {
  fc.assert(
    fc.property(movies, fc.nat(3000), (movie, number) => {
      const film = buildTimeline(movie);
      const state = frameAt(film, number);
      if (film.length === 0) {
        expect(state).toBeNull();
        return;
      }
      const frame = Math.min(number, film.length - 1);
      const played = film.scenes.findLast(({ start, end }) => start <= frame && frame < end);
      expect(state?.segment).toMatchObject({ kind: 'scene', scene: { id: played?.scene.id } });
      expect(state?.frame).toBe(frame - (played?.start ?? 0));
      expect(state?.videoStates.map(({ layer, inPoint, frame: at }) => [layer.id, inPoint, at])).toEqual(
        played && videosIn(layersOf(played.scene)).map(({ id, skip }) => [id, skip, frame - played.start]),
      );
    }),
  );
});

test('a sound starts and ends with its picture', () => {
  fc.assert(
    fc.property(movies, (movie) => {
      const film = buildTimeline(movie);
      const spans = film.segments.flatMap(({ layers, start, end }) =>
        videosIn(layers)
          .filter(({ audio }) => audio)
          .map((layer) => ({ layer, start, end, inPoint: layer.skip })),
      );
      expect(film.sounds).toEqual(spans);
      for (const { layer, start, inPoint } of film.sounds) {
        const row = frameAt(film, start)?.videoStates.find((videoState) => videoState.layer.id === layer.id);
        expect([row?.frame, row?.inPoint]).toEqual([0, inPoint]);
      }
    }),
  );
});

test('the pieces of a sound have no gaps or overlaps', () => {
  fc.assert(
    fc.property(movies, fc.integer({ min: 1000, max: 50_000 }), (movie, piece) => {
      const film = buildTimeline(movie);
      const all = framesToSamples(film.length, movie.frameRate);
      const heard = new Map<string, { begin: number; end: number }>();
      for (let from = 0; from < Math.min(all, 60 * piece); from += piece)
        for (const { layer, after, length, sourceSeconds } of soundPiecesBetween(film, from, piece, () => ({
          sound: 1e6,
          picture: 1e6,
        }))) {
          const sound = film.sounds.find((each) => each.layer.id === layer.id);
          const inPoint = framesToSeconds(sound?.inPoint ?? frames(0), movie.frameRate);
          const begin = framesToSamples(sound?.start ?? frames(0), movie.frameRate);
          expect(sourceSeconds).toBeCloseTo(inPoint + (layer.speed * (from + after - begin)) / 48_000, 9);
          expect(from + after).toBe(heard.get(layer.id)?.end ?? begin);
          heard.set(layer.id, { begin, end: from + after + length });
        }
      for (const { layer, start, end } of film.sounds) {
        const [first, last] = [framesToSamples(start, movie.frameRate), framesToSamples(end, movie.frameRate)];
        if (last <= 60 * piece) expect(heard.get(layer.id)).toEqual({ begin: first, end: last });
      }
    }),
  );
});
