import { hasCode, type Message, message } from '../messages/message.ts';
import { shortened } from '../messages/quoting.ts';
import { type Comparison, mergeComparisons } from '../template/conditions/condition-of.ts';
import { childElements, type ElementNode, type TemplateDocument } from '../template/document/document.ts';
import type { Finding } from '../template/document/problem.ts';
import type { PlaceholderOption } from '../template/placeholders/placeholder.ts';
import { LANGUAGE } from '../template/tables/language.ts';
import { roleOf } from '../template/tables/roles.ts';
import type { DeclaredType } from '../template/tables/variable-attributes.ts';
import type { SourceKind, VariableType } from '../template/value-types/attribute-types.ts';
import { type Frames, frames } from '../template/values/frame-rate.ts';
import { choicesWithCompared, type Declaration, declaredDefault } from '../template/variables/declarations.ts';
import { hasRepeats, isRepeated, originalId } from '../template/variables/repeats.ts';
import {
  hasDefault,
  locationOfUse,
  scanVariables,
  type VariableScan,
  type VariableUse,
} from '../template/variables/variable-uses.ts';
import { findingAt, placeKey, writtenValuesOf } from '../template/variables/written-values.ts';
import { type SceneExtents, sceneExtents } from './scene-extents.ts';

/**
 * The maximum number of conflicts that are reported per variable and kind. Users rarely fix more before they check
 * again.
 */
const MAX_CONFLICTS = 10;

/** A variable of a template for a form, with its uses in the film. */
export interface Variable {
  readonly name: string;
  /** The declared type. Without a declared type, the type that the first use with a type implies; otherwise `text`. */
  readonly type: VariableType;
  /** The default of the declaration, or of the first use with a default; null if there is none. */
  readonly default: string | null;
  /** The placeholder options of the first use with a default. */
  readonly options: readonly PlaceholderOption[];
  /**
   * The choices in a form: the declared choices, or the texts with which conditions and cases compare the variable.
   * Empty for most variables.
   */
  readonly choices: readonly string[];
  /** The declaration; null if the variable has none. */
  readonly declaration: Declaration | null;
  /** The uses in document order; empty for a variable that is only declared. */
  readonly uses: readonly VariableUse[];
  /**
   * The first frame of the first scene that uses the variable; 0 for a use outside the scenes, for example in `movie`.
   * Lengths are computed with the defaults; a disabled or excluded scene has length 0. Null after a scene of unknown
   * length.
   */
  readonly offset: Frames | null;
  /**
   * The number of frames from `offset` to the end of the last scene that uses the variable. For a use outside the
   * scenes, the length of the film.
   */
  readonly numframes: Frames | null;
}

export interface VariableList {
  /** The variables in the order of their first use, followed by unused declarations. */
  readonly variables: readonly Variable[];
  /** Malformed placeholders, and variables with two types or two defaults. */
  readonly findings: readonly Finding[];
}

/** Lists the variables of a template without values. Also accepts templates with errors. */
export function listVariables(document: TemplateDocument, language = LANGUAGE): VariableList {
  return variablesOfScan(document, scanVariables(document, language));
}

/** Lists the variables like {@link listVariables}, for callers that have already scanned the document. */
export function variablesOfScan(document: TemplateDocument, scan: VariableScan): VariableList {
  const { uses, declarations, malformed } = scan;
  if (uses.length === 0 && declarations.size === 0) return { variables: [], findings: malformed };
  const usesByName = Map.groupBy(uses, (use) => use.name);
  const unused = [...declarations.keys()].filter((name) => !usesByName.has(name));
  const extents = sceneExtents(document, scan.defaults);
  const variables = [...usesByName, ...unused.map((name) => [name, []] as const)].map(([name, usesOfName]) =>
    describe(name, usesOfName, declarations.get(name) ?? null, extents),
  );
  return { variables, findings: [...malformed, ...variables.flatMap(conflictsOf)] };
}

/** Returns whether a variable is used. A variable that is only declared has no effect. */
export function isUsed({ uses }: Variable): boolean {
  return uses.length > 0;
}

/**
 * Returns whether a film needs a value for a variable: a use in an attribute or a text has no default, or the
 * declaration requires a value.
 */
export function needsValue({ default: fallback, declaration, uses }: Variable): boolean {
  if (fallback !== null && fallback.trim() !== '') return false;
  const isRequired = declaration?.required ?? false;
  return uses.some((use) => isRequired || (fallback === null && use.needsValue));
}

function describe(
  name: string,
  uses: readonly VariableUse[],
  declared: Declaration | null,
  extents: SceneExtents,
): Variable {
  const firstWithDefault = (uses.find(hasDefault) ?? uses.find((use) => use.placeholder.default !== null))?.placeholder;
  const comparedValues = mergeComparisons(comparisonsOf(uses)).choices;
  const choices = declared?.choices.map(({ value }) => value) ?? [];
  return {
    name,
    type: listedType(declared?.type ?? null) ?? typeOf(uses),
    default: declared?.default ?? firstWithDefault?.default ?? (declared && declaredDefault(declared)),
    options: firstWithDefault?.options ?? [],
    choices: choices.length === 0 ? comparedValues : choices,
    declaration: declared && { ...declared, choices: choicesWithCompared(declared, comparedValues) },
    uses,
    ...(uses.length === 0 ? { offset: null, numframes: null } : extentOf(uses, extents)),
  };
}

/**
 * Returns the type of a variable. A type that an attribute implies takes precedence over the type in expressions and of
 * comparisons. Expressions can use a number as text, so a number in any expression precedes a text.
 */
function typeOf(uses: readonly VariableUse[]): VariableType {
  const [inAttribute] = uses.flatMap(({ type, inExpression }) => (inExpression ? [] : (type ?? [])));
  const inExpressions = uses.flatMap(({ type, inExpression }) => (inExpression ? (type ?? []) : []));
  if (inExpressions.includes('number') && (inAttribute ?? 'text') === 'text') return 'number';
  const implied = inAttribute ?? inExpressions[0];
  if (implied !== undefined) return implied;
  const compared = comparisonsOf(uses);
  return compared.length === 0 ? 'text' : mergeComparisons(compared).type;
}

function comparisonsOf(uses: readonly VariableUse[]): readonly Comparison[] {
  return uses.flatMap(({ comparison }) => comparison ?? []);
}

function extentOf(
  uses: readonly VariableUse[],
  { starts, ends, total }: SceneExtents,
): Pick<Variable, 'offset' | 'numframes'> {
  const scenes = uses.map(({ scene }) => scene);
  if (!scenes.every((scene) => scene !== null)) return { offset: frames(0), numframes: total };
  const first = scenes.reduce((least, { index }) => Math.min(least, index), Number.POSITIVE_INFINITY);
  const last = scenes.reduce((most, scene) => Math.max(most, scene.last), 0);
  const offset = starts[first] ?? null;
  const end = ends[last] ?? null;
  return { offset, numframes: offset === null || end === null ? null : frames(end - offset) };
}

/** Returns a finding for each additional type and default at its use, and the findings about the declared type. */
function conflictsOf({ uses, declaration }: Variable): readonly Finding[] {
  const ofType = declaration === null ? [] : typeConflicts(declaration, uses);
  if (uses.length < 2) return ofType;
  // Skip the comparison of types for a declared type, because `ofType` already contains its findings.
  const isTyped = declaration !== null && declaration.type !== null;
  const typed = isTyped ? [] : uses.filter((use) => use.type !== null && conflictsWithOthers(use, uses));
  const usesWithDefault = uses.filter(hasDefault);
  return [
    ...ofType,
    ...furtherKinds(typed, (use) => use.type).map(([first, later]) =>
      conflict(
        later,
        message('variable/two-types', {
          variable: shortened(later.name),
          first: { ...locationOfUse(first), type: first.type ?? '' },
          later: { ...locationOfUse(later), type: later.type ?? '' },
        }),
      ),
    ),
    ...furtherKinds(usesWithDefault, (use) => use.placeholder.default).map(([first, later]) =>
      conflict(
        later,
        message('variable/two-defaults', {
          variable: shortened(later.name),
          first: { ...locationOfUse(first), default: shortened(first.placeholder.default ?? '') },
          later: { ...locationOfUse(later), default: shortened(later.placeholder.default ?? '') },
        }),
      ),
    ),
  ];
}

/** Returns whether a use excludes types of other uses. An expression accepts any value as text, and prints numbers. */
function conflictsWithOthers({ type, inExpression }: VariableUse, uses: readonly VariableUse[]): boolean {
  if (!inExpression) return true;
  const isAccepted = (other: VariableUse) => other.type === null || NUMBERS_IN_TEXTS.has(other.type);
  return type !== 'text' && !uses.every(isAccepted);
}

/** The types of attributes that accept a number. A plain number is also a time in frames. */
const NUMBERS_IN_TEXTS: ReadonlySet<VariableType> = new Set(['number', 'text', 'time']);

/**
 * Returns pairs of the first use and a later use of another kind. Returns one pair per additional kind, up to a limit.
 */
function furtherKinds<Kind>(
  uses: readonly VariableUse[],
  kindOf: (use: VariableUse) => Kind,
): readonly (readonly [first: VariableUse, later: VariableUse])[] {
  const [first] = uses;
  if (first === undefined) return [];
  const firstOfKinds = [...Map.groupBy(uses, kindOf).values()].flatMap((group) => group.slice(0, 1));
  return firstOfKinds.slice(1, 1 + MAX_CONFLICTS).map((later) => [first, later]);
}

function conflict(use: VariableUse, says: Message): Finding {
  return { code: 'variable/conflict', at: findingAt(use), says };
}

/** The maximum number of uses that are reported per variable. Users rarely fix more before they check again. */
const MAX_USES = 10;

/** The implied types that accept each declared type. Uses of the implied type `text` accept every type. */
const acceptedTypes: Readonly<Record<DeclaredType, readonly VariableType[] | 'all'>> = {
  text: [],
  // A plain number is also a time in frames.
  number: ['number', 'time'],
  color: ['color'],
  boolean: ['boolean'],
  time: ['time'],
  video: ['media'],
  image: ['media'],
  sound: ['media'],
  font: ['media'],
  // Uses accept a choice depending on its values.
  choice: 'all',
  list: [],
};

/** The kind of source that each declared type provides. */
const sourcesOfType: Readonly<Partial<Record<DeclaredType, SourceKind>>> = {
  video: 'media',
  image: 'image',
  sound: 'media',
  font: 'font',
};

/**
 * Returns the variable type for a declared type. Variables have fewer types. Returns null if the uses determine the
 * type.
 */
function listedType(type: DeclaredType | null): VariableType | null {
  switch (type) {
    case 'video':
    case 'image':
    case 'sound':
      return 'media';
    case 'font':
    case 'choice':
    case null:
      return null;
    case 'list':
      return 'text';
    default:
      return type;
  }
}

/**
 * Returns the findings for uses that do not accept the declared type: one for each of the first uses, and one for the
 * declaration.
 */
function typeConflicts(declaration: Declaration, uses: readonly VariableUse[]): readonly Finding[] {
  const { type } = declaration;
  if (type === null) return [];
  const wrong = uses.filter((use) => !accepts(use, type)).slice(0, MAX_USES);
  const conflict = (use: VariableUse, at: Finding['at']): Finding => ({
    code: 'variable/conflict',
    at,
    says: message('variable/type-not-taken', {
      variable: shortened(declaration.name),
      type,
      use: { ...locationOfUse(use), type: use.type ?? '' },
    }),
  });
  return wrong.flatMap((use, index) => [
    ...(index === 0 ? [conflict(use, { node: declaration.node, attribute: 'type' })] : []),
    conflict(use, findingAt(use)),
  ]);
}

function accepts({ type, source, element }: VariableUse, declared: DeclaredType): boolean {
  if (type === null || type === 'text') return true;
  const accepted = acceptedTypes[declared];
  if (accepted === 'all') return true;
  if (!accepted.includes(type)) return false;
  if (source === null) return true;
  // Only sounds accept a sound variable. A video variable can be used for its sound, but a sound has no picture.
  if (declared === 'sound' && roleOf({ name: element }) !== 'sound') return false;
  return source.kind === sourcesOfType[declared];
}

/** Returns the variable that a message names, as displayed; null if it names none or several. */
export function variableIn(says: Message): string | null {
  if (hasCode(says, ...codesOfOneVariable)) return says.values.variable;
  if (!hasCode(says, 'variable/refused')) return null;
  const [first, ...others] = says.values.variables;
  return others.length === 0 ? (first ?? null) : null;
}

const codesOfOneVariable = [
  'variable/missing',
  'variable/empty',
  'variable/not-as-declared',
  'variable/type-not-taken',
  'expression/missing',
  'expression/value',
  'expression/too-slow',
  'variable/two-types',
  'variable/two-defaults',
] as const;

/**
 * Returns a function that finds the variable of a finding: the variable that its message names, or the first variable
 * in its value, or the list whose items the value shows. Returns null if there is none.
 */
export function variableAtFault(
  variables: readonly Variable[],
  root: ElementNode,
): (finding: Pick<Finding, 'at'> & { readonly says: Message | null }) => string | null {
  const byName = new Map(variables.map(({ name }) => [shortened(name), name]));
  const byPlace = new Map(
    variables.toReversed().flatMap(({ name, uses }) => uses.map((use) => [placeKey(findingAt(use)), name] as const)),
  );
  const byItems = listsOfPlaces(root, (element) => byPlace.get(placeKey({ node: element.id, attribute: 'each' })));
  return ({ at, says }) => {
    const named = says === null ? null : variableIn(says);
    const place = placeKey(at && { ...at, node: originalId(at.node) });
    return (named === null ? undefined : byName.get(named)) ?? byPlace.get(place) ?? byItems.get(place) ?? null;
  };
}

/** Returns the list variable of each value with placeholders in repeated elements, by place. The outermost list wins. */
function listsOfPlaces(
  root: ElementNode,
  listOf: (element: ElementNode) => string | undefined,
): ReadonlyMap<string, string> {
  const lists = new Map<string, string>();
  const visit = (element: ElementNode, around: string | undefined): void => {
    if (around === undefined && !hasRepeats(element)) return;
    const list = around ?? (isRepeated(element) ? listOf(element) : undefined);
    if (list !== undefined)
      for (const { attribute, text, value } of writtenValuesOf(element))
        if (value.includes('${')) lists.set(placeKey(findingAt({ node: element.id, attribute, text })), list);
    for (const child of childElements(element)) visit(child, list);
  };
  visit(root, undefined);
  return lists;
}
