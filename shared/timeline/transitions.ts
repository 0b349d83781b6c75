import type { Layer, Scene, SceneLayer, Transition } from '../template/movie/movie.ts';
import { SIDE_REFS } from '../template/tables/transition-attributes.ts';
import type { Easing } from '../template/values/animation.ts';
import { frames } from '../template/values/frame-rate.ts';
import { eased, withHandles } from './animation.ts';
import { layersOf } from './build-timeline.ts';
import type { PlacedTransition, Timeline } from './timeline.ts';

/** The scenes before and after a transition; null for the background of the movie. */
export interface JoinedScenes {
  readonly outgoing: Scene | null;
  readonly incoming: Scene | null;
}

/**
 * Returns the scene before or after a transition with this name; the outgoing scene if both have the name; null if
 * neither has it. `@outgoing` and `@incoming` refer to the outgoing and the incoming scene, unless a scene has this
 * name.
 */
export function sceneNamed(ref: string, { outgoing, incoming }: JoinedScenes): Scene | null {
  const named = [outgoing, incoming].find((scene) => scene?.refs.includes(ref) === true);
  if (named !== undefined) return named;
  return ref === SIDE_REFS.outgoing ? outgoing : ref === SIDE_REFS.incoming ? incoming : null;
}

/** A scene in a layer of a custom transition. */
export interface ShownScene {
  readonly scene: Scene;
  /** The enabled layers, from the lowest to the topmost. */
  readonly layers: readonly Layer[];
  /** The frame of the scene at frame 0 of the layer. The scene holds its last frame after its end. */
  readonly from: number;
}

/**
 * Returns the scene in a layer of a custom transition, with its first frame. Returns null if neither of the two scenes
 * has the name `ref`. A negative `first` counts from the end of the scene. If `first` is null, the layer shows the last
 * frames of the outgoing scene or the first frames of the incoming scene. The frame is clamped to the scene.
 * @param length The length of the transition in frames.
 */
export function currentScene({ ref, first }: SceneLayer, sides: JoinedScenes, length: number): ShownScene | null {
  const scene = sceneNamed(ref, sides);
  if (scene === null) return null;
  const { duration } = scene;
  const standard = scene === sides.outgoing ? duration - length : 0;
  const requested = first === null ? standard : first < 0 ? duration + first : first;
  const from = frames(Math.min(duration - 1, Math.max(0, requested)));
  return { scene, layers: layersOf(scene), from };
}

/** Returns the easing of a transition, with the handles at its ends. */
export function transitionEasing({
  easing,
  easeIn,
  easeOut,
}: Pick<Transition, 'easing' | 'easeIn' | 'easeOut'>): Easing {
  return withHandles(easing, easeIn, easeOut);
}

/**
 * Returns the progress of a transition at its frame `frame`, which can be fractional: e((i + 1) ÷ (d + 1)). `length` is
 * the length d in frames. With linear easing, all steps are equal, including the step from the frame before the
 * transition (progress 0) and the step to the frame after it (progress 1).
 */
export function transitionProgress(easing: Easing, frame: number, length: number): number {
  return eased(easing, (frame + 1) / (length + 1));
}

const transitionsByTimeline = new WeakMap<Timeline, ReadonlyMap<number, readonly PlacedTransition[]>>();

/**
 * Returns the transitions that show a scene together with another scene or the background.
 * @param scene The index of the scene in the movie.
 */
export function transitionsBeside(timeline: Timeline, scene: number): readonly PlacedTransition[] {
  const byIndex = transitionsByTimeline.get(timeline) ?? byScene(timeline);
  transitionsByTimeline.set(timeline, byIndex);
  return byIndex.get(scene) ?? [];
}

function byScene({ transitions }: Timeline): ReadonlyMap<number, readonly PlacedTransition[]> {
  const byIndex = new Map<number, PlacedTransition[]>();
  for (const placed of transitions) {
    if (placed.length === 0) continue;
    for (const scene of [placed.outgoing, placed.incoming]) {
      if (scene === null) continue;
      const list = byIndex.get(scene);
      if (list === undefined) byIndex.set(scene, [placed]);
      else list.push(placed);
    }
  }
  return byIndex;
}
