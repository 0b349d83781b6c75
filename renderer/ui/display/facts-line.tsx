import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './facts-line.module.css';

export interface FactsLineProps {
  /** The first has what room there is, and is cut where that is not enough. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
  /** For what is told too often to be read out. */
  readonly silent?: boolean;
}

/** Small figures in a line below a bar or a name. */
export function FactsLine({ children, className, silent = false }: FactsLineProps) {
  return (
    <div className={clsx(styles.root, className)} aria-live={silent ? 'off' : undefined}>
      {children}
    </div>
  );
}
