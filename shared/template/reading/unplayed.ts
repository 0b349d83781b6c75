import { conditionFinding, type Given, isConditionMet } from '../conditions/condition-of.ts';
import { attributeValue, type ElementNode, elementsOf, type NodeId } from '../document/document.ts';
import type { FindingLog } from '../document/findings.ts';
import type { Finding, ProblemCode } from '../document/problem.ts';
import { judgeCondition } from './declared-values.ts';
import { logTooLong } from './read-attributes.ts';
import type { ReadingContext } from './reading-context.ts';

/** The variables' values as conditions are asked with them. */
export function givenFor(context: ReadingContext, element: ElementNode): Given {
  const { values, defaults, budget } = context;
  return {
    ...{ values, defaults, budget },
    tooLong: (substituted) => logTooLong(context, element, 'condition', substituted),
  };
}

/** Whether an element's condition holds; one that cannot be read is told, and counts as true. */
export function meetsCondition(context: ReadingContext, element: ElementNode): boolean {
  const finding = conditionFinding(element);
  if (finding !== null) context.log.addAll([finding]);
  else judgeCondition(context, element);
  return isConditionMet(element, givenFor(context, element));
}

/**
 * For an element that its condition or choice leaves out of the film: what is written in it is judged, what its variables
 * would give is not.
 */
export function unplayed(context: ReadingContext, element: ElementNode): ReadingContext {
  return { ...context, log: writtenOnly(context.log, element), ignored: new Set() };
}

/** What concerns the writing of a placeholder or condition, whatever value it gets. */
const WRITTEN: ReadonlySet<ProblemCode> = new Set([
  'template/condition',
  'variable/malformed',
  'variable/too-long',
  'template/unknown-attribute',
  'template/duplicate-attribute',
]);

/** Whether a finding is of what variables would give, and not of what is written in the element that it is about. */
export function isOfValues({ code, at }: Pick<Finding, 'code' | 'at'>, judged: ElementNode | undefined): boolean {
  if (code === 'variable/missing' || code === 'variable/refused') return true;
  if (at?.attribute === undefined || WRITTEN.has(code)) return false;
  return judged !== undefined && (attributeValue(judged, at.attribute) ?? '').includes('${');
}

function writtenOnly(log: FindingLog, element: ElementNode): FindingLog {
  let byId: ReadonlyMap<NodeId, ElementNode> | null = null;
  const isLeftOut = (code: ProblemCode, at: Finding['at']): boolean => {
    byId ??= new Map([...elementsOf(element)].map((each) => [each.id, each]));
    return isOfValues({ code, at }, at === null ? undefined : byId.get(at.node));
  };
  return {
    ...log,
    add: (code, at, says) => {
      if (!isLeftOut(code, at)) log.add(code, at, says);
    },
    addAll: (findings) => log.addAll([...findings].filter(({ code, at }) => !isLeftOut(code, at))),
  };
}
