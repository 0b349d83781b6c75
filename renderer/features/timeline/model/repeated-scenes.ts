import { positionsInLists } from '#renderer/editor/copies.ts';
import type { Editor } from '#renderer/editor/editor.ts';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { listTitle } from '#renderer/editor/empty-lists.ts';
import type { TimelineView, TimelineViewState } from '#renderer/editor/timeline-view.ts';
import type { Gap } from '#renderer/project/drop-target.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import type { SelectMode } from '#shared/editing/model/selection.ts';
import { type SceneOnTimeline, type SceneTimes, sceneOfIndex, timelineOf } from '#shared/editing/model/timeline.ts';
import {
  attributeValue,
  type ElementNode,
  type NodeId,
  type TemplateDocument,
} from '#shared/template/document/document.ts';
import type { Effect } from '#shared/template/effects/effects.ts';
import type { Movie, Scene } from '#shared/template/movie/movie.ts';
import { leavesOf } from '#shared/template/tables/roles.ts';
import { copyId, isRepeated, NO_ITEM, originalId } from '#shared/template/variables/repeats.ts';
import { gapAt } from './scene-plans.ts';
import { memoizeLast, searchMatches } from './visible-rows.ts';

type Ids = ReadonlySet<NodeId>;

/** The copies of a repeated scene, sequence, or choice. They are side by side on the timeline. */
export interface Copies {
  /** The id of the repeated element. If it is inside another repeated element, the id of its copy. */
  readonly key: NodeId;
  /** The repeated element. */
  readonly element: NodeId;
  /** The number of copies; 0 if a placeholder represents the element, because its list chooses no item. */
  readonly count: number;
  /** The scenes of all copies in order. */
  readonly scenes: readonly SceneOnTimeline[];
  /** Whether the element is a scene. False for a sequence or a choice. */
  readonly isScene: boolean;
  /** The name of the element. If the copies have different names, the name of the list. */
  readonly title: string;
}

/**
 * The scenes that have clips on the timeline. One scene represents a folded element, and its clip lasts as long as all
 * copies.
 */
export interface ShownScenes extends SceneTimes {
  /** The folded elements, by the id of the scene that represents them. */
  readonly folded: ReadonlyMap<NodeId, Copies>;
  /** The elements whose copies have separate clips, by the id of the first scene. */
  readonly opened: ReadonlyMap<NodeId, Copies>;
  /** The index of each shown scene among all scenes of the movie. */
  readonly indices: readonly number[];
  /** The number of scenes of the movie. */
  readonly sceneCount: number;
}

const NO_SCENE = '' as NodeId;
const NO_COPIES: ReadonlyMap<NodeId, Copies> = new Map();

interface Shown {
  readonly open: Ids;
  readonly openCopies: Ids;
  /** Whether all copies have clips. */
  readonly isWhole: boolean;
}

/**
 * Returns the scenes that have clips. An element is unfolded if the user unfolded it, or if the layers of a copy are
 * expanded.
 */
function shownScenesIn(movie: Movie, document: TemplateDocument, shown: Shown): ShownScenes {
  const timeline = timelineOf(movie);
  const { scenes, starts, total } = timeline;
  if (!scenes.some((scene) => positionsInLists(scene).length > 0))
    return {
      ...timeline,
      folded: NO_COPIES,
      opened: NO_COPIES,
      indices: [...scenes.keys()],
      sceneCount: scenes.length,
    };
  const folder = new CopiesFolder(document, shown);
  folder.add(
    scenes.flatMap((_, index) => sceneOfIndex(timeline, index) ?? []),
    0,
  );
  const places = folder.places;
  return {
    scenes: places.map(({ scene }) => scene),
    starts: [...places.map(({ start }) => start), starts.at(-1) ?? total],
    total,
    folded: folder.folded,
    opened: folder.opened,
    indices: places.map(({ index }) => index),
    sceneCount: scenes.length,
  };
}

/** The state of a search for folded elements. The fields collect the results. */
class CopiesFolder {
  readonly places: SceneOnTimeline[] = [];
  readonly folded = new Map<NodeId, Copies>();
  readonly opened = new Map<NodeId, Copies>();
  readonly #document: TemplateDocument;
  readonly #shown: Shown;
  readonly #lists = new Map<NodeId, readonly ElementNode[]>();

  constructor(document: TemplateDocument, shown: Shown) {
    this.#document = document;
    this.#shown = shown;
  }

  /** Adds neighboring scenes. `depth` is the number of unfolded repeated elements around them. */
  add(places: readonly SceneOnTimeline[], depth: number): void {
    for (const run of runsOf(places, ({ scene }) => this.#repeatedAround(scene.id)[depth])) {
      const [first] = run;
      const element = first === undefined ? undefined : this.#repeatedAround(first.scene.id)[depth];
      if (first === undefined || element === undefined) this.places.push(...run);
      else this.#addCopies(element, first, run, depth);
    }
  }

  #addCopies(element: ElementNode, first: SceneOnTimeline, run: readonly SceneOnTimeline[], depth: number): void {
    const copies = runsOf(run, ({ scene }) => positionsInLists(scene)[depth]);
    const isPlaceholder = positionsInLists(first.scene)[depth] === NO_ITEM;
    if (copies.length === 1 && !isPlaceholder) {
      this.add(run, depth + 1);
      return;
    }
    const key = copyId(element.id, positionsInLists(first.scene).slice(0, depth));
    const all: Copies = {
      ...{ key, element: element.id, count: isPlaceholder ? 0 : copies.length, scenes: run },
      isScene: run.every(({ scene }) => originalId(scene.id) === element.id),
      title: titleOf(this.#document, element),
    };
    const { open, openCopies, isWhole } = this.#shown;
    if (!isPlaceholder && (isWhole || openCopies.has(key) || run.some(({ scene }) => open.has(scene.id)))) {
      this.opened.set(first.scene.id, all);
      for (const copy of copies) this.add(copy, depth + 1);
      return;
    }
    // A skipped scene has no clip, so it represents the element only if all scenes of the element are skipped.
    const shownPlace = run.find((place) => place.scene.enabled) ?? first;
    this.folded.set(shownPlace.scene.id, all);
    this.places.push({
      scene: shownPlace.scene,
      index: first.index,
      start: first.start,
      end: run.at(-1)?.end ?? first.end,
    });
  }

  /** Returns the repeated elements around a scene, outermost first. */
  #repeatedAround(scene: NodeId): readonly ElementNode[] {
    const id = originalId(scene);
    const known = this.#lists.get(id);
    if (known !== undefined) return known;
    const { elements } = indexOf(this.#document);
    const around: ElementNode[] = [];
    for (let at = elements.get(id); at !== undefined; at = at.parent === null ? undefined : elements.get(at.parent.id))
      if (isRepeated(at.element)) around.unshift(at.element);
    this.#lists.set(id, around);
    return around;
  }
}

/** Divides items into runs of neighbors with the same key. */
function runsOf<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): readonly (readonly Item[])[] {
  const runs: Item[][] = [];
  let last: unknown;
  for (const item of items) {
    const key = keyOf(item);
    const run = runs.at(-1);
    if (run !== undefined && key === last) run.push(item);
    else runs.push([item]);
    last = key;
  }
  return runs;
}

function titleOf(document: TemplateDocument, element: ElementNode): string {
  const name = attributeValue(element, 'name')?.trim() ?? '';
  return name !== '' && !name.includes('${') ? name : listTitle(document, element);
}

const shownScenesOfMovie = memoizeLast(
  (movie: Movie, document: TemplateDocument, open: Ids, openCopies: Ids, isWhole: boolean) =>
    shownScenesIn(movie, document, { open, openCopies, isWhole }),
);

const NOTHING: ShownScenes = { ...timelineOf(null), folded: NO_COPIES, opened: NO_COPIES, indices: [], sceneCount: 0 };

/** Returns the scenes that have clips. During a search, all copies have clips, because any of them can match. */
export function shownScenesOf(
  { movie, document }: { readonly movie: Movie | null; readonly document: TemplateDocument },
  { open, openCopies, search }: Pick<TimelineViewState, 'open' | 'openCopies' | 'search'>,
): ShownScenes {
  if (movie === null) return NOTHING;
  return shownScenesOfMovie(movie, document, open, openCopies, searchMatches(movie, search) !== null);
}

export function useShownScenes(): ShownScenes {
  return useEditorValue(({ document, timeline }) => shownScenesOf(document.state, timeline.state));
}

interface ClipContent {
  readonly scenes: readonly Scene[];
  /** The length on the timeline in frames. For a folded element, the length of all copies together. */
  readonly frames: number;
  /** The effects of a scene; empty for a folded element. */
  readonly effects: readonly Effect[];
  /** The number of layers and sounds of a scene; 0 for a folded element. */
  readonly parts: number;
  readonly isLengthOpen: boolean;
}

/** Returns the content of a scene's clip. If the clip represents folded copies, the content includes every copy. */
export function clipContent(scene: Scene, folded: Copies | null): ClipContent {
  if (folded === null) {
    const effects = scene.layers.flatMap((layer) => layer.effects);
    const parts = scene.layers.length + scene.sounds.length;
    return { scenes: [scene], frames: scene.duration, effects, parts, isLengthOpen: scene.fits?.state === 'open' };
  }
  const scenes = folded.scenes.map((place) => place.scene);
  const frames = (folded.scenes.at(-1)?.end ?? 0) - (folded.scenes[0]?.start ?? 0);
  return { scenes, frames, effects: [], parts: 0, isLengthOpen: scenes.some(({ fits }) => fits?.state === 'open') };
}

/** Returns the element that a click on a clip selects: the repeated element of a folded clip, or the scene. */
export function clickedElement(shown: ShownScenes, scene: NodeId): NodeId {
  return shown.folded.get(scene)?.element ?? scene;
}

/** Changes the selection like a click on the clip of a scene, or on the clip of folded copies. */
export function selectClip({ selection }: Editor, folded: Copies | null, scene: NodeId, mode: SelectMode): void {
  if (folded?.isScene === false) selection.click(folded.element, mode);
  else selection.clickScene(scene, mode);
}

/** Returns the gap between clips that is nearest to a frame. The index of the gap counts all scenes of the movie. */
export function gapBetweenClips(shown: ShownScenes, frame: number): Gap {
  const { index, frame: cut } = gapAt(shown, frame);
  return { index: shown.indices[index] ?? shown.sceneCount, frame: cut };
}

/** Returns the indices of the first and the last scene of a clip among all scenes of the movie. */
export function clipIndices(shown: ShownScenes, clip: number): { readonly first: number; readonly last: number } {
  const first = shown.indices[clip] ?? shown.sceneCount;
  return { first, last: (shown.indices[clip + 1] ?? shown.sceneCount) - 1 };
}

/** Returns whether a scene is the first played scene of its clip. `scene` is its index in the movie. */
export function isFirstOfClip(shown: ShownScenes, scene: number): boolean {
  const clip = shown.indices.findLastIndex((index) => index <= scene);
  const copies = shown.folded.get(shown.scenes[clip]?.id ?? NO_SCENE);
  return copies === undefined || copies.scenes.find((place) => place.scene.enabled)?.index === scene;
}

/** Returns the id of the clip that shows a scene or a repeated element; null if there is none. */
export function clipWith(shown: ShownScenes, id: NodeId): NodeId | null {
  if (shown.scenes.some((scene) => scene.id === id)) return id;
  for (const [clip, { element, scenes }] of shown.folded)
    if (element === id || scenes.some(({ scene }) => scene.id === id)) return clip;
  return null;
}

/** Returns the ids of elements and of all scenes inside them. */
export function withInnerScenes(document: TemplateDocument, ids: readonly NodeId[]): Ids {
  const { elements } = indexOf(document);
  return new Set(
    ids.flatMap((id) => {
      const element = elements.get(id)?.element;
      return element === undefined ? [id] : [id, ...leavesOf(element).map((leaf) => leaf.id)];
    }),
  );
}

/** Returns whether a clip shows one of these scenes. `chosen` contains the ids of elements. */
export function showsAny(shown: ShownScenes, clip: NodeId, chosen: Ids): boolean {
  const copies = shown.folded.get(clip);
  return copies === undefined
    ? chosen.has(originalId(clip))
    : copies.scenes.some(({ scene }) => chosen.has(originalId(scene.id)));
}

/**
 * Gives the copies of an element separate clips, or folds them into one clip. A folded clip receives the focus. A
 * placeholder stays folded.
 */
export function setOpenCopies(view: TimelineView, { key, count, scenes }: Copies, isOpen: boolean): void {
  if (count === 0) return;
  const inside: Ids = new Set(scenes.map(({ scene }) => scene.id));
  view.set(({ open, openCopies, focus }) => {
    if (isOpen) return { openCopies: new Set([...openCopies, key]) };
    const first = (scenes.find(({ scene }) => scene.enabled) ?? scenes[0])?.scene.id;
    const hasFocus = focus !== null && inside.has(focus.scene) && first !== undefined;
    return {
      openCopies: new Set([...openCopies].filter((id) => id !== key)),
      open: new Set([...open].filter((id) => !inside.has(id))),
      ...(hasFocus && { focus: { scene: first, part: null } }),
    };
  });
}
