/** How a source of another shape fills the frame. */
export const FITS = ['contain', 'cover', 'stretch'] as const;
export type Fit = (typeof FITS)[number];
