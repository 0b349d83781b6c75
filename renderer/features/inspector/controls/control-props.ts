import type { FieldEdit } from '#renderer/editor/field-edit.ts';
import type { AttributeField } from '#renderer/editor/fields.ts';

/** The props of a field's control. */
export interface ControlProps {
  readonly field: AttributeField;
  readonly edit: FieldEdit;
  /** The value as written in the template; empty if the attribute is absent, null if the elements differ. */
  readonly text: string | null;
  /** The message about an invalid value. */
  readonly invalid: string | undefined;
  /** Whether the control shares its row, which leaves space for only a few characters. */
  readonly isNarrow?: boolean | undefined;
}
