import type { PointerEvent, RefObject } from 'react';
import { formatTimecode } from '../../../../shared/editing/timecode.ts';
import type { FrameRate } from '../../../../shared/template/values/frame-rate.ts';
import { useStrings } from '../../../strings/use-strings.tsx';
import type { FrameRange } from './source-marks.ts';
import styles from './source-viewer.module.css';

export interface SourceTrackProps {
  /** The line itself, which has the focus at first. */
  readonly track: RefObject<HTMLDivElement | null>;
  readonly playhead: number;
  /** Of the whole video, in frames. */
  readonly length: number;
  readonly span: FrameRange;
  readonly rate: FrameRate;
  readonly onScrub: (frame: number) => void;
  readonly onLetGo: () => void;
}

/** The whole video as a line: what is taken of it, and where it is, which the pointer moves. */
export function SourceTrack({ track, playhead, length, span, rate, onScrub, onLetGo }: SourceTrackProps) {
  const { viewer } = useStrings().assets;
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
      className={styles.track}
      role="slider"
      tabIndex={0}
      aria-label={viewer.position}
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
      <span className={styles.line} />
      <span className={styles.taken} style={{ left: percent(span.from), width: percent(span.to - span.from) }} />
      <span className={styles.playhead} style={{ left: percent(playhead + 0.5) }} />
    </div>
  );
}
