import { expect, test } from 'vitest';
import { err, ok } from '#shared/lib/result.ts';
import { designCategories, posterFile, previewFile, readDesignData, readDesignFile, sizesOf } from './design-file.ts';

const design = {
  title: { en: 'Birthday', de: 'Geburtstag' },
  description: { en: 'A greeting.' },
  category: 'people',
  sizes: { '1:1': { template: '1x1.xml', posterFrame: 30 }, '16:9': { template: '16x9.xml', posterFrame: 0 } },
  licence: 'CC0-1.0',
} as const;

test('the sizes of a design are listed in a fixed order', () => {
  const read = readDesignFile(JSON.stringify(design));
  expect(read).toEqual(ok(design));
  expect(read.ok && sizesOf(read.value)).toEqual([
    { size: '16:9', template: '16x9.xml', posterFrame: 0 },
    { size: '1:1', template: '1x1.xml', posterFrame: 30 },
  ]);
});

test.each([
  ['another size', { ...design, sizes: { '4:3': design.sizes['1:1'] } }, ['sizes']],
  ['no size', { ...design, sizes: {} }, ['sizes']],
  [
    'a template outside of the folder',
    { ...design, sizes: { '1:1': { template: '../a.xml', posterFrame: 0 } } },
    ['sizes/1:1/template'],
  ],
  ['another category', { ...design, category: 'food' }, ['category']],
  ['no English title', { ...design, title: { de: 'Geburtstag' } }, ['title/en']],
])('the refusal of a design with %s names the path', (_, wrong, places) => {
  expect(readDesignFile(JSON.stringify(wrong))).toEqual(err(places));
});

test.each(designCategories)('a design can have the category %s', (category) => {
  expect(readDesignFile(JSON.stringify({ ...design, category }))).toEqual(ok({ ...design, category }));
});

test('the refusal of invalid JSON has an empty path', () => {
  expect(readDesignFile('{')).toEqual(err(['']));
  expect(readDesignData('no')).toEqual(err(['']));
});

test('a data set maps variable names to texts', () => {
  expect(readDesignData('{"Default":{},"Longest":{"name":"Wolfgang"}}')).toEqual(
    ok({ Default: {}, Longest: { name: 'Wolfgang' } }),
  );
  expect(readDesignData('{"Default":{"age":30}}')).toEqual(err(['Default/age']));
});

test('a list of a data set becomes its JSON text', () => {
  expect(readDesignData('{"Longest":{"products":[{"name":"Tea","price":4.9}]}}')).toEqual(
    ok({ Longest: { products: '[{"name":"Tea","price":4.9}]' } }),
  );
  expect(readDesignData('{"Longest":{"products":[["Tea"]]}}')).toEqual(err(['Longest/products']));
});

test('the default texts of a list are items with texts', () => {
  const withItems = { ...design, texts: { de: { products: [{ name: 'Tee' }, {}] } } };
  expect(readDesignFile(JSON.stringify(withItems))).toEqual(ok(withItems));
  const wrong = { ...design, texts: { de: { products: [{ name: '' }] } } };
  expect(readDesignFile(JSON.stringify(wrong))).toEqual(err(['texts/de/products/0/name']));
});

test('the files of posters and previews are named after their size', () => {
  expect([posterFile('9:16', 'en'), previewFile('16:9', 'en')]).toEqual(['poster-9x16.jpg', 'preview-16x9.mp4']);
  expect([posterFile('9:16', 'de'), previewFile('1:1', 'de')]).toEqual(['poster-9x16.de.jpg', 'preview-1x1.de.mp4']);
});
