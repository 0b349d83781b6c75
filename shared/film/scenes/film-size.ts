import type { Movie } from '../../template/movie/movie.ts';
import type { Size } from '../../template/values/placement.ts';

/** The nearest side that pictures can have whose colours are shared by two pixels, as most formats have them. */
export function evenSide(pixels: number): number {
  return pixels + (pixels % 2);
}

/** The size of the film as MP4 holds it: its sides are even. */
export function filmSize({ width, height }: Pick<Movie, 'width' | 'height'>): Size {
  return { width: evenSide(width), height: evenSide(height) };
}
