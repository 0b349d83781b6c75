import type { NodeId } from '../template/document/document.ts';
import type { Movie } from '../template/movie/movie.ts';
import { settle } from '../timeline/lay-out.ts';
import type { ScenePosition } from './commands.ts';

/** A cut between two scenes that are played, or the film's beginning or end. */
interface Cut {
  /** Where it is in the film: where what comes after it begins. */
  readonly frame: number;
  /** Where a new transition would stand. */
  readonly at: ScenePosition;
  /** The transition that is there already; null for a cut. */
  readonly transition: NodeId | null;
}

/** Where a transition belongs that is asked for at a frame: the nearest cut. Null for a film without scenes. */
export function nearestCut(movie: Movie, frame: number): Cut | null {
  const { scenes, transitions, length } = settle(movie);
  const played = scenes.filter(({ scene }) => scene.enabled);
  const [first] = played;
  const last = played.at(-1);
  if (first === undefined || last === undefined) return null;
  const cuts = [
    ...played.map((each, at) => ({
      frame: each.start,
      at: at === 0 ? { before: each.scene.id } : { after: played[at - 1]?.scene.id ?? each.scene.id },
      incoming: each.index,
      outgoing: played[at - 1]?.index ?? null,
    })),
    { frame: length, at: { after: last.scene.id }, incoming: null, outgoing: last.index },
  ];
  const [cut] = cuts.toSorted((one, other) => Math.abs(one.frame - frame) - Math.abs(other.frame - frame));
  if (cut === undefined) return null;
  const there = transitions.find((each) => each.incoming === cut.incoming && each.outgoing === cut.outgoing);
  return { frame: cut.frame, at: cut.at, transition: there?.transition.id ?? null };
}
