import type { Layer, Movie, Scene } from '../../template/movie/movie.ts';
import type { Color } from '../../template/values/color.ts';
import type { Frame } from './thing.ts';

/**
 * What lies behind a layer that is put on top of a scene: a plain colour, light or dark, or a picture. `at` counts from
 * the scene's first frame; a null scene is the movie's background.
 */
export function groundOf(movie: Movie, scene: Scene | null, at: number): Frame['ground'] {
  const top = scene?.layers.findLast((layer) => isSeen(layer, at));
  if (top !== undefined) return groundOfLayer(top);
  return shadeOf(scene?.background ?? movie.background);
}

function isSeen({ enabled, offset, duration }: Layer, at: number): boolean {
  return enabled && at >= offset && (duration === null || at < offset + duration);
}

function groundOfLayer(layer: Layer): Frame['ground'] {
  if (layer.kind !== 'solid' || layer.gradient !== undefined || layer.color.alpha < 1) return 'picture';
  const { width, height } = layer.box;
  return width === null && height === null ? shadeOf(layer.color) : 'picture';
}

/** By relative luminance (WCAG 2.2): where black can be read better than white. */
function shadeOf({ red, green, blue }: Color): 'light' | 'dark' {
  const linear = (value: number) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) > 0.179 ? 'light' : 'dark';
}
