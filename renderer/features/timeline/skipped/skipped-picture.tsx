import { useMemo } from 'react';
import { useEditor } from '#renderer/state/editor-context.tsx';
import type { Scene } from '#shared/template/movie/movie.ts';
import { ClipFilm } from '../clips/clip-film.tsx';
import styles from './skipped.module.css';

interface SkippedPictureProps {
  readonly scene: Scene;
  readonly title: string;
  /** The values that skip it. */
  readonly by: string;
}

/** Pixels of the picture. */
const HEIGHT = 90;
/** Of a film that is wider than most. */
const WIDEST = 240;

/** What a scene would show, and why it does not. */
export function SkippedPicture({ scene, title, by }: SkippedPictureProps) {
  const movie = useEditor((state) => state.movie);
  // What it shows is drawn of one that is not played, too.
  const shown = useMemo(() => ({ ...scene, enabled: true }), [scene]);
  if (movie === null) return null;
  const height = Math.round(Math.min(HEIGHT, (WIDEST * movie.height) / movie.width));
  const width = Math.round((height * movie.width) / movie.height);
  return (
    <span className={styles.card} data-skipped-picture="">
      <span className={styles.picture} style={{ width, height }}>
        <ClipFilm
          movie={movie}
          scene={shown}
          pixelsPerFrame={width / Math.max(1, scene.duration)}
          width={width}
          from={0}
          to={width}
          height={height}
        />
      </span>
      <span className={styles.cardTitle}>{title}</span>
      <span className={styles.cardBy}>{by}</span>
    </span>
  );
}
