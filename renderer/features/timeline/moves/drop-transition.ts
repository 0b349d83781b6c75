import type { TransitionType } from '#renderer/common/inserting/transition-drag.ts';
import type { PlannableCommand } from '#shared/editing/commands.ts';
import { nearestCut } from '#shared/editing/nearest-cut.ts';
import { timelineOf } from '#shared/editing/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { Gap } from './reorder.ts';

/** Where a type of transition goes that is dropped at a frame. */
export interface TransitionDrop {
  readonly gap: Gap;
  /** The one that is there already, and gets the type. */
  readonly transition: NodeId | null;
  /** @param like What a new one begins with, beside its type. */
  readonly command: (type: TransitionType, like?: Readonly<Record<string, string>>) => PlannableCommand;
}

/** At the nearest cut; null for a film without scenes. */
export function transitionDrop(movie: Movie | null, frame: number): TransitionDrop | null {
  const cut = movie === null ? null : nearestCut(movie, frame);
  if (cut === null) return null;
  const { starts, scenes } = timelineOf(movie);
  const index = cut.frame === 0 ? 0 : starts.findLastIndex((start, at) => at < scenes.length && start === cut.frame);
  const { transition } = cut;
  return {
    gap: { index: index < 0 ? scenes.length : index, frame: cut.frame },
    transition,
    command: (type, like = {}) => {
      // A crossfade is what is there without a type.
      const written = type === 'crossfade' ? {} : { type };
      if (transition !== null)
        return { type: 'attribute/set', node: transition, name: 'type', value: written.type ?? null };
      const { type: other, direction, ...rest } = like;
      // A direction belongs to the type that it was chosen with.
      const kept = other === type && direction !== undefined ? { direction } : {};
      return { type: 'transition/add', at: cut.at, like: { ...written, ...kept, ...rest } };
    },
  };
}
