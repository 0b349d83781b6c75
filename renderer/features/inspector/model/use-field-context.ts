import { useCallback } from 'react';
import type { NodeId } from '../../../../shared/template/document/document.ts';
import type { AttributeSpec } from '../../../../shared/template/value-types/attribute-spec.ts';
import { readContentField } from '../../../common/edits/content-field.ts';
import { type AttributeField, type FieldContext, readField, sameField } from '../../../common/edits/field-model.ts';
import type { EditorState } from '../../../state/editor-state.ts';
import { memoised, selectRate } from '../../../state/selectors.ts';
import { useSteady } from '../../../state/use-steady.ts';

/** What fields are read from: the open template as it is shown now. */
const selectFieldContext = memoised(
  (state: EditorState) => [state.document, state.values, state.findings, selectRate(state)] as const,
  (document, values, findings, rate): FieldContext => ({
    document,
    values: new Map(Object.entries(values)),
    findings,
    rate,
  }),
);

/**
 * What is read from the open template. `read` is the same as long as it reads the same; `same` says whether two
 * readings are.
 */
export function useReading<Value>(
  read: (context: FieldContext) => Value,
  same: (one: Value, other: Value) => boolean = Object.is,
): Value {
  return useSteady(selectFieldContext, read, same);
}

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
