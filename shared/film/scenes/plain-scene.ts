import type { Movie, Scene } from '../../template/movie/movie.ts';
import { isPlainLayer } from './plain-layer.ts';
import { layersOf } from './settle.ts';

/** Whether a scene shows nothing but videos that fill the frame, on black. */
export function isPlainScene(scene: Scene, movie: Pick<Movie, 'background'>): boolean {
  const { red, green, blue } = scene.background ?? movie.background;
  return red + green + blue === 0 && layersOf(scene).every(isPlainLayer);
}
