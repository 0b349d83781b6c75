import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './facts-line.module.css';

export interface FactsLineProps {
  /** The facts. The first child takes the remaining width and is truncated if necessary. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
  /** Whether changes are hidden from screen readers. Use this for frequent changes. */
  readonly silent?: boolean;
}

/** A line of small facts below a bar or a name. */
export function FactsLine({ children, className, silent = false }: FactsLineProps) {
  return (
    <div className={clsx(styles.root, className)} aria-live={silent ? 'off' : undefined}>
      {children}
    </div>
  );
}
