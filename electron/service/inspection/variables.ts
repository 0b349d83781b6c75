import { isUsed, listVariables, type Variable } from '#shared/resolve/variables.ts';
import type { PlaceholderOption } from '#shared/template/placeholders/placeholder.ts';
import { type ListedDeclaration, listedDeclaration } from '#shared/template/variables/declarations.ts';
import type { VariableUse } from '#shared/template/variables/variable-uses.ts';
import { findingAt, placeKey } from '#shared/template/variables/written-values.ts';
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
  /** The uses in document order. An attribute with several placeholders of the variable is listed once. */
  readonly uses: readonly ListedUse[];
}

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
  const used = new Set(variables.flatMap(({ uses }) => uses.map(({ node }) => node)));
  const paths = elementPaths(source.document, used);
  const positionOf = lineIndex(source.text);
  const describeUse = (use: VariableUse): ListedUse => {
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
      uses: oncePerPlace(uses).map(describeUse),
    };
  });
}

/** Converts the variables to the JSON Schema of dynamic movies, whose options are a list. */
export function variablesOfDocument(variables: readonly ListedVariable[]): readonly object[] {
  return variables.map((variable) => ({
    ...variable,
    options: [...variable.options] as readonly PlaceholderOption[],
  }));
}

/** Removes repeated uses at the same position. Uses are in document order, so repeated uses are adjacent. */
function oncePerPlace(uses: readonly VariableUse[]): readonly VariableUse[] {
  return uses.filter((use, index) => {
    const previous = uses[index - 1];
    return previous === undefined || placeKey(findingAt(previous)) !== placeKey(findingAt(use));
  });
}

function startOf(
  { node, attribute, text: textNode }: VariableUse,
  { text, ranges: places }: TemplateSource,
): number | null {
  if (textNode !== null) return places.get(textNode)?.start ?? null;
  const place = places.get(node);
  if (place?.kind !== 'element') return null;
  const found = place.attributes.find(({ name }) => text.slice(name.start, name.end) === attribute);
  return found?.start ?? null;
}
