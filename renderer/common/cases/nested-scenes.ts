import { indexOf } from '#shared/editing/document-index.ts';
import { planningOf } from '#shared/editing/planning/planning.ts';
import { type Candidate, chosenScene } from '#shared/template/conditions/chosen-scene.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { attributeValue } from '#shared/template/document/document.ts';
import { parseValue } from '#shared/template/placeholders/placeholder.ts';
import { nestedScenesOf } from '#shared/template/tables/nested-scenes.ts';
import { caseList } from '#shared/template/value-types/condition-types.ts';
import type { FieldContext } from '../edits/field-model.ts';
import type { CaseValue } from './case-preview.ts';

/** A scene that a choice or a sequence holds. */
export interface InnerScene {
  readonly id: NodeId;
  readonly name: string | null;
  /** As it is written; null for the one that is played where no other fits, and in a sequence. */
  readonly cases: string | null;
  /** Whether a choice plays it with the values that are shown. */
  readonly isChosen: boolean;
  /** With what it is played; null where that is more than one variable. */
  readonly playedWith: CaseValue | null;
}

/** What a choice or a sequence holds. */
export interface Nested {
  readonly kind: 'choice' | 'sequence';
  /** What a choice compares its cases with; null for a sequence. */
  readonly value: string | null;
  readonly scenes: readonly InnerScene[];
  /** A value that only the scene without a case takes, or none; null where one has it, or there is no value. */
  readonly withoutCase: string | null;
}

/** What a scene holds that has scenes in it; null for a scene of layers. */
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

/** The variable that a value is, alone and as it is. */
function onlyVariable(written: string): string | null {
  const [piece, ...others] = parseValue(written.trim()).pieces;
  if (piece?.kind !== 'placeholder' || others.length > 0 || piece.options.length > 0) return null;
  return piece.name;
}

/** The first value of a case; for the one without, some value that no case has. */
function playedWith(variable: string | null, candidates: readonly Candidate[], at: number): CaseValue | null {
  const cases = candidates[at]?.cases;
  const value = cases === null ? otherValue(candidates) : cases?.[0];
  return variable === null || value === undefined ? null : { variable, value };
}

function otherValue(candidates: readonly Candidate[]): string {
  const taken = new Set(candidates.flatMap(({ cases }) => cases ?? []));
  for (let number = 1; ; number += 1) {
    const value = number === 1 ? 'other' : `other${number}`;
    if (!taken.has(value)) return value;
  }
}

/** With what a scene of a choice is played; null for any other scene. */
export function caseOf(context: FieldContext, scene: NodeId): CaseValue | null {
  const holder = holdersOf(context, scene).at(-1);
  const nested = holder === undefined ? null : nestedIn(context, holder.id);
  return nested?.scenes.find(({ id }) => id === scene)?.playedWith ?? null;
}

/** A choice or a sequence around a scene, or that scene itself. */
export interface Holder {
  readonly id: NodeId;
  readonly kind: Nested['kind'];
  readonly name: string | null;
}

/** The choices and sequences that a scene stands in, from the outermost; itself the last where it is one. */
export function holdersOf(context: FieldContext, scene: NodeId): readonly Holder[] {
  const { elements } = indexOf(context.document);
  const planning = planningOf(context);
  const holders: Holder[] = [];
  for (let at = elements.get(scene); at !== undefined && at.parent !== null; at = elements.get(at.parent.id)) {
    const nested = nestedIn(context, at.element.id);
    if (nested === null) continue;
    const text = planning.resolved(at.element, 'name');
    const name = text?.kind === 'text' && text.text.trim() !== '' ? text.text.trim() : null;
    holders.unshift({ id: at.element.id, kind: nested.kind, name });
  }
  return holders;
}

export function sameHolders(one: readonly Holder[], other: readonly Holder[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function sameNested(one: Nested | null, other: Nested | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
