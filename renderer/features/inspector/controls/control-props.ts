import type { AttributeField } from '../../../common/edits/field-model.ts';
import type { FieldEdit } from '../../../common/edits/use-field-edit.ts';

/** What a control of a field is given. Its field has a value that it can show, or is mixed. */
export interface ControlProps {
  readonly field: AttributeField;
  readonly edit: FieldEdit;
  /** As the language writes it; null where several things say different ones, or nothing does. */
  readonly text: string | null;
  /** What is wrong with it. */
  readonly invalid: string | undefined;
}
