/**
 * The variables that a project's brand gives values to. A brand has values for all of them, whether or not a template
 * uses them, so that none of these is told as unused.
 */
export const BRAND_VARIABLES = [
  'brand_accent',
  'brand_panel',
  'brand_highlight',
  'brand_on_dark',
  'brand_on_light',
  'brand_title_font',
  'brand_title_weight',
  'brand_text_font',
  'brand_text_weight',
  'brand_number_font',
  'brand_number_weight',
  'brand_logo',
  'brand_music',
  'brand_music_volume',
] as const;

export type BrandVariable = (typeof BRAND_VARIABLES)[number];

const names: ReadonlySet<string> = new Set(BRAND_VARIABLES);

export function isBrandVariable(name: string): name is BrandVariable {
  return names.has(name);
}
