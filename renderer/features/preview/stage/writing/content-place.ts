import type { PlannableCommand, ValueName } from '#shared/editing/commands.ts';
import { indexOf } from '#shared/editing/document-index.ts';
import {
  attributeValue,
  childElements,
  type NodeId,
  type TemplateDocument,
} from '#shared/template/document/document.ts';
import { roleOf } from '#shared/template/tables/roles.ts';
import { hasSpans, textsOf } from '#shared/template/variables/written-values.ts';

/** Where a text layer says what it says. */
export interface ContentPlace {
  readonly node: NodeId;
  /** Of the attribute; null for the text that the element holds. */
  readonly name: ValueName;
  /** As it is written. */
  readonly value: string;
}

/** Where the words of a text are; `spans` where parts of them look otherwise, which are edited in the XML. */
export function contentPlace(document: TemplateDocument, layer: NodeId): ContentPlace | 'spans' | null {
  const element = indexOf(document).elements.get(layer)?.element;
  if (element === undefined) return null;
  const value = attributeValue(element, 'content');
  if (value !== undefined) return { node: layer, name: 'content', value };
  const held = childElements(element).find((child) => roleOf(child) === 'content');
  if (held === undefined) return { node: layer, name: 'content', value: '' };
  if (hasSpans(held)) return 'spans';
  const texts = textsOf(held);
  return { node: held.id, name: null, value: texts.map(({ text }) => text).join('') };
}

export function contentCommand({ node, name }: ContentPlace, value: string): PlannableCommand {
  return { type: 'attribute/set', node, name, value };
}
