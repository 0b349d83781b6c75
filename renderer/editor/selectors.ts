import { isEqual } from '#renderer/interaction/equality.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { layersOfSelection, scenesOfSelection, selectedScenes } from '#shared/editing/model/selection.ts';
import { type SceneOnTimeline, type SceneTimes, sceneAt, timelineOf } from '#shared/editing/model/timeline.ts';
import { listVariables, type Variable } from '#shared/resolve/variables.ts';
import type { ElementNode, NodeId, TemplateDocument } from '#shared/template/document/document.ts';
import type { Layer, MediaSource, Movie, Scene } from '#shared/template/movie/movie.ts';
import { sourceKey, sourcesOfLayer, withNestedLayers } from '#shared/template/movie/used-sources.ts';
import { layersOf, leavesOf } from '#shared/template/tables/roles.ts';
import type { FrameRate, Frames } from '#shared/template/values/frame-rate.ts';
import { declarationsIn } from '#shared/template/variables/declarations.ts';
import {
  type ItemInScope,
  isReadOutside,
  itemsInScope,
  NO_ITEM,
  originalId,
  type ScopedName,
  scopedNames,
} from '#shared/template/variables/repeats.ts';
import { positionsInLists } from './copies.ts';
import type { EditorState } from './editor-state.ts';
import { stepLabels } from './unparsed-text.ts';

/**
 * Selects the scenes of the displayed movie, their starts, and the total length. Returns the same object for the same
 * movie.
 */
export function selectTimeline({ movie }: EditorState): SceneTimes {
  return timelineOf(movie);
}

export function selectTotal({ movie }: EditorState): Frames {
  return timelineOf(movie).total;
}

export function selectRate({ movie }: EditorState): FrameRate | null {
  return movie?.frameRate ?? null;
}

/** Selects the scene at the playhead, with its frames; null if there is none. */
export const selectSceneAtPlayhead = memoised(
  ({ movie, playhead }: EditorState) => [movie, playhead] as const,
  (movie, playhead): SceneOnTimeline | null => sceneAt(timelineOf(movie), playhead),
);

/** Selects the ids of the scenes that are selected or contain a selected element, in order. */
export const selectSceneIds = memoised(
  ({ document, selection }: EditorState) => [document, selection] as const,
  (document, selection): readonly NodeId[] => scenesOfSelection({ document, selection }),
);

/**
 * Selects the scenes of the selection in the displayed movie, including the scenes in sequences and choices and all
 * copies of repeated scenes. Scenes that cannot be resolved are omitted.
 */
export const selectScenes = memoised(
  (state: EditorState) => [state.movie, selectSceneIds(state), state.document] as const,
  (movie, ids, document): readonly Scene[] => {
    const { elements } = indexOf(document);
    const requested = new Set(
      ids.flatMap((id) => {
        const element = elements.get(id)?.element;
        return element === undefined ? [id] : leavesOf(element).map((leaf) => leaf.id);
      }),
    );
    return movie?.scenes.filter((scene) => requested.has(originalId(scene.id))) ?? [];
  },
);

export function elementOf(document: TemplateDocument, id: NodeId): ElementNode | null {
  return indexOf(document).elements.get(id)?.element ?? null;
}

/** Returns an element with its ancestors, from the root; empty if it is not in the document. */
export function pathTo(document: TemplateDocument, id: NodeId): readonly ElementNode[] {
  const { elements } = indexOf(document);
  const path: ElementNode[] = [];
  for (let at = elements.get(id); at !== undefined; at = at.parent === null ? undefined : elements.get(at.parent.id))
    path.unshift(at.element);
  return path;
}

/** Returns the items of lists that are in scope in an attribute of an element, from the outermost list. */
export function itemsAround(document: TemplateDocument, node: NodeId, attribute: string): readonly ItemInScope[] {
  const path = pathTo(document, node);
  return itemsInScope(isReadOutside(attribute) ? path.slice(0, -1) : path, declarationsIn(document.root));
}

/** Returns the names that lists define in an attribute of an element: the fields of the items, and their position. */
export function itemNames(document: TemplateDocument, node: NodeId, attribute: string): readonly ScopedName[] {
  const names = scopedNames(itemsAround(document, node, attribute));
  // Texts show positions as numbers; `first` and `last` belong to conditions and expressions.
  return names.filter(({ name }) => name !== 'first' && name !== 'last');
}

/**
 * Selects the layers that new effects are added to. These are the layers that are selected or contain a selected
 * element. Without such layers, they are all layers of the selected scenes.
 */
export const selectTargetLayers = memoised(
  ({ document, selection }: EditorState) => [document, selection] as const,
  (document, selection): readonly ElementNode[] => {
    const selected = { document, selection };
    const layers = layersOfSelection(selected);
    if (layers.length > 0) return layers;
    return selectedScenes(selected).flatMap((id) => {
      const scene = elementOf(document, id);
      return scene === null ? [] : layersOf(scene);
    });
  },
);

/**
 * Selects all layers of the movie by id, including layers in groups and masks. For a repeated layer, the value is its
 * first copy.
 */
export const selectLayersById = memoised(
  ({ movie }: EditorState) => [movie] as const,
  (movie): ReadonlyMap<NodeId, Layer> => {
    const containers = movie === null ? [] : [...movie.scenes, ...overlaysAndTransitions(movie)];
    const layers = containers.flatMap((container) => withNestedLayers(container.layers));
    const byId = new Map(layers.map((layer) => [layer.id, layer]));
    for (const layer of layers) if (!byId.has(originalId(layer.id))) byId.set(originalId(layer.id), layer);
    return byId;
  },
);

/** Returns a layer by id; for a repeated element, the layer of its first copy. */
export function layerOf(movie: Movie | null, id: NodeId): Layer | null {
  const containers = movie === null ? [] : [...movie.scenes, ...overlaysAndTransitions(movie)];
  for (const { layers } of containers)
    for (const layer of layers) if (layer.id === id || originalId(layer.id) === id) return layer;
  return null;
}

/** Returns the parents of layers that are not in scenes: overlays, and the scenes of custom transitions. */
function overlaysAndTransitions({ overlays, transitions }: Movie): readonly Pick<Scene, 'layers' | 'sounds'>[] {
  return [...overlays, ...transitions.flatMap(({ look }) => (look.type === 'custom' ? look : []))];
}

/**
 * Selects the distinct sources that the movie uses, with the scenes that use each. A source of the whole movie has no
 * scenes. Sources of placeholders are omitted.
 */
export const selectUsedSources = memoised(
  ({ movie, withoutCopies }: EditorState) => [movie, withoutCopies] as const,
  (movie, withoutCopies): readonly UsedSource[] => {
    const copied = <Part extends { readonly id: NodeId }>(parts: readonly Part[]) =>
      withoutCopies.size === 0 ? parts : parts.filter(({ id }) => !withoutCopies.has(id));
    const layersIn = (layers: readonly Layer[]) => copied(withNestedLayers(copied(layers)));
    const used = new Map<string, { readonly source: MediaSource; readonly scenes: NodeId[] }>();
    const note = (source: MediaSource, scene: NodeId | null) => {
      if (source.unset === true) return;
      const key = sourceKey(source);
      const knownUse = used.get(key) ?? { source, scenes: [] };
      used.set(key, knownUse);
      if (scene !== null && knownUse.scenes.at(-1) !== scene) knownUse.scenes.push(scene);
    };
    for (const scene of movie?.scenes ?? []) {
      if (positionsInLists(scene).includes(NO_ITEM)) continue;
      const { id, layers, sounds } = scene;
      for (const { source } of [...layersIn(layers).flatMap(sourcesOfLayer), ...copied(sounds)]) note(source, id);
    }
    for (const { source } of copied(movie?.sounds ?? [])) note(source, null);
    for (const { layers, sounds } of movie === null ? [] : overlaysAndTransitions(movie))
      for (const { source } of [...layersIn(layers).flatMap(sourcesOfLayer), ...copied(sounds)]) note(source, null);
    return [...used.values()];
  },
  isEqual,
);

export interface UsedSource {
  readonly source: MediaSource;
  readonly scenes: readonly NodeId[];
}

/** Selects the names of the project's assets that the movie uses. */
export const selectUsedAssets = memoised(
  (state: EditorState) => [selectUsedSources(state)] as const,
  (used): ReadonlySet<string> => new Set(used.flatMap(({ source }) => (source.kind === 'asset' ? [source.name] : []))),
);

/** Selects the variables of the template in the order of their first use. */
export const selectVariables = memoised(
  ({ document }: EditorState) => [document] as const,
  (document): readonly Variable[] => listVariables(document).variables,
  isEqual,
);

/** Selects the names of the steps that undo and redo would apply. */
export const selectStepLabels = memoised(
  ({ history, unparsed }: EditorState) => [history, unparsed] as const,
  (history, unparsed) => stepLabels({ history, unparsed }),
);

/**
 * Returns a memoized selector. It caches its last two results, because deferred views select from a slightly older
 * state.
 * @param isSame Compares a new value with the last one. If they are equal, the selector returns the last object.
 */
export function memoised<State, const Parts extends readonly unknown[], Value>(
  partsOf: (state: State) => Parts,
  make: (...parts: Parts) => Value,
  isSame: (one: Value, other: Value) => boolean = Object.is,
): (state: State) => Value {
  interface Answer {
    readonly parts: Parts;
    readonly value: Value;
  }
  let last: Answer | null = null;
  let before: Answer | null = null;
  const isAnswerTo = (answer: Answer | null, parts: Parts): answer is Answer =>
    answer?.parts.every((part, index) => Object.is(part, parts[index])) === true;
  const answerTo = (parts: Parts): Answer => {
    const value = make(...parts);
    return { parts, value: last !== null && isSame(last.value, value) ? last.value : value };
  };
  return (state) => {
    const parts = partsOf(state);
    if (isAnswerTo(last, parts)) return last.value;
    const knownUse = isAnswerTo(before, parts) ? before : answerTo(parts);
    before = last;
    last = knownUse;
    return knownUse.value;
  };
}
