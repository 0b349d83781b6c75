import { useMemo } from 'react';
import {
  attributeValue,
  childElements,
  type ElementNode,
  type NodeId,
} from '../../../../shared/template/document/document.ts';
import { elementRegistry } from '../../../../shared/template/tables/elements.ts';
import { roleOf } from '../../../../shared/template/tables/roles.ts';
import { hasSpans } from '../../../../shared/template/variables/written-values.ts';
import { useStrings } from '../../../strings/use-strings.tsx';
import { FieldRow } from '../fields/field-row.tsx';
import styles from '../fields/inspector.module.css';
import { useContentField, useField } from '../model/use-field-context.ts';

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
  return field === null ? null : <FieldRow field={field} />;
}

/** The element that holds what a text says; null where an attribute says it. */
function contentOf(layer: ElementNode): ElementNode | null {
  if (attributeValue(layer, 'content') !== undefined) return null;
  return childElements(layer).find((child) => roleOf(child) === 'content') ?? null;
}

/** The same list as long as the ids are the same. */
function useIds(elements: readonly ElementNode[]): readonly NodeId[] {
  const key = elements.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same ids are the same list
  return useMemo(() => elements.map(({ id }) => id), [key]);
}
