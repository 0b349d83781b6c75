import { useMemo } from 'react';
import type { ElementNode } from '../../../shared/template/document/document.ts';
import { elementRegistry } from '../../../shared/template/tables/elements.ts';
import { useStrings } from '../../strings/use-strings.tsx';
import { EnabledSwitch } from './fields/enabled-switch.tsx';
import { Form } from './fields/form.tsx';
import { formRows } from './fields/form-rows.ts';
import styles from './fields/inspector.module.css';
import { fieldsOfTransitions } from './model/transition-fields.ts';
import { VariablesHere } from './variables-here.tsx';

const { attributes } = elementRegistry.transition;
const [type, others] = [
  Object.entries(attributes).filter(([name]) => name === 'type'),
  formRows(attributes, ['type', 'enabled']),
];

/** One transition, or several as one: the type first, then what transitions of that type have. */
export function TransitionSection({ transitions }: { readonly transitions: readonly ElementNode[] }) {
  const { inspector } = useStrings();
  const key = transitions.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same ids are the same list
  const nodes = useMemo(() => transitions.map(({ id }) => id), [key]);
  const fields = fieldsOfTransitions(transitions);
  return (
    <>
      <div className={styles.head}>
        <span className={styles.many}>{inspector.transitions(transitions.length)}</span>
        <EnabledSwitch nodes={nodes} spec={attributes.enabled} />
      </div>
      <Form nodes={nodes} rows={[...type, ...others.filter(([name]) => fields.has(name))]} />
      <VariablesHere nodes={nodes} />
    </>
  );
}
