import { useCallback } from 'react';
import {
  type AttributeField,
  type FieldContext,
  readContentField,
  readField,
  sameField,
  useReading,
} from '#renderer/editor/fields.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { AttributeSpec } from '#shared/template/value-types/attribute-types.ts';

/**
 * Returns the field of an attribute for these elements; null if all of them were deleted. Pass the same array while the
 * ids are equal.
 */
export function useField(nodes: readonly NodeId[], name: string, spec: AttributeSpec<unknown>): AttributeField | null {
  const read = useCallback((context: FieldContext) => readField(context, nodes, name, spec), [nodes, name, spec]);
  return useReading(read, sameField);
}

/** Returns the field of the text content of these elements; null if one of them has no content. */
export function useContentField(nodes: readonly NodeId[]): AttributeField | null {
  const read = useCallback((context: FieldContext) => readContentField(context, nodes), [nodes]);
  return useReading(read, sameField);
}
