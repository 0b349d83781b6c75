import type { SceneTimes } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Effect } from '#shared/template/effects/effects.ts';
import type { Layer, Movie, Overlay, Scene, SoundLayer } from '#shared/template/movie/movie.ts';
import { shownSource } from '#shared/template/movie/used-sources.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import type { Animation, CustomAnimation, EffectAnimation } from '#shared/template/values/animation.ts';
import type { Frames } from '#shared/template/values/frame-rate.ts';
import { layerTime } from '#shared/timeline/time.ts';

/** Pixels of a row of a layer, and of all that is listed below one. */
export const ROW_HEIGHT = 24;

/** What every row below the scenes is. */
export interface AnyRow {
  /** What it stands for. */
  readonly id: NodeId;
  /** The scene or overlay whose row it is, or the movie. */
  readonly owner: NodeId;
  /** What it stands in: another row, or its owner. */
  readonly parent: NodeId;
  /** 1 for sounds and overlays of the movie, 2 for layers, 3 for what a layer has. */
  readonly level: 1 | 2 | 3;
  /** How many groups it stands in. */
  readonly depth: number;
  /** Pixels. */
  readonly height: number;
  /** Whether what is in it is listed below it; null where it has nothing to list. */
  readonly unfolded: boolean | null;
}

/** When something is there, in frames of the film. */
export interface RowTime {
  /** Where its offset is counted from: the beginning of what it stands in. */
  readonly clock: number;
  readonly start: number;
  /** Behind its last frame, as it is written: it may lie behind `limit`. */
  readonly end: number;
  /** Behind the last frame of what it stands in. */
  readonly limit: number;
}

/** Where something stands among what lies over one another: 1 is in front. */
export interface Rank {
  readonly place: number;
  readonly count: number;
}

export interface LayerRow extends AnyRow, RowTime {
  readonly kind: 'layer';
  readonly layer: Layer;
  readonly rank: Rank;
  /** Tells it apart from layers beside it that have the same title; absent where no other has. */
  readonly number?: number;
}

export interface SoundRow extends AnyRow, RowTime {
  readonly kind: 'sound';
  readonly sound: SoundLayer;
}

export interface OverlayRow extends AnyRow, RowTime {
  readonly kind: 'overlay';
  readonly overlay: Overlay;
}

export interface EffectRow extends AnyRow {
  readonly kind: 'effect';
  readonly layer: Layer;
  readonly effect: Effect;
}

/** The keys of one property of a layer, sound or effect; unfolded it shows its curve. */
export interface PropertyRow extends AnyRow {
  readonly kind: 'property';
  /** What has the property. */
  readonly node: NodeId;
  /** As keys name it. */
  readonly property: string;
  /** Where an effect has it. */
  readonly effect: Effect | null;
}

/** What is not there yet, and how it comes. */
export interface HintRow extends AnyRow {
  readonly kind: 'hint';
  readonly hint: Hint;
}

/** An open scene has no layers, the film no music, or nothing has keys while only that is shown. */
export type Hint = 'layers' | 'music' | 'keys';

/** A scene of a choice, or several that it plays together, where the choice stands in the film. */
export interface CaseRow extends AnyRow {
  readonly kind: 'case';
  readonly choice: NodeId;
  /** What it shows, one behind the other. */
  readonly scenes: readonly Scene[];
  /** Whether the choice plays it. */
  readonly isPlayed: boolean;
  /** In frames of the film, as if it were played. */
  readonly start: number;
  readonly end: number;
}

/** A row below the scenes. */
export type Row = LayerRow | SoundRow | OverlayRow | EffectRow | PropertyRow | HintRow | CaseRow;

/** A row that has a bar on the axis of time. */
export type BarRow = LayerRow | SoundRow;

export function hasBar(row: Row): row is BarRow {
  return row.kind === 'layer' || row.kind === 'sound';
}

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
export function rowsOf(movie: Movie, { scenes, starts, total }: SceneTimes, shown: Shown): readonly Row[] {
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

/** Pixels of the row in which music is dropped. */
const MUSIC_HEIGHT = 28;

/** The same rows, with one for each thing that is not there: layers of an open scene, music, keys where only those are shown. */
export function withHints(rows: readonly Row[], movie: Movie, shown: Shown): readonly Row[] {
  if (movie.scenes.length === 0) return rows;
  if (shown.onlyAnimated === true) return rows.length > 0 ? rows : [hintRow('keys', movie.id)];
  const empty = movie.scenes.filter(
    ({ id, layers, sounds }) => shown.open.has(id) && layers.length + sounds.length === 0,
  );
  const order = new Map(movie.scenes.map(({ id }, at) => [id, at]));
  const all = [...rows];
  for (const { id } of empty) {
    const place = order.get(id) ?? 0;
    // Rows of scenes stand in the order of the film, and all others behind them.
    const behind = all.findIndex(({ owner }) => (order.get(owner) ?? order.size) > place);
    all.splice(behind === -1 ? all.length : behind, 0, hintRow('layers', id));
  }
  return movie.sounds.length === 0 ? [...all, hintRow('music', movie.id)] : all;
}

function hintRow(hint: Hint, owner: NodeId): HintRow {
  return {
    kind: 'hint',
    hint,
    // It names a row, and no element of the document has it.
    id: `${owner} ${hint}` as NodeId,
    owner,
    parent: owner,
    level: hint === 'layers' ? 2 : 1,
    depth: 0,
    height: hint === 'music' ? MUSIC_HEIGHT : ROW_HEIGHT,
    unfolded: null,
  };
}

/** Where each row begins, in pixels from the first, and behind them the height of all. */
export function rowTops(rows: readonly Row[]): readonly number[] {
  const tops = [0];
  for (const { height } of rows) tops.push((tops.at(-1) ?? 0) + height);
  return tops;
}

/** The rows that lie between two heights, by their places among all: from `first`, before `end`. */
export function rowsBetween(
  tops: readonly number[],
  from: number,
  to: number,
): { readonly first: number; readonly end: number } {
  const count = tops.length - 1;
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tops[middle + 1] ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < count && (tops[end] ?? 0) < to) end += 1;
  return { first: low, end };
}
