import { expect, test } from 'vitest';
import { movieOf } from '#service/testing/plan-film.ts';
import { err } from '#shared/lib/result.ts';
import { inEnglish } from '#shared/messages/english.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { playedLayers } from '#shared/timeline/build-timeline.ts';
import { timelineDrawings } from '../plan/film-drawings.ts';
import type { FilmSources } from '../plan/planned-sources.ts';
import { checkDrawings } from './check-drawings.ts';

test('a fault names the file of each layer although the bytes are equal', async () => {
  const movie = movieOf(
    '<movie width="64" height="36" framerate="25"><scene duration="5"><image src="one.png"/><image src="two.png"/></scene></movie>',
  );
  const images = new Map(playedLayers(movie).map(({ id }) => [id, 'digest']));
  const nothing = { media: new Map(), moving: new Map(), vectors: new Map(), tables: new Map(), captions: new Map() };
  const sources: FilmSources = { ...nothing, images, fonts: () => ({ fonts: [], files: [] }) };
  const frame: Size = { width: 64, height: 36 };
  const drawings = timelineDrawings(movie, sources, frame);
  expect(drawings).toHaveLength(1);
  const { errors } = await checkDrawings(
    drawings,
    async () => err({ code: 'source/unreadable', digest: 'digest', isIncomplete: true }),
    new AbortController().signal,
  );
  expect(errors.map(({ says }) => inEnglish(says))).toEqual([
    '“one.png” is damaged or incomplete; export it again.',
    '“two.png” is damaged or incomplete; export it again.',
  ]);
});
