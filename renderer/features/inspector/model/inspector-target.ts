import { shallow } from 'zustand/shallow';
import { indexOf } from '#shared/editing/document-index.ts';
import {
  layersOfSelection,
  primaryElement,
  type Selected,
  selectedElements,
  selectedLayers,
  selectedRole,
  selectedScenes,
} from '#shared/editing/selected-nodes.ts';
import { type Selection, selectNodes } from '#shared/editing/selection.ts';
import {
  attributeValue,
  childElements,
  type ElementNode,
  type NodeId,
  type TemplateDocument,
} from '#shared/template/document/document.ts';
import { type EffectType, effectTypeNamed } from '#shared/template/effects/effects.ts';
import { elementSpecOf } from '#shared/template/tables/language.ts';
import { effectsOf, isEffect, layerKindOf, layersOf } from '#shared/template/tables/roles.ts';

/** What the inspector shows of a selection. */
export type InspectorTarget =
  | { readonly kind: 'movie' }
  | {
      readonly kind: 'scene';
      readonly scene: NodeId;
      /** Counted from 1. */
      readonly number: number;
      /** What `layers` stand in: the scene, or what in it holds the layer that is selected. */
      readonly holder: NodeId;
      /** From the lowest. */
      readonly layers: readonly ElementNode[];
      /** The one whose fields are shown; null where there is none, or several and none of them is selected. */
      readonly layer: { readonly element: ElementNode; readonly number: number } | null;
      /** Whether the layer, or an effect of it, is what is selected. */
      readonly isLayerSelected: boolean;
      readonly effect: NodeId | null;
      /** In what holds the layers, that this version does not know. */
      readonly unknown: readonly ElementNode[];
    }
  | { readonly kind: 'scenes'; readonly scenes: readonly NodeId[]; readonly layers: readonly ElementNode[] }
  | {
      readonly kind: 'layers';
      readonly layers: readonly ElementNode[];
      /** What all of them stand in, with all its layers; null where they stand in several. */
      readonly holder: NodeId | null;
      readonly beside: readonly ElementNode[];
      readonly unknown: readonly ElementNode[];
    }
  | {
      readonly kind: 'sounds';
      readonly sounds: readonly ElementNode[];
      /** The scene that all of them stand in, counted from 1; null for those of the movie, or of several scenes. */
      readonly scene: { readonly id: NodeId; readonly number: number } | null;
      /** Whether all of them are heard across scenes, and give way to what is heard there. */
      readonly areMovies: boolean;
    }
  | { readonly kind: 'transitions'; readonly transitions: readonly ElementNode[] };

/** Effects that are edited as one: of one layer, or of several that all have it. */
export interface EffectGroup {
  readonly key: string;
  readonly elements: readonly ElementNode[];
  /** Null where this version does not know it. */
  readonly type: EffectType | null;
  /** As it is written. */
  readonly name: string;
}

export function inspectorTarget(document: TemplateDocument, selection: Selection): InspectorTarget {
  const selected: Selected = { document, selection };
  const scenes = selectedScenes(selected);
  if (scenes.length > 1) {
    const elements = selectedElements(selected);
    return { kind: 'scenes', scenes, layers: elements.flatMap((each) => layersOf(each)) };
  }
  if (selectedRole(selected) === 'transition') return { kind: 'transitions', transitions: selectedElements(selected) };
  if (selectedRole(selected) === 'sound') return soundsTarget(document, selectedElements(selected));
  const layers = selectedLayers(selected);
  if (layers.length > 1) return layersTarget(document, layers);
  // Of several others, such as effects, the primary one is shown.
  const primary = primaryElement(selected);
  const only: Selected = { document, selection: selectNodes([primary.id]) };
  const scene = indexOf(document).elements.get(primary.id)?.scene ?? null;
  const [layer] = layersOfSelection(only);
  if (scene === null) return layer === undefined ? { kind: 'movie' } : layersTarget(document, [layer]);
  return sceneTarget(document, scene, layer ?? null, isEffect(primary) ? primary.id : null);
}

function soundsTarget(document: TemplateDocument, sounds: readonly ElementNode[]): InspectorTarget {
  const { elements, scenes } = indexOf(document);
  const [scene, ...others] = new Set(sounds.map(({ id }) => elements.get(id)?.scene ?? null));
  const one = scene != null && others.length === 0 ? { id: scene.id, number: scenes.indexOf(scene) + 1 } : null;
  const areMovies = sounds.every(({ id }) => elements.get(id)?.scene == null);
  return { kind: 'sounds', sounds, scene: one, areMovies };
}

function layersTarget(document: TemplateDocument, layers: readonly ElementNode[]): InspectorTarget {
  const { elements } = indexOf(document);
  const [holder, ...others] = new Set(layers.map(({ id }) => elements.get(id)?.parent ?? document.root));
  if (holder === undefined || others.length > 0)
    return { kind: 'layers', layers, holder: null, beside: [], unknown: [] };
  return { kind: 'layers', layers, holder: holder.id, beside: layersOf(holder), unknown: unknownIn(holder) };
}

/** What an element holds that this version does not know. */
function unknownIn(holder: ElementNode): readonly ElementNode[] {
  const known = elementSpecOf(holder)?.children ?? [];
  return childElements(holder).filter(({ name }) => !known.includes(name));
}

function sceneTarget(
  document: TemplateDocument,
  scene: ElementNode,
  selected: ElementNode | null,
  effect: NodeId | null,
): InspectorTarget {
  const { elements, scenes } = indexOf(document);
  const holder = (selected === null ? null : elements.get(selected.id)?.parent) ?? scene;
  const layers = layersOf(holder);
  const element = selected ?? (layers.length === 1 ? layers[0] : undefined);
  return {
    kind: 'scene',
    scene: scene.id,
    number: scenes.indexOf(scene) + 1,
    holder: holder.id,
    layers,
    layer: element === undefined ? null : { element, number: layers.indexOf(element) + 1 },
    isLayerSelected: selected !== null,
    effect,
    unknown: unknownIn(holder),
  };
}

/** What in a layer holds layers of its own: a group itself, and masks. */
export function holdersIn(layer: ElementNode): readonly ElementNode[] {
  return [layer, ...childElements(layer)].filter((each) =>
    elementSpecOf(each)?.children.some((name) => layerKindOf({ name }) !== null),
  );
}

export function sameTarget(one: InspectorTarget, other: InspectorTarget): boolean {
  const others: Readonly<Record<string, unknown>> = { ...other };
  return Object.entries(one).every(([name, value]) => shallow(value, others[name]));
}

export function sameGroups(one: readonly EffectGroup[], other: readonly EffectGroup[]): boolean {
  return one.length === other.length && one.every((group, at) => sameGroup(group, other[at]));
}

function sameGroup(one: EffectGroup, other: EffectGroup | undefined): boolean {
  return one.key === other?.key && one.name === other.name && shallow(one.elements, other.elements);
}

/** The effects of the layers: all of one, and of several those that each of them has, by type and how often. */
export function effectGroups(layers: readonly ElementNode[], typeOf: (effect: ElementNode) => string): EffectGroup[] {
  const [first, ...others] = layers;
  if (first === undefined) return [];
  if (others.length === 0) {
    return effectsOf(first).map((element) => {
      const name = typeOf(element);
      return { key: element.id, elements: [element], type: knownType(element, name), name };
    });
  }
  const lists = layers.map((layer) => Map.groupBy(effectsOf(layer), (effect) => `${effect.name} ${typeOf(effect)}`));
  const counts = new Map<string, number>();
  return effectsOf(first).flatMap((effect) => {
    const name = typeOf(effect);
    const kind = `${effect.name} ${name}`;
    const nth = counts.get(kind) ?? 0;
    counts.set(kind, nth + 1);
    const elements = lists.flatMap((list) => list.get(kind)?.[nth] ?? []);
    if (elements.length < layers.length) return [];
    return [{ key: `${kind} ${nth}`, elements, type: knownType(effect, name), name }];
  });
}

function knownType(element: ElementNode, name: string): EffectType | null {
  return isEffect(element) ? effectTypeNamed(name) : null;
}

/** Elements of a layer that this version does not know; kept, and not rendered. */
export function unknownChildren(layer: ElementNode): readonly ElementNode[] {
  const known = elementSpecOf(layer)?.children ?? [];
  return childElements(layer).filter(({ name }) => !known.includes(name));
}

/** `<image src="a.png">`: how an element that is not known is shown. */
export function elementLabel(element: ElementNode): string {
  const type = attributeValue(element, 'type');
  return type === undefined ? `<${element.name}>` : `<${element.name} type="${type}">`;
}
