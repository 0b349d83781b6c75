import type { FormField } from './form-fields.ts';

/** The properties of every control of the form. */
export interface ControlProps {
  readonly field: FormField;
  /** The accessible name of the control or group. */
  readonly label: string;
  readonly invalid: string | undefined;
  readonly disabled: boolean;
  /**
   * Called at each keystroke, so that the preview shows the value; null resets to the default. The value goes to the
   * selected data set, and the template does not change.
   */
  readonly onChange: (value: string | null) => void;
  /** Sets the variable for the visible part of a photo. */
  readonly onCut: (value: string | null) => void;
}
