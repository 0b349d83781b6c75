import { useCallback, useMemo } from 'react';
import { useSteady } from '#renderer/editor/editor-context.tsx';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { type AttributeField, type FieldContext, readField, sameField } from '#renderer/editor/fields.ts';
import { memoised, selectRate } from '#renderer/editor/selectors.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { AttributeSpec } from '#shared/template/value-types/attribute-types.ts';

const selectContext = memoised(
  (state: EditorState) => [state.document, state.values, state.findings, selectRate(state)] as const,
  (document, values, findings, rate): FieldContext => ({
    document,
    values: new Map(Object.entries(values)),
    findings,
    rate,
  }),
);

/** An attribute of one layer as a field; null once the layer is gone. */
export function useLayerField(layer: NodeId, name: string, spec: AttributeSpec<unknown>): AttributeField | null {
  const nodes = useMemo(() => [layer], [layer]);
  const read = useCallback((context: FieldContext) => readField(context, nodes, name, spec), [nodes, name, spec]);
  return useSteady(selectContext, read, sameField);
}
