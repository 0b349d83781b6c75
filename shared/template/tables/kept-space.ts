import { elementSpecOf } from './language.ts';

/** Whether white space alone is text in an element: it holds text, in which every space counts. */
export function keepsSpace(element: { readonly name: string }): boolean {
  return elementSpecOf(element)?.content !== undefined;
}
