import { useMemo } from 'react';
import type { AttributeSpec } from '../../../shared/template/attribute-spec.ts';
import type { NodeId } from '../../../shared/template/document.ts';
import { useEditor } from '../../state/editor-context.tsx';
import { selectRate } from '../../state/selectors.ts';
import { type AttributeField, type FieldContext, readField } from './field-model.ts';

/** What fields are read from: the open template as it is shown now. */
export function useFieldContext(): FieldContext {
  const document = useEditor((state) => state.document);
  const values = useEditor((state) => state.values);
  const findings = useEditor((state) => state.findings);
  const rate = useEditor(selectRate);
  return useMemo(
    () => ({ document, values: new Map(Object.entries(values)), findings, rate }),
    [document, values, findings, rate],
  );
}

/** One attribute of some elements; null once they are gone. Give the same list of ids as long as they are the same. */
export function useField(nodes: readonly NodeId[], name: string, spec: AttributeSpec<unknown>): AttributeField | null {
  const context = useFieldContext();
  return useMemo(() => readField(context, nodes, name, spec), [context, nodes, name, spec]);
}
