/** How a layer's colours and those beneath it become one (W3C Compositing and Blending 1). */
export const BLEND_MODES = [
  'normal',
  'multiply',
  'screen',
  'overlay',
  'softlight',
  'hardlight',
  'darken',
  'lighten',
  'add',
  'difference',
] as const;

export type BlendMode = (typeof BLEND_MODES)[number];
