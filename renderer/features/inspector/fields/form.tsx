import type { NodeId } from '../../../../shared/template/document/document.ts';
import type { AttributeSpec } from '../../../../shared/template/value-types/attribute-spec.ts';
import { useField } from '../model/use-field-context.ts';
import { FieldRow } from './field-row.tsx';

export interface FormProps {
  readonly nodes: readonly NodeId[];
  readonly rows: readonly (readonly [name: string, spec: AttributeSpec<unknown>])[];
  readonly compact?: boolean | undefined;
}

/** The fields of some elements. */
export function Form({ nodes, rows, compact }: FormProps) {
  return rows.map(([name, spec]) => <FormRow key={name} nodes={nodes} name={name} spec={spec} compact={compact} />);
}

interface FormRowProps extends Pick<FormProps, 'nodes' | 'compact'> {
  readonly name: string;
  readonly spec: AttributeSpec<unknown>;
}

function FormRow({ nodes, name, spec, compact }: FormRowProps) {
  const field = useField(nodes, name, spec);
  return field === null ? null : <FieldRow field={field} compact={compact} />;
}
