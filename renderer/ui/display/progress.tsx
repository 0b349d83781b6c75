import { Progress as Base } from '@base-ui/react/progress';
import { clsx } from 'clsx';
import styles from './progress.module.css';

export interface ProgressProps {
  /** The progress from 0 to `max`; null if unknown. */
  readonly value: number | null;
  readonly max?: number | undefined;
  readonly label: string;
  readonly tone?: 'accent' | 'success' | 'danger' | 'muted' | undefined;
  readonly className?: string | undefined;
}

/** A progress bar. It has no text; the parent shows the text beside it. */
export function Progress({ value, max = 1, label, tone = 'accent', className }: ProgressProps) {
  return (
    <Base.Root
      value={value}
      max={max}
      aria-label={label}
      className={clsx(styles.root, tone !== 'accent' && styles[tone], className)}
    >
      <Base.Track className={styles.track}>
        <Base.Indicator className={styles.fill} />
      </Base.Track>
    </Base.Root>
  );
}
