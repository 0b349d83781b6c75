import { isUsed, listVariables, type Variable } from '#shared/resolve/variables.ts';
import type { PlaceholderOption } from '#shared/template/placeholders/placeholder.ts';
import { type ListedDeclaration, listedDeclaration } from '#shared/template/variables/declarations.ts';
import type { VariableUse } from '#shared/template/variables/variable-uses.ts';
import { findingAt, placeKey } from '#shared/template/variables/written-values.ts';
import { lineIndex } from '#shared/template-xml/ranges/line-index.ts';
import { elementPaths } from '#shared/template-xml/ranges/paths.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { shortPath } from '../text/short-path.ts';

/** A variable as `GET /v1/sdlvariables` and the command `variables` list it. */
export interface ListedVariable {
  readonly name: string;
  readonly type: Variable['type'];
  readonly defaultvalue: string | null;
  /** Letters of the options, such as `UE`; empty if there are none. */
  readonly options: string;
  /** In frames; null while a length before it is unknown. */
  readonly offset: number | null;
  readonly numframes: number | null;
  /** Its declared choices, else the texts that conditions and cases compare it with; left out where there are none. */
  readonly choices?: readonly string[];
  /** What the template declares of it; left out where nothing is. */
  readonly declaration?: ListedDeclaration;
  /** What the project's brand gives it where no value is given; left out where it gives nothing. */
  readonly brand?: string;
  /** In document order; an attribute that uses it twice is listed once. */
  readonly uses: readonly ListedUse[];
}

interface ListedUse {
  /** Such as `movie/scene[2]/video@url`, as in problems. */
  readonly path: string;
  /** Empty: the element's text. */
  readonly attribute: string;
  /** In the template's XML, from 1. */
  readonly line: number | null;
  /** From 1; null outside of all scenes. */
  readonly scene: number | null;
}

/** The variables of a movie in order of first use, with what a brand gives them. */
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

/** The same variables as the dynamic movie's JSON Schema has them: options are a list there. */
export function variablesOfDocument(variables: readonly ListedVariable[]): readonly object[] {
  return variables.map((variable) => ({
    ...variable,
    options: [...variable.options] as readonly PlaceholderOption[],
  }));
}

/** Uses come in document order, so that those of one place follow one another. */
function oncePerPlace(uses: readonly VariableUse[]): readonly VariableUse[] {
  return uses.filter((use, index) => {
    const before = uses[index - 1];
    return before === undefined || placeKey(findingAt(before)) !== placeKey(findingAt(use));
  });
}

function startOf({ node, attribute, text: own }: VariableUse, { text, places }: TemplateSource): number | null {
  if (own !== null) return places.get(own)?.start ?? null;
  const place = places.get(node);
  if (place?.kind !== 'element') return null;
  const found = place.attributes.find(({ name }) => text.slice(name.start, name.end) === attribute);
  return found?.start ?? null;
}
