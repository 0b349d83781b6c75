import { indexOf } from '#shared/editing/model/document-index.ts';
import { planningOf } from '#shared/editing/planning/planning.ts';
import { parseCondition } from '#shared/template/conditions/condition.ts';
import { type Candidate, chosenScene, conditionHolds } from '#shared/template/conditions/condition-of.ts';
import { attributeValue, type NodeId } from '#shared/template/document/document.ts';
import { parseValue, type ValuePiece, variablesOfPiece } from '#shared/template/placeholders/placeholder.ts';
import { createValueBudget } from '#shared/template/placeholders/substitute.ts';
import { nestedScenesOf } from '#shared/template/tables/roles.ts';
import { caseList } from '#shared/template/value-types/text-types.ts';
import type { FieldContext } from './fields.ts';
import type { CaseValue } from './view-state.ts';

/** A scene inside a choice or a sequence. */
export interface InnerScene {
  readonly id: NodeId;
  readonly name: string | null;
  /** The cases as written in the template; null for the default scene of a choice and for scenes of a sequence. */
  readonly cases: string | null;
  /** Whether the choice plays this scene with the current values. */
  readonly isChosen: boolean;
  /** A variable value for which the choice plays this scene; null if the choice depends on several variables. */
  readonly playedWith: CaseValue | null;
}

/** The scenes of a choice or a sequence. */
export interface Nested {
  readonly kind: 'choice' | 'sequence';
  /** The value that a choice compares with its cases; null for a sequence. */
  readonly value: string | null;
  readonly scenes: readonly InnerScene[];
  /** The value of the choice if it matches no case; null if a case matches or the value is empty. */
  readonly withoutCase: string | null;
}

/** Returns the nested scenes of a choice or a sequence; null for a scene with layers. */
export function nestedIn(context: FieldContext, scene: NodeId): Nested | null {
  const element = indexOf(context.document).elements.get(scene)?.element;
  const scenes = element === undefined ? null : nestedScenesOf(element);
  if (element === undefined || scenes === null) return null;
  const planning = planningOf(context);
  const textOf = (each: typeof element, name: string): string | null => {
    const text = planning.resolved(each, name);
    return text?.kind === 'text' ? text.text.trim() : null;
  };
  const isChoice = textOf(element, 'type') === 'choice';
  const value = isChoice ? (textOf(element, 'condition') ?? '') : null;
  const variable = isChoice ? onlyVariable(attributeValue(element, 'condition') ?? '') : null;
  const candidates = scenes.map((each) => {
    const text = attributeValue(each, 'case') === undefined ? null : (textOf(each, 'case') ?? '');
    const read = text === null ? null : caseList().parse(text, null);
    return { enabled: textOf(each, 'enabled') !== 'false', cases: read?.ok === true ? read.value : null };
  });
  const chosen = value === null ? null : chosenScene(candidates, value);
  const hasCase = candidates.some(({ enabled, cases }) => enabled && cases?.includes(value ?? '') === true);
  return {
    kind: isChoice ? 'choice' : 'sequence',
    value,
    withoutCase: value === null || value === '' || hasCase ? null : value,
    scenes: scenes.map((each, at) => ({
      id: each.id,
      name: textOf(each, 'name'),
      cases: attributeValue(each, 'case') ?? null,
      isChosen: at === chosen,
      playedWith: isChoice ? playedWith(variable, candidates, at) : null,
    })),
  };
}

/** Returns the name of the variable if the value is exactly one placeholder without options; null otherwise. */
function onlyVariable(text: string): string | null {
  const [piece, ...others] = parseValue(text.trim()).pieces;
  if (piece?.kind !== 'placeholder' || others.length > 0 || piece.options.length > 0) return null;
  return piece.name;
}

/**
 * Returns a variable value for which a choice plays a candidate. This is the first value of the candidate's case. For
 * the default scene, it is a value that matches no case. Null if the choice depends on several variables.
 */
function playedWith(variable: string | null, candidates: readonly Candidate[], at: number): CaseValue | null {
  const cases = candidates[at]?.cases;
  const value = cases === null ? otherValue(candidates) : cases?.[0];
  return variable === null || value === undefined ? null : { variable, value };
}

function otherValue(candidates: readonly Candidate[]): string {
  const takenCases = new Set(candidates.flatMap(({ cases }) => cases ?? []));
  for (let number = 1; ; number += 1) {
    const value = number === 1 ? 'other' : `other${number}`;
    if (!takenCases.has(value)) return value;
  }
}

/** Returns the value for which a choice plays a scene; null for a scene that is not in a choice. */
export function caseOf(context: FieldContext, scene: NodeId): CaseValue | null {
  const container = sceneContainersOf(context, scene).at(-1);
  const nested = container === undefined ? null : nestedIn(context, container.id);
  return nested?.scenes.find(({ id }) => id === scene)?.playedWith ?? null;
}

/** A choice or a sequence that contains a scene, or that is the scene itself. */
export interface SceneContainer {
  readonly id: NodeId;
  readonly kind: Nested['kind'];
  readonly name: string | null;
}

/**
 * Returns the choices and sequences that contain a scene, outermost first. If the scene itself is a choice or a
 * sequence, it comes last.
 */
export function sceneContainersOf(context: FieldContext, scene: NodeId): readonly SceneContainer[] {
  const { elements } = indexOf(context.document);
  const planning = planningOf(context);
  const containers: SceneContainer[] = [];
  for (let at = elements.get(scene); at !== undefined && at.parent !== null; at = elements.get(at.parent.id)) {
    const nested = nestedIn(context, at.element.id);
    if (nested === null) continue;
    const text = planning.resolved(at.element, 'name');
    const name = text?.kind === 'text' && text.text.trim() !== '' ? text.text.trim() : null;
    containers.unshift({ id: at.element.id, kind: nested.kind, name });
  }
  return containers;
}

/** The result of a condition, with the values of its variables. */
export interface ConditionResult {
  readonly holds: boolean;
  readonly because: readonly { readonly variable: string; readonly value: string }[];
}

/** Evaluates a condition with the given values; null if it cannot be parsed. */
export function conditionResult(
  written: string,
  variables: { readonly values: ReadonlyMap<string, string>; readonly defaults: ReadonlyMap<string, string> },
): ConditionResult | null {
  const parsed = parseValue(written);
  const condition = parsed.faults.length > 0 ? null : parseCondition(parsed);
  if (condition === null || !condition.ok) return null;
  // A variable without a value is the empty text in conditions.
  const pieceValue = (piece: ValuePiece, name: string) =>
    variables.values.get(name) ??
    (piece.kind === 'placeholder' ? piece.default : null) ??
    variables.defaults.get(name) ??
    '';
  const names = new Map(
    parsed.pieces.flatMap((piece) => variablesOfPiece(piece).map((name) => [name, pieceValue(piece, name)] as const)),
  );
  return {
    holds: conditionHolds(condition.value, { ...variables, budget: createValueBudget() }),
    because: [...names].map(([variable, value]) => ({ variable, value })),
  };
}
