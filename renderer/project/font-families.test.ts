import { expect, test } from 'vitest';
import { film } from '#shared/editing/model/testing/editing.ts';
import { declaredFamilies, fontChoices, isFontAvailable } from './font-families.ts';

test('a text can use fonts of the template, project, and program', () => {
  const choices = fontChoices(['Display'], ['Brand.ttf']);
  expect(choices.slice(0, 2)).toEqual([
    { name: 'Display', from: 'template' },
    { name: 'Brand.ttf', from: 'project' },
  ]);
  for (const name of ['display', 'brand.TTF', 'Noto Sans', '${face}'])
    expect(isFontAvailable(name, choices)).toBe(true);
  // A font of the project is referenced by its file name, not by its family name.
  for (const name of ['Brand', 'Other.ttf', 'Georgia']) expect(isFontAvailable(name, choices)).toBe(false);
});

test('families of the font resources are listed once', () => {
  const source = film(
    '<resources><font family="A" src="a.ttf"/><font family="A" src="b.ttf"/><font src="c.ttf"/></resources>',
  );
  expect(declaredFamilies(source.document)).toEqual(['A']);
});
