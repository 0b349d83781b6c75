import { type CopyPlace, copyPlaces, listedCopies } from '#renderer/editor/copies.ts';
import { shapeKind } from '#shared/editing/model/shape-kind.ts';
import type { SceneTimes } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Effect } from '#shared/template/effects/effects.ts';
import type { Layer, Movie, Overlay, Scene, SoundLayer } from '#shared/template/movie/movie.ts';
import { displayedSource } from '#shared/template/movie/used-sources.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import type { Animation, CustomAnimation, EffectAnimation } from '#shared/template/values/animation.ts';
import type { Frames } from '#shared/template/values/frame-rate.ts';
import { layerTime } from '#shared/timeline/time.ts';

/** The height in pixels of a layer's row and of the rows below it. */
export const ROW_HEIGHT = 24;

/** The fields that every row below the scenes has. */
export interface AnyRow {
  /** The id of the element in the row. */
  readonly id: NodeId;
  /** The scene, overlay, or movie that contains the row. */
  readonly owner: NodeId;
  /** The parent of the row: another row, or the owner. */
  readonly parent: NodeId;
  /**
   * The level in the tree. Sounds and overlays of the movie have level 1. Layers and sounds of scenes and overlays have
   * level 2. Effects and properties have level 3.
   */
  readonly level: 1 | 2 | 3;
  /** The nesting depth: the number of rows that contain this row. */
  readonly depth: number;
  /** The height of the row in pixels. */
  readonly height: number;
  /** Whether the row is expanded; null if it has no child rows. */
  readonly unfolded: boolean | null;
}

/** The time of an element in frames of the timeline. */
export interface RowTime {
  /** The start of the element's parent, to which the element's offset is relative. */
  readonly clock: number;
  readonly start: number;
  /** The frame after the last frame of the element, as set in the template. It can be after `limit`. */
  readonly end: number;
  /** The frame after the last frame of the parent. */
  readonly limit: number;
}

/** The position of an element in the stacking order. The frontmost element has position 1. */
export interface Rank {
  readonly place: number;
  readonly count: number;
}

export interface LayerRow extends AnyRow, RowTime {
  readonly kind: 'layer';
  readonly layer: Layer;
  readonly rank: Rank;
  /** The number that distinguishes the element from siblings with the same title; undefined if the title is unique. */
  readonly number?: number;
  /** The position among the copies of a repeated element. The row of the first copy contains the others' rows. */
  readonly copy?: CopyPlace;
}

export interface SoundRow extends AnyRow, RowTime {
  readonly kind: 'sound';
  readonly sound: SoundLayer;
  /** The position among the copies of a repeated element. */
  readonly copy?: CopyPlace;
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

/** The row with the keyframes of one property of a layer, sound, or effect. An expanded row shows the curve. */
export interface PropertyRow extends AnyRow {
  readonly kind: 'property';
  /** The element with the property. */
  readonly node: NodeId;
  /** The attribute name of the property in a `key` element. */
  readonly property: string;
  /** The effect with the property; null if the property belongs to the layer or sound. */
  readonly effect: Effect | null;
}

/** A placeholder row for missing content, with a button that adds the content. */
export interface HintRow extends AnyRow {
  readonly kind: 'hint';
  readonly hint: Hint;
}

/**
 * The missing content: the layers of an expanded scene, the music of the movie, or keyframes if only animated rows are
 * shown.
 */
export type Hint = 'layers' | 'music' | 'keys';

/** The lane of a case of a choice, at the position of the choice. A case is one scene, or several successive scenes. */
export interface CaseRow extends AnyRow {
  readonly kind: 'case';
  readonly choice: NodeId;
  /** The scenes of the case in order. */
  readonly scenes: readonly Scene[];
  /** Whether the choice plays this case. */
  readonly isPlayed: boolean;
  /** The first frame that the case would have on the timeline if it were played. */
  readonly start: number;
  readonly end: number;
}

/** A row below the scenes. */
export type Row = LayerRow | SoundRow | OverlayRow | EffectRow | PropertyRow | HintRow | CaseRow;

export type BarRow = LayerRow | SoundRow;

export function hasBar(row: Row): row is BarRow {
  return row.kind === 'layer' || row.kind === 'sound';
}

/** The height of a sound's row in pixels. */
const SOUND_HEIGHT = 44;
/** The height in pixels of an expanded sound row, in which the volume line can be edited. */
const TALL_SOUND_HEIGHT = 108;
/** The height in pixels of a property's row if it shows the curve. */
const CURVE_HEIGHT = 148;

/** The parts of the view's state that determine the rows. */
export interface RowSettings {
  /** The scenes whose layers are listed in rows. */
  readonly open: ReadonlySet<NodeId>;
  /** The layers and overlays whose content is listed, and the properties whose curve is visible. */
  readonly unfolded: ReadonlySet<NodeId>;
  /** Whether only rows with keyframes are shown. All of them are then expanded down to their properties. */
  readonly onlyAnimated?: boolean;
}

/** The parent of layers: a scene, an overlay, or a group. */
interface ParentContext {
  readonly owner: NodeId;
  readonly parent: NodeId;
  readonly depth: number;
  readonly clock: number;
  readonly length: Frames;
}

/**
 * Returns all rows below the scenes, from top to bottom: the layers of expanded scenes from front to back, overlays,
 * and sounds of the movie.
 */
export function rowsOf(movie: Movie, { scenes, starts, total }: SceneTimes, shown: RowSettings): readonly Row[] {
  const rows: Row[] = [];
  scenes.forEach((scene, index) => {
    if (!shown.open.has(scene.id)) return;
    const clock = starts[index] ?? total;
    const parentContext = { owner: scene.id, parent: scene.id, depth: 0, clock, length: scene.duration };
    rows.push(...partRows(scene, parentContext, shown));
  });
  const ofMovie = { owner: movie.id, parent: movie.id, depth: 0, clock: 0, length: total };
  for (const overlay of movie.overlays) {
    const hasParts = overlay.layers.length + overlay.sounds.length > 0;
    if (shown.onlyAnimated === true && !overlay.layers.some(isAnimated) && !overlay.sounds.some(hasKeyframes)) continue;
    const unfolded = hasParts ? shown.onlyAnimated === true || shown.unfolded.has(overlay.id) : null;
    const time = { clock: 0, start: 0, end: total, limit: total };
    const place = { id: overlay.id, owner: movie.id, parent: movie.id, depth: 0 };
    rows.push({ kind: 'overlay', ...place, level: 1, height: ROW_HEIGHT, unfolded, ...time, overlay });
    if (unfolded === true)
      rows.push(...partRows(overlay, { ...ofMovie, owner: overlay.id, parent: overlay.id, depth: 1 }, shown));
  }
  rows.push(...soundRowsOf(movie.sounds, ofMovie, shown, { level: 1, height: SOUND_HEIGHT }));
  return rows;
}

/** Returns the rows of a scene or an overlay: its layers from front to back, and its sounds. */
function partRows(
  { layers, sounds }: Pick<Overlay, 'layers' | 'sounds'>,
  parentContext: ParentContext,
  shown: RowSettings,
): readonly Row[] {
  const rowsOfSounds = soundRowsOf(sounds, parentContext, shown, { level: 2, height: ROW_HEIGHT });
  return [...layerRows(layers, parentContext, shown), ...rowsOfSounds];
}

function layerRows(layers: readonly Layer[], parentContext: ParentContext, shown: RowSettings): readonly Row[] {
  const rows: Row[] = [];
  const { owner, parent, depth, clock, length } = parentContext;
  const copies = copyPlaces(layers);
  const numbers = titleNumbers(layers.filter(({ id }) => (copies.get(id)?.number ?? 1) === 1));
  const ranks = new Map(layers.toReversed().map((layer, at) => [layer, { place: at + 1, count: layers.length }]));
  for (const { part: layer, extra } of listedCopies(layers.toReversed(), copies, shown.unfolded)) {
    const inner = layer.kind === 'group' ? layer.layers : [];
    const showsAll = shown.onlyAnimated !== true;
    if (!showsAll && !isAnimated(layer)) continue;
    const animatedProperties = animatedPropertiesOf(layer);
    const copy = copies.get(layer.id);
    const hasParts = inner.length + layer.effects.length + animatedProperties.length > 0 || copy?.number === 1;
    const unfolded = hasParts ? !showsAll || shown.unfolded.has(layer.id) : null;
    const place = { id: layer.id, owner, parent, depth: depth + extra, height: ROW_HEIGHT };
    const rank = ranks.get(layer) ?? { place: 1, count: layers.length };
    const number = numbers.get(layer);
    const content = { layer, rank, ...(number !== undefined && { number }), ...(copy !== undefined && { copy }) };
    rows.push({ kind: 'layer', ...place, level: 2, unfolded, ...timeOf(layer, clock, length), ...content });
    if (unfolded !== true) continue;
    const childContext = { owner, parent: layer.id, depth: depth + extra + 1 };
    rows.push(...animatedProperties.map((property) => propertyRow(layer.id, property, null, childContext, shown)));
    rows.push(...effectRows(layer, childContext, shown));
    const time = layerTime(layer, length);
    // Times of a group's content count from the first frame of the group, even if the parent cuts off that frame.
    const contentClock = clock + time.start - time.first;
    rows.push(...layerRows(inner, { ...childContext, clock: contentClock, length: time.length }, shown));
  }
  return rows;
}

/** Numbers the unnamed siblings of each kind, starting with the backmost one. Other layers get no number. */
function titleNumbers(layers: readonly Layer[]): ReadonlyMap<Layer, number> {
  const groups = Map.groupBy(layers, sharedKind);
  groups.delete(null);
  const numbered = [...groups.values()].filter((group) => group.length > 1);
  return new Map(numbered.flatMap((each) => each.map((layer, at) => [layer, at + 1] as const)));
}

/** Returns the kind that serves as the title of a layer without a name, file, or text; null for other layers. */
function sharedKind(layer: Layer): string | null {
  const isNamed = (layer.name ?? '').trim() !== '' || displayedSource(layer) !== null;
  if (isNamed || ('content' in layer && layer.content.trim() !== '')) return null;
  return layer.kind === 'shape' ? `shape ${shapeKind(layer.outline, layer.box)}` : layer.kind;
}

/** Returns the rows of the effects of a layer, with the rows of their animated properties. */
function effectRows(
  layer: Layer,
  place: Pick<EffectRow, 'owner' | 'parent' | 'depth'>,
  shown: RowSettings,
): readonly Row[] {
  return layer.effects.flatMap((effect): readonly Row[] => {
    const names = keyNames(effect.animations ?? []);
    if (shown.onlyAnimated === true && names.length === 0) return [];
    const inside = { owner: place.owner, parent: effect.id, depth: place.depth + 1 };
    return [
      { kind: 'effect', id: effect.id, ...place, level: 3, height: ROW_HEIGHT, unfolded: null, layer, effect },
      ...names.map((property) => propertyRow(effect.id, property, effect, inside, shown)),
    ];
  });
}

/** Returns the rows of sounds. A repeated sound has one row, which contains the rows of its other copies. */
function soundRowsOf(
  sounds: readonly SoundLayer[],
  parentContext: ParentContext,
  shown: RowSettings,
  size: Pick<SoundRow, 'level' | 'height'>,
): readonly Row[] {
  const copies = copyPlaces(sounds);
  return listedCopies(sounds, copies, shown.unfolded).flatMap(({ part: sound, extra }) => {
    const rows = soundRows(sound, { ...parentContext, depth: parentContext.depth + extra }, shown, size);
    const copy = copies.get(sound.id);
    return copy === undefined ? rows : rows.map((row) => (row.kind === 'sound' ? { ...row, copy } : row));
  });
}

/** Returns the row of a sound with the rows of its animated properties. An expanded row is taller. */
function soundRows(
  sound: SoundLayer,
  { owner, parent, depth, clock, length }: ParentContext,
  shown: RowSettings,
  size: Pick<SoundRow, 'level' | 'height'>,
): readonly Row[] {
  const animatedProperties = animatedPropertiesOf(sound);
  if (shown.onlyAnimated === true && animatedProperties.length === 0) return [];
  const isTall = shown.unfolded.has(sound.id);
  const unfolded = shown.onlyAnimated === true || isTall;
  const height = isTall ? TALL_SOUND_HEIGHT : size.height;
  const row: SoundRow = {
    ...{ kind: 'sound', id: sound.id, owner, parent, depth, unfolded, level: size.level, height },
    ...timeOf(sound, clock, length),
    sound,
  };
  const childContext = { owner, parent: sound.id, depth: depth + 1 };
  // The volume has no separate row, because an expanded sound shows it as a line.
  const listedProperties =
    shown.onlyAnimated === true ? animatedProperties : animatedProperties.filter((property) => property !== 'volume');
  return [
    row,
    ...(unfolded ? listedProperties.map((property) => propertyRow(sound.id, property, null, childContext, shown)) : []),
  ];
}

function propertyRow(
  node: NodeId,
  property: string,
  effect: Effect | null,
  place: Pick<PropertyRow, 'owner' | 'parent' | 'depth'>,
  shown: RowSettings,
): PropertyRow {
  // Compose an id, because a property is not an element of the document.
  const id = `${node} ${property}` as NodeId;
  const unfolded = shown.unfolded.has(id);
  const height = unfolded ? CURVE_HEIGHT : ROW_HEIGHT;
  return { kind: 'property', id, ...place, level: 3, height, unfolded, node, property, effect };
}

interface Animatable {
  readonly animations?: readonly Animation[];
  readonly soundAnimations?: readonly CustomAnimation[];
}

/** Returns the names of the animated properties of a layer or sound, as `key` elements spell them. */
function animatedPropertiesOf({ animations = [], soundAnimations = [] }: Animatable): readonly string[] {
  return keyNames([...animations, ...soundAnimations]);
}

function hasKeyframes(part: Animatable): boolean {
  return animatedPropertiesOf(part).length > 0;
}

/** Returns whether a layer, its effects, or its content have keyframes. */
function isAnimated(layer: Layer): boolean {
  const inEffects = layer.effects.some(({ animations = [] }) => keyNames(animations).length > 0);
  return hasKeyframes(layer) || inEffects || (layer.kind === 'group' && layer.layers.some(isAnimated));
}

/** The property names in registry order. With a fixed order, rows do not change places while keyframes are moved. */
const ORDER: readonly string[] = Object.keys(elementRegistry.key.attributes);

function keyNames(animations: readonly (Animation | EffectAnimation)[]): readonly string[] {
  const names = animations.flatMap((animation) =>
    animation.kind === 'custom' && animation.enabled ? animation.keys.flatMap(({ values }) => Object.keys(values)) : [],
  );
  return [...new Set(names)].toSorted((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
}

/** Returns the time of an element as set in the template. The parent can end earlier. */
function timeOf(
  { offset, duration, ...rest }: Pick<SoundLayer, 'offset' | 'duration'> & { readonly overlap?: number },
  clock: number,
  length: Frames,
): RowTime {
  const start = clock + offset;
  const limit = clock + length;
  const overlap = Math.min(0, rest.overlap ?? 0);
  const end = (duration === null ? Math.max(limit, start) : start + duration) + overlap;
  return { clock, start, end: Math.max(start, end), limit };
}

/** The height in pixels of the hint row for music. */
const MUSIC_HEIGHT = 28;

/**
 * Adds a hint row for each missing part: the layers of an expanded scene, the music, or keyframes if only animated rows
 * are shown.
 */
export function withHints(rows: readonly Row[], movie: Movie, shown: RowSettings): readonly Row[] {
  if (movie.scenes.length === 0) return rows;
  if (shown.onlyAnimated === true) return rows.length > 0 ? rows : [hintRow('keys', movie.id)];
  const empty = movie.scenes.filter(
    ({ id, layers, sounds }) => shown.open.has(id) && layers.length + sounds.length === 0,
  );
  const order = new Map(movie.scenes.map(({ id }, at) => [id, at]));
  const all = [...rows];
  for (const { id } of empty) {
    const place = order.get(id) ?? 0;
    // The rows of scenes follow the order of the movie, and all other rows follow them.
    const insertAt = all.findIndex(({ owner }) => (order.get(owner) ?? order.size) > place);
    all.splice(insertAt === -1 ? all.length : insertAt, 0, hintRow('layers', id));
  }
  return movie.sounds.length === 0 ? [...all, hintRow('music', movie.id)] : all;
}

function hintRow(hint: Hint, owner: NodeId): HintRow {
  return {
    kind: 'hint',
    hint,
    // Compose an id, because a hint is not an element of the document.
    id: `${owner} ${hint}` as NodeId,
    owner,
    parent: owner,
    level: hint === 'layers' ? 2 : 1,
    depth: 0,
    height: hint === 'music' ? MUSIC_HEIGHT : ROW_HEIGHT,
    unfolded: null,
  };
}

/** Returns the top of each row in pixels. The last item is the total height of the rows. */
export function rowTops(rows: readonly Row[]): readonly number[] {
  const tops = [0];
  for (const { height } of rows) tops.push((tops.at(-1) ?? 0) + height);
  return tops;
}

/** Returns the indexes of the rows between two heights: from `first` up to, but excluding, `end`. */
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
