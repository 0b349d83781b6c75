import type { Message } from '../../messages/message.ts';
import type { ProblemCode } from '../../template/document/problem.ts';

/** The maximum number of reported problems. Users rarely fix more before they check again. */
export const MAX_PROBLEMS = 100;

/** An open element with the data for its path. The path is final after all its siblings are parsed. */
export interface ParsedElement {
  readonly name: string;
  readonly parent: ParsedElement | null;
  /** The number of the element among siblings with the same name, from 1. */
  readonly ordinal: number;
  /** The number of children so far, by name. */
  readonly childCounts: Map<string, number>;
  /** The offset of the element's `<`. */
  readonly start: number;
}

/** A problem of the text with its range in UTF-16 units. */
export interface Fault {
  readonly code: ProblemCode;
  readonly says: Message;
  readonly start: number;
  readonly end: number;
  /** The innermost element that contains the problem; null outside the root. */
  readonly element: ParsedElement | null;
  readonly attribute: string | null;
}

/** Returns the path of an element as problems contain it. Call it after the whole text is parsed. */
export function pathOfElement(element: ParsedElement | null, attribute: string | null): string {
  if (element === null) return '';
  const steps: string[] = [];
  for (let current: ParsedElement | null = element; current !== null; current = current.parent) {
    const alone = current.parent === null || (current.parent.childCounts.get(current.name) ?? 1) === 1;
    steps.push(alone ? current.name : `${current.name}[${current.ordinal}]`);
  }
  return steps.reverse().join('/') + (attribute === null ? '' : `@${attribute}`);
}
