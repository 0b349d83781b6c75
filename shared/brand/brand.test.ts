import { describe, expect, test } from 'vitest';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { brandAssets, brandWithPresentAssets } from './brand-assets.ts';
import { type BrandKit, brandKit } from './brand-kit.ts';
import { brandValues, mergeBrandValues } from './brand-values.ts';
import { contrastPairs } from './contrast.ts';
import { brandColorPlaceholder, literalBrandColors, usesBrand } from './literal-colors.ts';
import { logoBackground } from './logo-background.ts';
import { nearColor } from './near-color.ts';
import { brandValuesFor } from './values-for.ts';

const bloom = {
  colours: [
    { name: 'Petal', value: '#D8342B', role: 'accent' },
    { name: 'Leaf', value: '#0d2216', role: 'panel' },
    { name: 'Pollen', value: '#f3c64a', role: 'highlight' },
    { name: 'Paper', value: '#ffffff', role: 'on_dark' },
    { name: 'Ink', value: '#1b1416', role: 'on_light' },
    { name: 'Stem', value: '#3c8a4a' },
  ],
  fonts: { titles: { font: 'title.ttf', weight: 750 }, numbers: { font: 'Noto Sans' } },
  logos: [
    { name: 'On white', asset: 'logo.svg', on: '#ffffff' },
    { name: 'On leaf', asset: 'logo-leaf.svg', on: 'Leaf' },
  ],
  music: { asset: 'guitar.mp3', volume: 0.5 },
} as const satisfies BrandKit;

describe('brand values', () => {
  test('contain colors by role, fonts, the first logo, and music', () => {
    expect(brandValues(bloom)).toEqual({
      brand_accent: '#d8342b',
      brand_panel: '#0d2216',
      brand_highlight: '#f3c64a',
      brand_on_dark: '#ffffff',
      brand_on_light: '#1b1416',
      brand_title_font: 'title.ttf',
      brand_title_weight: '750',
      brand_number_font: 'Noto Sans',
      brand_logo: 'logo.svg',
      brand_music: 'guitar.mp3',
      brand_music_volume: '0.5',
    });
    expect(brandValues({})).toEqual({});
  });

  test('do not replace explicit values, even empty ones', () => {
    const values = mergeBrandValues(
      [
        ['brand_logo', ''],
        ['name', 'Ada'],
      ],
      Object.entries(brandValues(bloom)),
    );
    expect([values.get('brand_logo'), values.get('name'), values.get('brand_panel')]).toEqual(['', 'Ada', '#0d2216']);
  });

  test('omit assets that do not exist', () => {
    expect(brandAssets(bloom)).toEqual(['title.ttf', 'logo.svg', 'logo-leaf.svg', 'guitar.mp3']);
    const { brand_logo, brand_music, brand_music_volume, brand_title_font, brand_title_weight, ...rest } =
      brandValues(bloom);
    expect(brandValues(brandWithPresentAssets(bloom, (asset) => asset === 'logo-leaf.svg'))).toEqual(rest);
    expect(brandValues(brandWithPresentAssets(bloom, () => true))).toEqual(brandValues(bloom));
  });
});

describe('a brand', () => {
  test.each([
    ['an invalid color', { colours: [{ name: 'Petal', value: 'red' }] }, 'colours.0.value'],
    [
      'two colors of one role',
      {
        colours: [
          { name: 'A', value: '#000000', role: 'accent' },
          { name: 'B', value: '#000001', role: 'accent' },
        ],
      },
      'colours.1',
    ],
    ['two logos with the same name', { logos: ['x', 'X'].map((name) => ({ name, asset: 'a.svg' })) }, 'logos.1'],
    ['an asset name with a path outside the project', { music: { asset: '../a.mp3' } }, 'music.asset'],
    ['an unknown easing', { motion: { easing: 'soft' } }, 'motion.easing'],
    ['an unknown transition', { motion: { transition: { type: 'melt' } } }, 'motion.transition.type'],
    ['a misspelled field', { colors: [] }, ''],
  ])('is refused with %s', (_, value, path) => {
    const read = brandKit.safeParse(value);
    expect(read.error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });

  test('is returned unchanged if it is valid', () => {
    const motion = { easing: 'cubic-bezier(0.15, 0.83, 0.46, 1)', transition: { type: 'wipe', direction: 'right' } };
    expect(brandKit.parse({ ...bloom, motion })).toEqual({ ...bloom, motion });
  });
});

test('a brand has a readable text color for each background', () => {
  const pairs = contrastPairs(bloom).map(
    ({ text, background: ground, ratio }) => `${text.name} on ${ground.name} ${ratio.toFixed(1)}`,
  );
  expect(pairs).toEqual(['Paper on Leaf 16.7', 'Paper on Petal 4.7', 'Ink on Pollen 11.2']);
  expect(contrastPairs({ colours: bloom.colours.slice(0, 3) })).toEqual([]);
});

test('a similar color is matched to a brand color', () => {
  expect(nearColor('#d6332a', bloom.colours)).toEqual({ color: bloom.colours[0], isSame: false });
  expect(nearColor('#d8342b', bloom.colours)?.isSame).toBe(true);
  expect(nearColor('#2b34d8', bloom.colours)).toBeNull();
  expect(nearColor('${brand_accent}', bloom.colours)).toBeNull();
});

describe('the colors of a template', () => {
  const { document } = sourceOf(
    '<movie width="64" height="36" framerate="25" background="#0d2216"><scene duration="5" background="#3c8a4a">' +
      '<solid color="#d6332a"/><text content="#d6332a" color="#D6332A80" background="${brand_panel, #0d2216}"/></scene></movie>',
  );

  test('are listed with the brand colors that they resemble', () => {
    const found = literalBrandColors(document, bloom.colours).map(({ value, near, places }) => [
      value,
      near.name,
      places.length,
    ]);
    // Only colors with a role have a variable. The color with an opacity is a different color.
    expect(found).toEqual([
      ['#0d2216', 'Leaf', 1],
      ['#d6332a', 'Petal', 1],
    ]);
  });

  test('are replaced by the variable of a brand color with a role', () => {
    expect([bloom.colours[0], bloom.colours[5]].map(brandColorPlaceholder)).toEqual([
      '${brand_accent, #d8342b}',
      '#3c8a4a',
    ]);
    expect([
      usesBrand(document),
      usesBrand(sourceOf('<movie width="64" height="36" framerate="25"/>').document),
    ]).toEqual([true, false]);
  });
});

test.each([
  ['paint', undefined, ['brand_accent', 'brand_panel', 'brand_highlight', 'brand_on_dark', 'brand_on_light']],
  ['fonts', undefined, ['brand_title_font', 'brand_number_font']],
  ['asset', 'image', ['brand_logo']],
  ['asset', 'media', ['brand_music']],
  ['number', undefined, []],
] as const)('brand values are offered for attributes of the kind %s %s', (kind, source, variables) => {
  const offered = brandValuesFor({ kind, ...(source && { source }) }, bloom);
  expect(offered.map(({ variable }) => variable)).toEqual(variables);
});

test('the background of a logo is a plain or brand color', () => {
  const on = (ground: string) => logoBackground({ name: 'Logo', asset: 'a.svg', on: ground }, bloom.colours);
  expect([on('leaf'), on('#ABCDEF'), on('Moss')]).toEqual(['#0d2216', '#ABCDEF', null]);
});
