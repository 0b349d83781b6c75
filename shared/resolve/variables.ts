import { type Message, message } from '../messages/message.ts';
import { shortened } from '../messages/quoting.ts';
import { type Comparison, joined } from '../template/conditions/condition-of.ts';
import type { TemplateDocument } from '../template/document/document.ts';
import type { Finding } from '../template/document/problem.ts';
import type { PlaceholderOption } from '../template/placeholders/placeholder.ts';
import { LANGUAGE } from '../template/tables/language.ts';
import { roleOf } from '../template/tables/roles.ts';
import type { DeclaredType } from '../template/tables/variable-attributes.ts';
import type { SourceKind, VariableType } from '../template/value-types/attribute-types.ts';
import type { Choice } from '../template/value-types/text-types.ts';
import { type Frames, frames } from '../template/values/frame-rate.ts';
import type { Declaration } from '../template/variables/declarations.ts';
import {
  placeOfUse,
  scanVariables,
  statesDefault,
  type VariableScan,
  type VariableUse,
} from '../template/variables/variable-uses.ts';
import { findingAt, placeKey } from '../template/variables/written-values.ts';
import { type SceneExtents, sceneExtents } from './scene-extents.ts';

/** Of one variable and sort; nobody mends more before reading again. */
const MOST_CONFLICTS = 10;

/** A variable of a template: what a form asks for, and where the film shows it. */
export interface Variable {
  readonly name: string;
  /** What it is declared as, or the first attribute that tells takes it for; `text` when none does. */
  readonly type: VariableType;
  /** Of its declaration, else of the first use that states one. */
  readonly default: string | null;
  /** Of the first use that states a default. */
  readonly options: readonly PlaceholderOption[];
  /** Its declared choices, else the texts that conditions and cases compare it with: what a form offers; mostly none. */
  readonly choices: readonly string[];
  /** What its declaration says of it; null without one. */
  readonly declaration: Declaration | null;
  /** In document order; none of one that is declared and not used. */
  readonly uses: readonly VariableUse[];
  /**
   * First frame of the first scene that uses it; 0 if it is used outside of all scenes, as on `movie`. Lengths are those
   * that the defaults give; a scene that is switched off, or left out by a condition, has none. Null while a length before it is unknown.
   */
  readonly offset: Frames | null;
  /** From `offset` to the end of the last scene that uses it; the whole film if it is used outside of all scenes. */
  readonly numframes: Frames | null;
}

export interface VariableList {
  /** In order of first use; then those that are declared and not used. */
  readonly variables: readonly Variable[];
  /** Malformed placeholders, and names used with two types or two defaults. */
  readonly findings: readonly Finding[];
}

/** Lists a template's variables. Needs no values, and says what it can of a template with errors. */
export function listVariables(document: TemplateDocument, language = LANGUAGE): VariableList {
  return variablesOfScan(document, scanVariables(document, language));
}

/** {@link listVariables} for who has scanned the document already. */
export function variablesOfScan(document: TemplateDocument, scan: VariableScan): VariableList {
  const { uses, declarations, malformed } = scan;
  if (uses.length === 0 && declarations.size === 0) return { variables: [], findings: malformed };
  const usesByName = Map.groupBy(uses, (use) => use.name);
  const unused = [...declarations.keys()].filter((name) => !usesByName.has(name));
  const extents = sceneExtents(document, scan.defaults);
  const variables = [...usesByName, ...unused.map((name) => [name, []] as const)].map(([name, found]) =>
    describe(name, found, declarations.get(name) ?? null, extents),
  );
  return { variables, findings: [...malformed, ...variables.flatMap(conflictsOf)] };
}

/** Whether anything uses a variable: one that is only declared has no value to give. */
export function isUsed({ uses }: Variable): boolean {
  return uses.length > 0;
}

/** Whether a film needs a value of a variable: an attribute or text lacks one, or its declaration wants one. */
export function needsValue({ default: fallback, declaration, uses }: Variable): boolean {
  if (fallback !== null && fallback.trim() !== '') return false;
  const isRequired = declaration?.required ?? false;
  return uses.some((use) => isRequired || (fallback === null && !use.inCondition));
}

function describe(
  name: string,
  uses: readonly VariableUse[],
  declared: Declaration | null,
  extents: SceneExtents,
): Variable {
  const stated = (uses.find(statesDefault) ?? uses.find((use) => use.placeholder.default !== null))?.placeholder;
  const found = joined(comparisonsOf(uses)).choices;
  const choices = declared === null || declared.choices.length === 0 ? found.map(asChoice) : declared.choices;
  return {
    name,
    type: listedType(declared?.type ?? null) ?? typeOf(uses),
    default: declared?.default ?? stated?.default ?? null,
    options: stated?.options ?? [],
    choices: choices.map(({ value }) => value),
    declaration: declared === null ? null : { ...declared, choices },
    uses,
    ...(uses.length === 0 ? { offset: null, numframes: null } : extentOf(uses, extents)),
  };
}

function asChoice(value: string): Choice {
  return { value, label: null };
}

/** What an attribute takes a variable for goes before what conditions compare it with. */
function typeOf(uses: readonly VariableUse[]): VariableType {
  const told = uses.find((use) => use.type !== null)?.type;
  if (told !== undefined && told !== null) return told;
  const compared = comparisonsOf(uses);
  return compared.length === 0 ? 'text' : joined(compared).type;
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

/** One finding for each further type and each further default, at the place that brings it in; those of declared types. */
function conflictsOf({ uses, declaration }: Variable): readonly Finding[] {
  const ofType = declaration === null ? [] : typeConflicts(declaration, uses);
  if (uses.length < 2) return ofType;
  // One whose type is declared is judged by that.
  const isTyped = declaration !== null && declaration.type !== null;
  const typed = isTyped ? [] : uses.filter((use) => use.type !== null);
  const stated = uses.filter(statesDefault);
  return [
    ...ofType,
    ...furtherKinds(typed, (use) => use.type).map(([first, later]) =>
      conflict(
        later,
        message('variable/two-types', {
          variable: shortened(later.name),
          first: { ...placeOfUse(first), type: first.type ?? '' },
          later: { ...placeOfUse(later), type: later.type ?? '' },
        }),
      ),
    ),
    ...furtherKinds(stated, (use) => use.placeholder.default).map(([first, later]) =>
      conflict(
        later,
        message('variable/two-defaults', {
          variable: shortened(later.name),
          first: { ...placeOfUse(first), default: shortened(first.placeholder.default ?? '') },
          later: { ...placeOfUse(later), default: shortened(later.placeholder.default ?? '') },
        }),
      ),
    ),
  ];
}

/** The first use of each kind but the first, beside the very first use; of the first few kinds. */
function furtherKinds<Kind>(
  uses: readonly VariableUse[],
  kindOf: (use: VariableUse) => Kind,
): readonly (readonly [first: VariableUse, later: VariableUse])[] {
  const [first] = uses;
  if (first === undefined) return [];
  const firstOfKinds = [...Map.groupBy(uses, kindOf).values()].flatMap((group) => group.slice(0, 1));
  return firstOfKinds.slice(1, 1 + MOST_CONFLICTS).map((later) => [first, later]);
}

function conflict(use: VariableUse, says: Message): Finding {
  return { code: 'variable/conflict', at: findingAt(use), says };
}

/** Of one variable; nobody mends more before reading again. */
const MOST_USES = 10;

/** Which uses take values of a type, beside those that take it for a text, which take all. */
const takenBy: Readonly<Record<DeclaredType, readonly VariableType[] | 'all'>> = {
  text: [],
  // A bare number is a time, too: so many frames.
  number: ['number', 'time'],
  color: ['color'],
  boolean: ['boolean'],
  time: ['time'],
  video: ['media'],
  image: ['media'],
  sound: ['media'],
  font: ['media'],
  // What it is offered as, its choices say.
  choice: 'all',
};

/** What places that name a source are given by a type. */
const sourcesOfType: Readonly<Partial<Record<DeclaredType, SourceKind>>> = {
  video: 'media',
  image: 'image',
  sound: 'media',
  font: 'font',
};

/** The type that lists of variables have for a declared one, which knows fewer; null where its uses have to say. */
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
    default:
      return type;
  }
}

/** Uses that cannot take what their variable is declared as: told at each of the first few, and at the declaration. */
function typeConflicts(declaration: Declaration, uses: readonly VariableUse[]): readonly Finding[] {
  const { type } = declaration;
  if (type === null) return [];
  const wrong = uses.filter((use) => !takes(use, type)).slice(0, MOST_USES);
  const conflict = (use: VariableUse, at: Finding['at']): Finding => ({
    code: 'variable/conflict',
    at,
    says: message('variable/type-not-taken', {
      variable: shortened(declaration.name),
      type,
      use: { ...placeOfUse(use), type: use.type ?? '' },
    }),
  });
  return wrong.flatMap((use, index) => [
    ...(index === 0 ? [conflict(use, { node: declaration.node, attribute: 'type' })] : []),
    conflict(use, findingAt(use)),
  ]);
}

function takes({ type, source, element }: VariableUse, declared: DeclaredType): boolean {
  if (type === null || type === 'text') return true;
  const taken = takenBy[declared];
  if (taken === 'all') return true;
  if (!taken.includes(type)) return false;
  if (source === null) return true;
  // A film's sound can be heard alone; a sound shows nothing.
  if (declared === 'sound' && roleOf({ name: element }) !== 'sound') return false;
  return source.kind === sourcesOfType[declared];
}

/** The variable that a statement is about, as it is told; null where it names none, or several. */
export function variableIn(says: Message): string | null {
  switch (says.code) {
    case 'variable/missing':
    case 'variable/empty':
    case 'variable/not-as-declared':
    case 'variable/type-not-taken':
    case 'variable/two-types':
    case 'variable/two-defaults':
      return says.values.variable;
    default:
      return null;
  }
}

/**
 * Tells which variable a finding is about: the one that it names, else the one that stands where the fault is, of two in one
 * attribute the first; null where it is about none.
 */
export function variableAtFault(
  variables: readonly Variable[],
): (finding: Pick<Finding, 'at'> & { readonly says: Message | null }) => string | null {
  const byName = new Map(variables.map(({ name }) => [shortened(name), name]));
  const byPlace = new Map(
    variables.toReversed().flatMap(({ name, uses }) => uses.map((use) => [placeKey(findingAt(use)), name] as const)),
  );
  return ({ at, says }) => {
    const named = says === null ? null : variableIn(says);
    return (named === null ? undefined : byName.get(named)) ?? byPlace.get(placeKey(at)) ?? null;
  };
}
