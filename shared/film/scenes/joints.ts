import type { Movie, Scene, Transition } from '../../template/movie/movie.ts';
import { type Frames, frames } from '../../template/values/frame-rate.ts';

/** What of a transition its length depends on. */
type Wanted = Pick<Transition, 'enabled' | 'behind' | 'duration'>;

/** The place between two scenes that are played, before the first of them or behind the last. */
export interface Joint<One extends Wanted = Transition> {
  /** The transition that counts; null for a cut. */
  readonly transition: One | null;
  /** How many frames there is time for; 0 for a cut. */
  readonly length: Frames;
}

const CUT = { transition: null, length: frames(0) };

/**
 * The joints of the scenes that are played: one before each, and one behind the last. Of several transitions with no
 * played scene between them the first that is enabled counts. Where those of a scene are together longer than it, each
 * gets ⌊d × min(L_a ÷ D_a, L_b ÷ D_b, 1)⌋ frames, D being the sum of a scene's transitions.
 * @param played Numbers of the scenes that are played, in order.
 */
export function jointsOf<One extends Wanted>(
  {
    scenes,
    transitions,
  }: { readonly scenes: readonly Pick<Scene, 'duration'>[]; readonly transitions: readonly One[] },
  played: readonly number[],
): readonly Joint<One>[] {
  if (transitions.length === 0) return [...played, 0].map(() => CUT);
  const counting = countingOf(transitions, played);
  const wanted = counting.map((transition) => transition?.duration ?? 0);
  return counting.map((transition, joint): Joint<One> => {
    if (transition === null) return CUT;
    const own = transition.duration;
    const shares = [joint - 1, joint].map((at) => {
      const length = scenes[played[at] ?? -1]?.duration;
      const both = (wanted[at] ?? 0) + (wanted[at + 1] ?? 0);
      return length === undefined || both <= length ? own : Math.floor((own * length) / both);
    });
    return { transition, length: frames(Math.min(...shares)) };
  });
}

/**
 * The transitions that are switched on and count for nothing, because an earlier one stands beside them: no scene is
 * written between the two. Where one is written and not played this time, both are as they should be.
 */
export function ignoredTransitions({
  scenes,
  transitions,
}: Pick<Movie, 'scenes' | 'transitions'>): readonly Transition[] {
  const counting = new Set(countingOf(transitions, playedScenes(scenes)));
  const places = new Set<number>();
  return transitions.filter((transition) => {
    if (!transition.enabled) return false;
    const first = !places.has(transition.behind);
    places.add(transition.behind);
    return !first && !counting.has(transition);
  });
}

/** Numbers of the scenes that are played. */
export function playedScenes(scenes: readonly Pick<Scene, 'enabled'>[]): readonly number[] {
  return scenes.flatMap(({ enabled }, index) => (enabled ? [index] : []));
}

function countingOf<One extends Wanted>(
  transitions: readonly One[],
  played: readonly number[],
): readonly (One | null)[] {
  const counting: (One | null)[] = Array.from({ length: played.length + 1 }, () => null);
  if (played.length === 0) return counting;
  let joint = 0;
  for (const transition of transitions) {
    if (!transition.enabled) continue;
    while (joint < played.length && (played[joint] ?? 0) < transition.behind) joint += 1;
    counting[joint] ??= transition;
  }
  return counting;
}
