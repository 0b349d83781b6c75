import { expect, test } from 'vitest';
import { movieOf } from '#service/testing/plan-film.ts';
import { ok } from '#shared/lib/result.ts';
import { type FoundSource, requestKey, sourcesOf } from './locate-sources.ts';
import { filmSources } from './planned-sources.ts';

const MEBIBYTE = 2 ** 20;
const BRAND = {
  format: 'TrueType',
  family: 'Brand',
  weights: null,
  style: null,
  isVariable: false,
  hasOnlySvgColors: false,
} as const;

/** Returns the sources of a film with a text in each font. All fonts are found and have the given sizes. */
function filmWith(mebibytes: Readonly<Record<string, number>>, sha256Of = (name: string) => name) {
  const texts = Object.keys(mebibytes).map((name) => `<text content="a" font="${name}"/>`);
  const movie = movieOf(
    `<movie width="64" height="64" framerate="10"><scene duration="9">${texts.join('')}</scene></movie>`,
  );
  const found = sourcesOf(movie).map((requested) => {
    const name = requested.source.kind === 'asset' ? requested.source.name : '';
    const facts = { video: null, audio: null, still: 'font', font: BRAND, bytes: (mebibytes[name] ?? 0) * MEBIBYTE };
    const source = { sha256: sha256Of(name), facts } as FoundSource;
    return [requestKey(requested), ok(source)] as const;
  });
  return filmSources(movie, new Map(found));
}

test('fonts beyond 128 MiB in total are reported', () => {
  const four = { 'a.ttf': 32, 'b.ttf': 32, 'c.ttf': 32, 'd.ttf': 32 };
  expect(filmWith(four).ok).toBe(true);
  const five = filmWith({ ...four, 'e.ttf': 1 });
  const says = { code: 'source/all-fonts', values: { mebibytes: 129, most: 128 } };
  expect(five).toMatchObject({ ok: false, error: [{ code: 'source/too-large', says }] });
});

test('a font with several names counts once', () => {
  const same = filmWith({ 'a.ttf': 32, 'b.ttf': 32, 'c.ttf': 32, 'd.ttf': 32, 'e.ttf': 32 }, () => 'same');
  expect(same.ok).toBe(true);
});
