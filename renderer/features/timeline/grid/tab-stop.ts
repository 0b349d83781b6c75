import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';

/** The one scene that Tab goes to: where the focus was, what is selected, or the first. */
export function tabStopOf({ scenes }: Movie, focus: NodeId | null, selected: readonly NodeId[]): NodeId | null {
  const known = (id: NodeId | null | undefined) => (scenes.some((scene) => scene.id === id) ? (id ?? null) : null);
  return known(focus) ?? known(selected[0]) ?? scenes[0]?.id ?? null;
}
