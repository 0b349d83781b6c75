/**
 * Families of the fonts that come with the program, in the order in which a character is looked for. Their files are in
 * `drawings/fonts/bundled-fonts.ts`, which has an entry for each of these and for no other.
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
 * Families of the fonts that do not come with the program and can be added to it, in the order in which a character is
 * looked for. Their files are in `drawings/fonts/optional-fonts.ts`.
 */
export const OPTIONAL_FAMILIES = ['Noto Sans SC', 'Noto Sans TC', 'Noto Sans JP', 'Noto Sans KR'] as const;

export type OptionalFamily = (typeof OPTIONAL_FAMILIES)[number];

export function isOptionalFamily(family: string): family is OptionalFamily {
  const families: readonly string[] = OPTIONAL_FAMILIES;
  return families.includes(family);
}
