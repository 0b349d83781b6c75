import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import styles from '../controls/field.module.css';
import { useFieldProps } from '../controls/field.tsx';
import { Icon } from '../display/icon.tsx';

export interface TextFieldProps
  extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'size' | 'type' | 'defaultValue' | 'aria-label'> {
  readonly value: string;
  /** Called with the text at each keystroke. Optional, for callers that need only the committed text. */
  readonly onChange?: ((value: string) => void) | undefined;
  /** Called if the text changed, on Enter and on blur. Esc restores the previous text. */
  readonly onCommit?: ((value: string) => void) | undefined;
  /** The accessible name of a field without a `Field`. */
  readonly label?: string | undefined;
  readonly size?: 'sm' | 'md' | undefined;
  readonly icon?: LucideIcon | undefined;
  /** Content at the right end: a unit, a button, or a hint. */
  readonly end?: ReactNode;
  /** The message about an invalid text. The tooltip shows it, and the border turns red. */
  readonly invalid?: string | undefined;
  readonly warning?: string | undefined;
  readonly mono?: boolean | undefined;
  readonly type?: 'text' | 'password' | 'search' | 'url' | undefined;
  readonly boxClassName?: string | undefined;
}

/** A text field with one line. */
export function TextField({
  value,
  onChange,
  onCommit,
  label,
  id,
  size = 'md',
  icon,
  end,
  invalid,
  warning,
  mono = false,
  type = 'text',
  disabled = false,
  className,
  boxClassName,
  onKeyDown,
  onBlur,
  ...rest
}: TextFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = onCommit === undefined ? value : (typed ?? value);
  const commit = () => {
    if (typed !== null && typed !== value) onCommit?.(typed);
    setTyped(null);
  };
  return (
    <div
      className={clsx(
        styles.box,
        size === 'sm' && styles.sm,
        disabled && styles.disabled,
        invalid !== undefined ? styles.invalid : warning !== undefined && styles.warning,
        boxClassName,
      )}
      title={invalid ?? warning}
    >
      {icon !== undefined && <Icon icon={icon} size={14} />}
      <input
        {...rest}
        {...useFieldProps(label, id)}
        type={type}
        value={shown}
        disabled={disabled}
        aria-invalid={invalid !== undefined || undefined}
        spellCheck={false}
        autoComplete="off"
        className={clsx(styles.input, mono && 'mono', className)}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange?.(event.target.value);
        }}
        onBlur={(event) => {
          commit();
          onBlur?.(event);
        }}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          if (event.defaultPrevented || onCommit === undefined) return;
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape' && typed !== null) {
            event.stopPropagation();
            setTyped(null);
          }
        }}
      />
      {end}
    </div>
  );
}
