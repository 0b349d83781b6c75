import type { Layer } from '../template/movie/movie.ts';
import { type Frames, frames } from '../template/values/frame-rate.ts';
import { type LayerRow, rowAt } from './layer-state.ts';
import { layerTime, ownFrame } from './time.ts';
import type { Film, Stretch } from './timeline.ts';

/** What a film shows in one frame, before any of it is decoded. */
export interface FilmFrame {
  readonly stretch: Stretch;
  /** Of the stretch, counted from its first. */
  readonly frame: Frames;
  /** Of its videos, from the lowest to the topmost. */
  readonly rows: readonly LayerRow[];
}

/** What a film shows in a frame; before its first and behind its last that one. Null for a film without frames. */
export function frameAt(film: Film, frame: number): FilmFrame | null {
  const wanted = Math.min(Math.max(0, frame), film.length - 1);
  const stretch = film.stretches[stretchIndexAt(film, wanted)];
  if (stretch === undefined) return null;
  const within = frames(wanted - stretch.start);
  return { stretch, frame: within, rows: rowsOf(stretch, within) };
}

/** Of a transition, those of the scene that is seen more of: the outgoing one in its first half. */
function rowsOf(stretch: Stretch, within: Frames): readonly LayerRow[] {
  if (stretch.kind === 'scene') return rowsAt(stretch.layers, frames(stretch.from + within), stretch.scene.duration);
  const { outgoing, incoming, from, length } = stretch;
  const side = 2 * (from + within) < length ? outgoing : incoming;
  return side === null ? [] : rowsAt(side.layers, frames(side.from + within), side.scene.duration);
}

/** What those of a scene's videos are that are there in its frame number `frame`; it lasts `sceneLength`. */
export function rowsAt(layers: readonly Layer[], frame: Frames, sceneLength: Frames): readonly LayerRow[] {
  return layers.flatMap((layer) => {
    const own = layer.kind === 'video' ? ownFrame(layerTime(layer, sceneLength), frame) : null;
    return layer.kind === 'video' && own !== null ? [rowAt(layer, frames(own))] : [];
  });
}

/** Which stretch shows a frame; fractions of frames count to the frame that they are of. −1 before the film begins. */
function stretchIndexAt({ stretches }: Pick<Film, 'stretches'>, frame: number): number {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle]?.start ?? 0) <= frame) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
