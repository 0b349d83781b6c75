import { clsx } from 'clsx';
import { createContext, type ReactNode, use, useId } from 'react';
import styles from './field.module.css';

interface FieldIds {
  readonly control: string;
  readonly below: string | undefined;
}

const FieldContext = createContext<FieldIds | null>(null);

export interface FieldProps {
  readonly label: ReactNode;
  /** A sentence below the control. It is also the control's accessible description. */
  readonly hint?: ReactNode;
  /** The message about an invalid value. It replaces the hint. */
  readonly problem?: string | undefined;
  readonly layout?: 'stack' | 'row' | undefined;
  /** One control of the UI kit. The field provides its label. */
  readonly children: ReactNode;
}

/** A control with a label and a sentence below the control. */
export function Field({ label, hint, problem, layout = 'stack', children }: FieldProps) {
  const control = useId();
  const message = problem ?? hint;
  const below = message === undefined ? undefined : `${control}-below`;
  return (
    <div className={clsx(styles.field, layout === 'row' && styles.row)}>
      <label htmlFor={control} className={styles.label}>
        {label}
      </label>
      <FieldContext value={{ control, below }}>{children}</FieldContext>
      {message !== undefined && (
        <p id={below} className={clsx(styles.below, problem !== undefined && styles.problem)}>
          {message}
        </p>
      )}
    </div>
  );
}

/**
 * Returns the attributes that connect a control to its {@link Field}. Outside a field, `label` is the accessible name.
 */
export function useFieldProps(label: string | undefined, id: string | undefined) {
  const field = use(FieldContext);
  return {
    id: id ?? field?.control,
    'aria-label': label,
    'aria-describedby': field?.below,
  };
}
