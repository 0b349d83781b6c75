import { expect, test } from 'vitest';
import { BUNDLED_FAMILIES } from '../../../../shared/template/tables/bundled-families.ts';
import type { AssetEntry } from '../../../api/client/asset-list.ts';
import { cellOffers, offersWith, valueNamed } from './cell-offers.ts';

const asset = (name: string, kind: 'image' | 'audio' | 'font' | null) =>
  [name, { name, etag: 'e', media: kind && { kind } } as AssetEntry] as const;
const assets = new Map([asset('a.png', 'image'), asset('b.mp3', 'audio'), asset('c.ttf', 'font'), asset('new', null)]);

test('assets of the kinds that are wanted are offered, with a picture where they show something', () => {
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

test('fonts are the bundled families and the files of the project', () => {
  const fonts = cellOffers({ kind: 'font' }, 'p', assets);
  expect(fonts?.map(({ value }) => value)).toEqual([...BUNDLED_FAMILIES, 'c.ttf']);
});

test('what is typed narrows the list, and names a value by its label too', () => {
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
  expect(offersWith(sizes ?? [], 'SMA')).toEqual([{ value: 's', label: 'Small' }]);
  expect([valueNamed(sizes ?? [], ' small '), valueNamed(sizes ?? [], 'L'), valueNamed(sizes ?? [], 'huge')]).toEqual([
    's',
    'l',
    'huge',
  ]);
});

test('without proposals a text is only typed', () => {
  expect(cellOffers({ kind: 'text', proposals: [] }, 'p', assets)).toBeNull();
  expect(cellOffers({ kind: 'number', min: 0, max: 1, step: 1, precision: 0 }, 'p', assets)).toBeNull();
});
