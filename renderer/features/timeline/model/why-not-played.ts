import { useCallback } from 'react';
import { useEditor, useStableValue } from '#renderer/editor/editor-context.tsx';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { type EmptyList, emptyListOf } from '#renderer/editor/empty-lists.ts';
import { type ConditionResult, conditionResult } from '#renderer/editor/nested-scenes.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { type PlanContext, planningOf } from '#shared/editing/planning/planning.ts';
import { type ConditionContext, choiceValue, isConditionMet } from '#shared/template/conditions/condition-of.ts';
import { attributeValue, type ElementNode, type NodeId } from '#shared/template/document/document.ts';
import { createValueBudget } from '#shared/template/placeholders/substitute.ts';
import { isScene } from '#shared/template/tables/roles.ts';

/** The reason why a valid scene or layer is not played. */
export type WhyNotPlayed =
  /** The element or a scene around it is disabled. */
  | { readonly kind: 'off' }
  /** A condition of the element or of a scene around it is false. `condition` is the text in the template. */
  | { readonly kind: 'condition'; readonly condition: string; readonly because: readonly SkippingValue[] }
  /** A choice around the element plays another case or none. `value` is the value of the choice. */
  | { readonly kind: 'choice'; readonly value: string; readonly because: readonly SkippingValue[] }
  /** A list repeats the element, or a scene around it, for no item. */
  | { readonly kind: 'list'; readonly empty: EmptyList };

/** A variable in a condition or choice, with the value that skips the element. */
type SkippingValue = ConditionResult['because'][number];

/**
 * Returns the reason why an element is not played. The path from the outermost scene to the element determines it: the
 * first reason on the path is returned.
 */
export function whyNotPlayed(
  context: Pick<PlanContext, 'document' | 'values'> & Partial<Pick<EditorState, 'withoutCopies'>>,
  id: NodeId,
): WhyNotPlayed {
  const planning = planningOf(context);
  const conditionContext: ConditionContext = {
    values: context.values,
    defaults: planning.scan().defaults,
    budget: createValueBudget(),
  };
  const path = pathTo(context, id);
  const becauseOf = (element: ElementNode) =>
    conditionResult(attributeValue(element, 'condition') ?? '', conditionContext)?.because ?? [];
  for (const element of path) {
    const enabled = planning.resolved(element, 'enabled');
    if (enabled?.kind === 'text' && enabled.text.trim() === 'false') return { kind: 'off' };
    const empty = emptyListOf(context, element);
    if (empty !== null) return { kind: 'list', empty };
    if (!isChoice(element) && !isConditionMet(element, conditionContext))
      return {
        ...{ kind: 'condition', condition: (attributeValue(element, 'condition') ?? '').trim() },
        because: becauseOf(element),
      };
  }
  // No element on the path is skipped itself, so the choice around the element plays another case.
  const choice = path.find((element) => isChoice(element) && element.id !== id);
  if (choice === undefined) return { kind: 'off' };
  return { kind: 'choice', value: choiceValue(choice, conditionContext), because: becauseOf(choice) };
}

/**
 * Returns a short text for the reason, which fits beside a name: the values that skip the element, or a word for
 * disabled.
 */
export function saySkippedBy(
  why: WhyNotPlayed,
  words: Pick<Catalogue['timeline'], 'isOff' | 'isUnmet' | 'isNotChosen' | 'noCopies' | 'noItems' | 'valueIs'>,
): string {
  if (why.kind === 'off' || why.kind === 'list' || why.because.length === 0) return sayWhyNotPlayed(why, words);
  return why.because.map(({ variable, value }) => words.valueIs(variable, value)).join(', ');
}

/**
 * Returns a sentence for the reason. It says that the element is disabled, or contains the condition or value that
 * skips it.
 */
export function sayWhyNotPlayed(
  why: WhyNotPlayed,
  words: Pick<Catalogue['timeline'], 'isOff' | 'isUnmet' | 'isNotChosen' | 'noCopies' | 'noItems'>,
): string {
  switch (why.kind) {
    case 'off':
      return words.isOff;
    case 'condition':
      return words.isUnmet(why.condition);
    case 'choice':
      return words.isNotChosen(why.value);
    case 'list':
      return words.noCopies(words.noItems(why.empty.list, why.empty.why));
    default:
      return why satisfies never;
  }
}

/** Returns the scenes around an element, outermost first, followed by the element. */
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

interface Played {
  readonly id: NodeId;
  readonly enabled: boolean;
}

/** Returns a sentence with the reason why a scene or layer is not played; null if it is played. */
export function useWhyNotPlayed(played: Played): string | null {
  return useReason(played, sayWhyNotPlayed);
}

/** Returns a short text with the reason why a scene or layer is not played; null if it is played. */
export function useSkippedBy(played: Played): string | null {
  return useReason(played, saySkippedBy);
}

function useReason({ id, enabled }: Played, say: (why: WhyNotPlayed, words: Catalogue['timeline']) => string) {
  const { timeline: strings } = useStrings();
  const editor = useEditor();
  // Read the reason only when the movie changes, because a movie belongs to one document with its values.
  const read = useCallback(() => {
    if (enabled) return null;
    const { document, values, withoutCopies } = editor.document.state;
    return say(whyNotPlayed({ document, values: new Map(Object.entries(values)), withoutCopies }, id), strings);
  }, [editor, enabled, id, strings, say]);
  return useStableValue(movieOf, read, Object.is);
}

function movieOf({ movie }: EditorState) {
  return movie;
}
