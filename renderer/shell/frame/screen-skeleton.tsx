import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readStored } from '#renderer/ui/browser/stored.ts';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import styles from './frame.module.css';

/** The frame of a screen whose code or content is loading. */
export function ScreenSkeleton({ shape = 'page' }: { readonly shape?: 'page' | 'editor' }) {
  const { app } = useStrings();
  return (
    <main className={styles.frame} aria-busy={true} aria-label={app.loading}>
      <div className={styles.topBar}>
        <Skeleton width={160} height={16} />
      </div>
      {shape === 'editor' ? <EditorAreas /> : <div className={styles.content} />}
      <div className={styles.status} />
    </main>
  );
}

/** Placeholders for the areas of the editor in their stored sizes. */
function EditorAreas() {
  return (
    <div className={styles.areas} aria-hidden={true}>
      <div className={styles.areaOfLibrary} style={{ width: sizeOf('library') }}>
        <Skeleton height={28} />
        <div className={styles.tiles}>
          <Skeleton aspectRatio="16 / 9" />
          <Skeleton aspectRatio="16 / 9" />
          <Skeleton aspectRatio="16 / 9" />
          <Skeleton aspectRatio="16 / 9" />
        </div>
      </div>
      <div className={styles.areaOfPicture}>
        <Skeleton height="80%" aspectRatio="16 / 9" />
      </div>
      <div className={styles.areaOfInspector} style={{ width: sizeOf('inspector') }}>
        <Skeleton width="60%" height={16} />
        <Skeleton height={24} />
        <Skeleton height={24} />
        <Skeleton height={24} />
      </div>
      <div className={styles.areaOfTimeline} style={{ height: sizeOf('timeline') }}>
        <Skeleton height={64} />
      </div>
    </div>
  );
}

/** Returns the stored size of a panel in pixels; undefined if the style sheet determines the size. */
function sizeOf(split: string): number | undefined {
  const stored = readStored(`split/${split}`);
  return typeof stored === 'number' && Number.isFinite(stored) ? stored : undefined;
}
