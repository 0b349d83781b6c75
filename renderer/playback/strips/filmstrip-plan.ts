import type { Movie } from '#shared/template/movie/movie.ts';

/** The format of a movie's filmstrips. */
export type FilmstripFormat = Pick<Movie, 'width' | 'height' | 'frameRate' | 'background' | 'matte' | 'fonts'>;

/** A chunk of a filmstrip from the service: equidistant pictures of one source. */
export interface StripChunk {
  /** The zoom level: adjacent tiles are 2^level seconds apart. */
  readonly level: number;
  readonly index: number;
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** The number of tiles in a chunk. */
const TILES = 16;
/** The finest level (31 ms per tile, about one frame) and the coarsest level (17 minutes per tile). */
const FINEST = -5;
const COARSEST = 10;
/**
 * The minimum length in seconds of a chunk that is first loaded with sync frames, because they are faster to decode.
 */
const KEY_FRAME_SECONDS = 30;

/** Returns the coarsest level whose tiles are at most this many seconds apart. */
export function levelOf(secondsPerTile: number): number {
  const level = Math.floor(Math.log2(Math.max(secondsPerTile, Number.EPSILON)));
  return Math.min(COARSEST, Math.max(FINEST, level));
}

/** Returns the chunk that contains a time of a source with this duration in seconds. */
export function chunkAt(seconds: number, level: number, duration: number): StripChunk {
  const step = 2 ** level;
  const within = Math.min(Math.max(0, seconds), Math.max(0, duration - step / 2));
  const index = Math.floor(within / (step * TILES));
  const from = index * step * TILES;
  const count = Math.min(TILES, Math.max(1, Math.ceil((duration - from) / step)));
  return { level, index, from, to: Math.min(from + count * step, Math.max(duration, from + step / 2)), count };
}

/** Returns the index of the tile nearest to a time. */
export function tileAt({ from, to, count }: StripChunk, seconds: number): number {
  const tile = Math.floor(((seconds - from) / (to - from)) * count);
  return Math.min(count - 1, Math.max(0, tile));
}

/** Returns whether a chunk is first loaded with sync frames. If so, the exact frames need a second request. */
export function hasSyncFrames({ from, to }: StripChunk): boolean {
  return to - from > KEY_FRAME_SECONDS;
}

/** A tile of a clip's filmstrip. */
export interface FilmstripTile {
  /** The position in pixels from the left edge of the clip. */
  readonly left: number;
  /** The frame relative to the scene. */
  readonly frame: number;
}

/** Returns the tiles of a clip in a visible range, each `tileWidth` pixels wide. */
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
