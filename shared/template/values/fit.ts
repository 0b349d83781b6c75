/** How a source of another shape fills its box; `none` leaves each of its pixels one of the movie. */
export const FITS = ['contain', 'cover', 'stretch', 'none'] as const;
export type Fit = (typeof FITS)[number];
