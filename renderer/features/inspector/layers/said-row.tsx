import { useMemo } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { attributeValue, childElements, type ElementNode, type NodeId } from '#shared/template/document/document.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { roleOf } from '#shared/template/tables/roles.ts';
import { hasSpans, textsOf } from '#shared/template/variables/written-values.ts';
import { FieldRow } from '../fields/field-row.tsx';
import styles from '../fields/inspector.module.css';
import { useContentField, useField } from '../model/use-field-context.ts';
import { TextBox } from './text-box.tsx';

/** What texts say, as a field: of their attribute, or of the element that holds it. Spans are edited in the XML. */
export function SaidRow({ layers }: { readonly layers: readonly ElementNode[] }) {
  const { inspector } = useStrings();
  const held = layers.flatMap((layer) => contentOf(layer) ?? []);
  const inElement = useIds(held);
  const inAttribute = useIds(held.length === layers.length ? [] : layers);
  const element = useContentField(inElement);
  const attribute = useField(inAttribute, 'content', elementRegistry.text.attributes.content);
  if (held.some(hasSpans)) return <p className={styles.note}>{inspector.textHasSpans}</p>;
  const field = attribute ?? element;
  if (field === null) return null;
  const [only, ...others] = layers;
  // Several texts are set as one; only one of them can be shown as it is written.
  if (only === undefined || others.length > 0) return <FieldRow field={field} />;
  return <TextBox field={field} written={writtenIn(only, held[0] ?? null)} />;
}

/** The element that holds what a text says; null where an attribute says it. */
function contentOf(layer: ElementNode): ElementNode | null {
  if (attributeValue(layer, 'content') !== undefined) return null;
  return childElements(layer).find((child) => roleOf(child) === 'content') ?? null;
}

/** What a text says as it is written: in its attribute, or in the element that holds it. */
function writtenIn(layer: ElementNode, held: ElementNode | null): string {
  if (held === null) return attributeValue(layer, 'content') ?? '';
  return textsOf(held)
    .map(({ text }) => text)
    .join('');
}

/** The same list as long as the ids are the same. */
function useIds(elements: readonly ElementNode[]): readonly NodeId[] {
  const key = elements.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same ids are the same list
  return useMemo(() => elements.map(({ id }) => id), [key]);
}
