import type { DesignSize } from '#shared/designs/design-file.ts';
import styles from './design-card.module.css';

/** The shape of a frame, as small as a letter. */
export function SizeIcon({ size }: { readonly size: DesignSize }) {
  return <i aria-hidden={true} className={styles.shape} data-size={size} />;
}
