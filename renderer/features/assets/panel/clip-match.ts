import type { Movie } from '../../../../shared/template/movie/movie.ts';
import { elementRegistry } from '../../../../shared/template/tables/elements.ts';
import { parseFrameRate, sameFrameRate } from '../../../../shared/template/values/frame-rate.ts';
import type { AssetEntry } from '../../../api/client/asset-list.ts';

/** Size and frame rate of a film. */
export type FilmShape = Pick<Movie, 'width' | 'height' | 'frameRate'>;

/** The size and rate that a film would take from its clip; null if it has them already or no film can have them. */
export function clipMatch(film: FilmShape, { media }: Pick<AssetEntry, 'media'>): FilmShape | null {
  if (media === null || media.width === null || media.height === null) return null;
  const { width, height } = media;
  const { attributes } = elementRegistry.movie;
  const canBe =
    attributes.width.type.parse(String(width), null).ok && attributes.height.type.parse(String(height), null).ok;
  const rate = parseFrameRate(media.frameRate ?? '');
  const frameRate = rate.ok ? rate.value : film.frameRate;
  const isSame = width === film.width && height === film.height && sameFrameRate(frameRate, film.frameRate);
  return !canBe || isSame ? null : { width, height, frameRate };
}
