import { attributeValue, childElements, type ElementNode } from '#shared/template/document/document.ts';
import { elementSpecOf } from '#shared/template/tables/language.ts';

/**
 * Returns the child elements that this version of the program does not support. They stay in the template but are not
 * rendered.
 */
export function unknownChildren(parent: ElementNode): readonly ElementNode[] {
  const knownNames = elementSpecOf(parent)?.children ?? [];
  return childElements(parent).filter(({ name }) => !knownNames.includes(name));
}

/** Returns the label of an unknown element, such as `<filter type="posterise">`. */
export function elementLabel(element: ElementNode): string {
  const type = attributeValue(element, 'type');
  return type === undefined ? `<${element.name}>` : `<${element.name} type="${type}">`;
}
