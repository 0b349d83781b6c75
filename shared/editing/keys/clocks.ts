import type { NodeId } from '../../template/document/document.ts';
import type { Layer, Movie, SoundLayer } from '../../template/movie/movie.ts';
import { type Frames, frames } from '../../template/values/frame-rate.ts';
import { inPixels } from '../../template/values/lengths.ts';
import type { Size } from '../../template/values/placement.ts';
import { settle } from '../../timeline/lay-out.ts';
import { layerTime } from '../../timeline/time.ts';

/** How a layer, sound or effect counts its frames. */
export interface Clock {
  /** The frame of the film that would be its own frame 0; perhaps below 0. */
  readonly begin: number;
  /** How many frames it has for its keys. */
  readonly length: number;
  /** What percentages of it are of: the frame, or the box of the group that it stands in. */
  readonly whole: Size;
}

const clocks = new WeakMap<Movie, ReadonlyMap<NodeId, Clock>>();

/** The clock of a layer, sound or effect of a film; null for one that the film does not have. */
export function clockOf(movie: Movie | null, node: NodeId): Clock | null {
  if (movie === null) return null;
  const known = clocks.get(movie) ?? clocksOf(movie);
  clocks.set(movie, known);
  return known.get(node) ?? null;
}

/** The own frame of a thing that the film shows in one of its frames. */
export function ownFrameAt({ begin }: Clock, frame: number): number {
  return frame - begin;
}

/** What layers and sounds stand in. */
interface Around {
  readonly begin: number;
  readonly length: Frames;
  readonly whole: Size;
}

function clocksOf(movie: Movie): ReadonlyMap<NodeId, Clock> {
  const found = new Map<NodeId, Clock>();
  const film = settle(movie);
  const whole = { width: movie.width, height: movie.height };
  for (const { scene, origin } of film.scenes) {
    const around = { begin: origin, length: scene.duration, whole };
    addLayers(found, scene.layers, around);
    addSounds(found, scene.sounds, around);
  }
  const around = { begin: 0, length: film.length, whole };
  for (const { layers, sounds } of movie.overlays) {
    addLayers(found, layers, around);
    addSounds(found, sounds, around);
  }
  addSounds(found, movie.sounds, around);
  return found;
}

function addLayers(found: Map<NodeId, Clock>, layers: readonly Layer[], around: Around): void {
  for (const layer of layers) {
    const { start, first, length } = layerTime(layer, around.length);
    const clock = { begin: around.begin + start - first, length, whole: around.whole };
    found.set(layer.id, clock);
    for (const effect of layer.effects) found.set(effect.id, clock);
    if (layer.kind === 'group') addLayers(found, layer.layers, { ...clock, whole: boxOf(layer, around.whole) });
    for (const mask of layer.masks) addLayers(found, mask.layers, clock);
  }
}

function boxOf({ box }: Extract<Layer, { kind: 'group' }>, whole: Size): Size {
  const width = box.width === null ? whole.width : inPixels(box.width, whole.width);
  const height = box.height === null ? whole.height : inPixels(box.height, whole.height);
  return { width, height };
}

function addSounds(found: Map<NodeId, Clock>, sounds: readonly SoundLayer[], around: Around): void {
  for (const { id, offset, duration } of sounds) {
    const { start, length } = layerTime({ offset, duration, overlap: 0 }, frames(around.length));
    found.set(id, { begin: around.begin + start, length, whole: around.whole });
  }
}
