import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { memo, type ReactNode, useId, useMemo } from 'react';
import { type FieldEdit, useFieldEdit, useInspectorDispatch, writeFieldCommand } from '#renderer/editor/field-edit.ts';
import { type AttributeField, fieldText, sameField } from '#renderer/editor/fields.ts';
import { atPlayhead, type KeyField, useFieldAt, useKeyField } from '#renderer/editor/keyframes.ts';
import { KeyButton } from '#renderer/project/keyframe-button.tsx';
import { specWords } from '#renderer/strings/registry-strings.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { formatWritten } from '#renderer/ui/format/number.ts';
import { roleOf } from '#shared/template/tables/roles.ts';
import styles from '../controls/fields.module.css';
import type { PairName } from '../model/attribute-groups.ts';
import { AttributeControl, REPEAT } from './attribute-control.tsx';
import { BoundValue } from './bound-value.tsx';
import { ExpressionField } from './expression-field.tsx';
import { FieldVariableMenu } from './variable-menu.tsx';

export interface FieldRowProps {
  readonly field: AttributeField;
  /** The label; by default, the label of the attribute in the registry. */
  readonly label?: string | undefined;
  /** Whether the row is in the card of an effect. */
  readonly compact?: boolean | undefined;
  /**
   * The control; by default, the control of the attribute's type. A value from a variable always has its own control
   * instead.
   */
  readonly control?: ((edit: FieldEdit) => ReactNode) | undefined;
  /** Additional content below the field, such as source facts. */
  readonly children?: ReactNode;
}

/** A row of a form for an attribute: the label, the control, the variable button, and errors below. */
export const FieldRow = memo(function FieldRow({
  field,
  label: ownLabel,
  compact = false,
  control,
  children,
}: FieldRowProps) {
  const displayed = useDisplayedField(field);
  const { edit, problemsId } = displayed;
  const label = ownLabel ?? displayed.label;
  return (
    <fieldset
      aria-label={label}
      aria-describedby={problemsId}
      className={clsx(styles.row, compact && styles.compact)}
      data-field={field.name}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut; the variable menu is the accessible
          alternative */}
      <span
        className={clsx(styles.label, field.isChanged && styles.changed)}
        title={displayed.title}
        onDoubleClick={edit.reset}
      >
        {label}
      </span>
      <div className={styles.control}>
        <FieldControl field={displayed.field} edit={edit} control={control} />
      </div>
      <FieldButtons field={field} displayed={displayed} />
      {problemsId !== undefined && <FieldProblems id={problemsId} field={field} edit={edit} />}
      {children}
    </fieldset>
  );
}, hasSameContent);

/** A row for two attributes, each with its control and its buttons. */
export const FieldPair = memo(
  function FieldPair({ name, first, second }: FieldPairProps) {
    const { inspector } = useStrings();
    const halves = [useDisplayedField(first), useDisplayedField(second)] as const;
    const isChanged = first.isChanged || second.isChanged;
    return (
      <div className={clsx(styles.row, styles.pair)}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut; the variable menus are the accessible
            alternative */}
        <span
          className={clsx(styles.label, isChanged && styles.changed)}
          title={halves.map(({ title }) => title).join('\n')}
          onDoubleClick={() => {
            for (const [field, { edit }] of [[first, halves[0]] as const, [second, halves[1]] as const])
              if (field.isChanged) edit.reset();
          }}
        >
          {inspector.pairs[name]}
        </span>
        <HalfRow field={first} displayed={halves[0]} />
        <HalfRow field={second} displayed={halves[1]} />
      </div>
    );
  },
  (before, after) => sameField(before.first, after.first) && sameField(before.second, after.second),
);

export interface FieldPairProps {
  readonly name: PairName;
  readonly first: AttributeField;
  readonly second: AttributeField;
}

function HalfRow({ field, displayed }: { readonly field: AttributeField; readonly displayed: DisplayedField }) {
  const { edit, label, problemsId } = displayed;
  return (
    <fieldset aria-label={label} aria-describedby={problemsId} className={styles.half} data-field={field.name}>
      <div className={styles.control}>
        <FieldControl field={displayed.field} edit={edit} isNarrow />
      </div>
      <FieldButtons field={field} displayed={displayed} isNarrow />
      {problemsId !== undefined && <FieldProblems id={problemsId} field={field} edit={edit} />}
    </fieldset>
  );
}

interface DisplayedField {
  /** The field with its value at the playhead. */
  readonly field: AttributeField;
  readonly keys: KeyField | null;
  readonly edit: FieldEdit;
  readonly label: string;
  /** The tooltip: the description of the attribute, or a note that the value was changed. */
  readonly title: string;
  /** The id of the error message; undefined if there is none. */
  readonly problemsId: string | undefined;
}

function useDisplayedField(field: AttributeField): DisplayedField {
  const { inspector } = useStrings();
  const keys = useKeyField(field);
  const fieldsAt = useFieldAt(field);
  const displayed = useMemo(() => atPlayhead(field, fieldsAt), [field, fieldsAt]);
  const edit = useFieldEdit(displayed, fieldsAt);
  const problemsId = useId();
  const { label, description } = specWords(field.spec);
  return {
    field: displayed,
    keys,
    edit,
    label,
    title: field.isChanged ? inspector.changed(label, formatWritten(field.standard ?? '')) : description,
    problemsId: problemTexts(field).length > 0 || isMissing(field) ? problemsId : undefined,
  };
}

interface FieldButtonsProps {
  readonly field: AttributeField;
  readonly displayed: DisplayedField;
  /** Whether the field shares its row. The buttons for the neighboring keyframes are then omitted. */
  readonly isNarrow?: boolean | undefined;
}

/** The buttons after a control, for keyframes and variables. */
function FieldButtons({ field, displayed, isNarrow = false }: FieldButtonsProps) {
  const { keys, label, edit } = displayed;
  return (
    <span className={clsx(styles.ends, canHaveKeys(field) && styles.keyed)}>
      {keys !== null && (
        <KeyButton field={keys} label={label} value={fieldText(field) ?? field.standard ?? ''} plain={isNarrow} />
      )}
      <FieldVariableMenu field={field} edit={edit} />
    </span>
  );
}

/**
 * Returns whether a field reserves space for the keyframe button. The result is the same for all fields of a form, so
 * that their controls have equal widths.
 */
function canHaveKeys({ element }: AttributeField): boolean {
  const role = roleOf({ name: element });
  return role === 'layer' || role === 'effect' || role === 'sound';
}

/** Compares the props of a row by content. The field is read again after each edit, but most edits do not change it. */
function hasSameContent(before: FieldRowProps, after: FieldRowProps): boolean {
  const { field, ...others } = before;
  const { field: nextField, ...nextOthers } = after;
  const isSame = (key: keyof typeof others) => Object.is(others[key], nextOthers[key]);
  return sameField(field, nextField) && isSame('label') && isSame('compact') && isSame('control') && isSame('children');
}

export interface FieldControlProps extends Pick<FieldRowProps, 'field' | 'control'> {
  readonly edit: FieldEdit;
  /** Whether the control shares its row with another field. */
  readonly isNarrow?: boolean | undefined;
}

/** The control of a field, without its row. */
export function FieldControl({ field, edit, control, isNarrow }: FieldControlProps) {
  const dispatch = useInspectorDispatch();
  const { value } = field;
  const [problem] = problemTexts(field);
  const isBound = value.kind === 'variable' || value.kind === 'composed';
  if (isBound && field.name !== REPEAT) return <BoundValue field={field} value={value} />;
  if (value.kind === 'computed') return <ExpressionField field={field} edit={edit} value={value} />;
  if (value.kind === 'malformed' || value.kind === 'refused') {
    const asWritten = { ...edit, commit: (text: string) => void dispatch(writeFieldCommand(field, text)) };
    return (
      <AttributeControl field={field} edit={asWritten} text={value.text} invalid={problem ?? ''} isNarrow={isNarrow} />
    );
  }
  if (control !== undefined) return control(edit);
  return <AttributeControl field={field} edit={edit} text={fieldText(field)} invalid={problem} isNarrow={isNarrow} />;
}

/**
 * Returns the errors of a field as plain text, with quotation marks in place of code marks. An invalid expression has
 * no texts, because its control shows the error.
 */
function problemTexts({ problems, value }: AttributeField): readonly string[] {
  if (value.kind === 'computed' && value.text === null) return [];
  return problems.map((problem) => say(problem, { quoted: true }));
}

/** Returns whether the value is a variable that has no value. */
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
      {problemTexts(field).map((text) => (
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
