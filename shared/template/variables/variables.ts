import { type Statement, statement } from '../../statements/statement.ts';
import { shortened } from '../../statements/wording.ts';
import { type Comparison, joined } from '../conditions/compared-with.ts';
import type { TemplateDocument } from '../document/document.ts';
import type { Finding } from '../document/problem.ts';
import type { PlaceholderOption } from '../placeholders/placeholder.ts';
import { LANGUAGE } from '../tables/language.ts';
import type { VariableType } from '../value-types/attribute-types.ts';
import { type Frames, frames } from '../values/frame-rate.ts';
import { type SceneExtents, sceneExtents } from './scene-extents.ts';
import { scanVariables, type VariableScan, type VariableUse } from './variable-uses.ts';
import { findingAt } from './written-values.ts';

/** Of one variable and sort; nobody mends more before reading again. */
const MOST_CONFLICTS = 10;

/** A variable of a template: what a form asks for, and where the film shows it. */
export interface Variable {
  readonly name: string;
  /** What the first attribute that tells takes it for; `text` when none does. */
  readonly type: VariableType;
  /** Of the first use that states one. */
  readonly default: string | null;
  /** Of the same use. */
  readonly options: readonly PlaceholderOption[];
  /** The texts that conditions and cases compare it with, which a form offers; mostly none. */
  readonly choices: readonly string[];
  /** In document order. */
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
  /** In order of first use. */
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
  if (scan.uses.length === 0) return { variables: [], findings: scan.malformed };
  const usesByName = Map.groupBy(scan.uses, (use) => use.name);
  const extents = sceneExtents(document, scan.defaults);
  const variables = [...usesByName].map(([name, uses]) => describe(name, uses, extents));
  return { variables, findings: [...scan.malformed, ...variables.flatMap(({ uses }) => conflictsOf(uses))] };
}

function describe(name: string, uses: readonly VariableUse[], extents: SceneExtents): Variable {
  const stated = uses.find((use) => use.placeholder.default !== null)?.placeholder;
  return {
    name,
    type: typeOf(uses),
    default: stated?.default ?? null,
    options: stated?.options ?? [],
    choices: joined(comparisonsOf(uses)).choices,
    uses,
    ...extentOf(uses, extents),
  };
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

/** One finding for each further type and each further default, at the place that brings it in. */
function conflictsOf(uses: readonly VariableUse[]): readonly Finding[] {
  if (uses.length < 2) return [];
  const typed = uses.filter((use) => use.type !== null);
  const stated = uses.filter((use) => use.placeholder.default !== null);
  return [
    ...furtherKinds(typed, (use) => use.type).map(([first, later]) =>
      conflict(
        later,
        statement('variable/two-types', {
          variable: shortened(later.name),
          first: { ...place(first), type: first.type ?? '' },
          later: { ...place(later), type: later.type ?? '' },
        }),
      ),
    ),
    ...furtherKinds(stated, (use) => use.placeholder.default).map(([first, later]) =>
      conflict(
        later,
        statement('variable/two-defaults', {
          variable: shortened(later.name),
          first: { ...place(first), default: shortened(first.placeholder.default ?? '') },
          later: { ...place(later), default: shortened(later.placeholder.default ?? '') },
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

function conflict(use: VariableUse, says: Statement): Finding {
  return { code: 'variable/conflict', at: findingAt(use), says };
}

function place({ attribute, element, scene }: VariableUse) {
  return {
    attribute: attribute === null ? null : shortened(attribute),
    element: shortened(element),
    scene: scene === null ? null : scene.index + 1,
  };
}
