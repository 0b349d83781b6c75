import { clsx } from 'clsx';
import type { PointerEvent, ReactNode, RefObject } from 'react';
import { formatTimecode } from '#shared/editing/timecode.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import type { FrameRange } from './source-marks.ts';
import styles from './source-viewer.module.css';

export interface SourceTrackProps {
  /** The line itself, which has the focus at first. */
  readonly track: RefObject<HTMLDivElement | null>;
  readonly playhead: number;
  /** Of all of it, in frames. */
  readonly length: number;
  readonly span: FrameRange;
  readonly rate: FrameRate;
  /** Names it. */
  readonly label: string;
  /** What it lies over, such as the picture of a sound; a line without it. */
  readonly children?: ReactNode;
  readonly onScrub: (frame: number) => void;
  readonly onLetGo: () => void;
}

/** The whole of it as a line: what is taken of it, and where it is, which the pointer moves. */
export function SourceTrack(props: SourceTrackProps) {
  const { track, playhead, length, span, rate, label, children, onScrub, onLetGo } = props;
  const hasPicture = children != null && children !== false;
  const percent = (frame: number) => `${(frame / length) * 100}%`;
  const scrubTo = ({ clientX }: PointerEvent) => {
    const box = track.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return;
    const frame = Math.floor(((clientX - box.left) / box.width) * length);
    onScrub(Math.min(length - 1, Math.max(0, frame)));
  };
  return (
    <div
      ref={track}
      className={clsx(styles.track, hasPicture && styles.tall)}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={length - 1}
      aria-valuenow={playhead}
      aria-valuetext={formatTimecode(playhead, rate)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        scrubTo(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) scrubTo(event);
      }}
      onLostPointerCapture={onLetGo}
    >
      {hasPicture ? children : <span className={styles.line} />}
      <span className={styles.taken} style={{ left: percent(span.from), width: percent(span.to - span.from) }} />
      <span className={styles.playhead} style={{ left: percent(playhead + 0.5) }} />
    </div>
  );
}
