import { matchesWords } from '#renderer/interaction/word-search.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { elementLabels } from '#renderer/strings/registry-strings.ts';
import { type SceneOnTimeline, type SceneTimes, sceneOfIndex } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Layer, Movie, Overlay, Scene, SoundLayer } from '#shared/template/movie/movie.ts';
import { layerTitle, sceneTitle, soundTitle } from './labels.ts';
import { type CaseRow, hasBar, type Row, type RowSettings } from './row.ts';

type Ids = ReadonlySet<NodeId>;

/** Returns the rows that a search shows: the rows in `rows`, and all descendants of the elements in `whole`. */
export function filteredRows(
  rows: readonly Row[],
  { rows: matching, whole }: { readonly rows: Ids; readonly whole: Ids },
): readonly Row[] {
  const included = new Set(whole);
  return rows.filter((row) => {
    const isBelow = included.has(row.parent);
    if (isBelow) included.add(row.id);
    return isBelow || matching.has(row.id);
  });
}

/**
 * Removes the rows of layers and sounds whose scene does not play at a frame of the timeline, with their descendants.
 * The rows of overlays and of the movie's sounds stay.
 */
export function rowsPlayingAt(rows: readonly Row[], scenes: readonly Scene[], frame: number): readonly Row[] {
  const played = new Map<NodeId, boolean | null>();
  /** Returns whether a scene is played; null if the owner is not a scene. */
  const isPlayed = (owner: NodeId): boolean | null => {
    const cached = played.get(owner);
    if (cached !== undefined) return cached;
    const isEnabledScene = scenes.find(({ id }) => id === owner)?.enabled ?? null;
    played.set(owner, isEnabledScene);
    return isEnabledScene;
  };
  const removed = new Set<NodeId>();
  return rows.filter((row) => {
    const ofScene = isPlayed(row.owner);
    const isIncluded =
      !removed.has(row.parent) &&
      (ofScene === null || !hasBar(row) || (ofScene && isEnabled(row) && playsAt(row, frame)));
    if (!isIncluded) removed.add(row.id);
    return isIncluded;
  });
}

function isEnabled(row: Row & { readonly kind: 'layer' | 'sound' }): boolean {
  return row.kind === 'layer' ? row.layer.enabled : row.sound.enabled;
}

function playsAt(
  { start, end, limit }: { readonly start: number; readonly end: number; readonly limit: number },
  frame: number,
) {
  return start <= frame && frame < Math.min(end, limit);
}

/** Returns how many layers and sounds of the first list are missing in the second. */
export function hiddenOf(all: readonly Row[], shown: readonly Row[]): number {
  const count = (rows: readonly Row[]) => rows.filter(hasBar).length;
  return count(all) - count(shown);
}

/** The height of a case lane in pixels. */
const CASE_HEIGHT = 28;

/**
 * Adds a lane for each case of a choice above the rows of its expanded scene. The lanes of a choice are added only
 * once.
 */
export function withCases(rows: readonly Row[], timeline: SceneTimes, shown: RowSettings): readonly Row[] {
  if (shown.onlyAnimated === true) return rows;
  const all = [...rows];
  const choicesWithLanes = new Set<NodeId>();
  for (const { id, choices = [] } of timeline.scenes) {
    const choice = choices.at(-1)?.choice;
    if (choice === undefined || !shown.open.has(id) || choicesWithLanes.has(choice)) continue;
    choicesWithLanes.add(choice);
    const at = all.findIndex(({ owner }) => owner === id);
    all.splice(at === -1 ? all.length : at, 0, ...caseRows(timeline, choice, id));
  }
  return all;
}

function caseRows({ scenes, starts, total }: SceneTimes, choice: NodeId, owner: NodeId): readonly CaseRow[] {
  const cases = new Map<NodeId, { readonly scene: Scene; readonly start: number }[]>();
  for (const [at, scene] of scenes.entries()) {
    const place = scene.choices?.find((each) => each.choice === choice);
    if (place === undefined) continue;
    const scenesOfCase = cases.get(place.case) ?? [];
    scenesOfCase.push({ scene, start: starts[at] ?? total });
    cases.set(place.case, scenesOfCase);
  }
  const playedScene = [...cases.values()].flat().find(({ scene }) => scene.enabled);
  const clock = (playedScene ?? [...cases.values()][0]?.[0])?.start ?? 0;
  return [...cases].map(([id, scenesOfCase]): CaseRow => {
    const caseScenes = scenesOfCase.map(({ scene }) => scene);
    const length = caseScenes.reduce((sum, { duration }) => sum + duration, 0);
    return {
      ...{ kind: 'case', id, owner, parent: choice, level: 2, depth: 0, height: CASE_HEIGHT, unfolded: null },
      ...{ choice, scenes: caseScenes, isPlayed: caseScenes.some(({ enabled }) => enabled) },
      ...{ start: clock, end: clock + length },
    };
  });
}

/** Returns the skipped scenes of expanded choices. They have a case lane and therefore no chip at a cut. */
export function inCaseLanes({ scenes }: SceneTimes, open: ReadonlySet<NodeId>): ReadonlySet<NodeId> {
  const opened = new Set<NodeId>();
  for (const { id, choices = [] } of scenes) {
    const choice = choices.at(-1)?.choice;
    if (choice !== undefined && open.has(id)) opened.add(choice);
  }
  const inside = scenes.filter(
    ({ enabled, choices = [] }) => !enabled && choices.some(({ choice }) => opened.has(choice)),
  );
  return new Set(inside.map(({ id }) => id));
}

/** Returns the skipped scenes that have no case lane. */
export function skippedScenes(timeline: SceneTimes, open: ReadonlySet<NodeId>): readonly SceneOnTimeline[] {
  const inLanes = inCaseLanes(timeline, open);
  return timeline.scenes.flatMap(({ id, enabled }, index) => {
    const place = enabled || inLanes.has(id) ? null : sceneOfIndex(timeline, index);
    return place === null ? [] : [place];
  });
}

/** Returns the new position of a case that is dropped at a height among the rows; null if the case stays. */
export function caseGap(
  rows: readonly Row[],
  tops: readonly number[],
  moved: CaseRow,
  y: number,
): { readonly to: { readonly before: NodeId } | { readonly after: NodeId }; readonly top: number } | null {
  const places = rows.flatMap((row, at) =>
    row.kind === 'case' && row.choice === moved.choice ? [{ row, top: tops[at] ?? 0 }] : [],
  );
  const [first] = places;
  const last = places.at(-1);
  if (first === undefined || last === undefined) return null;
  const gap = Math.min(places.length, Math.max(0, Math.round((y - first.top) / first.row.height)));
  const currentIndex = places.findIndex(({ row }) => row.id === moved.id);
  if (gap === currentIndex || gap === currentIndex + 1) return null;
  const next = places[gap];
  return next === undefined
    ? { to: { after: last.row.id }, top: last.top + last.row.height }
    : { to: { before: next.row.id }, top: next.top };
}

type Words = Catalogue['timeline'];

/** An element that matches all terms of a search. */
export interface Hit {
  readonly id: NodeId;
  /** The scene, overlay, or movie that contains the element; for a scene, its own id. */
  readonly owner: NodeId;
  readonly isScene: boolean;
}

/** The matches of a search, and the elements to show with them. */
export interface FoundRows {
  /**
   * The matches in the order of the rows. For each scene: the scene, its layers from the front, and its sounds.
   * Overlays and sounds of the movie follow.
   */
  readonly hits: readonly Hit[];
  /** The layers, sounds, and overlays to show: the matches and their ancestors. */
  readonly rows: ReadonlySet<NodeId>;
  /** The matching layers, sounds, and overlays without other matches inside. All of their descendants are shown. */
  readonly whole: ReadonlySet<NodeId>;
  /** The scenes to show: the scenes that match or contain a match. */
  readonly scenes: ReadonlySet<NodeId>;
  /** The scenes that contain a match, and are therefore expanded. */
  readonly open: RowSettings['open'];
  /** The groups and overlays that contain a match, and are therefore expanded. */
  readonly leading: RowSettings['unfolded'];
}

/**
 * Returns the scenes, layers, sounds, and overlays whose title, kind, or resolved text contains all terms; null for an
 * empty search.
 */
export function foundRows(movie: Movie, search: string, words: Words): FoundRows | null {
  if (search.trim() === '') return null;
  const finding = new Finding(folded(search), words);
  for (const scene of movie.scenes) finding.scene(scene);
  for (const overlay of movie.overlays) finding.overlay(overlay, movie.id);
  for (const sound of movie.sounds) finding.sound(sound, movie.id);
  return finding;
}

/**
 * Returns the match before (−1) or after (1) an element, wrapping around at the ends. If the element itself is not a
 * match, returns the last match (−1) or the first match (1). Null without matches.
 */
export function neighboringHit(hits: readonly Hit[], from: NodeId | null, direction: -1 | 1): Hit | null {
  const at = hits.findIndex(({ id }) => id === from);
  const next = at < 0 ? (direction > 0 ? 0 : -1) : (at + direction) % hits.length;
  return hits.at(next) ?? null;
}

/** A search through a movie in the order of its rows. The fields collect the results. */
class Finding implements FoundRows {
  readonly hits: Hit[] = [];
  readonly rows = new Set<NodeId>();
  readonly whole = new Set<NodeId>();
  readonly scenes = new Set<NodeId>();
  readonly open = new Set<NodeId>();
  readonly leading = new Set<NodeId>();
  readonly #search: string;
  readonly #words: Words;

  constructor(search: string, words: Words) {
    this.#search = search;
    this.#words = words;
  }

  scene(scene: Scene): void {
    const { id } = scene;
    if (this.#isHit(scene, () => [sceneTitle(scene, this.#words), elementLabels('scene').label]))
      this.#add({ id, owner: id, isScene: true });
    const before = this.hits.length;
    this.#parts(scene, id);
    if (this.hits.length > before) this.open.add(id);
    if (this.hits.length > before || this.hits.at(-1)?.id === id) this.scenes.add(id);
  }

  overlay(overlay: Overlay, movie: NodeId): void {
    const { id, name } = overlay;
    const isHit = this.#isHit(overlay, () => [name ?? '', elementLabels('overlay').label]);
    if (isHit) this.#add({ id, owner: movie, isScene: false });
    this.#around(id, isHit, () => this.#parts(overlay, id));
  }

  sound(sound: SoundLayer, owner: NodeId): void {
    if (!this.#isHit(sound, () => [soundTitle(sound), elementLabels('audio').label])) return;
    this.#add({ id: sound.id, owner, isScene: false });
    this.#around(sound.id, true, () => undefined);
  }

  #parts({ layers, sounds }: Pick<Scene, 'layers' | 'sounds'>, owner: NodeId): void {
    for (const layer of layers.toReversed()) this.#layer(layer, owner);
    for (const sound of sounds) this.sound(sound, owner);
  }

  #layer(layer: Layer, owner: NodeId): void {
    const { id } = layer;
    const isHit = this.#isHit(layer, () => textsOf(layer));
    if (isHit) this.#add({ id, owner, isScene: false });
    const inner = layer.kind === 'group' ? layer.layers.toReversed() : [];
    this.#around(id, isHit, () => {
      for (const each of inner) this.#layer(each, owner);
    });
  }

  /**
   * Visits an element that can contain others. If there are matches inside, only these are shown with the element. If
   * only the element itself matches, all of its content is shown.
   */
  #around(id: NodeId, isHit: boolean, inside: () => void): void {
    const before = this.hits.length;
    inside();
    if (this.hits.length > before) this.leading.add(id);
    else if (isHit) this.whole.add(id);
    else return;
    this.rows.add(id);
  }

  #add(hit: Hit): void {
    this.hits.push(hit);
  }

  #isHit(element: object, texts: () => readonly string[]): boolean {
    return matchesWords(this.#search, [textOf(element, this.#words, texts)]);
  }
}

/** Returns the texts of a layer that a search compares: its title, its kind, and its text with the current values. */
function textsOf(layer: Layer): readonly string[] {
  const contents = 'content' in layer ? [layer.content] : [];
  return [layerTitle(layer), elementLabels(layer.kind).label, ...contents];
}

/**
 * The normalized texts of immutable objects, by language. Memoized, because each keystroke searches the same objects
 * again.
 */
const foldedTexts = new WeakMap<Words, WeakMap<object, string>>();

function textOf(element: object, words: Words, texts: () => readonly string[]): string {
  const inLanguage = foldedTexts.get(words) ?? new WeakMap<object, string>();
  foldedTexts.set(words, inLanguage);
  const cached = inLanguage.get(element);
  if (cached !== undefined) return cached;
  const text = folded(texts().join('\n'));
  inLanguage.set(element, text);
  return text;
}

/**
 * Returns the text in lower case and without Latin accents. Combining marks of other scripts stay, because they belong
 * to the letters.
 */
function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '');
}
