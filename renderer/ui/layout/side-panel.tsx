import type { ReactNode } from 'react';
import styles from './side-panel.module.css';

export interface SidePanelProps {
  /** Its name, and what stands at its head. */
  readonly title: string;
  /** Of the table: where it stands. */
  readonly side: 'left' | 'right';
  /** At the end of its head. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** What stands beside the table of rows. */
export function SidePanel({ title, side, actions, children }: SidePanelProps) {
  return (
    <section aria-label={title} className={styles.panel} data-side={side}>
      <header className={styles.head}>
        <h2>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}
