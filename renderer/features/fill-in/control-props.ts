import type { AskedField } from './asked-fields.ts';

/** What every control of the form is given. */
export interface ControlProps {
  readonly field: AskedField;
  /** What assistive technology calls the parts of a control that has several. */
  readonly label: string;
  readonly invalid: string | undefined;
  readonly disabled: boolean;
  /** With each key, so that the picture follows; null goes back to the default. */
  readonly onChange: (value: string | null) => void;
  /** The same of the variable that cuts a photo. */
  readonly onCut: (value: string | null) => void;
}
