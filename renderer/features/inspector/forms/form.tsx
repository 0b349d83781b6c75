import { memo } from 'react';
import type { NodeId } from '#shared/template/document/document.ts';
import type { AttributeSpec } from '#shared/template/value-types/attribute-types.ts';
import { ConditionRow } from '../conditions/condition-row.tsx';
import { FieldPair, FieldRow } from '../fields/field-row.tsx';
import { PAIRS, type PairName } from '../model/attribute-groups.ts';
import { pairedRows } from '../model/layer-parts.ts';
import { useField } from '../model/use-field-context.ts';

export interface FormProps {
  readonly nodes: readonly NodeId[];
  readonly rows: readonly (readonly [name: string, spec: AttributeSpec<unknown>])[];
  readonly compact?: boolean | undefined;
  /** Whether paired attributes share a row, which shortens a long form. */
  readonly paired?: boolean | undefined;
}

/** A form with the fields of elements. */
export function Form({ nodes, rows, compact, paired = false }: FormProps) {
  if (!paired)
    return rows.map(([name, spec]) => <FormRow key={name} nodes={nodes} name={name} spec={spec} compact={compact} />);
  return pairedRows(rows).map(([[name, spec], other]) =>
    other === null ? (
      <FormRow key={name} nodes={nodes} name={name} spec={spec} />
    ) : (
      <PairedRow key={name} pair={other.pair} nodes={nodes} name={name} spec={spec} otherSpec={other.spec} />
    ),
  );
}

interface FormRowProps extends Pick<FormProps, 'nodes' | 'compact'> {
  readonly name: string;
  readonly spec: AttributeSpec<unknown>;
}

/** A row of a form. It renders only if its own field changes, although each move of a drag creates a new document. */
const FormRow = memo(function FormRow(props: FormRowProps) {
  // A condition contains its variables as chips, so it has no variable button.
  return props.spec.type.kind === 'condition' ? <ConditionRow {...props} /> : <PlainRow {...props} />;
});

function PlainRow({ nodes, name, spec, compact }: FormRowProps) {
  const field = useField(nodes, name, spec);
  return field === null ? null : <FieldRow field={field} compact={compact} />;
}

interface PairedRowProps extends FormRowProps {
  readonly pair: PairName;
  readonly otherSpec: AttributeSpec<unknown>;
}

const PairedRow = memo(function PairedRow({ pair, nodes, name, spec, otherSpec }: PairedRowProps) {
  const first = useField(nodes, name, spec);
  const second = useField(nodes, PAIRS[pair], otherSpec);
  return first === null || second === null ? null : <FieldPair name={pair} first={first} second={second} />;
});
