import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Field, type FieldProps } from '#renderer/ui/controls/field.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { bytesOfField, SOFTWARE } from './render-form.ts';

/** The settings that determine whether the size of a film can be limited. */
export interface SizedChoices {
  /** The text of the field; empty for a film of any size. */
  readonly atMost: string;
  readonly encoder: string;
}

interface SizedFormat {
  readonly label: string;
  readonly sizable: boolean;
}

/** Returns the maximum size of a film in bytes; null for a film of any size and for a text that is not a size. */
export function maxBytesOf(
  { atMost, encoder }: SizedChoices,
  format: Pick<SizedFormat, 'sizable'> | null,
): number | null {
  return format?.sizable === true && encoder === SOFTWARE ? bytesOfField(atMost) : null;
}

/** Returns whether the field has a text that is not a size. */
export function isSizeWrong({ atMost, encoder }: SizedChoices, format: Pick<SizedFormat, 'sizable'> | null): boolean {
  return format?.sizable === true && encoder === SOFTWARE && atMost.trim() !== '' && bytesOfField(atMost) === null;
}

/**
 * The field for the maximum size of a film. It is disabled, with the reason, for formats and encoders that cannot limit
 * the size.
 */
export function AtMostField({
  choices,
  format,
  hint,
  layout = 'row',
  onChange,
}: {
  readonly choices: SizedChoices;
  readonly format: SizedFormat | null;
  readonly hint?: string | undefined;
  /** The place of the label. A narrow panel shows it above the field. */
  readonly layout?: FieldProps['layout'];
  readonly onChange: (atMost: string) => void;
}) {
  const { render: strings } = useStrings();
  const reason =
    format?.sizable === false
      ? strings.noSizeOfFormat(format.label)
      : choices.encoder === SOFTWARE
        ? undefined
        : strings.noSizeByHardware;
  const problem = isSizeWrong(choices, format) ? strings.notASize : undefined;
  return (
    <Field layout={layout} label={strings.atMost} hint={reason ?? hint} problem={problem}>
      <TextField
        size="sm"
        data-field="atMost"
        placeholder={strings.anySize}
        value={reason === undefined ? choices.atMost : ''}
        disabled={reason !== undefined}
        invalid={problem}
        onChange={onChange}
      />
    </Field>
  );
}
