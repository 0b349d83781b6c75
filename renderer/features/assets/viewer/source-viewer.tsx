import { clsx } from 'clsx';
import {
  ArrowLeftToLine,
  ArrowRightToLine,
  Pause,
  Play,
  SkipBack,
  SkipForward,
  StepBack,
  StepForward,
  X,
} from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { canBeSound } from '#renderer/common/sources/add-scenes.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import type { InOut } from '#shared/editing/in-out.ts';
import { formatTimecode } from '#shared/editing/timecode.ts';
import { clampFrame, timelineOf } from '#shared/editing/timeline.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { SoundWave } from '../grid/sound-wave.tsx';
import { type FrameRange, markIn, markOut, type NamedKey, takenSpan, viewerKey } from './source-marks.ts';
import { SourceTrack } from './source-track.tsx';
import styles from './source-viewer.module.css';
import { useSourcePlayer } from './use-source-player.ts';

/** Bars of a sound's picture: about one for each three pixels. */
const SOUND_BARS = 240;

export interface SourceViewerProps {
  readonly project: string;
  readonly entry: AssetEntry;
  /** It as a film, at the rate of the open one. */
  readonly movie: Movie;
  /** Takes these frames of it into the film: at the playhead, or at its end; a sound from the film's start. */
  readonly onTake: (span: FrameRange, where: 'playhead' | 'end') => void;
  readonly onClose: () => void;
}

/** A video or a sound before it is taken into the film: it is played, and its in and out point are set. */
export function SourceViewer({ project, entry, movie, onTake, onClose }: SourceViewerProps) {
  const words = useStrings().assets.viewer;
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const [marks, setMarks] = useState<InOut>({});
  const track = useRef<HTMLDivElement>(null);
  const timeline = useMemo(() => timelineOf(movie), [movie]);
  const length = timeline.total;
  const rate = movie.frameRate;
  const { player, playhead, playing, scrub, letGo } = useSourcePlayer(canvas, project, movie);
  const span = takenSpan(marks, length);
  const goTo = (frame: number) => player?.seek(clampFrame(timeline, frame));
  const does: Readonly<Record<NamedKey, () => void>> = {
    toggle: () => player?.toggle(),
    take: () => onTake(span, 'playhead'),
    in: () => setMarks(markIn(marks, playhead)),
    out: () => setMarks(markOut(marks, playhead, length)),
    clear: () => setMarks({}),
    start: () => goTo(0),
    end: () => goTo(length - 1),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const key = viewerKey(event);
    // A button that has the focus is pressed by these, as buttons are.
    const presses = (key === 'toggle' || key === 'take') && event.target instanceof HTMLButtonElement;
    if (key === null || presses) return;
    event.preventDefault();
    event.stopPropagation();
    if (typeof key === 'string') does[key]();
    else if ('step' in key) player?.step(key.step);
    else player?.shuttle(key.shuttle);
  };
  const isSound = canBeSound(entry);
  const isWhole = span.from === 0 && span.to === length;

  return (
    <Dialog
      open={true}
      onClose={onClose}
      title={entry.name}
      size="xl"
      initialFocus={track}
      footer={
        <>
          <span role="status" className={styles.taking} style={{ marginRight: 'auto' }}>
            {isWhole
              ? words.takesAll(formatTimecode(length, rate))
              : words.takes(formatTimecode(span.to - span.from, rate))}
          </span>
          <Button onClick={() => onTake(span, 'end')}>{isSound ? words.addAtStart : words.addAtEnd}</Button>
          <Button variant="primary" onClick={does.take}>
            {words.addAtPlayhead}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside */}
      <div className={styles.viewer} onKeyDown={onKeyDown}>
        <div className={clsx(styles.stage, isSound && styles.unseen)}>
          <canvas
            ref={setCanvas}
            role="img"
            aria-label={entry.name}
            className={styles.canvas}
            style={{ aspectRatio: `${movie.width} / ${movie.height}` }}
          />
        </div>
        <SourceTrack
          {...{ track, playhead, length, span, rate }}
          label={isSound ? words.soundPosition : words.position}
          onScrub={scrub}
          onLetGo={letGo}
        >
          {isSound && <SoundWave project={project} asset={entry} bars={SOUND_BARS} />}
        </SourceTrack>
        <div className={styles.bar} role="toolbar" aria-label={isSound ? words.soundTransport : words.transport}>
          <span className={`${styles.time} tabular`}>
            {formatTimecode(playhead, rate)}
            <span className={styles.total}>{formatTimecode(length, rate)}</span>
          </span>
          <span className={styles.group}>
            <IconButton icon={SkipBack} label={words.toStart} keys="Home" onClick={does.start} />
            <IconButton icon={StepBack} label={words.back} keys="ArrowLeft" onClick={() => player?.step(-1)} />
            <IconButton
              icon={playing ? Pause : Play}
              filled
              label={playing ? words.pause : words.play}
              keys="Space"
              onClick={does.toggle}
            />
            <IconButton icon={StepForward} label={words.forward} keys="ArrowRight" onClick={() => player?.step(1)} />
            <IconButton icon={SkipForward} label={words.toEnd} keys="End" onClick={does.end} />
          </span>
          <span className={`${styles.group} ${styles.marks}`}>
            <IconButton icon={ArrowRightToLine} label={words.setIn} keys="I" onClick={does.in} />
            <IconButton icon={ArrowLeftToLine} label={words.setOut} keys="O" onClick={does.out} />
            <IconButton icon={X} label={words.clear} keys="Alt+X" disabled={isWhole} onClick={does.clear} />
          </span>
        </div>
      </div>
    </Dialog>
  );
}
