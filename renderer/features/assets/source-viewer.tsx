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
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useApi } from '#renderer/api/api-context.tsx';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { canBeSound } from '#renderer/editor/file-kinds.ts';
import { type DragPoint, startDrag } from '#renderer/interaction/drag.ts';
import { filmOnCanvas } from '#renderer/playback/play/film-on-canvas.ts';
import type { PlaybackPort } from '#renderer/playback/play/playback-port.ts';
import type { Player } from '#renderer/playback/play/player.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import type { InOut } from '#shared/editing/model/editing-record.ts';
import { formatTimecode } from '#shared/editing/model/timecode.ts';
import { clampFrame, timelineOf } from '#shared/editing/model/timeline.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import { SoundWave } from './grid/sound-wave.tsx';
import { type FrameRange, markedRange, markIn, markOut } from './source-range.ts';
import styles from './source-viewer.module.css';

/** The number of bars of a waveform, which is about one bar per three pixels. */
const SOUND_BARS = 240;

export interface SourceViewerProps {
  readonly project: string;
  readonly entry: AssetEntry;
  /** The source as a movie, at the frame rate of the open movie. */
  readonly movie: Movie;
  /**
   * Adds the range to the movie. A video is inserted at the playhead or at the end; a sound starts at the playhead or
   * at the start of the movie.
   */
  readonly onTake: (span: FrameRange, where: 'playhead' | 'end') => void;
  readonly onClose: () => void;
}

/** A viewer in which the user plays a video or a sound and marks a range to add to the movie. */
export function SourceViewer({ project, entry, movie, onTake, onClose }: SourceViewerProps) {
  const strings = useStrings().assets.viewer;
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const [marks, setMarks] = useState<InOut>({});
  const track = useRef<HTMLDivElement>(null);
  const timeline = useMemo(() => timelineOf(movie), [movie]);
  const length = timeline.total;
  const rate = movie.frameRate;
  const { player, playhead, playing, scrub, endScrub } = useSourcePlayer(canvas, project, movie);
  const span = markedRange(marks, length);
  const goTo = (frame: number) => player?.seek(clampFrame(timeline, frame));
  const actions: Readonly<Record<NamedKey, () => void>> = {
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
    // If a button has the focus, let it handle these keys.
    const pressesButton = (key === 'toggle' || key === 'take') && event.target instanceof HTMLButtonElement;
    if (key === null || pressesButton) return;
    event.preventDefault();
    event.stopPropagation();
    if (typeof key === 'string') actions[key]();
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
              ? strings.takesAll(formatTimecode(length, rate))
              : strings.takes(formatTimecode(span.to - span.from, rate))}
          </span>
          <Button onClick={() => onTake(span, 'end')}>{isSound ? strings.addAtStart : strings.addAtEnd}</Button>
          <Button variant="primary" onClick={actions.take}>
            {strings.addAtPlayhead}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys act on the buttons inside */}
      <div className={styles.viewer} onKeyDown={onKeyDown}>
        <div className={clsx(styles.stage, isSound && styles.noPicture)}>
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
          label={isSound ? strings.soundPosition : strings.position}
          onScrub={scrub}
          onLetGo={endScrub}
        >
          {isSound && <SoundWave project={project} asset={entry} bars={SOUND_BARS} />}
        </SourceTrack>
        <div className={styles.bar} role="toolbar" aria-label={isSound ? strings.soundTransport : strings.transport}>
          <span className={`${styles.time} tabular`}>
            {formatTimecode(playhead, rate)}
            <span className={styles.total}>{formatTimecode(length, rate)}</span>
          </span>
          <span className={styles.group}>
            <IconButton icon={SkipBack} label={strings.toStart} keys="Home" onClick={actions.start} />
            <IconButton icon={StepBack} label={strings.back} keys="ArrowLeft" onClick={() => player?.step(-1)} />
            <IconButton
              icon={playing ? Pause : Play}
              filled
              label={playing ? strings.pause : strings.play}
              keys="Space"
              onClick={actions.toggle}
            />
            <IconButton icon={StepForward} label={strings.forward} keys="ArrowRight" onClick={() => player?.step(1)} />
            <IconButton icon={SkipForward} label={strings.toEnd} keys="End" onClick={actions.end} />
          </span>
          <span className={`${styles.group} ${styles.marks}`}>
            <IconButton icon={ArrowRightToLine} label={strings.setIn} keys="I" onClick={actions.in} />
            <IconButton icon={ArrowLeftToLine} label={strings.setOut} keys="O" onClick={actions.out} />
            <IconButton icon={X} label={strings.clear} keys="Alt+X" disabled={isWhole} onClick={actions.clear} />
          </span>
        </div>
      </div>
    </Dialog>
  );
}

interface PlaybackState {
  readonly playhead: number;
  readonly playing: boolean;
  readonly scrubbing: boolean;
}

/** The playback state of the viewer, with its controls. */
export interface SourcePlayer extends PlaybackState {
  /** The player; null until it has been created. */
  readonly player: Player | null;
  /** Moves the playhead during a drag and plays the sound there. */
  readonly scrub: (frame: number) => void;
  /** Ends the drag. */
  readonly endScrub: () => void;
}

/**
 * Creates a player that plays the movie on the canvas from the first frame. The field `player` is null until the canvas
 * exists.
 */
function useSourcePlayer(canvas: HTMLCanvasElement | null, project: string, movie: Movie): SourcePlayer {
  const api = useApi();
  // Each opening of the viewer starts with a new store.
  const store = useMemo(
    () => createStore<PlaybackState>(() => ({ playhead: 0, playing: false, scrubbing: false })),
    [],
  );
  const [player, setPlayer] = useState<Player | null>(null);
  useEffect(() => {
    if (canvas === null) return;
    const playback: PlaybackPort = {
      read: () => ({
        movie,
        ...store.getState(),
        previewedFrame: null,
        loop: false,
        loopRange: null,
        volume: 1,
        muted: false,
        scrubSound: true,
        isChanging: false,
      }),
      subscribe: (listener) => store.subscribe(listener),
      seek: (playhead) => store.setState({ playhead }),
      report: ({ playing }) => store.setState({ playing }),
      change: () => undefined,
    };
    const canvasPlayer = filmOnCanvas(canvas, api, { project, movie, playback });
    setPlayer(canvasPlayer.player);
    return () => {
      setPlayer(null);
      canvasPlayer.dispose();
    };
  }, [canvas, api, project, movie, store]);
  const state = useStore(store);
  return useMemo(
    () => ({
      ...state,
      player,
      scrub: (playhead: number) => store.setState({ playhead, scrubbing: true }),
      endScrub: () => store.setState({ scrubbing: false }),
    }),
    [state, player, store],
  );
}

export interface SourceTrackProps {
  /** The track element, which initially has the focus. */
  readonly track: RefObject<HTMLDivElement | null>;
  readonly playhead: number;
  /** The total number of frames. */
  readonly length: number;
  readonly span: FrameRange;
  readonly rate: FrameRate;
  /** The accessible name of the track. */
  readonly label: string;
  /** The content behind the track, such as a waveform. Without it, the track is a line. */
  readonly children?: ReactNode;
  readonly onScrub: (frame: number) => void;
  readonly onLetGo: () => void;
}

/** The track of the whole source, with the marked range and a draggable playhead. */
function SourceTrack(props: SourceTrackProps) {
  const { track, playhead, length, span, rate, label, children, onScrub, onLetGo } = props;
  const hasPicture = children != null && children !== false;
  const percent = (frame: number) => `${(frame / length) * 100}%`;
  const scrub = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const element = event.currentTarget;
    const before = playhead;
    const scrubTo = ({ x }: DragPoint) => {
      const { width } = element.getBoundingClientRect();
      if (width > 0) onScrub(Math.min(length - 1, Math.max(0, Math.floor((x / width) * length))));
    };
    const cancel = () => {
      onScrub(before);
      onLetGo();
    };
    startDrag(event, { start: scrubTo, move: scrubTo, end: onLetGo, cancel }, { threshold: 0, relativeTo: element });
  };
  return (
    <div
      ref={track}
      className={clsx('draggable', styles.track, hasPicture && styles.tall)}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={length - 1}
      aria-valuenow={playhead}
      aria-valuetext={formatTimecode(playhead, rate)}
      onPointerDown={scrub}
    >
      {hasPicture ? children : <span className={styles.line} />}
      <span className={styles.taken} style={{ left: percent(span.from), width: percent(span.to - span.from) }} />
      <span className={styles.playhead} style={{ left: percent(playhead + 0.5) }} />
    </div>
  );
}

export type NamedKey = 'toggle' | 'take' | 'in' | 'out' | 'clear' | 'start' | 'end';

/** The function of a key in the viewer. */
export type ViewerKey = NamedKey | { readonly step: number } | { readonly shuttle: -1 | 0 | 1 };

/** Returns the function of a key press; null if the viewer does not use the key. */
export function viewerKey(event: {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}): ViewerKey | null {
  if (event.ctrlKey || event.metaKey) return null;
  if (event.altKey) return event.key.toLowerCase() === 'x' ? 'clear' : null;
  switch (event.key.toLowerCase()) {
    case ' ':
      return 'toggle';
    case 'enter':
      return 'take';
    case 'i':
      return 'in';
    case 'o':
      return 'out';
    case 'home':
      return 'start';
    case 'end':
      return 'end';
    case 'arrowleft':
      return { step: event.shiftKey ? -10 : -1 };
    case 'arrowright':
      return { step: event.shiftKey ? 10 : 1 };
    case 'j':
      return { shuttle: -1 };
    case 'k':
      return { shuttle: 0 };
    case 'l':
      return { shuttle: 1 };
    default:
      return null;
  }
}
