/**
 * The families of the bundled fonts in lookup order. `drawings/fonts/bundled-fonts.ts` contains the files of exactly
 * these families.
 */
export const BUNDLED_FAMILIES = [
  'Noto Sans',
  'Noto Sans Arabic',
  'Noto Sans Hebrew',
  'Noto Sans Devanagari',
  'Noto Sans Thai',
  'Noto Color Emoji',
] as const;

export type BundledFamily = (typeof BUNDLED_FAMILIES)[number];
/**
 * The families of optional fonts, which users can add, in lookup order. `drawings/fonts/optional-fonts.ts` contains
 * their files.
 */
export const OPTIONAL_FAMILIES = ['Noto Sans SC', 'Noto Sans TC', 'Noto Sans JP', 'Noto Sans KR'] as const;

export type OptionalFamily = (typeof OPTIONAL_FAMILIES)[number];

export function isOptionalFamily(family: string): family is OptionalFamily {
  const families: readonly string[] = OPTIONAL_FAMILIES;
  return families.includes(family);
}
