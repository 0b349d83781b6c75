import { variablesIn } from '../../expressions/variables-in.ts';
import { attributeValue, childElements, type ElementNode, elementsOf, type NodeId } from '../document/document.ts';
import { expressionIn, headOf, parseValue, type ValuePiece } from '../placeholders/placeholder.ts';
import { leavesOf, scenesOf } from '../tables/roles.ts';
import { isReadOutside, isRepeated, itemNameOf } from './repeats.ts';
import { type ValuePlace, writtenValuesOf } from './written-values.ts';

/** A use of a field of the items of a list. */
export interface FieldUse extends ValuePlace {
  readonly list: string;
  readonly field: string;
  /** The index of the scene of layers, from 0; null outside of scenes. */
  readonly scene: { readonly index: number } | null;
}

/** The lists of the item names in scope. Null for items of other lists, such as those of expressions. */
type Items = ReadonlyMap<string, string | null>;

/** Returns the uses of fields of the items of variables in repeated elements, in document order. */
export function fieldUsesIn(root: ElementNode): readonly FieldUse[] {
  const uses: FieldUse[] = [];
  const scenes = scenesByNode(root);
  const visit = (element: ElementNode, around: Items): void => {
    const inside = itemsIn(element, around);
    const index = scenes.get(element.id);
    const scene = index === undefined ? null : { index };
    if (inside.size > 0) for (const use of usesOf(element, around, inside)) uses.push({ ...use, scene });
    for (const child of childElements(element)) visit(child, inside);
  };
  visit(root, new Map());
  return uses;
}

function itemsIn(element: ElementNode, around: Items): Items {
  return isRepeated(element) ? new Map([...around, [itemNameOf(element), listOf(element, around)]]) : around;
}

function usesOf(element: ElementNode, around: Items, inside: Items): readonly Omit<FieldUse, 'scene'>[] {
  return writtenValuesOf(element).flatMap(({ attribute, text, value }) => {
    const items = isReadOutside(attribute) ? around : inside;
    const names = parseValue(value).pieces.flatMap(namesOf);
    return names.flatMap((name): readonly Omit<FieldUse, 'scene'>[] => {
      const head = headOf(name);
      const list = head === name ? null : items.get(head);
      return list ? [{ node: element.id, attribute, text, list, field: name.slice(head.length + 1) }] : [];
    });
  });
}

/** Returns the variable whose items repeat an element; null if another list does. */
function listOf(element: ElementNode, around: Items): string | null {
  const [piece] = parseValue(attributeValue(element, 'each') ?? '').pieces;
  return piece?.kind === 'placeholder' && !around.has(headOf(piece.name)) ? piece.name : null;
}

function namesOf(piece: ValuePiece): readonly string[] {
  if (piece.kind === 'placeholder') return [piece.name];
  const parsed = piece.kind === 'expression' ? expressionIn(piece) : null;
  return parsed?.ok === true ? variablesIn(parsed.value).map(({ name }) => name) : [];
}

function scenesByNode(root: ElementNode): ReadonlyMap<NodeId, number> {
  const leaves = scenesOf(root).flatMap(leavesOf);
  return new Map(leaves.flatMap((leaf, index) => [...elementsOf(leaf)].map(({ id }) => [id, index] as const)));
}
