import { useCallback } from 'react';
import { readContentField } from '#renderer/common/edits/content-field.ts';
import { type AttributeField, type FieldContext, readField, sameField } from '#renderer/common/edits/field-model.ts';
import { useReading } from '#renderer/common/edits/use-reading.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { AttributeSpec } from '#shared/template/value-types/attribute-spec.ts';

/**
 * A field for one attribute of some elements; null once they are gone. Pass the same array while the ids are the same.
 */
export function useField(nodes: readonly NodeId[], name: string, spec: AttributeSpec<unknown>): AttributeField | null {
  const read = useCallback((context: FieldContext) => readField(context, nodes, name, spec), [nodes, name, spec]);
  return useReading(read, sameField);
}

/** A field for the text that some elements hold; null where one of them holds none. */
export function useContentField(nodes: readonly NodeId[]): AttributeField | null {
  const read = useCallback((context: FieldContext) => readContentField(context, nodes), [nodes]);
  return useReading(read, sameField);
}
