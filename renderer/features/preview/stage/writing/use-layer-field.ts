import { useCallback, useMemo } from 'react';
import { type AttributeField, type FieldContext, readField, sameField } from '#renderer/common/edits/field-model.ts';
import type { EditorState } from '#renderer/state/editor-state.ts';
import { memoised, selectRate } from '#renderer/state/selectors.ts';
import { useSteady } from '#renderer/state/use-steady.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { AttributeSpec } from '#shared/template/value-types/attribute-spec.ts';

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
