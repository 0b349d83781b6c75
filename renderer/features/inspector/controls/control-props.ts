import type { AttributeField } from '#renderer/common/edits/field-model.ts';
import type { FieldEdit } from '#renderer/common/edits/use-field-edit.ts';

/** Properties of a field's control. The field has a value that the control can show, or is mixed. */
export interface ControlProps {
  readonly field: AttributeField;
  readonly edit: FieldEdit;
  /** The value as the language writes it; null if several elements differ or none has one. */
  readonly text: string | null;
  /** What is wrong with it. */
  readonly invalid: string | undefined;
  /** Beside another control: there is room for a few figures, or a word. */
  readonly isHalf?: boolean | undefined;
}
