import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { memo, type ReactNode, useId } from 'react';
import { roleOf } from '../../../../shared/template/tables/roles.ts';
import { writeFieldCommand } from '../../../common/edits/field-command.ts';
import { type AttributeField, fieldText, sameField } from '../../../common/edits/field-model.ts';
import { type FieldEdit, useFieldEdit, useInspectorDispatch } from '../../../common/edits/use-field-edit.ts';
import { KeyButton } from '../../../common/keys/key-button.tsx';
import { useKeyField } from '../../../common/keys/use-keys.ts';
import { specWords } from '../../../strings/registry-words.ts';
import { inQuotes, say } from '../../../strings/say.ts';
import { useStrings } from '../../../strings/use-strings.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { formatWritten } from '../../../ui/format/number.ts';
import styles from '../controls/fields.module.css';
import { AttributeControl } from './attribute-control.tsx';
import { BoundValue } from './bound-value.tsx';
import { FieldVariableMenu } from './variable-menu.tsx';

export interface FieldRowProps {
  readonly field: AttributeField;
  /** As rows of an effect's card are. */
  readonly compact?: boolean | undefined;
  /** Instead of the one that the type asks for; not where a variable gives the value. */
  readonly control?: ((edit: FieldEdit) => ReactNode) | undefined;
  /** Below it, such as facts. */
  readonly children?: ReactNode;
}

/** An attribute in a form: label, control, variable button; below it what is wrong. */
export const FieldRow = memo(function FieldRow({ field, compact = false, control, children }: FieldRowProps) {
  const { inspector } = useStrings();
  const keys = useKeyField(field);
  const isAnimated = keys !== null && keys.count > 0;
  const shown = isAnimated ? atPlayhead(field, keys.text) : field;
  const edit = useFieldEdit(shown, isAnimated ? keys : null);
  const below = useId();
  const { label, description } = specWords(field.spec);
  const hasProblems = field.problems.length > 0 || isMissing(field);
  return (
    <fieldset
      aria-label={label}
      aria-describedby={hasProblems ? below : undefined}
      className={clsx(styles.row, compact && styles.compact)}
      data-field={field.name}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut; the variable menu has the same for everybody */}
      <span
        className={clsx(styles.label, field.isChanged && styles.changed)}
        title={field.isChanged ? inspector.changed(label, formatWritten(field.standard ?? '')) : description}
        onDoubleClick={edit.reset}
      >
        {label}
      </span>
      <div className={styles.control}>
        <FieldControl field={shown} edit={edit} control={control} />
      </div>
      <span className={clsx(styles.ends, canHaveKeys(field) && styles.keyed)}>
        {keys !== null && <KeyButton field={keys} label={label} value={fieldText(field) ?? field.standard ?? ''} />}
        <FieldVariableMenu field={field} edit={edit} />
      </span>
      {hasProblems && <FieldProblems id={below} field={field} edit={edit} />}
      {children}
    </fieldset>
  );
}, saysTheSame);

/** What an animated field shows: its value at the playhead. */
function atPlayhead(field: AttributeField, text: string | null): AttributeField {
  return text === null ? field : { ...field, value: { kind: 'fixed', text } };
}

/** Whether the diamond of keys has a place beside a field, so that all fields of a form are alike wide. */
function canHaveKeys({ element }: AttributeField): boolean {
  const role = roleOf({ name: element });
  return role === 'layer' || role === 'effect' || role === 'sound';
}

/** Most edits change nothing of a field, though it is read anew after each. */
function saysTheSame(before: FieldRowProps, after: FieldRowProps): boolean {
  const { field, ...others } = before;
  const { field: nextField, ...nextOthers } = after;
  const isSame = (key: keyof typeof others) => Object.is(others[key], nextOthers[key]);
  return sameField(field, nextField) && isSame('compact') && isSame('control') && isSame('children');
}

/** The control of a field alone, for where there is no row. */
export function FieldControl({ field, edit, control }: Pick<FieldRowProps, 'field' | 'control'> & { edit: FieldEdit }) {
  const dispatch = useInspectorDispatch();
  const { value } = field;
  const [problem] = sentencesOf(field);
  if (value.kind === 'variable' || value.kind === 'composed') return <BoundValue field={field} value={value} />;
  if (value.kind === 'malformed' || value.kind === 'refused') {
    const asWritten = { ...edit, commit: (text: string) => void dispatch(writeFieldCommand(field, text)) };
    return <AttributeControl field={field} edit={asWritten} text={value.text} invalid={problem ?? ''} />;
  }
  if (control !== undefined) return control(edit);
  return <AttributeControl field={field} edit={edit} text={fieldText(field)} invalid={problem} />;
}

/** What is wrong with a field. Statements mark names as code does; here they stand in running text. */
function sentencesOf({ problems }: AttributeField): readonly string[] {
  return problems.map((problem) => inQuotes(say(problem)));
}

/** Whether a variable that gives the value has none itself. */
function isMissing({ value }: AttributeField): boolean {
  return (value.kind === 'variable' || value.kind === 'composed') && value.text === null;
}

function FieldProblems({
  id,
  field,
  edit,
}: {
  readonly id: string;
  readonly field: AttributeField;
  readonly edit: FieldEdit;
}) {
  const { inspector } = useStrings();
  const { value, standard } = field;
  const canReset = (value.kind === 'refused' || value.kind === 'malformed') && standard !== null;
  const names = value.kind === 'variable' ? [value.name] : value.kind === 'composed' ? value.names : [];
  return (
    <div id={id} className={styles.below}>
      {isMissing(field) && <Problem text={inspector.missing(names.join(', '))} />}
      {sentencesOf(field).map((text) => (
        <Problem key={text} text={text} />
      ))}
      {canReset && (
        <Button size="sm" className={styles.fix} onClick={edit.reset}>
          {inspector.resetTo(formatWritten(standard))}
        </Button>
      )}
    </div>
  );
}

export function Problem({ text, tone = 'danger' }: { readonly text: string; readonly tone?: 'danger' | 'warning' }) {
  return (
    <p className={clsx(styles.problem, tone === 'warning' && styles.warning)}>
      <Icon icon={CircleAlert} size={12} />
      <span>{text}</span>
    </p>
  );
}
