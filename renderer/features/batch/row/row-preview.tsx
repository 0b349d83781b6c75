import { ImageOff, Pause, Play } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { noPreviewReason } from '#renderer/playback/decode/no-preview-reason.ts';
import { filmOnCanvas } from '#renderer/playback/play/film-on-canvas.ts';
import type { PlaybackPort } from '#renderer/playback/play/playback-port.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Slider } from '#renderer/ui/controls/slider.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import type { Movie } from '#shared/template/movie/movie.ts';
import { frameQuery, loadRowFrame, type RowPictureInput } from './load-row-frame.ts';
import styles from './row-panel.module.css';

export interface RowPreviewProps {
  readonly label: string;
  readonly playLabel: string;
  /** The movie with the row's values; null for a row that cannot be rendered. */
  readonly movie: Movie | null;
  /** The values that determine the frame; null for a row that cannot be rendered. */
  readonly input: RowPictureInput | null;
  readonly aspect: number;
  readonly frame: number;
  /** The first frame to play. */
  readonly playFrom: number;
  /** The number of frames of the film; null if unknown. */
  readonly total: number | null;
  readonly timecode: (frame: number) => string;
  readonly onFrame: (frame: number) => void;
}

/** A frame of a row's film with its timecode and a player. */
export function RowPreview(props: RowPreviewProps) {
  const { label, playLabel, movie, input, aspect, frame, playFrom, total, timecode, onFrame } = props;
  const { batch } = useStrings();
  const picture = useRowPicture(input);
  const [movingFrame, setMovingFrame] = useState<number | null>(null);
  const [playing, setPlaying] = useState(false);
  const stop = () => {
    setPlaying(false);
    setMovingFrame(null);
  };
  const isPlaying = playing && input !== null && movie !== null;
  const shownFrame = movingFrame ?? frame;
  const url = picture.kind === 'failed' ? null : picture.url;
  return (
    <div className={styles.preview}>
      <div
        className={styles.picture}
        style={{ aspectRatio: aspect }}
        data-busy={picture.kind === 'loading' || undefined}
      >
        {url !== null && !isPlaying && <img src={url} alt={label} />}
        {isPlaying && (
          <RowPlayer
            project={input.project}
            movie={movie}
            label={playLabel}
            from={playFrom}
            onFrame={setMovingFrame}
            onEnd={stop}
          />
        )}
        {input !== null && noPreviewReason() === null && (
          <IconButton
            icon={isPlaying ? Pause : Play}
            label={isPlaying ? batch.pausePlay : batch.play}
            className={styles.play}
            onClick={() => (isPlaying ? stop() : setPlaying(true))}
          />
        )}
        {url === null && (picture.kind === 'failed' || input === null) && (
          <span className={styles.noPicture} title={picture.kind === 'failed' ? picture.reason : undefined}>
            <Icon icon={ImageOff} size={20} />
            {batch.previewFailed}
          </span>
        )}
        {input !== null && <span className={`${styles.time} tabular`}>{timecode(shownFrame)}</span>}
      </div>
      {total !== null && total > 1 && (
        <div className={styles.position}>
          <Slider
            label={batch.position}
            value={shownFrame}
            min={0}
            max={total - 1}
            valueText={timecode}
            onPreview={setMovingFrame}
            onCancel={() => setMovingFrame(null)}
            onCommit={(at) => {
              setMovingFrame(null);
              onFrame(at);
            }}
          />
          <span className={`${styles.length} tabular`}>{timecode(total)}</span>
        </div>
      )}
    </div>
  );
}

export interface RowPlayerProps {
  readonly project: string;
  /** The movie with the row's values. */
  readonly movie: Movie;
  readonly label: string;
  /** The first frame to play. */
  readonly from: number;
  readonly onFrame: (frame: number) => void;
  /** Called when playback reaches the end, or if the movie cannot be played. */
  readonly onEnd: () => void;
}

/** Plays the movie of a row with sound. Like the editor's preview, it plays in the browser without rendering a film. */
function RowPlayer({ project, movie, label, from, onFrame, onEnd }: RowPlayerProps) {
  const api = useApi();
  const canvas = useRef<HTMLCanvasElement>(null);
  const reportFrame = useEffectEvent(onFrame);
  const end = useEffectEvent(onEnd);
  /** The current frame, from which playback continues if the movie changes. */
  const playhead = useRef(from);
  useEffect(() => {
    const target = canvas.current;
    if (target === null) return;
    let isMounted = true;
    const playback: PlaybackPort = {
      read: () => ({
        movie,
        playhead: playhead.current,
        previewedFrame: null,
        loop: false,
        loopRange: null,
        volume: 1,
        muted: false,
        scrubbing: false,
        scrubSound: false,
        isChanging: false,
      }),
      subscribe: () => () => undefined,
      seek: (frame) => {
        playhead.current = frame;
        reportFrame(frame);
      },
      report: ({ playing }) => {
        // Unmounting also stops the player, but playback has not ended, because another movie can replace this one.
        if (!playing && isMounted) end();
      },
      change: () => undefined,
    };
    const film = filmOnCanvas(target, api, { project, movie, playback });
    film.player.play();
    return () => {
      isMounted = false;
      film.dispose();
    };
  }, [api, project, movie]);
  return <canvas ref={canvas} role="img" aria-label={label} className={styles.canvas} />;
}

export type RowPicture =
  | { readonly kind: 'loading'; readonly url: string | null }
  | { readonly kind: 'shown'; readonly url: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** The debounce delay in milliseconds before a request. It prevents rendering of rows that the user only passes. */
const WAIT_MILLISECONDS = 120;
const WIDTH = 480;

/**
 * Returns a frame of a row's film, rendered by the engine. Returns the previous picture until the new one is available.
 */
function useRowPicture(input: RowPictureInput | null): RowPicture {
  const api = useApi();
  const [picture, setPicture] = useState<RowPicture>({ kind: 'loading', url: null });
  const query = input === null ? null : frameQuery(input, WIDTH);
  useEffect(() => {
    if (query === null) return setPicture({ kind: 'loading', url: null });
    const stopped = new AbortController();
    const { signal } = stopped;
    const load = async () => {
      const url = URL.createObjectURL(await loadRowFrame(api, query, signal));
      if (signal.aborted) URL.revokeObjectURL(url);
      else setPicture({ kind: 'shown', url });
    };
    setPicture((current) => ({ kind: 'loading', url: current.kind === 'failed' ? null : current.url }));
    const timer = setTimeout(
      () =>
        load().catch((error: unknown) => {
          if (!signal.aborted) setPicture({ kind: 'failed', reason: problemText(error) });
        }),
      WAIT_MILLISECONDS,
    );
    return () => {
      clearTimeout(timer);
      stopped.abort();
    };
  }, [query, api]);
  const url = picture.kind === 'failed' ? null : picture.url;
  useEffect(() => {
    if (url !== null) return () => URL.revokeObjectURL(url);
  }, [url]);
  return picture;
}
