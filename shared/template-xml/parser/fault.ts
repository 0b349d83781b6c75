import type { Message } from '../../messages/message.ts';
import type { ProblemCode } from '../../template/document/problem.ts';

/** Problems that one reading reports; nobody mends more of them before reading again. */
export const MOST_PROBLEMS = 100;

/** An element as the gate saw it open: enough to say its path once all its siblings are known. */
export interface SeenElement {
  readonly name: string;
  readonly parent: SeenElement | null;
  /** From 1, among the siblings of its name. */
  readonly ordinal: number;
  /** How many children of each name it has so far. */
  readonly childCounts: Map<string, number>;
  /** Offset of its `<`. */
  readonly start: number;
}

/** Something the text is refused for, with the stretch at fault in UTF-16 units. */
export interface Fault {
  readonly code: ProblemCode;
  readonly says: Message;
  readonly start: number;
  readonly end: number;
  /** The innermost element it stands in; null outside the root. */
  readonly element: SeenElement | null;
  readonly attribute: string | null;
}

/** The path of an element, as problems have it. To be asked when the whole text has been seen. */
export function pathOfSeen(element: SeenElement | null, attribute: string | null): string {
  if (element === null) return '';
  const steps: string[] = [];
  for (let each: SeenElement | null = element; each !== null; each = each.parent) {
    const alone = each.parent === null || (each.parent.childCounts.get(each.name) ?? 1) === 1;
    steps.push(alone ? each.name : `${each.name}[${each.ordinal}]`);
  }
  return steps.reverse().join('/') + (attribute === null ? '' : `@${attribute}`);
}
