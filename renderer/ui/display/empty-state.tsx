import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { Icon } from './icon.tsx';

export interface EmptyStateProps {
  readonly icon?: LucideIcon | undefined;
  readonly title: string;
  /** A sentence about the next step. */
  readonly hint?: ReactNode;
  /** The buttons below the text. */
  readonly children?: ReactNode;
}

/** The content of an empty view: a title, a hint about the next step, and buttons. */
export function EmptyState({ icon, title, hint, children }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {icon !== undefined && <Icon icon={icon} size={20} className={styles.icon} />}
      <p className={styles.title}>{title}</p>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
