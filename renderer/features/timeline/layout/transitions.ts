import type { Film, FilmScene, PlacedTransition } from '#shared/film/scenes/film.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Stretch } from './clips.ts';

/** Where a transition is drawn, in pixels from the beginning of the film. */
export interface TransitionBar extends PlacedTransition {
  /** Of the frames that show both scenes; no width where there is no time for it. */
  readonly left: number;
  readonly width: number;
  /** Where its chip begins, in the middle of those frames. */
  readonly chip: number;
}

/** Pixels of a chip, which can be pressed however short the transition is. */
export const CHIP = 20;

/** A cut between two scenes that are played, where a transition can be put. */
export interface OpenCut {
  /** Pixels from the beginning of the film. */
  readonly left: number;
  readonly outgoing: FilmScene;
  readonly incoming: FilmScene;
}

/** The cuts in a stretch that have no transition; those of scenes narrower than two chips are left out. */
export function openCutsIn(
  { scenes, transitions }: Pick<Film, 'scenes' | 'transitions'>,
  { from, to }: Stretch,
  pixelsPerFrame: number,
): readonly OpenCut[] {
  const joined = new Set(transitions.map(({ incoming }) => incoming));
  const isWide = ({ start, end }: FilmScene) => (end - start) * pixelsPerFrame >= 2 * CHIP;
  const played = scenes.filter(({ scene }) => scene.enabled);
  return played.flatMap((incoming, at): readonly OpenCut[] => {
    const outgoing = played[at - 1];
    const left = incoming.start * pixelsPerFrame;
    if (outgoing === undefined || joined.has(incoming.index) || left < from || left > to) return [];
    return isWide(outgoing) && isWide(incoming) ? [{ left, outgoing, incoming }] : [];
  });
}

/**
 * The transitions that lie in a stretch, in order. Where chips would lie on one another only the first of them is there,
 * and those that are selected.
 */
export function transitionsIn(
  transitions: readonly PlacedTransition[],
  { from, to }: Stretch,
  pixelsPerFrame: number,
  selected: readonly NodeId[],
): readonly TransitionBar[] {
  const bars: TransitionBar[] = [];
  let free = Number.NEGATIVE_INFINITY;
  for (const placed of transitions) {
    const left = placed.start * pixelsPerFrame;
    const width = placed.length * pixelsPerFrame;
    // At the film's beginning there is no room left of it.
    const chip = Math.max(0, left + (width - CHIP) / 2);
    if (Math.max(left + width, chip + CHIP) < from || Math.min(left, chip) > to) continue;
    if (chip < free && !selected.includes(placed.transition.id)) continue;
    free = Math.max(free, chip + CHIP);
    bars.push({ ...placed, left, width, chip });
  }
  return bars;
}
