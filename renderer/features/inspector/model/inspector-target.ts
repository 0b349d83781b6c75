import { shallow } from 'zustand/shallow';
import { indexOf } from '../../../../shared/editing/document-index.ts';
import type { Selection } from '../../../../shared/editing/selection.ts';
import {
  attributeValue,
  childElements,
  type ElementNode,
  type NodeId,
  type TemplateDocument,
} from '../../../../shared/template/document.ts';
import { type EffectType, isEffectType } from '../../../../shared/template/effects.ts';
import { effectsOf, isEffect, isLayer, layersOf } from '../../../../shared/template/roles.ts';

/** What the inspector shows of a selection. */
export type InspectorTarget =
  | { readonly kind: 'movie' }
  | {
      readonly kind: 'scene';
      readonly scene: NodeId;
      /** Counted from 1. */
      readonly number: number;
      /** From the lowest. */
      readonly layers: readonly ElementNode[];
      /** The one whose fields are shown; null where there is none, or several and none of them is selected. */
      readonly layer: { readonly element: ElementNode; readonly number: number } | null;
      /** Whether the layer, or an effect of it, is what is selected. */
      readonly isLayerSelected: boolean;
      readonly effect: NodeId | null;
      /** Of the scene, that this version does not know. */
      readonly unknown: readonly ElementNode[];
    }
  | { readonly kind: 'scenes'; readonly scenes: readonly NodeId[]; readonly layers: readonly ElementNode[] };

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
  const index = indexOf(document);
  switch (selection.kind) {
    case 'movie':
      return { kind: 'movie' };
    case 'scenes': {
      const scenes = selection.ids.flatMap((id) => index.elements.get(id)?.element ?? []);
      const [only] = scenes;
      if (only === undefined) return { kind: 'movie' };
      if (scenes.length === 1) return sceneTarget(document, only, null, null);
      return { kind: 'scenes', scenes: scenes.map(({ id }) => id), layers: scenes.flatMap((each) => layersOf(each)) };
    }
    case 'layer':
    case 'effect': {
      const found = index.elements.get(selection.id);
      const layer = selection.kind === 'layer' ? found?.element : found?.parent;
      const scene = found?.scene;
      if (!layer || !isLayer(layer) || !scene) return { kind: 'movie' };
      return sceneTarget(document, scene, layer, selection.kind === 'effect' ? selection.id : null);
    }
    default:
      return selection satisfies never;
  }
}

function sceneTarget(
  document: TemplateDocument,
  scene: ElementNode,
  selected: ElementNode | null,
  effect: NodeId | null,
): InspectorTarget {
  const layers = layersOf(scene);
  const element = selected ?? (layers.length === 1 ? layers[0] : undefined);
  return {
    kind: 'scene',
    scene: scene.id,
    number: indexOf(document).scenes.indexOf(scene) + 1,
    layers,
    layer: element === undefined ? null : { element, number: layers.indexOf(element) + 1 },
    isLayerSelected: selected !== null,
    effect,
    unknown: childElements(scene).filter((child) => !isLayer(child)),
  };
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
  return isEffect(element) && isEffectType(name) ? name : null;
}

/** Elements of a layer that this version does not know; kept, and not rendered. */
export function unknownParts(layer: ElementNode): readonly ElementNode[] {
  return childElements(layer).filter((child) => !isEffect(child));
}

/** `<image src="a.png">`: how an element that is not known is shown. */
export function elementLabel(element: ElementNode): string {
  const type = attributeValue(element, 'type');
  return type === undefined ? `<${element.name}>` : `<${element.name} type="${type}">`;
}
