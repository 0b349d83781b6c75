import type { NodeId } from '../template/document/document.ts';
import type { Layer, Movie, SoundLayer } from '../template/movie/movie.ts';
import { type Frames, frames } from '../template/values/frame-rate.ts';
import { layerTime } from '../timeline/time.ts';
import { type TimedPart, timedPart } from './layer-moves.ts';
import { timelineOf } from './timeline.ts';

/** A layer or sound of the film with its times, and where its clock begins in the film. */
export interface PlacedPart extends TimedPart {
  readonly source: Layer | SoundLayer;
  /** What it stands in: a scene, an overlay, a group, or the movie. */
  readonly parent: NodeId;
  /** The frame of the film that its offset counts from. */
  readonly clock: number;
  /** Whether something counts its frames: presets, keys, what is in its masks. */
  readonly hasMotion: boolean;
}

/** How many frames of the movie a source has; null while that is not known. */
export type SourceFrames = (part: Layer | SoundLayer) => number | null;

/** These layers and sounds, wherever in the film they stand, in the order in which they are found. */
export function placedParts(
  movie: Movie,
  ids: ReadonlySet<NodeId>,
  sourceFrames: SourceFrames = () => null,
): readonly PlacedPart[] {
  const { scenes, starts, total } = timelineOf(movie);
  const found: PlacedPart[] = [];
  const add = (part: Layer | SoundLayer, within: Within): void => {
    if (!ids.has(part.id)) return;
    const overlap = part.kind === 'audio' ? 0 : part.overlap;
    const { start, end } = layerTime({ ...part, overlap }, within.length);
    const hasMotion =
      part.kind !== 'audio' && (part.animations.length > 0 || part.masks.length > 0 || hasEffectKeys(part));
    const timed = timedPart(part, Math.max(part.duration ?? 0, end - start), sourceFrames(part));
    found.push({ ...timed, source: part, parent: within.parent, clock: within.clock, hasMotion });
  };
  const walk = (layers: readonly Layer[], sounds: readonly SoundLayer[], within: Within): void => {
    for (const layer of layers) {
      add(layer, within);
      if (layer.kind !== 'group') continue;
      const { start, first, length } = layerTime(layer, within.length);
      walk(layer.layers, [], { parent: layer.id, clock: within.clock + start - first, length });
    }
    for (const sound of sounds) add(sound, within);
  };
  for (const [at, { id, layers, sounds, duration }] of scenes.entries()) {
    walk(layers, sounds, { parent: id, clock: starts[at] ?? total, length: duration });
  }
  for (const { id, layers, sounds } of movie.overlays) walk(layers, sounds, { parent: id, clock: 0, length: total });
  walk([], movie.sounds, { parent: movie.id, clock: 0, length: frames(total) });
  return found;
}

interface Within {
  readonly parent: NodeId;
  readonly clock: number;
  readonly length: Frames;
}

function hasEffectKeys({ effects }: Layer): boolean {
  return effects.some(({ animations = [] }) => animations.length > 0);
}
