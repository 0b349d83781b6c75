import { readList } from '#shared/expressions/list-text.ts';
import { variablesIn } from '#shared/expressions/variables-in.ts';
import { isUsed, listVariables, type Variable } from '#shared/resolve/variables.ts';
import {
  attributeValue,
  childElements,
  type ElementNode,
  elementsOf,
  type NodeId,
} from '#shared/template/document/document.ts';
import {
  expressionIn,
  headOf,
  type PlaceholderOption,
  parseValue,
  type ValuePiece,
} from '#shared/template/placeholders/placeholder.ts';
import { leavesOf, scenesOf } from '#shared/template/tables/roles.ts';
import {
  type Declaration,
  type FieldDeclaration,
  type ListedDeclaration,
  listedDeclaration,
} from '#shared/template/variables/declarations.ts';
import { isReadOutside, isRepeated, itemNameOf } from '#shared/template/variables/repeats.ts';
import { findingAt, placeKey, type ValuePlace, writtenValuesOf } from '#shared/template/variables/written-values.ts';
import { lineIndex } from '#shared/template-xml/ranges/line-index.ts';
import { elementPaths } from '#shared/template-xml/ranges/paths.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { shortPath } from '../text/short-path.ts';

/** A variable in the form that `GET /v1/sdlvariables` and the command `variables` list. */
export interface ListedVariable {
  readonly name: string;
  readonly type: Variable['type'];
  readonly defaultvalue: string | null;
  /** The letters of its options, such as `UE`; empty if there are none. */
  readonly options: string;
  /** The first frame of the first scene that uses the variable; null if it follows an unknown length. */
  readonly offset: number | null;
  readonly numframes: number | null;
  /** The declared choices, or the texts with which conditions and cases compare the value; absent if there are none. */
  readonly choices?: readonly string[];
  /** The declaration in the template; absent if there is none. */
  readonly declaration?: ListedDeclaration;
  /** The value of the brand, which applies if no value is given; absent if there is none. */
  readonly brand?: string;
  /** The items of a declared list; absent for other variables. */
  readonly list?: ListedList;
  /** The uses in document order. An attribute that contains several placeholders of the variable is listed once. */
  readonly uses: readonly ListedUse[];
}

/** The rules for the items of a declared list, and their default count. */
interface ListedList {
  readonly of: string;
  readonly min: number | null;
  readonly max: number | null;
  /** The number of items in the default value. */
  readonly items: number;
  readonly fields: readonly ListedField[];
}

/** A field of the items of a list, with its uses in repeated elements. */
interface ListedField extends FieldRules {
  readonly uses: readonly ListedUse[];
}

/** The rules of a field. `list` has the fields of the items of a list in an item. */
interface FieldRules extends Omit<FieldDeclaration, 'list'> {
  readonly list?: { readonly of: string; readonly fields: readonly FieldRules[] };
}

/** The place of a use of a variable or a field. */
type UsePlace = ValuePlace & { readonly scene: { readonly index: number } | null };

interface ListedUse {
  /** The path in the form of problems, such as `movie/scene[2]/video@url`. */
  readonly path: string;
  /** The name of the attribute; empty for the text of the element. */
  readonly attribute: string;
  /** The line in the template's XML, from 1 on. */
  readonly line: number | null;
  /** The number of the scene, from 1 on; null outside of scenes. */
  readonly scene: number | null;
}

/** Returns the variables of a movie in order of their first use, with the values of a brand. */
export function describeVariables(
  source: TemplateSource,
  brand: ReadonlyMap<string, string> = new Map(),
): readonly ListedVariable[] {
  const variables = listVariables(source.document).variables.filter(isUsed);
  const hasLists = variables.some(({ declaration }) => declaration?.list);
  const fieldUses = hasLists ? fieldUsesIn(source.document.root) : [];
  const used = new Set([...variables.flatMap(({ uses }) => uses), ...fieldUses].map(({ node }) => node));
  const paths = elementPaths(source.document, used);
  const positionOf = lineIndex(source.text);
  const describeUse = (use: UsePlace): ListedUse => {
    const { node, attribute, scene } = use;
    const start = startOf(use, source);
    return {
      path: shortPath(`${paths.get(node) ?? ''}${attribute === null ? '' : `@${attribute}`}`),
      attribute: shortPath(attribute ?? ''),
      line: start === null ? null : positionOf(start).line,
      scene: scene === null ? null : scene.index + 1,
    };
  };
  return variables.map((variable) => {
    const { name, type, default: defaultvalue, options, offset, numframes, choices, declaration, uses } = variable;
    return {
      ...{ name, type, defaultvalue, options: options.join(''), offset, numframes },
      ...(choices.length > 0 && { choices }),
      ...(brand.has(name) && { brand: brand.get(name) ?? '' }),
      ...(declaration !== null && { declaration: listedDeclaration(declaration) }),
      ...(declaration?.list && { list: listedList(declaration, fieldUses, describeUse) }),
      uses: oncePerPlace(uses).map(describeUse),
    };
  });
}

function listedList(
  { name, list, min, max, default: text }: Declaration,
  uses: readonly FieldUse[],
  describeUse: (use: UsePlace) => ListedUse,
): ListedList {
  const { of = 'text', fields = [] } = list ?? {};
  const items = text === null ? null : readList(text);
  return {
    ...{ of, min, max, items: items?.ok === true ? items.value.length : 0 },
    fields: fields.map((field) => ({
      ...fieldRules(field),
      uses: oncePerPlace(uses.filter((use) => use.list === name && use.field === field.name)).map(describeUse),
    })),
  };
}

function fieldRules({ list, ...field }: FieldDeclaration): FieldRules {
  return { ...field, ...(list !== null && { list: { of: list.of, fields: list.fields.map(fieldRules) } }) };
}

/** Converts the variables to the JSON Schema of dynamic movies, whose options are a list. */
export function variablesOfDocument(variables: readonly ListedVariable[]): readonly object[] {
  return variables.map((variable) => ({
    ...variable,
    options: [...variable.options] as readonly PlaceholderOption[],
  }));
}

/** Removes repeated uses at the same position. Uses are in document order, so repeated uses are adjacent. */
function oncePerPlace<Use extends ValuePlace>(uses: readonly Use[]): readonly Use[] {
  return uses.filter((use, index) => {
    const previous = uses[index - 1];
    return previous === undefined || placeKey(findingAt(previous)) !== placeKey(findingAt(use));
  });
}

function startOf(
  { node, attribute, text: textNode }: ValuePlace,
  { text, ranges: places }: TemplateSource,
): number | null {
  if (textNode !== null) return places.get(textNode)?.start ?? null;
  const place = places.get(node);
  if (place?.kind !== 'element') return null;
  const attributeRange = place.attributes.find(({ name }) => text.slice(name.start, name.end) === attribute);
  return attributeRange?.start ?? null;
}

/** A use of a field of the items of a list. */
interface FieldUse extends ValuePlace {
  readonly list: string;
  readonly field: string;
  /** The index of the scene of layers, from 0; null outside of scenes. */
  readonly scene: { readonly index: number } | null;
}

/** The lists of the item names in scope. The list is null for other items, for example items of an expression. */
type Items = ReadonlyMap<string, string | null>;

/** Returns the uses of fields of the items of variables in repeated elements, in document order. */
function fieldUsesIn(root: ElementNode): readonly FieldUse[] {
  const uses: FieldUse[] = [];
  const scenes = scenesByNode(root);
  const visit = (element: ElementNode, around: Items): void => {
    const inside = itemsIn(element, around);
    const index = scenes.get(element.id);
    const scene = index === undefined ? null : { index };
    if (inside.size > 0) for (const use of fieldUsesOf(element, around, inside)) uses.push({ ...use, scene });
    for (const child of childElements(element)) visit(child, inside);
  };
  visit(root, new Map());
  return uses;
}

function itemsIn(element: ElementNode, around: Items): Items {
  return isRepeated(element) ? new Map([...around, [itemNameOf(element), listOf(element, around)]]) : around;
}

function fieldUsesOf(element: ElementNode, around: Items, inside: Items): readonly Omit<FieldUse, 'scene'>[] {
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

/** Returns the variable whose items repeat an element; null if another list repeats it. */
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
