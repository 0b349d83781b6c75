import { attributeValue, childElements, type ElementNode } from '../../template/document/document.ts';
import { roleOf } from '../../template/tables/roles.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import { wayNamed } from '../../timeline/presets.ts';
import type { Planning } from './planning.ts';

/** How sounds come and go; layers have presets for it. */
const FADE_IN = 'fadein';
const FADE_OUT = 'fadeout';

/**
 * What the first half of something that is cut in two loses: what would take it out at its end, which is now where the
 * second half goes on.
 */
export function withoutEnd({ language }: Planning, element: ElementNode): readonly DocumentEdit[] {
  const fades: readonly DocumentEdit[] = hasFade(element, FADE_OUT)
    ? [{ type: 'set-attribute', node: element.id, name: FADE_OUT, value: null }]
    : [];
  const going = childElements(element).filter(
    (child) =>
      roleOf(child, language) === 'animation' && wayNamed(attributeValue(child, 'type')?.trim() ?? '') === 'out',
  );
  return [...fades, ...going.map(({ id }): DocumentEdit => ({ type: 'remove-node', node: id }))];
}

/** The second half of it, which is there already where it begins. */
export function withoutBeginning(element: ElementNode): ElementNode {
  if (!hasFade(element, FADE_IN)) return element;
  return { ...element, attributes: element.attributes.filter(({ name }) => name !== FADE_IN) };
}

/** Whether it is a fade of its sound. */
function hasFade({ attributes }: ElementNode, fade: string): boolean {
  return attributes.some(({ name }) => name === fade);
}
