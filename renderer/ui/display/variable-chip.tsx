import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from './icon.tsx';
import styles from './variable-chip.module.css';

export interface VariableChipProps {
  readonly name: string;
  /** Whether the variable has neither a value nor a default. */
  readonly unset?: boolean | undefined;
  readonly onClick?: (() => void) | undefined;
  readonly title?: string | undefined;
}

/** The name of a variable in a violet chip. */
export function VariableChip({ name, unset = false, onClick, title }: VariableChipProps) {
  const { kit } = useStrings();
  const className = clsx(styles.chip, unset && styles.unset);
  const content = (
    <>
      {unset && <Icon icon={CircleAlert} size={12} />}
      <span>{name}</span>
    </>
  );
  const hint = title ?? (unset ? `${name}: ${kit.unset}` : name);
  return onClick === undefined ? (
    <span className={className} title={hint}>
      {content}
    </span>
  ) : (
    <button type="button" className={className} title={hint} onClick={onClick}>
      {content}
    </button>
  );
}
