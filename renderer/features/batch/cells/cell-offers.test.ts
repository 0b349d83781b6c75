import { expect, test } from 'vitest';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { BUNDLED_FAMILIES } from '#shared/template/tables/bundled-families.ts';
import { cellOffers, offerNamed, offersAround, offersMatching } from './cell-offers.ts';

const asset = (name: string, kind: 'image' | 'audio' | 'font' | null) =>
  [name, { name, etag: 'e', media: kind && { kind } } as AssetEntry] as const;
const assets = new Map([asset('a.png', 'image'), asset('b.mp3', 'audio'), asset('c.ttf', 'font'), asset('new', null)]);

test('the list offers assets of the requested kinds with their pictures', () => {
  const images = cellOffers({ kind: 'asset', shows: ['image'] }, 'p', assets);
  expect(images).toEqual([
    { value: 'a.png', label: 'a.png', picture: '/v1/data/p/a.png' },
    { value: 'new', label: 'new', picture: null },
  ]);
  expect(cellOffers({ kind: 'asset', shows: ['audio'] }, 'p', assets)).toEqual([
    { value: 'b.mp3', label: 'b.mp3', picture: null },
    { value: 'new', label: 'new', picture: null },
  ]);
});

test('the list offers bundled font families and the project’s font files', () => {
  const fonts = cellOffers({ kind: 'font' }, 'p', assets);
  expect(fonts?.map(({ value }) => value)).toEqual([...BUNDLED_FAMILIES, 'c.ttf']);
});

test('typing filters the list and finds values by their labels', () => {
  const sizes = cellOffers(
    {
      kind: 'choice',
      choices: [
        { value: 's', label: 'Small' },
        { value: 'l', label: null },
      ],
    },
    'p',
    assets,
  );
  expect(offersMatching(sizes ?? [], 'SMA')).toEqual([{ value: 's', label: 'Small' }]);
  expect([' small ', 'L', 'huge'].map((typed) => offerNamed(sizes ?? [], typed)?.value)).toEqual(['s', 'l', undefined]);
});

test('a text cell has a list only if proposals exist', () => {
  expect(cellOffers({ kind: 'text', proposals: [] }, 'p', assets)).toBeNull();
  expect(cellOffers({ kind: 'number', min: 0, max: 1, step: 1, precision: 0 }, 'p', assets)).toBeNull();
});

test('an exact match comes before a match in another case', () => {
  const files = ['xl.png', 'A.png', 'a.png', 'l.png'].map((name) => ({ value: name, label: name }));
  expect(['a.png', 'A.PNG', 'l.png'].map((typed) => offerNamed(files, typed)?.value)).toEqual([
    'a.png',
    'A.png',
    'l.png',
  ]);
});

test('the list shows 200 of ten thousand values and the chosen one', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => ({ value: `${at}`, label: `${at}` }));
  for (const chosen of [undefined, many[0], many[5000], many[9999]]) {
    const shown = offersAround(many, chosen);
    expect(shown).toHaveLength(200);
    if (chosen !== undefined) expect(shown).toContain(chosen);
  }
  expect(offersAround(many.slice(0, 3), many[2])).toHaveLength(3);
});
