import { placedParts } from '#shared/editing/timed-parts.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';

/** How many frames a transition, layer or sound has in the film, whether it says so or not; null for anything else. */
export function lengthHere(movie: Movie, node: NodeId): number | null {
  const transition = movie.transitions.find(({ id }) => id === node);
  return transition?.duration ?? placedParts(movie, new Set([node]))[0]?.length ?? null;
}
