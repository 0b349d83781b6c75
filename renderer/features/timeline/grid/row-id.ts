import type { NodeId } from '#shared/template/document/document.ts';

/** What the row stands for that an element of the page lies in. */
export function rowIdOf(target: Element | null): NodeId | null {
  const id = target?.closest('[data-row]')?.getAttribute('data-part');
  return (id ?? null) as NodeId | null;
}
