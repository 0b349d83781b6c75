import { Select as Base } from '@base-ui/react/select';
import { clsx } from 'clsx';
import { Check, ChevronDown, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import fieldStyles from '../controls/field.module.css';
import { useFieldProps } from '../controls/field.tsx';
import { Icon } from '../display/icon.tsx';
import menuStyles from '../overlays/menu.module.css';
import styles from './select.module.css';

export interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: LucideIcon | undefined;
  /** A second line below the label. Only the list shows it. */
  readonly hint?: string | undefined;
  readonly disabled?: boolean | undefined;
}

export interface SelectProps<Value extends string> {
  /**
   * The selected value. Null shows the placeholder: nothing is selected, or the edited elements have different values.
   */
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly options: readonly SelectOption<Value>[];
  /** The accessible name of a select without a `Field`. */
  readonly label?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly size?: 'sm' | 'md' | undefined;
  /** An icon before the value. */
  readonly icon?: LucideIcon | undefined;
  readonly iconClassName?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly invalid?: string | undefined;
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  /** Content below the options. */
  readonly footer?: ReactNode;
}

/** A choice of a few named options. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, onChange, options, size = 'md', disabled = false } = props;
  const withIcons = options.some((option) => option.icon !== undefined);
  return (
    <Base.Root<Value>
      value={value}
      onValueChange={(next) => {
        if (next !== null) onChange(next);
      }}
      items={options}
      disabled={disabled}
    >
      <Base.Trigger
        {...useFieldProps(props.label, props.id)}
        className={clsx(
          fieldStyles.box,
          styles.trigger,
          size === 'sm' && fieldStyles.sm,
          disabled && fieldStyles.disabled,
          props.invalid !== undefined && fieldStyles.invalid,
          props.className,
        )}
        aria-invalid={props.invalid !== undefined || undefined}
        title={props.invalid}
      >
        {props.icon !== undefined && <Icon icon={props.icon} size={14} className={props.iconClassName} />}
        <Base.Value className={styles.value} placeholder={props.placeholder ?? ''} />
        <Base.Icon>
          <Icon icon={ChevronDown} size={14} />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} collisionPadding={8} alignItemWithTrigger={false} className={styles.layer}>
          <Base.Popup className={menuStyles.popup}>
            <Base.List>
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  label={option.label}
                  disabled={option.disabled}
                  className={clsx(menuStyles.item, !withIcons && menuStyles.bare)}
                >
                  {withIcons && <span>{option.icon !== undefined && <Icon icon={option.icon} />}</span>}
                  <Base.ItemText className={menuStyles.text}>
                    {option.label}
                    {option.hint !== undefined && <span className={menuStyles.hint}>{option.hint}</span>}
                  </Base.ItemText>
                  <Base.ItemIndicator className={menuStyles.check}>
                    <Icon icon={Check} size={14} />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
            {props.footer}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
