import { clsx } from 'clsx';
import styles from './file-name.module.css';
import { splitFileName } from './split-file-name.ts';

/** A file's name, cut in the middle, so that its end stays; the whole name is in the tooltip. */
export function FileName({ name, className }: { readonly name: string; readonly className?: string | undefined }) {
  const [start, end] = splitFileName(name);
  return (
    <span className={clsx(styles.name, className)} title={name}>
      <span className={styles.start}>{start}</span>
      <span className={styles.end}>{end}</span>
    </span>
  );
}
