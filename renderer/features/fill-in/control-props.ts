import type { FormField } from './form-fields.ts';

/** The properties of every control of the form. */
export interface ControlProps {
  readonly field: FormField;
  /** The accessible name of the group, for a control with several parts. */
  readonly label: string;
  readonly invalid: string | undefined;
  readonly disabled: boolean;
  /**
   * Called at each key press, so that the preview shows the value; null resets to the default. The value belongs to the
   * selected data set, and the template does not change.
   */
  readonly onChange: (value: string | null) => void;
  /** Sets the variable that selects the visible part of a photo. */
  readonly onCut: (value: string | null) => void;
}
