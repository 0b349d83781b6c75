import { useFieldEdit } from '#renderer/editor/field-edit.ts';
import { type AttributeField, fieldText } from '#renderer/editor/fields.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Switch } from '#renderer/ui/controls/switch.tsx';
import type { NodeId } from '#shared/template/document/document.ts';
import type { AttributeSpec } from '#shared/template/value-types/attribute-types.ts';
import { useField } from '../model/use-field-context.ts';
import { BoundValue } from './bound-value.tsx';
import { ExpressionField } from './expression-field.tsx';
import styles from './inspector.module.css';

/** The switch that enables scenes or layers. */
export function EnabledSwitch({
  nodes,
  spec,
}: {
  readonly nodes: readonly NodeId[];
  readonly spec: AttributeSpec<unknown>;
}) {
  const field = useField(nodes, 'enabled', spec);
  return field === null ? null : <EnabledField field={field} />;
}

function EnabledField({ field }: { readonly field: AttributeField }) {
  const { inspector } = useStrings();
  const edit = useFieldEdit(field);
  const { value } = field;
  if (value.kind === 'computed')
    return (
      <div className={styles.enabledValue}>
        <ExpressionField field={field} edit={edit} value={value} />
      </div>
    );
  if (value.kind === 'variable' || value.kind === 'composed') {
    return (
      <div className={styles.enabledValue}>
        <BoundValue field={field} value={value} />
      </div>
    );
  }
  return (
    <span className={styles.enabled}>
      <span className={styles.enabledLabel}>{value.kind === 'mixed' ? inspector.mixed : inspector.enabled}</span>
      <Switch
        // If the elements differ, the switch is off, so a click enables all elements.
        checked={value.kind !== 'mixed' && fieldText(field) !== 'false'}
        label={inspector.enabled}
        onChange={(next) => edit.commit(String(next))}
      />
    </span>
  );
}
