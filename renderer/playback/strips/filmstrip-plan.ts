import type { Movie, Scene } from '#shared/template/movie/movie.ts';
import { formatColor } from '#shared/template/values/color.ts';

/** What film of a scene is drawn with, of its movie. */
export type FilmstripFormat = Pick<Movie, 'width' | 'height' | 'frameRate' | 'background' | 'fonts'>;

/** Pictures of one source at equal distances: a view of the service, cut into pieces of few tiles. */
export interface StripChunk {
  /** 2^level seconds lie between two tiles. */
  readonly level: number;
  readonly index: number;
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Tiles of a chunk. */
const TILES = 16;
/** From 31 ms, which is about a frame, to 17 minutes. */
const FINEST = -5;
const COARSEST = 10;
/** Longer stretches are first shown from key frames, which are quick to be had. */
const KEY_FRAME_SECONDS = 30;

/** The level whose tiles lie at most so far apart. */
export function levelOf(secondsPerTile: number): number {
  const level = Math.floor(Math.log2(Math.max(secondsPerTile, Number.EPSILON)));
  return Math.min(COARSEST, Math.max(FINEST, level));
}

/** The chunk that has the picture of a moment of a source that lasts `duration` seconds. */
export function chunkAt(seconds: number, level: number, duration: number): StripChunk {
  const step = 2 ** level;
  const within = Math.min(Math.max(0, seconds), Math.max(0, duration - step / 2));
  const index = Math.floor(within / (step * TILES));
  const from = index * step * TILES;
  const count = Math.min(TILES, Math.max(1, Math.ceil((duration - from) / step)));
  return { level, index, from, to: Math.min(from + count * step, Math.max(duration, from + step / 2)), count };
}

/** The tile of a chunk that is nearest to a moment. */
export function tileAt({ from, to, count }: StripChunk, seconds: number): number {
  const tile = Math.floor(((seconds - from) / (to - from)) * count);
  return Math.min(count - 1, Math.max(0, tile));
}

/** Whether the first answer comes from key frames, so that a second, exact one is worth it. */
export function hasKeyFrames({ from, to }: StripChunk): boolean {
  return to - from > KEY_FRAME_SECONDS;
}

/** What is seen of a scene beside its layers, as a colour of CSS; its opacity says nothing, as nothing is beneath it. */
export function sceneBackground(movie: Pick<Movie, 'background'>, scene: Pick<Scene, 'background'>): string {
  return formatColor(scene.background ?? movie.background);
}

/** A picture of a clip's film. */
export interface FilmstripTile {
  /** From the clip's left edge, in pixels. */
  readonly left: number;
  /** Of the scene. */
  readonly frame: number;
}

/** The pictures of a clip that lie between two places of it, each as wide as `tileWidth`. */
export function filmstripTiles(
  clip: { readonly width: number; readonly duration: number; readonly pixelsPerFrame: number },
  tileWidth: number,
  { from, to }: { readonly from: number; readonly to: number },
): readonly FilmstripTile[] {
  const first = Math.max(0, Math.floor(from / tileWidth));
  const end = Math.ceil(Math.min(clip.width, to) / tileWidth);
  return Array.from({ length: Math.max(0, end - first) }, (_, at) => {
    const left = (first + at) * tileWidth;
    return { left, frame: Math.min(clip.duration - 1, Math.floor(left / clip.pixelsPerFrame)) };
  });
}
