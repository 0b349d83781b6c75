import { clsx } from 'clsx';
import { RotateCcw, TriangleAlert } from 'lucide-react';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { useSamples } from '#renderer/editor/use-samples.ts';
import { choicesOf } from '#renderer/project/variable-inputs.ts';
import { helpOf, labelOf } from '#renderer/project/variable-labels.ts';
import type { VariableRow } from '#renderer/project/variable-rows.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import type { Variable } from '#shared/resolve/variables.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import styles from './fill-in.module.css';
import { charactersLeft, type FormField } from './form-fields.ts';
import { frameShowing } from './opening-frame.ts';
import { ValueControl } from './value-control.tsx';

export interface FillFieldProps {
  readonly field: FormField;
  /** The text layers whose text does not fit its box. */
  readonly cutTexts: ReadonlySet<NodeId>;
}

/** A field of the form, with its label, control, and problem. */
export function FillField({ field, cutTexts }: FillFieldProps) {
  const { variables: strings, fillIn } = useStrings();
  const samples = useSamples();
  const showAt = useShowVariable();
  const { variable, row, cutting } = field;
  const { name, declaration } = variable;
  const label = labelOf(variable);
  const left = charactersLeft(row);
  const problem = useProblem(row, left);
  const disabled = samples.automatic !== null;
  const canReset = !disabled && row.origin === 'sample' && (variable.default !== null || row.value !== '');
  const control = (
    <ValueControl
      field={field}
      label={label}
      invalid={problem}
      disabled={disabled}
      // Reset the crop, because it belongs to the previous photo.
      onChange={(value) => samples.set(name, value, cutting?.row.variable.name)}
      onCut={(value) => {
        if (cutting !== null) samples.set(cutting.row.variable.name, value);
      }}
    />
  );
  const title = (
    <>
      {label}
      {declaration?.required === true && (
        <span className={styles.required} title={strings.required}>
          {' *'}
        </span>
      )}
    </>
  );
  // Use a group for several controls, because a label can refer to only one control.
  const isGroup = variable.type === 'media' || declaration?.type === 'list' || choicesOf(variable) !== null;
  const help = helpOf(variable) ?? undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the preview follows the focus of the controls inside
    <div className={styles.field} data-value={name} onFocus={() => showAt(variable)}>
      <div className={clsx(styles.aside, canReset && styles.withReset)}>
        {left !== null && (
          <span className={clsx(styles.left, 'tabular', left < 0 && styles.problem)}>{fillIn.left(left)}</span>
        )}
        {row.origin === 'brand' && <span className={styles.left}>{fillIn.fromBrand}</span>}
      </div>
      {isGroup ? (
        <fieldset className={styles.group}>
          <legend className={styles.legend}>{title}</legend>
          {control}
          {(problem ?? help) !== undefined && (
            <p className={clsx(styles.below, problem !== undefined && styles.problem)}>{problem ?? help}</p>
          )}
        </fieldset>
      ) : (
        <Field label={title} hint={help} problem={problem} layout={variable.type === 'boolean' ? 'row' : 'stack'}>
          {control}
        </Field>
      )}
      {canReset && (
        <IconButton
          icon={RotateCcw}
          label={`${strings.clearSample}: ${label}`}
          tooltip={strings.clearSample}
          size="sm"
          iconSize={12}
          className={styles.reset}
          onClick={() => samples.set(name, null, cutting?.row.variable.name)}
        />
      )}
      <FieldWarnings row={row} cutTexts={cutTexts} />
    </div>
  );
}

/** Returns a function that moves the playhead to a use of a variable, except during playback. */
function useShowVariable(): (variable: Variable) => void {
  const editor = useEditor();
  return (variable) => {
    const { movie, playhead, playing } = editor.document.state;
    const frame = playing ? null : frameShowing(variable, timelineOf(movie), playhead);
    if (frame !== null) editor.playback.seek(frame);
  };
}

/** Returns the problem of the value in terms of the form; undefined if there is none. */
function useProblem({ variable, problems }: VariableRow, left: number | null): string | undefined {
  const { fillIn } = useStrings();
  if (problems.some(({ code }) => code === 'variable/missing')) return fillIn.needed;
  if (left !== null && left < 0) return fillIn.tooLongBy(-left, variable.declaration?.maxlength ?? 0);
  const refused = problems.find(({ code }) => code === 'variable/refused')?.says;
  return refused == null ? undefined : say(refused, { atField: true });
}

/** The warnings of a field, which do not prevent a render. */
function FieldWarnings({
  row: { variable, problems },
  cutTexts,
}: { readonly row: VariableRow } & Pick<FillFieldProps, 'cutTexts'>) {
  const { fillIn } = useStrings();
  const doesNotFit = variable.type === 'text' && variable.uses.some(({ node }) => cutTexts.has(node));
  const messages = problems.flatMap(({ code, says }) =>
    code === 'variable/refused' || says === null ? [] : [say(says, { plain: true })],
  );
  return (
    <div role="status">
      {[...(doesNotFit ? [fillIn.doesNotFit] : []), ...messages].map((words) => (
        <p key={String(words)} className={styles.doubt}>
          <Icon icon={TriangleAlert} size={12} />
          {words}
        </p>
      ))}
    </div>
  );
}
