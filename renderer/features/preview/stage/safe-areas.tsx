import { clsx } from 'clsx';
import { useStrings } from '../../../strings/use-strings.tsx';
import styles from './preview-stage.module.css';

/** Within the dashed lines action is seen on every screen, within the others titles are (SMPTE ST 2046-1). */
export function SafeAreas() {
  const { preview } = useStrings();
  return (
    <>
      <div className={clsx(styles.safe, styles.action)}>
        <span>{preview.safeAreas}</span>
      </div>
      <div className={clsx(styles.safe, styles.title)} />
      <i className={styles.cross} />
    </>
  );
}
