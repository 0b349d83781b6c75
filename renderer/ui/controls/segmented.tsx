import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import { Icon } from '../display/icon.tsx';
import { useFieldProps } from './field.tsx';
import styles from './segmented.module.css';

export interface SegmentedOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** A count after the label. */
  readonly count?: string | undefined;
  readonly icon?: LucideIcon | undefined;
  /** Whether only the icon is visible. If so, the label is the accessible name. */
  readonly iconOnly?: boolean | undefined;
  readonly disabled?: boolean | undefined;
}

export interface SegmentedProps<Value extends string> {
  /** The selected value; null if the edited elements have different values. */
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly options: readonly SegmentedOption<Value>[];
  readonly label: string;
  readonly size?: 'sm' | 'md' | undefined;
  readonly disabled?: boolean | undefined;
  readonly className?: string | undefined;
}

/** A choice of two to four visible options. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { value, onChange, options, label, size = 'md', disabled } = props;
  const { 'aria-describedby': describedBy } = useFieldProps(label, undefined);
  return (
    <RadioGroup<Value | ''>
      aria-label={label}
      aria-describedby={describedBy}
      value={value ?? ''}
      onValueChange={(next) => {
        if (next !== '') onChange(next);
      }}
      disabled={disabled}
      className={clsx(styles.group, size === 'sm' && styles.sm, props.className)}
    >
      {options.map((option) => (
        <Radio.Root
          key={option.value}
          value={option.value}
          disabled={option.disabled}
          aria-label={option.count === undefined ? option.label : `${option.label} ${option.count}`}
          title={option.iconOnly === true ? option.label : undefined}
          className={styles.option}
          onKeyDown={(event) => {
            // The library ignores Enter. Shortcuts with Enter, such as Ctrl+Enter, belong to the window.
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.preventBaseUIHandler();
          }}
        >
          {option.icon !== undefined && <Icon icon={option.icon} size={14} />}
          {option.iconOnly !== true && option.label}
          {option.count !== undefined && <span className={styles.count}>{option.count}</span>}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
