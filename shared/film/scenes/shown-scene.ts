import type { Layer, Scene, SceneLayer } from '../../template/movie/movie.ts';
import { frames } from '../../template/values/frame-rate.ts';
import { layersOf } from './settle.ts';

/** The two scenes that a transition joins; null for the movie's background. */
export interface JoinedScenes {
  readonly outgoing: Scene | null;
  readonly incoming: Scene | null;
}

/** Which of the two scenes beside a transition a name is of: of both the outgoing one; null for none. */
export function shownSide(ref: string, { outgoing, incoming }: JoinedScenes): Scene | null {
  return [outgoing, incoming].find((scene) => scene?.refs.includes(ref) === true) ?? null;
}

/** A scene as a layer of a custom transition shows it. */
export interface ShownScene {
  readonly scene: Scene;
  /** Those that are played, from the lowest to the topmost. */
  readonly layers: readonly Layer[];
  /** The scene's frame that the layer's frame 0 shows. Past its last one that is held. */
  readonly from: number;
}

/**
 * What a layer of a custom transition shows of which scene: `first` counts from the scene's end where below 0; without it
 * the outgoing scene shows its last frames and the incoming one its first. It stays within the scene.
 * @param length How many frames the transition has.
 */
export function shownScene({ ref, first }: SceneLayer, sides: JoinedScenes, length: number): ShownScene | null {
  const scene = shownSide(ref, sides);
  if (scene === null) return null;
  const { duration } = scene;
  const usual = scene === sides.outgoing ? duration - length : 0;
  const wanted = first === null ? usual : first < 0 ? duration + first : first;
  const from = frames(Math.min(duration - 1, Math.max(0, wanted)));
  return { scene, layers: layersOf(scene), from };
}
