import { readList } from '#shared/expressions/list-text.ts';
import { isUsed, listVariables, type Variable } from '#shared/resolve/variables.ts';
import type { PlaceholderOption } from '#shared/template/placeholders/placeholder.ts';
import {
  type Declaration,
  type FieldDeclaration,
  type ListedDeclaration,
  listedDeclaration,
} from '#shared/template/variables/declarations.ts';
import { type FieldUse, fieldUsesIn } from '#shared/template/variables/field-uses.ts';
import { findingAt, placeKey, type ValuePlace } from '#shared/template/variables/written-values.ts';
import { lineIndex } from '#shared/template-xml/ranges/line-index.ts';
import { elementPaths } from '#shared/template-xml/ranges/paths.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { shortPath } from '../text/short-path.ts';

/** A variable in the form in which `GET /v1/sdlvariables` and the command `variables` list it. */
export interface ListedVariable {
  readonly name: string;
  readonly type: Variable['type'];
  readonly defaultvalue: string | null;
  /** The letters of its options, such as `UE`; empty if there are none. */
  readonly options: string;
  /** The first frame of the first scene that uses the variable; null after an unknown length. */
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
  /** The uses in document order. An attribute with several placeholders of the variable is listed once. */
  readonly uses: readonly ListedUse[];
}

/** The items of a declared list. */
interface ListedList {
  readonly of: string;
  readonly min: number | null;
  readonly max: number | null;
  /** The number of items of the default. */
  readonly items: number;
  readonly fields: readonly ListedField[];
}

/** A field of the items of a list, with its uses in repeated elements. */
interface ListedField extends Omit<FieldDeclaration, 'list'> {
  readonly uses: readonly ListedUse[];
}

/** The place of a use of a variable or a field. */
type UsePlace = ValuePlace & { readonly scene: { readonly index: number } | null };

interface ListedUse {
  /** The path, as in problems: for example `movie/scene[2]/video@url`. */
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
    fields: fields.map(({ list: _list, ...field }) => ({
      ...field,
      uses: oncePerPlace(uses.filter((use) => use.list === name && use.field === field.name)).map(describeUse),
    })),
  };
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

function startOf({ node, attribute, text: textNode }: ValuePlace, { text, places }: TemplateSource): number | null {
  if (textNode !== null) return places.get(textNode)?.start ?? null;
  const place = places.get(node);
  if (place?.kind !== 'element') return null;
  const found = place.attributes.find(({ name }) => text.slice(name.start, name.end) === attribute);
  return found?.start ?? null;
}
