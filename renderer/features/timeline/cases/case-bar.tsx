import { clsx } from 'clsx';
import { useMemo } from 'react';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import type { Scene } from '#shared/template/movie/movie.ts';
import { ClipFilm } from '../clips/clip-film.tsx';
import type { CaseRow } from '../grid/row.ts';
import type { useStretch } from '../model/use-stretch.ts';
import styles from './case-row.module.css';

interface CaseBarProps {
  readonly row: CaseRow;
  readonly stretch: ReturnType<typeof useStretch>;
  readonly selected: boolean;
  /** When it is played. */
  readonly when: string;
}

/** Pixels of a bar that has room for its words, and for its length. */
const WORDS = 72;
const LENGTH = 32;

/** How long a case is and what it shows; in colour where it is played. */
export function CaseBar({ row, stretch, selected, when }: CaseBarProps) {
  const { timeline: words } = useStrings();
  const { base, pixelsPerFrame } = stretch;
  const left = row.start * pixelsPerFrame;
  const width = Math.max(2, (row.end - row.start) * pixelsPerFrame);
  const lengths = row.scenes.map(({ duration }) => duration);
  const [only] = row.scenes;
  const hasEdges = only?.id === row.id;
  return (
    <div
      className={clsx(styles.bar, !row.isPlayed && styles.off, selected && styles.on)}
      style={{ left: left - base, width }}
      data-case-bar=""
    >
      {row.scenes.map((scene, at) => {
        const before = lengths.slice(0, at).reduce((sum, each) => sum + each, 0) * pixelsPerFrame;
        return (
          <CaseFilm
            key={scene.id}
            scene={scene}
            left={before}
            stretch={stretch}
            from={left + before}
            height={row.height - 5}
          />
        );
      })}
      {width >= WORDS && <span className={styles.when}>{when}</span>}
      {width >= LENGTH && (
        <span className={clsx(styles.length, 'tabular')} title={words.frames(row.end - row.start)}>
          {row.end - row.start}
        </span>
      )}
      {hasEdges && (
        <>
          <i className={clsx(styles.edge, styles.start)} data-handle="start" />
          <i className={clsx(styles.edge, styles.end)} data-handle="end" />
        </>
      )}
    </div>
  );
}

interface CaseFilmProps {
  readonly scene: Scene;
  /** Pixels from the beginning of the bar, and of the film. */
  readonly left: number;
  readonly from: number;
  readonly stretch: ReturnType<typeof useStretch>;
  readonly height: number;
}

function CaseFilm({ scene, left, from, stretch, height }: CaseFilmProps) {
  const movie = useEditor((state) => state.movie);
  // What it shows is drawn of one that is not played, too.
  const shown = useMemo(() => (scene.enabled ? scene : { ...scene, enabled: true }), [scene]);
  const width = scene.duration * stretch.pixelsPerFrame;
  const [first, last] = [Math.max(0, stretch.from - from), Math.min(width, stretch.to - from)];
  if (movie === null || width <= 14 || last <= first) return null;
  return (
    <div className={styles.film} style={{ left, width }}>
      <ClipFilm
        movie={movie}
        scene={shown}
        pixelsPerFrame={stretch.pixelsPerFrame}
        width={width}
        from={first}
        to={last}
        height={height}
      />
    </div>
  );
}
