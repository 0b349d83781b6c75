import type { NodeId } from '../../template/document/document.ts';
import type { Movie } from '../../template/movie/movie.ts';
import { type Frames, frames } from '../../template/values/frame-rate.ts';
import { presetSpan } from '../../timeline/presets.ts';
import { type PlacedPart, placedParts } from './timeline.ts';

/**
 * Returns the best frame for displaying a layer: the playhead if the layer is visible there, otherwise the first frame
 * after the entrances of the layer and its groups. Returns null for sounds, and for layers that are not on the
 * timeline.
 */
export function frameToShowLayer(
  { movie, playhead }: { readonly movie: Movie | null; readonly playhead: Frames },
  layer: NodeId,
): Frames | null {
  if (movie === null) return null;
  const part = placedPart(movie, layer);
  if (part === null || part.length <= 0) return null;
  const first = firstFrame(part);
  const last = first + part.length - 1;
  if (playhead >= first && playhead <= last) return playhead;
  let frame = first;
  for (let ancestor: PlacedPart | null = part; ancestor !== null; ancestor = placedPart(movie, ancestor.parent))
    frame = Math.max(frame, firstFrame(ancestor) + entrance(ancestor, movie));
  return frames(Math.min(frame, last));
}

function placedPart(movie: Movie, id: NodeId): PlacedPart | null {
  const [part = null] = placedParts(movie, new Set([id]));
  return part === null || part.source.kind === 'audio' ? null : part;
}

function firstFrame({ clock, offset }: PlacedPart): number {
  return Math.max(0, clock + offset);
}

/** Returns the number of frames until the last entrance preset ends. */
function entrance({ source, length }: PlacedPart, { frameRate }: Movie): number {
  if (source.kind === 'audio') return 0;
  const ends = source.animations.map((animation) => {
    if (animation.kind !== 'preset') return 0;
    const { phase, begin, all } = presetSpan(animation, length, frameRate);
    return phase === 'in' ? begin + all : 0;
  });
  return Math.max(0, ...ends);
}
