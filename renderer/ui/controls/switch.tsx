import { Switch as Base } from '@base-ui/react/switch';
import { useFieldProps } from './field.tsx';
import styles from './switch.module.css';

export interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** The accessible name of a switch without a `Field`. */
  readonly label?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly id?: string | undefined;
}

/** A switch. A change applies immediately. */
export function Switch({ checked, onChange, label, disabled, id }: SwitchProps) {
  return (
    <Base.Root
      {...useFieldProps(label, id)}
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
      className={styles.switch}
    >
      <Base.Thumb className={styles.thumb} />
    </Base.Root>
  );
}
