import { placesOf } from '../agents/places.ts';
import { compareTemplates } from '../editing/compare/compare-templates.ts';
import type { NodeId } from '../template/document/document.ts';
import { type Movie, sourceLabel } from '../template/movie/movie.ts';
import { originalId, positionsOf } from '../template/variables/repeats.ts';
import type { TemplateSource } from '../template-xml/ranges/ranges.ts';
import { buildTimeline } from '../timeline/build-timeline.ts';
import type { PlacementInPixels } from '../timeline/placement.ts';
import { playedSources } from '../timeline/played-sources.ts';
import type { TimelineScene } from '../timeline/timeline.ts';
import type { Golden, GoldenFrame, GoldenSound } from './golden-file.ts';
import {
  DRAWN_MATRIX,
  type ShownFilm,
  type ShownLayer,
  type ShownSources,
  type ShownValues,
  shownFrameAt,
} from './shown-layers.ts';

/** A layer that differs, with the names of its differing properties. */
export interface ChangedLayer {
  /** The place of the layer in the later template, or in the earlier template if the later one lacks the layer. */
  readonly at: string;
  readonly name: string | null;
  /** The names of differing properties, such as `text` or `matrix`; or only `new`, `gone`, or `order`. */
  readonly what: readonly string[];
}

/** The comparison of one frame by digest and layers. */
export interface ComparedFrame {
  readonly frame: number;
  readonly scene: string;
  readonly basis: GoldenFrame['basis'];
  /** Whether the pixels are equal; null if they come from different versions of FFmpeg. */
  readonly equal: boolean | null;
  /** The layers that differ; empty if the frames are equal. */
  readonly layers: readonly ChangedLayer[];
}

/** A range in seconds; `to` is exclusive. */
export interface SoundRange {
  readonly from: number;
  readonly to: number;
}

/** The comparison of two golden films. */
export interface ComparedGolden {
  /** The properties of the film that differ: `size`, `rate`, and `length`. */
  readonly film: readonly string[];
  readonly frames: readonly ComparedFrame[];
  /** The ranges with different sound; null if the sound comes from different versions of FFmpeg. */
  readonly sound: readonly SoundRange[] | null;
  /** The sounds that differ; empty if the ranges are equal. */
  readonly sounds: readonly ChangedLayer[];
  /** The inputs that differ (`engine` or `font`), if pixels differ but all layers are equal. */
  readonly causes: readonly string[];
}

/** Compares an earlier golden film with a later one, frame by frame. */
export function compareGolden(before: Golden, after: Golden): ComparedGolden {
  const isSameTool = before.ffmpeg === after.ffmpeg;
  const laterFrames = new Map(after.frames.map((frame) => [frame.frame, frame]));
  const compared = before.frames.map((frame): ComparedFrame => {
    const { scene, basis } = frame;
    const later = laterFrames.get(frame.frame);
    if (later === undefined) return { frame: frame.frame, scene, basis, equal: false, layers: [] };
    const changed = changedLayers(shownIn(before, frame), shownIn(after, later));
    const isExact = isSameTool || (basis === 'composed' && later.basis === 'composed');
    const equal = isExact ? frame.planes === later.planes : changed.length > 0 ? false : null;
    return {
      frame: frame.frame,
      scene: later.scene,
      basis: later.basis,
      equal,
      layers: equal === false ? changed : [],
    };
  });
  const sounds = changedSounds(before.sounds, after.sounds);
  const sound = isSameTool
    ? changedSeconds(before.sound ?? [], after.sound ?? [])
    : sounds.length > 0
      ? whole(after)
      : null;
  const unexplained = compared.some(({ equal, layers }) => equal === false && layers.length === 0);
  const fonts = (golden: Golden) => golden.inputs.fonts.join(' ');
  const causes = [
    ...(before.engine === after.engine ? [] : ['engine']),
    ...(fonts(before) === fonts(after) ? [] : ['font']),
  ];
  return {
    film: changedFilm(before.film, after.film),
    frames: compared,
    sound,
    sounds: sound === null || sound.length === 0 ? [] : sounds,
    causes: unexplained ? causes : [],
  };
}

/** Returns whether the comparison found a difference. Skips incomparable frames and sounds. */
export function isDifferent({ film, frames, sound }: ComparedGolden): boolean {
  return film.length > 0 || frames.some(({ equal }) => equal === false) || (sound !== null && sound.length > 0);
}

function changedFilm(before: Golden['film'], after: Golden['film']): readonly string[] {
  return [
    ...(before.width === after.width && before.height === after.height ? [] : ['size']),
    ...(before.rate === after.rate ? [] : ['rate']),
    ...(before.frames === after.frames ? [] : ['length']),
  ];
}

function whole({ sound }: Golden): readonly SoundRange[] {
  return [{ from: 0, to: sound?.length ?? 0 }];
}

function shownIn({ states }: Golden, { layers }: GoldenFrame): readonly ShownLayer[] {
  return layers.flatMap(([index, numbers]): readonly ShownLayer[] => {
    const state = states[index];
    return state === undefined
      ? []
      : [{ at: state.at, name: state.name, kind: state.kind, picture: state.values, numbers }];
  });
}

/** Returns the layers that differ between two frames, lowest first. */
function changedLayers(before: readonly ShownLayer[], after: readonly ShownLayer[]): readonly ChangedLayer[] {
  const pairs = pairedLayers(before, after);
  const moved = movedIndexes(
    after.map((layer) => pairs.get(layer)).flatMap((old) => (old === undefined ? [] : [before.indexOf(old)])),
  );
  const paired = new Set(pairs.values());
  const changed = after.flatMap((layer): readonly ChangedLayer[] => {
    const old = pairs.get(layer);
    const { at, name } = layer;
    if (old === undefined) return [{ at, name, what: ['new'] }];
    const what = [
      ...changedPicture(old.picture, layer.picture),
      ...changedNumbers(old, layer),
      ...(moved.has(before.indexOf(old)) ? ['order'] : []),
    ];
    return what.length === 0 ? [] : [{ at, name, what }];
  });
  const removed = before.filter((layer) => !paired.has(layer)).map(({ at, name }) => ({ at, name, what: ['gone'] }));
  return [...changed, ...removed];
}

/**
 * The rules that pair a layer of the later frame with a layer of the earlier frame, in order. A rule applies only if
 * its match is unique.
 */
const RULES: readonly ((layer: ShownLayer) => string | null)[] = [
  ({ kind, at, name, picture, numbers }) => JSON.stringify([kind, at, name, picture, numbers]),
  ({ kind, name, at }) => (name === null ? null : JSON.stringify([kind, name, parentOf(at)])),
  ({ kind, picture, numbers, at }) => JSON.stringify([kind, picture, numbers, parentOf(at)]),
  ({ kind, picture, at }) => JSON.stringify([kind, picture, parentOf(at)]),
  ({ kind, at, picture, numbers }) => JSON.stringify([kind, inAnyScene(at), picture, numbers]),
  ({ kind, at }) => JSON.stringify([kind, at]),
  ({ kind, name, at }) => (name === null ? null : JSON.stringify([kind, name, parentOf(inAnyScene(at))])),
  ({ kind, at }) => JSON.stringify([kind, inAnyScene(at)]),
];

/** Removes the scene number from a place, because a new scene changes the numbers of all following scenes. */
function inAnyScene(at: string): string {
  return at.replace(/^(scene|transition|overlay)\[\d+\]/, '$1');
}

function pairedLayers(
  before: readonly ShownLayer[],
  after: readonly ShownLayer[],
): ReadonlyMap<ShownLayer, ShownLayer> {
  const pairs = new Map<ShownLayer, ShownLayer>();
  const taken = new Set<ShownLayer>();
  for (const keyOf of RULES) {
    const open = Map.groupBy(
      before.filter((layer) => !taken.has(layer)),
      keyOf,
    );
    const later = Map.groupBy(
      after.filter((layer) => !pairs.has(layer)),
      keyOf,
    );
    for (const [key, [layer, ...more]] of later) {
      const [old, ...others] = open.get(key) ?? [];
      if (key === null || layer === undefined || old === undefined || more.length > 0 || others.length > 0) continue;
      pairs.set(layer, old);
      taken.add(old);
    }
  }
  return pairs;
}

function parentOf(at: string): string {
  return at.slice(0, Math.max(0, at.lastIndexOf('/')));
}

/**
 * Returns the names of differing placement properties. The drawn matrix of a text counts only if the picture is equal,
 * because another text has another size. Golden files of earlier versions lack it.
 */
function changedNumbers(before: ShownLayer, after: ShownLayer): readonly string[] {
  const names = changedValues(before.numbers, after.numbers);
  const isKnown = [before, after].every(({ numbers }) => numbers[DRAWN_MATRIX] !== undefined);
  const isMoved = names.includes(DRAWN_MATRIX) && isKnown && changedValues(before.picture, after.picture).length === 0;
  const others = names.filter((name) => name !== DRAWN_MATRIX);
  if (isMoved && !others.includes('matrix')) return ['matrix', ...others];
  return others.flatMap((name) => (name === 'matrix' ? changedPlacement(before, after) : [name]));
}

/** The maximum distance in pixels by which rounding to whole pixels moves a layer without scale and rotation. */
const ROUNDING = 1;

/** Returns the attributes that differ between two matrices; `matrix` if their parts are unknown or equal. */
function changedPlacement({ placement: before }: ShownLayer, { placement: after }: ShownLayer): readonly string[] {
  if (before === undefined || after === undefined) return ['matrix'];
  const differs = (...parts: readonly (keyof PlacementInPixels)[]) =>
    parts.some((name) => before[name] !== after[name]);
  const isTurned = differs('scaleX', 'scaleY', 'rotation');
  const distance = Math.max(Math.abs(before.x - after.x), Math.abs(before.y - after.y));
  const changed = [
    ...(distance > (isTurned ? ROUNDING : 0) ? ['position'] : []),
    ...(differs('anchorX', 'anchorY') ? ['anchor'] : []),
    ...(differs('scaleX', 'scaleY') ? ['scale'] : []),
    ...(differs('rotation') ? ['rotation'] : []),
  ];
  return changed.length === 0 ? ['matrix'] : changed;
}

function changedValues(before: ShownValues, after: ShownValues): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]);
}

/**
 * Returns the names of differing properties of a picture. The default of `minsize` depends on `size`, and only
 * `autosize` uses it.
 */
function changedPicture(before: ShownValues, after: ShownValues): readonly string[] {
  const isFitted = [before, after].some(({ autosize = 'none' }) => autosize !== 'none');
  return changedValues(before, after).filter((name) => isFitted || name !== 'minsize');
}

/** Returns the numbers of a sequence outside its longest increasing subsequence. */
function movedIndexes(sequence: readonly number[]): ReadonlySet<number> {
  const lengths: number[] = [];
  const previous: number[] = [];
  for (const [index, value] of sequence.entries()) {
    let [best, from] = [0, -1];
    for (let earlier = 0; earlier < index; earlier += 1)
      if ((sequence[earlier] ?? 0) < value && (lengths[earlier] ?? 0) > best)
        [best, from] = [lengths[earlier] ?? 0, earlier];
    lengths.push(best + 1);
    previous.push(from);
  }
  const stored = new Set<number>();
  for (let at = lengths.indexOf(Math.max(...lengths, 0)); at >= 0; at = previous[at] ?? -1)
    stored.add(sequence[at] ?? 0);
  return new Set(sequence.filter((value) => !stored.has(value)));
}

function changedSounds(before: readonly GoldenSound[], after: readonly GoldenSound[]): readonly ChangedLayer[] {
  const asLayer = ({ at, name, values }: GoldenSound): ShownLayer => ({
    at,
    name,
    kind: 'sound',
    picture: values,
    numbers: {},
  });
  return changedLayers(before.map(asLayer), after.map(asLayer)).filter(({ what }) => what.join() !== 'order');
}

function changedSeconds(before: readonly string[], after: readonly string[]): readonly SoundRange[] {
  const ranges: { from: number; to: number }[] = [];
  for (let second = 0; second < Math.max(before.length, after.length); second += 1) {
    if (before[second] === after[second]) continue;
    const last = ranges.at(-1);
    if (last?.to === second) last.to = second + 1;
    else ranges.push({ from: second, to: second + 1 });
  }
  return ranges;
}

/** A version of a film to compare: its template, and its movie with the values of one data set. */
export interface FilmVersion {
  readonly source: TemplateSource;
  readonly movie: Movie;
}

/** The frames of a scene on the timeline; `end` is exclusive. */
interface SceneFrames {
  readonly start: number;
  readonly end: number;
}

/** A scene in a comparison of two films. */
export interface SceneDifference {
  /** A key that is unique among the scenes of the comparison. */
  readonly key: string;
  readonly name: string | null;
  /** The index of the scene in the later film, or in the earlier film if the scene was removed. */
  readonly index: number;
  readonly state: 'same' | 'changed' | 'new' | 'gone';
  readonly before: SceneFrames | null;
  readonly after: SceneFrames | null;
}

/** The comparison of two films: their scenes, and their layers at a given time. */
export interface FilmComparison {
  /** The played scenes of the later film in order. Removed scenes follow their former predecessor. */
  readonly scenes: readonly SceneDifference[];
  /** Returns the layers that differ between a frame of the earlier film and a frame of the later film. */
  readonly layersAt: (before: number, after: number) => readonly ChangedLayer[];
}

/** The fractions of a scene at which its layers are compared. */
const SHARES = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1];
/**
 * The maximum number of scenes that are compared at all fractions. In a longer film, each scene is compared only in its
 * middle.
 */
const MAX_EXACT = 200;

/** Compares the scenes of two films by their layers. Sources with equal names are treated as equal. */
export function compareFilms(before: FilmVersion, after: FilmVersion): FilmComparison {
  const [earlier, later] = [shownFilm(before), shownFilm(after)];
  const layersAt = (frameBefore: number, frameAfter: number) =>
    changedLayers(shownFrameAt(earlier, frameBefore).layers, shownFrameAt(later, frameAfter).layers);
  const scenesBefore = playedScenes(before.movie);
  const scenesAfter = playedScenes(after.movie);
  const partners = partnersOf(before, after, scenesBefore);
  const shares = scenesAfter.length > MAX_EXACT ? [0.5] : SHARES;
  const pairs = scenesAfter.map((scene) => ({ scene, old: partners(scene) }));
  const paired = new Set(pairs.map(({ old }) => old));
  const scenes = pairs.map(({ scene, old }): SceneDifference => {
    const spanAfter = spanOf(scene);
    const base = { key: `after ${scene.scene.id}`, name: scene.scene.name, index: scene.index, after: spanAfter };
    if (old === null) return { ...base, state: 'new', before: null };
    const spanBefore = spanOf(old);
    const isSame =
      old.scene.duration === scene.scene.duration &&
      shares.every((share) => layersAt(frameIn(spanBefore, share), frameIn(spanAfter, share)).length === 0);
    return { ...base, state: isSame ? 'same' : 'changed', before: spanBefore };
  });
  const removed = scenesBefore.filter((scene) => !paired.has(scene));
  return { scenes: withRemovedScenes(scenes, removed), layersAt };
}

function withRemovedScenes(
  scenes: readonly SceneDifference[],
  removed: readonly TimelineScene[],
): readonly SceneDifference[] {
  const all = [...scenes];
  for (const scene of removed) {
    const span = spanOf(scene);
    const at = all.findLastIndex(({ before }) => before !== null && before.start <= span.start) + 1;
    const row = { key: `before ${scene.scene.id}`, name: scene.scene.name, index: scene.index, state: 'gone' } as const;
    all.splice(at, 0, { ...row, before: span, after: null });
  }
  return all;
}

function frameIn({ start, end }: SceneFrames, share: number): number {
  return start + Math.round(share * (end - 1 - start));
}

function spanOf({ start, end }: TimelineScene): SceneFrames {
  return { start, end };
}

function playedScenes(movie: Movie): readonly TimelineScene[] {
  return buildTimeline(movie).scenes.filter(({ scene, start, end }) => scene.enabled && end > start);
}

/**
 * Returns a function that finds the scene of the earlier film that corresponds to a scene of the later film; null for a
 * new scene.
 */
function partnersOf(before: FilmVersion, after: FilmVersion, scenes: readonly TimelineScene[]) {
  const keyOf = (id: NodeId, copies: readonly number[]) => [id, ...copies].join(' ');
  const byKey = new Map(scenes.map((each) => [keyOf(originalId(each.scene.id), positionsOf(each.scene.id)), each]));
  const isOneTemplate = before.source.text === after.source.text;
  const compared = isOneTemplate ? [] : compareTemplates(before.source, after.source).scenes;
  const moved = new Map(
    compared.flatMap((each) => (each.kind === 'moved-away' ? [[each.to, each.before.id] as const] : [])),
  );
  const original = new Map(
    compared.flatMap(({ kind, before: old, after: scene }): readonly (readonly [NodeId, NodeId])[] => {
      if (scene === null) return [];
      const id = kind === 'moved-here' ? moved.get(scene.index) : old?.id;
      return id === undefined ? [] : [[scene.id, id]];
    }),
  );
  return ({ scene: { id } }: TimelineScene): TimelineScene | null => {
    const own = originalId(id);
    const old = isOneTemplate ? own : original.get(own);
    return old === undefined ? null : (byKey.get(keyOf(old, positionsOf(id))) ?? null);
  };
}

function shownFilm({ source, movie }: FilmVersion): ShownFilm {
  const places = placesOf(source.document);
  return { movie, sources: namedSources(movie), sizeOf: () => null, placeOf: (node) => places.get(node) };
}

/** Returns the sources of a movie. Uses their names instead of digests. */
function namedSources(movie: Movie): ShownSources {
  const media = new Map<NodeId, { readonly sha256: string }>();
  const images = new Map<NodeId, string>();
  const tables = new Map<NodeId, string>();
  for (const { at, kind, source } of playedSources(movie)) {
    const name = sourceLabel(source);
    if (kind === 'image') images.set(at.node, name);
    else if (kind === 'table') tables.set(at.node, name);
    else media.set(at.node, { sha256: name });
  }
  return {
    ...{ media, images, tables, moving: new Map(), captions: new Map() },
    fonts: ({ style }) => ({ fonts: [...style.families, style.slant], files: [] }),
  };
}
