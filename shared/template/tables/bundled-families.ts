/** Families of the fonts that come with the program. */
export const BUNDLED_FAMILIES: readonly string[] = [
  'Noto Sans',
  'Noto Sans Arabic',
  'Noto Sans Hebrew',
  'Noto Sans Devanagari',
  'Noto Sans Thai',
  'Noto Color Emoji',
];
