import type { Peek } from '#renderer/state/editor-state.ts';
import { sceneOfId, timelineOf } from '#shared/editing/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { frames } from '#shared/template/values/frame-rate.ts';

/** The frame at the edge that is dragged, or those at both; null where the scene has none in the film. */
export function edgePeek(movie: Movie, scene: NodeId, edge: 'start' | 'end' | 'both'): Peek | null {
  const place = sceneOfId(timelineOf(movie), scene);
  if (place === null || place.end <= place.start) return null;
  const [first, last] = [frames(place.start), frames(place.end - 1)];
  if (edge === 'end') return { frame: last, edge: 'last', beside: null };
  return { frame: first, edge: 'first', beside: edge === 'both' ? last : null };
}
