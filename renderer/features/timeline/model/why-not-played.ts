import { type ConditionResult, conditionResult } from '#renderer/common/cases/condition-result.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { indexOf } from '#shared/editing/document-index.ts';
import { type PlanContext, planningOf } from '#shared/editing/planning/planning.ts';
import { choiceValue, type Given, isConditionMet } from '#shared/template/conditions/condition-of.ts';
import { attributeValue, type ElementNode, type NodeId } from '#shared/template/document/document.ts';
import { createValueBudget } from '#shared/template/placeholders/value-budget.ts';
import { isScene } from '#shared/template/tables/roles.ts';

/** Why a scene or layer that can be read is not in the film. */
export type WhyNotPlayed =
  /** It, or a scene that it stands in, is switched off. */
  | { readonly kind: 'off' }
  /** A condition does not hold, its own or that of a scene that it stands in; as it is written. */
  | { readonly kind: 'condition'; readonly condition: string; readonly because: readonly SkippingValue[] }
  /** A choice that it stands in plays another of its scenes, or none, for this value. */
  | { readonly kind: 'choice'; readonly value: string; readonly because: readonly SkippingValue[] };

/** A variable that a condition or choice looks at, and its value. */
type SkippingValue = ConditionResult['because'][number];

/** Of an element that is not played: what of it, or of the scenes around it, from the outermost, leaves it out. */
export function whyNotPlayed(context: Pick<PlanContext, 'document' | 'values'>, id: NodeId): WhyNotPlayed {
  const planning = planningOf(context);
  const given: Given = { values: context.values, defaults: planning.scan().defaults, budget: createValueBudget() };
  const path = pathTo(context, id);
  const becauseOf = (element: ElementNode) =>
    conditionResult(attributeValue(element, 'condition') ?? '', given)?.because ?? [];
  for (const element of path) {
    const enabled = planning.resolved(element, 'enabled');
    if (enabled?.kind === 'text' && enabled.text.trim() === 'false') return { kind: 'off' };
    if (!isChoice(element) && !isConditionMet(element, given))
      return {
        ...{ kind: 'condition', condition: (attributeValue(element, 'condition') ?? '').trim() },
        because: becauseOf(element),
      };
  }
  // Nothing of its own leaves it out: the choice that it stands in does.
  const choice = path.find((element) => isChoice(element) && element.id !== id);
  if (choice === undefined) return { kind: 'off' };
  return { kind: 'choice', value: choiceValue(choice, given), because: becauseOf(choice) };
}

/** The values that leave it out, or that it is switched off: what fits beside a name. */
export function saySkippedBy(
  why: WhyNotPlayed,
  words: Pick<Catalogue['timeline'], 'isOff' | 'isUnmet' | 'isNotChosen' | 'valueIs'>,
): string {
  if (why.kind === 'off' || why.because.length === 0) return sayWhyNotPlayed(why, words);
  return why.because.map(({ variable, value }) => words.valueIs(variable, value)).join(', ');
}

/** What is said of it: `switched off`, or the condition or value that leaves it out. */
export function sayWhyNotPlayed(
  why: WhyNotPlayed,
  words: Pick<Catalogue['timeline'], 'isOff' | 'isUnmet' | 'isNotChosen'>,
): string {
  switch (why.kind) {
    case 'off':
      return words.isOff;
    case 'condition':
      return words.isUnmet(why.condition);
    case 'choice':
      return words.isNotChosen(why.value);
    default:
      return why satisfies never;
  }
}

/** The scenes that an element stands in, from the outermost, and the element itself. */
function pathTo({ document }: Pick<PlanContext, 'document'>, id: NodeId): readonly ElementNode[] {
  const { elements } = indexOf(document);
  const path: ElementNode[] = [];
  for (let at = elements.get(id); at !== undefined; ) {
    if (at.element.id === id || isScene(at.element)) path.unshift(at.element);
    at = at.parent === null ? undefined : elements.get(at.parent.id);
  }
  return path;
}

function isChoice(element: ElementNode): boolean {
  return isScene(element) && attributeValue(element, 'type')?.trim() === 'choice';
}
