import { expect, test } from 'vitest';
import type { DesignEntry } from '#renderer/api/queries/use-designs.ts';
import { valuesForDesign } from '../design-pane.tsx';
import { designNameOf } from './design-name.ts';
import { variablesInFillOrder } from './fill-order.ts';
import { countInSection, findDesigns, variantForSize } from './find-designs.ts';

function design(given: Partial<DesignEntry>): DesignEntry {
  return {
    name: 'quote',
    title: 'Quote',
    description: 'Words of somebody',
    category: 'social',
    own: false,
    licence: null,
    version: '1',
    sizes: [
      { size: '16:9', width: 1920, height: 1080, frames: 250, framerate: '25', seconds: 10, posterFrame: 40 },
      { size: '9:16', width: 1080, height: 1920, frames: 250, framerate: '25', seconds: 10, posterFrame: 40 },
    ],
    variables: [],
    dataSets: ['Default'],
    contents: { scenes: 1, transitions: 0, texts: 2, keyframes: 0, sounds: 1 },
    ...given,
  };
}

function variable(name: string, type: DesignEntry['variables'][number]['type'], label?: string) {
  return {
    ...{ name, type, defaultvalue: null, options: '', offset: null, numframes: null, uses: [] },
    ...(label !== undefined && {
      declaration: { type: null, label } as DesignEntry['variables'][number]['declaration'],
    }),
  } as DesignEntry['variables'][number];
}

const birthday = design({
  name: 'birthday',
  title: 'Birthday',
  category: 'people',
  description: 'Confetti',
  variables: [variable('who', 'text', 'Name of the child')],
});
const sale = design({ name: 'sale', title: 'Sale', category: 'shops', own: true, sizes: design({}).sizes.slice(0, 1) });
const all = [birthday, design({}), sale];
const kindOf = (category: string) => `kind of ${category}`;
const found = (search: Partial<Parameters<typeof findDesigns>[1]>) =>
  findDesigns(all, { section: 'all', size: null, query: '', ...search }, kindOf).map(({ name }) => name);

test('a search for designs matches title, description, kind, and variables', () => {
  expect(found({ query: 'confetti BIRTH' })).toEqual(['birthday']);
  expect(found({ query: 'child' })).toEqual(['birthday']);
  expect(found({ query: 'kind of shops' })).toEqual(['sale']);
  expect(found({ query: 'child sale' })).toEqual([]);
});

test('the filter selects designs by section and size', () => {
  expect(found({ section: 'social' })).toEqual(['quote']);
  expect(found({ section: 'own' })).toEqual(['sale']);
  expect(found({ size: '9:16' })).toEqual(['birthday', 'quote']);
  expect([countInSection(all, 'all'), countInSection(all, 'own'), countInSection(all, 'news')]).toEqual([3, 1, 0]);
});

test('a design without the requested size uses its first size', () => {
  expect(variantForSize(sale, '1:1')?.size).toBe('16:9');
  expect(variantForSize(birthday, '9:16')?.size).toBe('9:16');
});

test('the name of a design is unique and valid in URLs', () => {
  expect(designNameOf('  Große Eröffnung: -30 %! ', [])).toBe('grosse-eroffnung-30');
  expect(designNameOf('Sale', ['sale', 'sale-2'])).toBe('sale-3');
  expect(designNameOf('عيد ميلاد', [])).toBe('design');
  expect(designNameOf('x'.repeat(80), ['x'.repeat(63)])).toBe(`${'x'.repeat(61)}-2`);
});

test('the variables of a design are ordered: texts, files, style', () => {
  const asked = [
    variable('accent', 'color'),
    variable('photo', 'media'),
    variable('name', 'text'),
    variable('age', 'number'),
    { ...variable('photo_part', 'text'), uses: [{ path: 'movie', attribute: 'focus', line: 1, scene: 1 }] },
  ];
  expect(variablesInFillOrder({ variables: asked }).map(({ name }) => name)).toEqual([
    'name',
    'age',
    'photo',
    'accent',
  ]);
});

test('a design accepts values for all variables except files', () => {
  const asked = design({ variables: [variable('name', 'text'), variable('photo', 'media'), variable('face', 'text')] });
  expect(valuesForDesign(asked, { name: 'Ada', photo: 'ada.jpg', face: 'Ada.ttf', other: '1' })).toEqual({
    name: 'Ada',
  });
});
