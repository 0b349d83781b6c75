import type { ReactNode } from 'react';
import styles from './brand.module.css';

export interface BrandGroupProps {
  readonly title: string;
  /** The number of entries. */
  readonly count?: number | undefined;
  /** The content at the end of the title. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

/** A section of the brand with its title. */
export function BrandGroup({ title, count, end, children }: BrandGroupProps) {
  return (
    <section aria-label={title} className={styles.group}>
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {count !== undefined && <span className={`${styles.count} tabular`}>{count}</span>}
        <span className={styles.space} />
        {end}
      </header>
      {children}
    </section>
  );
}

export interface BrandRowProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A row with a label and its control. */
export function BrandRow({ label, children }: BrandRowProps) {
  return (
    <div className={styles.row}>
      <span className={styles.label}>{label}</span>
      <div className={styles.value}>{children}</div>
    </div>
  );
}
