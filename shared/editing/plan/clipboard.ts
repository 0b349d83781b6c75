import { err, ok, type Result } from '../../lib/result.ts';
import { type Message, message } from '../../messages/message.ts';
import {
  type Attribute,
  attributeValue,
  childElements,
  type ElementNode,
  type NodeId,
  type TemplateDocument,
} from '../../template/document/document.ts';
import {
  effectsOf,
  elementsOfRole,
  isEffect,
  isLayer,
  isScene,
  isSound,
  layersOf,
  scenesOf,
} from '../../template/tables/roles.ts';
import { type FrameRate, formatFrameRate, parseFrameRate } from '../../template/values/frame-rate.ts';
import { printNodes, STANDARD_LAYOUT } from '../../template-xml/ranges/markup.ts';
import { nodeIds } from '../../template-xml/read/node-ids.ts';
import { readTemplate } from '../../template-xml/read/read.ts';
import type { CopiedKey } from '../model/commands.ts';
import { indexOf } from '../model/document-index.ts';
import { inDocumentOrder, withoutDescendants } from '../model/selection.ts';
import { newElement, resourcesFor, resourcesOf } from '../planning/nodes.ts';

/** The copied keyframes of one property. */
export interface CopiedProperty {
  readonly property: string;
  readonly keys: readonly CopiedKey[];
}

/** The content of a clipboard text. Its ids belong to a separate document, so pasted nodes get new ids. */
export type ClipboardContent =
  | {
      readonly kind: 'scenes';
      readonly scenes: readonly ElementNode[];
      /** The frame rate of the source movie; null if the text does not contain a frame rate. */
      readonly rate: FrameRate | null;
      /** The fonts and variables that the copied elements need. */
      readonly resources: readonly ElementNode[];
    }
  | {
      readonly kind: 'layers';
      /** The copied layers and sounds, from the lowest layer. */
      readonly layers: readonly ElementNode[];
      readonly rate: FrameRate | null;
      readonly resources: readonly ElementNode[];
    }
  | {
      readonly kind: 'effects';
      readonly effects: readonly ElementNode[];
      readonly resources: readonly ElementNode[];
    }
  | {
      readonly kind: 'keys';
      /** The copied keyframes of each layer, sound, or effect, in document order. */
      readonly sources: readonly (readonly CopiedProperty[])[];
      readonly rate: FrameRate | null;
    };

const MAX_TEXT_LENGTH = 2_000_000;

/** The element that contains layers on the clipboard. */
const LAYERS_HOLDER = 'layers';

/** The element that contains keyframes on the clipboard. It has one animation per source element. */
const KEYFRAMES_HOLDER = 'keys';

/**
 * Formats scenes as XML. The XML is a small complete template, which can also be pasted into a text editor. Returns an
 * empty text for an empty list.
 */
export function scenesToClipboard(document: TemplateDocument, ids: Iterable<string>, rate: FrameRate | null): string {
  const requested = new Set<string>(ids);
  const scenes = indexOf(document).scenes.filter(({ id }) => requested.has(id));
  if (scenes.length === 0) return '';
  const attributes = document.root.attributes.filter(({ name }) => name === 'width' || name === 'height');
  const framerate = rate === null ? [] : [{ name: 'framerate', value: formatFrameRate(rate) }];
  const newId = nodeIds(document);
  const children = withResources(document, scenes, newId);
  return printed([newElement(newId, 'movie', [...attributes, ...framerate], children)]);
}

/** Formats layers and sounds as XML inside one element. Returns an empty text for an empty list. */
export function layersToClipboard(document: TemplateDocument, ids: Iterable<NodeId>, rate: FrameRate | null): string {
  const { elements } = indexOf(document);
  const elementsInOrder = inDocumentOrder(document, ids).flatMap((id) => elements.get(id)?.element ?? []);
  const parts = withoutDescendants(document, elementsInOrder).filter(isPart);
  if (parts.length === 0) return '';
  const framerate = rate === null ? [] : [{ name: 'framerate', value: formatFrameRate(rate) }];
  const newId = nodeIds(document);
  return printed([newElement(newId, LAYERS_HOLDER, framerate, withResources(document, parts, newId))]);
}

/**
 * Inserts the fonts and variables that elements need before the elements, so that pasting can add them to another
 * movie.
 */
function withResources(
  document: TemplateDocument,
  elements: readonly ElementNode[],
  newId: ReturnType<typeof nodeIds>,
): readonly ElementNode[] {
  const resources = resourcesFor(document, elements, newId);
  const [name = 'resources'] = elementsOfRole('resources');
  return resources.length === 0 ? elements : [newElement(newId, name, [], resources), ...elements];
}

function isPart(element: ElementNode): boolean {
  return isLayer(element) || isSound(element);
}

/**
 * Formats keyframes as XML, which can also be pasted into a text editor. Times are in frames from the first keyframe.
 * Returns an empty text for an empty list.
 */
export function keysToClipboard(
  document: TemplateDocument,
  sources: readonly (readonly CopiedProperty[])[],
  rate: FrameRate | null,
): string {
  const newId = nodeIds(document);
  const animations = sources
    .map((properties) => keyAttributesOf(properties).map((attributes) => newElement(newId, 'key', attributes)))
    .filter((keys) => keys.length > 0)
    .map((keys) => newElement(newId, 'animation', [], keys));
  if (animations.length === 0) return '';
  const framerate = rate === null ? [] : [{ name: 'framerate', value: formatFrameRate(rate) }];
  return printed([newElement(newId, KEYFRAMES_HOLDER, framerate, animations)]);
}

/** Formats effects as XML. `ids` contains effects, or layers or scenes with effects. */
export function effectsToClipboard(document: TemplateDocument, ids: Iterable<string>): string {
  const requested = new Set<string>(ids);
  const effects: ElementNode[] = [];
  for (const { element, parent, scene } of indexOf(document).elements.values())
    if (isEffect(element) && [element, parent, scene].some((node) => node !== null && requested.has(node.id)))
      effects.push(element);
  return effects.length === 0 ? '' : printed(withResources(document, effects, nodeIds(document)));
}

/** Reads a clipboard text from any program: a template, or a part of one. */
export function readClipboard(text: string): Result<ClipboardContent, Message> {
  if (text.length > MAX_TEXT_LENGTH) return err(message('clipboard/too-much'));
  if (!text.includes('<')) return err(NOTHING);
  // Wrap the text in a root element, because a part of a document can have several top-level elements.
  const { source } = readTemplate(text.trim());
  const root = source?.document.root ?? readTemplate(`<clipboard>${text}</clipboard>`).source?.document.root;
  if (root === undefined) return err(NOTHING);
  const resources = resourcesOf(root).flatMap(childElements);
  const scenes = isScene(root) ? [root] : scenesOf(root);
  if (scenes.length > 0) return ok({ kind: 'scenes', scenes, rate: rateOf(root), resources });
  const parts = childElements(root).filter(isPart);
  if (root.name === LAYERS_HOLDER && parts.length > 0)
    return ok({ kind: 'layers', layers: parts, rate: rateOf(root), resources });
  const animations = root.name === KEYFRAMES_HOLDER ? childElements(root).filter(hasKeys) : hasKeys(root) ? [root] : [];
  if (animations.length > 0)
    return ok({ kind: 'keys', sources: animations.map(copiedPropertiesOf), rate: rateOf(root) });
  const effects = isEffect(root) ? [root] : [...effectsOf(root), ...layersOf(root).flatMap(effectsOf)];
  if (effects.length > 0) return ok({ kind: 'effects', effects, resources });
  // Without a holder element, the text contains layers that were copied from an XML text.
  const layers = isPart(root) ? [root] : parts;
  return layers.length > 0 ? ok({ kind: 'layers', layers, rate: null, resources }) : err(NOTHING);
}

function rateOf(root: ElementNode): FrameRate | null {
  const rate = parseFrameRate(attributeValue(root, 'framerate') ?? '');
  return rate.ok ? rate.value : null;
}

const NOTHING = message('clipboard/nothing');

function printed(nodes: readonly ElementNode[]): string {
  return `${printNodes(nodes, '', STANDARD_LAYOUT)}\n`;
}

/** Attributes of a keyframe that are not properties. */
const KEYFRAME_ATTRIBUTES: ReadonlySet<string> = new Set(['time', 'easing']);

/** Returns the attributes of the key elements: one element for each keyframe of each property. */
function keyAttributesOf(properties: readonly CopiedProperty[]): readonly (readonly Attribute[])[] {
  return properties.flatMap(({ property, keys }) =>
    keys.map(({ after, value, easing }) => [
      { name: 'time', value: String(after) },
      { name: property, value },
      ...(easing === null ? [] : [{ name: 'easing', value: easing }]),
    ]),
  );
}

/** Returns the keyframes of an animation by property. Skips keyframes with times that are not whole frames. */
function copiedPropertiesOf(animation: ElementNode): readonly CopiedProperty[] {
  const keys = keysOf(animation).flatMap((key) => {
    const after = Number(key.attributes.find(({ name }) => name === 'time')?.value ?? 'none');
    const easing = key.attributes.find(({ name }) => name === 'easing')?.value ?? null;
    if (!Number.isInteger(after)) return [];
    return key.attributes
      .filter(({ name }) => !KEYFRAME_ATTRIBUTES.has(name))
      .map(({ name, value }) => ({ property: name, key: { after, value, easing } }));
  });
  return [...Map.groupBy(keys, ({ property }) => property)].map(([property, own]) => ({
    property,
    keys: own.map(({ key }) => key),
  }));
}

/** Returns whether an element is an animation with keyframes. */
function hasKeys(element: ElementNode): boolean {
  return element.name === 'animation' && keysOf(element).length > 0;
}

function keysOf(animation: ElementNode): readonly ElementNode[] {
  return childElements(animation).filter(({ name }) => name === 'key' || name === 'keyframe');
}
