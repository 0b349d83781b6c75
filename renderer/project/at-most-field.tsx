import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Field, type FieldProps } from '#renderer/ui/controls/field.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { bytesOfField, SOFTWARE } from './render-form.ts';

/** The settings that determine whether the size of a film can be limited. */
export interface SizedChoices {
  /** The text of the field; empty if the size is not limited. */
  readonly atMost: string;
  readonly encoder: string;
}

interface SizedFormat {
  readonly label: string;
  readonly sizable: boolean;
}

/** Returns the maximum size of a film in bytes. Null if the size is not limited, and for an invalid text. */
export function maxBytesOf(
  { atMost, encoder }: SizedChoices,
  format: Pick<SizedFormat, 'sizable'> | null,
): number | null {
  return format?.sizable === true && encoder === SOFTWARE ? bytesOfField(atMost) : null;
}

/** Returns whether the field contains an invalid size. */
export function isSizeWrong({ atMost, encoder }: SizedChoices, format: Pick<SizedFormat, 'sizable'> | null): boolean {
  return format?.sizable === true && encoder === SOFTWARE && atMost.trim() !== '' && bytesOfField(atMost) === null;
}

/**
 * The field for the maximum size of a film. If the format or the encoder cannot limit the size, the field is disabled
 * and shows the reason.
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
