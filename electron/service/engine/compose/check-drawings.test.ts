import { expect, test } from 'vitest';
import { movieOf } from '#service/testing/plan-film.ts';
import { err, ok } from '#shared/lib/result.ts';
import { inEnglish } from '#shared/messages/english.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { playedLayers } from '#shared/timeline/build-timeline.ts';
import { timelineDrawings } from '../plan/film-drawings.ts';
import type { FilmSources } from '../plan/planned-sources.ts';
import { checkDrawings } from './check-drawings.ts';

test('a fault names the file of each layer despite equal bytes', async () => {
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

test('an unreadable font and missing characters are named with the fix', async () => {
  const movie = movieOf(
    '<movie width="64" height="36" framerate="25"><scene duration="5"><text content="A"/></scene></movie>',
  );
  const nothing = { media: new Map(), moving: new Map(), vectors: new Map(), tables: new Map(), captions: new Map() };
  const fonts: FilmSources['fonts'] = () => ({ fonts: ['digest', 'other'], files: [] });
  const sources: FilmSources = { ...nothing, images: new Map(), fonts, fontFiles: { digest: 'brand.ttf' } };
  const drawings = timelineDrawings(movie, sources, { width: 64, height: 36 });
  const errorOf = async (digest: string) => {
    const unreadable = async () => err({ code: 'font/unreadable', digest } as const);
    const { errors } = await checkDrawings(drawings, unreadable, new AbortController().signal);
    return errors.map(({ says }) => inEnglish(says))[0];
  };
  expect(await errorOf('digest')).toBe('The font “brand.ttf” can’t be read. It’s damaged or has only SVG glyphs.');
  expect(await errorOf('other')).toBe('A font of this text can’t be read. It’s damaged or has only SVG glyphs.');
  const warningOf = async (...missing: readonly string[]) => {
    const layout = { width: 40, height: 9, lines: [], size: 9, missing, overflows: false };
    const { warnings } = await checkDrawings(drawings, async () => ok(layout), new AbortController().signal);
    return warnings.map(({ says }) => inEnglish(says))[0]?.replace(/^.*control character\./, '');
  };
  expect(await warningOf('漢', '\u0092')).toBe(
    ' Add fonts that have them in the settings or with `scenewright fonts add cjk`. In Windows-1252, U+0092 is ’: write that character instead.',
  );
  expect(await warningOf('\u0093', '\u0094')).toBe(
    ' In Windows-1252, U+0093 is “ and U+0094 is ”: write those characters instead.',
  );
  expect(await warningOf('\u0081')).toBe('');
  expect(await warningOf('\u{12000}')).toBe(' Choose a font that has them.');
});

test('a text with a moving number warns once per problem', async () => {
  const laidOut: string[] = [];
  const warningsOf = async (value: number, start: number) => {
    const movie = movieOf(
      `<movie width="64" height="36" framerate="25"><scene duration="200"><text value="${value}" width="40" height="9"><animation type="countup" start="${start}" duration="150"/></text></scene></movie>`,
    );
    const nothing = { media: new Map(), moving: new Map(), vectors: new Map(), tables: new Map(), captions: new Map() };
    const sources: FilmSources = { ...nothing, images: new Map(), fonts: () => ({ fonts: [], files: [] }) };
    const drawings = timelineDrawings(movie, sources, { width: 64, height: 36 });
    const { warnings } = await checkDrawings(
      drawings,
      async (drawing) => {
        const content = drawing.kind === 'text' ? drawing.content : '';
        laidOut.push(content);
        const layout = { width: 40, height: 9, lines: [], size: 9, missing: [] };
        return ok({ ...layout, overflows: content.length > 2 });
      },
      new AbortController().signal,
    );
    return warnings.map(({ code, at }) => [code, at?.node === playedLayers(movie)[0]?.id]);
  };
  expect(await warningsOf(99, 0)).toEqual([]);
  expect(await warningsOf(0, 5000)).toEqual([['text/overflow', true]]);
  expect(await warningsOf(5000, 0)).toEqual([['text/overflow', true]]);
  // For each of the three films, the check lays out at most 64 texts of the counter and its resting text.
  expect(laidOut.length).toBeGreaterThan(100);
  expect(laidOut.length).toBeLessThanOrEqual(3 * 65);
});
