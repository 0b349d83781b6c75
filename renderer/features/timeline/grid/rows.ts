import type { Timeline } from '#shared/editing/timeline.ts';
import { layerTime } from '#shared/film/time/layer-time.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Effect } from '#shared/template/effects/effects.ts';
import { shownSource } from '#shared/template/movie/layer-sources.ts';
import type { Layer, Movie, Overlay } from '#shared/template/movie/movie.ts';
import type { SoundLayer } from '#shared/template/movie/sound-layer.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import type { Animation, CustomAnimation, EffectAnimation } from '#shared/template/values/animation.ts';
import type { Frames } from '#shared/template/values/frame-rate.ts';
import { type PropertyRow, ROW_HEIGHT, type Row, type RowTime, type SoundRow } from './row.ts';

/** Pixels of a row of a sound of the movie. */
const SOUND_HEIGHT = 44;
/** Pixels of a sound that is unfolded, in whose line points are set. */
const TALL_SOUND_HEIGHT = 108;
/** Pixels of a property that shows its curve. */
const CURVE_HEIGHT = 148;

/** What is shown of the film's parts. */
export interface Shown {
  /** Scenes whose layers are rows. */
  readonly open: ReadonlySet<NodeId>;
  /** Layers and overlays whose parts are listed, and properties whose curve is shown. */
  readonly unfolded: ReadonlySet<NodeId>;
  /** Only rows with keys, all of them unfolded to their properties. */
  readonly onlyAnimated?: boolean;
}

/** Where the layers of one parent stand. */
interface Within {
  readonly owner: NodeId;
  readonly parent: NodeId;
  readonly depth: number;
  readonly clock: number;
  /** How long what they stand in is. */
  readonly length: Frames;
}

/** All rows below the scenes, from the top: layers of open scenes, front first, then overlays, then sounds of the movie. */
export function rowsOf(movie: Movie, { scenes, starts, total }: Timeline, shown: Shown): readonly Row[] {
  const rows: Row[] = [];
  scenes.forEach((scene, index) => {
    if (!shown.open.has(scene.id)) return;
    const clock = starts[index] ?? total;
    const within = { owner: scene.id, parent: scene.id, depth: 0, clock, length: scene.duration };
    rows.push(...partRows(scene, within, shown));
  });
  const film = { owner: movie.id, parent: movie.id, depth: 0, clock: 0, length: total };
  for (const overlay of movie.overlays) {
    const hasParts = overlay.layers.length + overlay.sounds.length > 0;
    if (shown.onlyAnimated === true && !overlay.layers.some(isAnimated) && !overlay.sounds.some(isMoved)) continue;
    const unfolded = hasParts ? shown.onlyAnimated === true || shown.unfolded.has(overlay.id) : null;
    const time = { clock: 0, start: 0, end: total, limit: total };
    const place = { id: overlay.id, owner: movie.id, parent: movie.id, depth: 0 };
    rows.push({ kind: 'overlay', ...place, level: 1, height: ROW_HEIGHT, unfolded, ...time, overlay });
    if (unfolded === true)
      rows.push(...partRows(overlay, { ...film, owner: overlay.id, parent: overlay.id, depth: 1 }, shown));
  }
  for (const sound of movie.sounds) rows.push(...soundRows(sound, film, shown, { level: 1, height: SOUND_HEIGHT }));
  return rows;
}

/** The layers of a scene or an overlay, the topmost first, and what is heard besides. */
function partRows(
  { layers, sounds }: Pick<Overlay, 'layers' | 'sounds'>,
  within: Within,
  shown: Shown,
): readonly Row[] {
  const heard = sounds.flatMap((sound) => soundRows(sound, within, shown, { level: 2, height: ROW_HEIGHT }));
  return [...layerRows(layers, within, shown), ...heard];
}

function layerRows(layers: readonly Layer[], within: Within, shown: Shown): readonly Row[] {
  const rows: Row[] = [];
  const { owner, parent, depth, clock, length } = within;
  const numbers = titleNumbers(layers);
  for (const [at, layer] of layers.toReversed().entries()) {
    const inner = layer.kind === 'group' ? layer.layers : [];
    const all = shown.onlyAnimated !== true;
    if (!all && !isAnimated(layer)) continue;
    const moved = movedIn(layer);
    const hasParts = inner.length + layer.effects.length + moved.length > 0;
    const unfolded = hasParts ? !all || shown.unfolded.has(layer.id) : null;
    const place = { id: layer.id, owner, parent, depth, height: ROW_HEIGHT };
    const rank = { place: at + 1, count: layers.length };
    const number = numbers.get(layer);
    const own = { layer, rank, ...(number !== undefined && { number }) };
    rows.push({ kind: 'layer', ...place, level: 2, unfolded, ...timeOf(layer, clock, length), ...own });
    if (unfolded !== true) continue;
    const below = { owner, parent: layer.id, depth: depth + 1 };
    rows.push(...moved.map((property) => propertyRow(layer.id, property, null, below, shown)));
    for (const effect of layer.effects) {
      const names = keyNames(effect.animations ?? []);
      if (!all && names.length === 0) continue;
      rows.push({
        ...{ kind: 'effect', id: effect.id, owner, parent: layer.id, level: 3, depth: depth + 1 },
        ...{ height: ROW_HEIGHT, unfolded: null, layer, effect },
      });
      const within = { owner, parent: effect.id, depth: depth + 2 };
      rows.push(...names.map((property) => propertyRow(effect.id, property, effect, within, shown)));
    }
    const time = layerTime(layer, length);
    // The clock of what is in a group begins where the group's own first frame would be.
    const ownClock = clock + time.start - time.first;
    rows.push(
      ...layerRows(inner, { owner, parent: layer.id, depth: depth + 1, clock: ownClock, length: time.length }, shown),
    );
  }
  return rows;
}

/** The numbers of layers beside each other that have no name and the same kind, from the lowest; others have none. */
function titleNumbers(layers: readonly Layer[]): ReadonlyMap<Layer, number> {
  const groups = Map.groupBy(layers, sharedKind);
  groups.delete(null);
  const numbered = [...groups.values()].filter((each) => each.length > 1);
  return new Map(numbered.flatMap((each) => each.map((layer, at) => [layer, at + 1] as const)));
}

/** What layers without a name, a file, and a text are called by; null for others. */
function sharedKind(layer: Layer): string | null {
  const isNamed = (layer.name ?? '').trim() !== '' || shownSource(layer) !== null;
  if (isNamed || (layer.kind === 'text' && layer.content.trim() !== '')) return null;
  return layer.kind === 'shape' ? `shape ${layer.outline.kind}` : layer.kind;
}

/** A sound, which is higher when it is unfolded, and what of it is animated. */
function soundRows(
  sound: SoundLayer,
  { owner, parent, depth, clock, length }: Within,
  shown: Shown,
  size: Pick<SoundRow, 'level' | 'height'>,
): readonly Row[] {
  const moved = movedIn(sound);
  if (shown.onlyAnimated === true && moved.length === 0) return [];
  const isTall = shown.unfolded.has(sound.id);
  const unfolded = shown.onlyAnimated === true || isTall;
  const height = isTall ? TALL_SOUND_HEIGHT : size.height;
  const row: SoundRow = {
    ...{ kind: 'sound', id: sound.id, owner, parent, depth, unfolded, level: size.level, height },
    ...timeOf(sound, clock, length),
    sound,
  };
  const below = { owner, parent: sound.id, depth: depth + 1 };
  // The line of an unfolded sound is where its volume is set.
  const listed = shown.onlyAnimated === true ? moved : moved.filter((property) => property !== 'volume');
  return [row, ...(unfolded ? listed.map((property) => propertyRow(sound.id, property, null, below, shown)) : [])];
}

function propertyRow(
  node: NodeId,
  property: string,
  effect: Effect | null,
  place: Pick<PropertyRow, 'owner' | 'parent' | 'depth'>,
  shown: Shown,
): PropertyRow {
  // It names a row, and no element of the document has it.
  const id = `${node} ${property}` as NodeId;
  const unfolded = shown.unfolded.has(id);
  const height = unfolded ? CURVE_HEIGHT : ROW_HEIGHT;
  return { kind: 'property', id, ...place, level: 3, height, unfolded, node, property, effect };
}

interface Moved {
  readonly animations?: readonly Animation[];
  readonly soundAnimations?: readonly CustomAnimation[];
}

/** What of a layer or sound has keys, as keys name it. */
function movedIn({ animations = [], soundAnimations = [] }: Moved): readonly string[] {
  return keyNames([...animations, ...soundAnimations]);
}

function isMoved(thing: Moved): boolean {
  return movedIn(thing).length > 0;
}

/** Whether a layer, one of its effects or something in it has keys. */
function isAnimated(layer: Layer): boolean {
  const inEffects = layer.effects.some(({ animations = [] }) => keyNames(animations).length > 0);
  return isMoved(layer) || inEffects || (layer.kind === 'group' && layer.layers.some(isAnimated));
}

/** In the order of the tables, so that a row stays where it is while its keys are moved. */
const ORDER: readonly string[] = Object.keys(elementRegistry.key.attributes);

function keyNames(animations: readonly (Animation | EffectAnimation)[]): readonly string[] {
  const names = animations.flatMap((animation) =>
    animation.kind === 'custom' && animation.enabled ? animation.keys.flatMap(({ values }) => Object.keys(values)) : [],
  );
  return [...new Set(names)].toSorted((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
}

/** From its own first frame to its last as both are written, whether or not what it stands in reaches so far. */
function timeOf(
  { offset, duration, ...rest }: Pick<SoundLayer, 'offset' | 'duration'> & { readonly overlap?: number },
  clock: number,
  length: Frames,
): RowTime {
  const start = clock + offset;
  const limit = clock + length;
  const sooner = Math.min(0, rest.overlap ?? 0);
  const end = (duration === null ? Math.max(limit, start) : start + duration) + sooner;
  return { clock, start, end: Math.max(start, end), limit };
}
