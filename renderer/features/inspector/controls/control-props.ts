import type { FieldEdit } from '#renderer/editor/field-edit.ts';
import type { AttributeField } from '#renderer/editor/fields.ts';

/** The props of a field's control. The value of the field can be displayed or is mixed. */
export interface ControlProps {
  readonly field: AttributeField;
  readonly edit: FieldEdit;
  /** The value as written in the template; null if several elements differ or none has a value. */
  readonly text: string | null;
  /** The error message of the value. */
  readonly invalid: string | undefined;
  /** Whether the control shares a row and has space for only a few characters. */
  readonly isHalf?: boolean | undefined;
}
