import {
  type Attribute,
  attributeValue,
  childElements,
  type DocumentNode,
  type ElementNode,
  elementsOf,
  type NodeId,
  type TemplateDocument,
} from '../../template/document/document.ts';
import { type EffectType, effectRegistry } from '../../template/effects/effects.ts';
import type { MediaSource } from '../../template/movie/movie.ts';
import { parseValue } from '../../template/placeholders/placeholder.ts';
import { substitute } from '../../template/placeholders/substitute.ts';
import { elementsOfRole, roleOf } from '../../template/tables/roles.ts';
import type { AttributeSpecs } from '../../template/value-types/attribute-types.ts';
import { declarationOf } from '../../template/variables/declarations.ts';
import type { VariableScan, VariableUse } from '../../template/variables/variable-uses.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import { phaseOfPreset } from '../../timeline/presets.ts';
import { type Planning, variablesIn } from './planning.ts';

type NewId = () => NodeId;

export function newElement(
  newId: NewId,
  name: string,
  attributes: readonly Attribute[],
  children: readonly DocumentNode[] = [],
): ElementNode {
  return { kind: 'element', id: newId(), name, attributes, children };
}

/** Copies a node with new ids. */
export function copyOf<Node extends DocumentNode>(node: Node, newId: NewId): Node {
  if (node.kind !== 'element') return { ...node, id: newId() };
  return { ...node, id: newId(), children: node.children.map((child) => copyOf(child, newId)) };
}

export function withAttribute(element: ElementNode, name: string, value: string): ElementNode {
  const isWritten = element.attributes.some((attribute) => attribute.name === name);
  const attributes = isWritten
    ? element.attributes.map((attribute) => (attribute.name === name ? { name, value } : attribute))
    : [...element.attributes, { name, value }];
  return { ...element, attributes };
}

export interface NewLayer {
  readonly source: MediaSource;
  readonly audio?: boolean;
  readonly skip?: number;
}

/** Returns a `video` element without default values. */
export function newLayer(newId: NewId, { source, audio = true, skip = 0 }: NewLayer): ElementNode {
  return newElement(newId, 'video', [
    sourceAttribute(source),
    ...(audio ? [] : [{ name: 'audio', value: 'false' }]),
    ...(skip > 0 ? [{ name: 'skip', value: String(skip) }] : []),
  ]);
}

export function sourceAttribute(source: MediaSource): Attribute {
  return source.kind === 'asset' ? { name: 'src', value: source.name } : { name: 'url', value: source.url };
}

/** Returns a new effect with its required values. All other attributes are absent and have their defaults. */
export function newEffect(newId: NewId, type: EffectType, file?: string): ElementNode {
  return newElement(newId, effectRegistry[type].element, [
    { name: 'type', value: type },
    ...(file === undefined ? [] : [{ name: 'src', value: file }]),
    ...Object.keys(effectRegistry[type].attributes).flatMap((name) => {
      const value = initialValue(type, name);
      return value === null ? [] : [{ name, value }];
    }),
  ]);
}

/** Returns the initial value of an attribute of a new effect; null if the attribute is omitted. */
export function initialValue(type: EffectType, name: string): string | null {
  const specs: AttributeSpecs = effectRegistry[type].attributes;
  const spec = specs[name];
  return spec === undefined || spec.initial === undefined ? null : spec.type.format(spec.initial);
}

/** Returns the elements that contain the resources of the movie. */
export function resourcesOf(root: ElementNode): readonly ElementNode[] {
  return childElements(root).filter((element) => roleOf(element) === 'resources');
}

/**
 * Returns the resources that elements need in another document: the fonts of their texts, and the declarations of their
 * variables. If the default of a variable is written only in other elements, adds it to the declaration.
 */
export function resourcesFor(
  document: TemplateDocument,
  elements: readonly ElementNode[],
  newId: Planning['newId'],
): readonly ElementNode[] {
  const scan = variablesIn(document);
  const inside = new Set(elements.flatMap((element) => [...elementsOf(element)]));
  const nodes = new Set([...inside].map(({ id }) => id));
  const uses = Map.groupBy(
    scan.uses.filter(({ node }) => nodes.has(node)),
    ({ name }) => name,
  );
  const families = new Set([...inside].flatMap((element) => familiesOf(element, scan)));
  for (const name of uses.keys())
    for (const { value } of scan.declarations.get(name)?.choices ?? []) families.add(value.trim().toLowerCase());
  const declared = resourcesOf(document.root).flatMap(childElements);
  const fonts = declared.filter((element) => families.has(familyOf(element) ?? ''));
  const variables = [...uses].flatMap(([name, ownUses]) => {
    const declaration = declared.find((element) => declarationOf(element)?.name === name);
    return declarationFor(name, ownUses, declaration, scan, newId) ?? [];
  });
  const places = new Map(declared.map((element, at) => [declarationOf(element)?.name, at]));
  const placeOf = (element: ElementNode) => places.get(attributeValue(element, 'name')) ?? declared.length;
  return [...fonts, ...variables.toSorted((one, other) => placeOf(one) - placeOf(other))];
}

/** Returns the edits that add missing resources. Existing declarations and fonts of the document stay unchanged. */
export function resourcesAdded(planning: Planning, resources: readonly ElementNode[]): readonly DocumentEdit[] {
  const { document } = planning;
  const { declarations, uses } = planning.scan();
  const names = new Set([...declarations.keys(), ...uses.map(({ name }) => name)]);
  const holders = resourcesOf(document.root);
  const families = new Set(holders.flatMap(childElements).map(familyOf));
  const added = resources.filter((element) => {
    const name = declarationOf(element)?.name;
    const family = familyOf(element);
    return name === undefined ? family !== null && !families.has(family) : !names.has(name);
  });
  return resourcesWith(planning, added);
}

/** Returns the edits that insert resources after the existing resources, or before all other elements. */
export function resourcesWith(
  { document: { root }, newId }: Planning,
  added: readonly ElementNode[],
): readonly DocumentEdit[] {
  if (added.length === 0) return [];
  const [holder] = resourcesOf(root);
  if (holder !== undefined)
    return added.map((node, at) => ({
      type: 'insert-node',
      parent: holder.id,
      index: holder.children.length + at,
      node,
    }));
  const [name = 'resources'] = elementsOfRole('resources');
  const first = root.children.findIndex(({ kind }) => kind === 'element');
  const node = newElement(newId, name, [], added);
  return [{ type: 'insert-node', parent: root.id, index: Math.max(0, first), node }];
}

/**
 * Returns the declaration to copy for a variable; null if it has neither a declaration nor a default outside the copied
 * elements.
 */
function declarationFor(
  name: string,
  uses: readonly VariableUse[],
  declared: ElementNode | undefined,
  { defaults }: VariableScan,
  newId: Planning['newId'],
): ElementNode | null {
  const hasDefault = uses.some(({ placeholder }) => placeholder.default !== null);
  const fallback = hasDefault ? undefined : defaults.get(name);
  if (declared !== undefined) {
    const lacksDefault = fallback !== undefined && attributeValue(declared, 'default') === undefined;
    return lacksDefault ? withAttribute(declared, 'default', fallback) : declared;
  }
  if (fallback === undefined) return null;
  const [element = 'variable'] = elementsOfRole('declaration');
  return newElement(newId, element, [
    { name: 'name', value: name },
    { name: 'default', value: fallback },
  ]);
}

/**
 * Returns the font families of an element in lowercase. Uses the defaults of variables. Returns an empty list if the
 * font or a default is missing.
 */
function familiesOf(element: ElementNode, { defaults }: VariableScan): readonly string[] {
  const written = attributeValue(element, 'font');
  if (written === undefined) return [];
  const fonts = substitute(parseValue(written), { values: new Map(), defaults });
  return fonts.kind === 'text' ? fonts.text.split(',').map((family) => family.trim().toLowerCase()) : [];
}

/** Returns the family of a font element; null for other elements. */
function familyOf(element: ElementNode): string | null {
  return element.name === 'font' ? (attributeValue(element, 'family')?.trim().toLowerCase() ?? null) : null;
}

/** The attributes for fading sounds in and out. Layers use presets instead. */
const FADE_IN = 'fadein';
const FADE_OUT = 'fadeout';

/**
 * Returns the edits that remove fade-out and exit presets from the first half of a split, because the second half
 * continues it.
 */
export function withoutEnd({ language }: Planning, element: ElementNode): readonly DocumentEdit[] {
  const fades: readonly DocumentEdit[] = hasFade(element, FADE_OUT)
    ? [{ type: 'set-attribute', node: element.id, name: FADE_OUT, value: null }]
    : [];
  const exits = childElements(element).filter(
    (child) =>
      roleOf(child, language) === 'animation' && phaseOfPreset(attributeValue(child, 'type')?.trim() ?? '') === 'out',
  );
  return [...fades, ...exits.map(({ id }): DocumentEdit => ({ type: 'remove-node', node: id }))];
}

/** Returns the second half of a split without its fade-in, because it continues the first half. */
export function withoutBeginning(element: ElementNode): ElementNode {
  if (!hasFade(element, FADE_IN)) return element;
  return { ...element, attributes: element.attributes.filter(({ name }) => name !== FADE_IN) };
}

function hasFade({ attributes }: ElementNode, fade: string): boolean {
  return attributes.some(({ name }) => name === fade);
}
