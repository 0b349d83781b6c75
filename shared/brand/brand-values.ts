import { BRAND_VARIABLES, type BrandVariable } from '../template/variables/variable-uses.ts';
import { type BrandKit, COLOR_ROLES, type FontRole } from './brand-kit.ts';

const FONT_NAMES: Readonly<Record<FontRole, 'title' | 'text' | 'number'>> = {
  titles: 'title',
  text: 'text',
  numbers: 'number',
};

/**
 * Returns the values of a brand for the variables of templates (`BRAND_VARIABLES`). Omits missing parts of the brand.
 */
export function brandValues({
  colours = [],
  fonts = {},
  logos = [],
  music,
}: BrandKit): Readonly<Record<string, string>> {
  const values: Partial<Record<BrandVariable, string>> = {};
  for (const role of COLOR_ROLES) {
    const color = colours.find((colour) => colour.role === role);
    if (color !== undefined) values[`brand_${role}`] = color.value.toLowerCase();
  }
  for (const [role, name] of Object.entries(FONT_NAMES) as [FontRole, 'title' | 'text' | 'number'][]) {
    const { font, weight } = fonts[role] ?? {};
    if (font !== undefined) values[`brand_${name}_font`] = font;
    if (weight !== undefined) values[`brand_${name}_weight`] = String(weight);
  }
  const [logo] = logos;
  if (logo !== undefined) values.brand_logo = logo.asset;
  if (music !== undefined) values.brand_music = music.asset;
  if (music?.volume !== undefined) values.brand_music_volume = String(music.volume);
  // Keep a fixed order, so that equal brands serialize equally.
  return Object.fromEntries(
    BRAND_VARIABLES.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
}

type Pairs = readonly (readonly [name: string, value: string])[];

/**
 * Merges the given values over the values of the brand. A variable in neither gets its default when the template is
 * resolved.
 */
export function mergeBrandValues(
  givenValues: Iterable<readonly [name: string, value: string]>,
  brand: Pairs,
): Map<string, string> {
  return new Map([...brand, ...givenValues]);
}
