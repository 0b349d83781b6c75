import type { ReactNode } from 'react';
import styles from './side-panel.module.css';

export interface SidePanelProps {
  /** The heading, which is also the accessible name. */
  readonly title: string;
  /** The side of the table on which the panel is. */
  readonly side: 'left' | 'right';
  /** Content at the end of the heading. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** A panel beside the table of rows. */
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
