import { clsx } from 'clsx';
import { Braces } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Icon } from '../display/icon.tsx';
import { Tooltip } from '../display/tooltip.tsx';
import styles from '../display/variable-chip.module.css';

export interface VariableButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'children' | 'aria-label'> {
  /** Whether the value comes from a variable. */
  readonly bound: boolean;
  /** The label, such as `Make Intensity a variable`. */
  readonly label: string;
}

/**
 * The button with braces beside a field. It shows whether the value is plain or comes from a variable, and opens a
 * `Menu`.
 */
export function VariableButton({ bound, label, className, ...rest }: VariableButtonProps) {
  return (
    <Tooltip content={label}>
      <button
        {...rest}
        type="button"
        aria-label={label}
        className={clsx(styles.button, bound && styles.bound, className)}
        data-variable-button={bound ? 'bound' : 'plain'}
      >
        <Icon icon={Braces} size={14} />
      </button>
    </Tooltip>
  );
}
