import { useStrings } from '../../strings/use-strings.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import styles from './frame.module.css';

/** The frame of a screen whose code is on its way. */
export function ScreenSkeleton() {
  const { app } = useStrings();
  return (
    <main className={styles.frame} aria-busy={true} aria-label={app.loading}>
      <div className={styles.topBar}>
        <Skeleton width={160} height={16} />
      </div>
      <div />
      <div className={styles.content} />
      <div className={styles.status} />
    </main>
  );
}
