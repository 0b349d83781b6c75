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
