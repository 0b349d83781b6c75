import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { copyInShape } from './design-in-shape.ts';
import { withRenamedFiles } from './renamed-files.ts';
import { withDefaultTexts } from './worded-template.ts';

const folder = new URL('../../designs/product-launch/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const [wide, tall] = [read('16x9.xml'), read('9x16.xml')];
const variables = ['tagline', 'product', 'features', 'price', 'button', 'photo', 'photo_focus', 'music', 'address'].map(
  (name) => ({ name }),
);

/**
 * Returns the copy in 9:16. The text itself is the template of the only design, and the design has all its variables.
 */
async function copyOf(text: string, sizes: readonly ('16:9' | '9:16' | '1:1')[] = ['16:9', '9:16']) {
  const names = [...text.matchAll(/<variable name="([^"]+)"/g)].map(([, name = '']) => ({ name }));
  const copy = await copyInShape(text, 'tall', {
    list: () =>
      Promise.resolve([
        {
          name: 'launch',
          title: 'Launch',
          sizes: sizes.map((size) => ({ size })),
          variables: [...variables, ...names],
        },
      ]),
    read: (_, size) => Promise.resolve(size === '9:16' ? tall : wide),
  });
  if (!copy.ok) throw new Error(copy.error.code);
  return copy.value;
}

test('an unchanged template becomes the template of its design', async () => {
  expect(await copyOf(wide)).toEqual({ text: tall, design: 'Launch' });
});

test('the copy has the values, names, files, and language of the template', async () => {
  const texts = { tagline: 'Hören', product: 'Aurora Zwei' };
  const translation = { names: { Product: 'Produkt' }, language: 'de' };
  const renames = [['product-launch-grid.svg', 'grid 2.svg']] as const;
  const changed = (template: string) =>
    withRenamedFiles(withDefaultTexts(template, texts, translation) ?? '', renames)?.replace('60', '90');
  const { text, design } = await copyOf(changed(wide) ?? '');
  expect(design).toBe('Launch');
  expect(text).toBe(changed(tall));
});

test('a template with another layout is arranged', async () => {
  const { text, design } = await copyOf(wide.replace('size="170"', 'size="171"'));
  expect(design).toBeNull();
  expect(text).toContain('width="1080" height="1920"');
  expect((await copyOf(wide, ['16:9', '1:1'])).design).toBeNull();
});
