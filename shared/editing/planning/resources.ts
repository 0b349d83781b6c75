import {
  attributeValue,
  childElements,
  type ElementNode,
  elementsOf,
  type TemplateDocument,
} from '../../template/document/document.ts';
import { parseValue } from '../../template/placeholders/placeholder.ts';
import { substitute } from '../../template/placeholders/substitute.ts';
import { elementsOfRole, roleOf } from '../../template/tables/roles.ts';
import { declarationOf } from '../../template/variables/declarations.ts';
import type { VariableScan, VariableUse } from '../../template/variables/variable-uses.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import { newElement, withAttribute } from './new-nodes.ts';
import { type Planning, variablesIn } from './planning.ts';

/** The elements that hold what the film asks for by name. */
export function resourcesOf(root: ElementNode): readonly ElementNode[] {
  return childElements(root).filter((element) => roleOf(element) === 'resources');
}

/**
 * What elements need where they are taken to: the fonts of their texts, and what is said of their variables, a default
 * that only another element states included.
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
  const variables = [...uses].flatMap(([name, ofIt]) => {
    const found = declared.find((element) => declarationOf(element)?.name === name);
    return declarationFor(name, ofIt, found, scan, newId) ?? [];
  });
  const places = new Map(declared.map((element, at) => [declarationOf(element)?.name, at]));
  const placeOf = (element: ElementNode) => places.get(attributeValue(element, 'name')) ?? declared.length;
  return [...fonts, ...variables.toSorted((one, other) => placeOf(one) - placeOf(other))];
}

/** Resources that a document gets: those that it has not. What it says of its own variables and families stays. */
export function resourcesAdded(planning: Planning, coming: readonly ElementNode[]): readonly DocumentEdit[] {
  const { document } = planning;
  const { declarations, uses } = planning.scan();
  const names = new Set([...declarations.keys(), ...uses.map(({ name }) => name)]);
  const held = resourcesOf(document.root);
  const families = new Set(held.flatMap(childElements).map(familyOf));
  const added = coming.filter((element) => {
    const name = declarationOf(element)?.name;
    const family = familyOf(element);
    return name === undefined ? family !== null && !families.has(family) : !names.has(name);
  });
  return resourcesWith(planning, added);
}

/** Resources behind those that a document has, or in front of all else. */
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

/** What is said of a variable; null where its uses say it all. */
function declarationFor(
  name: string,
  uses: readonly VariableUse[],
  declared: ElementNode | undefined,
  { defaults }: VariableScan,
  newId: Planning['newId'],
): ElementNode | null {
  const stated = uses.some(({ placeholder }) => placeholder.default !== null);
  const fallback = stated ? undefined : defaults.get(name);
  if (declared !== undefined) {
    const lacks = fallback !== undefined && attributeValue(declared, 'default') === undefined;
    return lacks ? withAttribute(declared, 'default', fallback) : declared;
  }
  if (fallback === undefined) return null;
  const [element = 'variable'] = elementsOfRole('declaration');
  return newElement(newId, element, [
    { name: 'name', value: name },
    { name: 'default', value: fallback },
  ]);
}

/** The families that a text asks for where its variables have their defaults. */
function familiesOf(element: ElementNode, { defaults }: VariableScan): readonly string[] {
  const written = attributeValue(element, 'font');
  if (written === undefined) return [];
  const asked = substitute(parseValue(written), { values: new Map(), defaults });
  return asked.kind === 'text' ? asked.text.split(',').map((family) => family.trim().toLowerCase()) : [];
}

/** The family that a font is a face of; null of what is no font. */
function familyOf(element: ElementNode): string | null {
  return element.name === 'font' ? (attributeValue(element, 'family')?.trim().toLowerCase() ?? null) : null;
}
