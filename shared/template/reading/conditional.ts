import type { ElementNode } from '../document/document.ts';
import type { ReadingContext } from './reading-context.ts';
import { meetsCondition, unplayed } from './unplayed.ts';

/** Reads something that may have a condition; where it does not hold, it is switched off and its values are not judged. */
export function conditional<Thing extends { readonly enabled: boolean }>(
  context: ReadingContext,
  element: ElementNode,
  read: (context: ReadingContext, element: ElementNode) => Thing | null,
): Thing | null {
  if (meetsCondition(context, element)) return read(context, element);
  const thing = read(unplayed(context, element), element);
  return thing === null ? null : { ...thing, enabled: false };
}
