import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Check, Minus } from 'lucide-react';
import { Icon } from '../display/icon.tsx';
import styles from './checkbox.module.css';

export interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly label: string;
  /** Whether the label is hidden and available only to assistive technology. */
  readonly labelHidden?: boolean | undefined;
  readonly indeterminate?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** The tab index. Use −1 if the container manages focus and keys. */
  readonly tabIndex?: number | undefined;
}

/** A checkbox with a third state for mixed values. */
export function Checkbox({
  checked,
  onChange,
  label,
  labelHidden = false,
  indeterminate,
  disabled,
  tabIndex,
}: CheckboxProps) {
  const box = (
    <Base.Root
      aria-label={labelHidden ? label : undefined}
      checked={checked}
      indeterminate={indeterminate}
      onCheckedChange={onChange}
      disabled={disabled}
      {...(tabIndex !== undefined && { tabIndex })}
      className={styles.box}
    >
      <Base.Indicator>
        <Icon icon={indeterminate === true ? Minus : Check} size={12} />
      </Base.Indicator>
    </Base.Root>
  );
  if (labelHidden) return box;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the box inside
    <label className={styles.line}>
      {box}
      <span>{label}</span>
    </label>
  );
}
