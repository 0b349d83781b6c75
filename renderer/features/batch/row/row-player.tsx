import { useEffect, useEffectEvent, useRef } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { filmOnCanvas } from '#renderer/common/playing/film-on-canvas.ts';
import type { PlaybackPort } from '#renderer/film/play/playback-port.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import styles from './row-panel.module.css';

export interface RowPlayerProps {
  readonly project: string;
  /** The film with the row's values. */
  readonly movie: Movie;
  readonly label: string;
  /** Where it begins. */
  readonly from: number;
  readonly onFrame: (frame: number) => void;
  /** It has come to its end, or cannot be played here. */
  readonly onEnd: () => void;
}

/** Plays the film of a row without rendering it, with its sound: what the editor's preview would show. */
export function RowPlayer({ project, movie, label, from, onFrame, onEnd }: RowPlayerProps) {
  const { client, queries } = useApi();
  const canvas = useRef<HTMLCanvasElement>(null);
  const tell = useEffectEvent(onFrame);
  const end = useEffectEvent(onEnd);
  /** The frame that is shown; a film that changes while it plays goes on from it. */
  const playhead = useRef(from);
  useEffect(() => {
    const target = canvas.current;
    if (target === null) return;
    let isShown = true;
    const playback: PlaybackPort = {
      read: () => ({
        movie,
        playhead: playhead.current,
        peek: null,
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
        tell(frame);
      },
      report: ({ playing }) => {
        // Taking it down stops it as well, which is not its end: another film may take its place.
        if (!playing && isShown) end();
      },
      change: () => undefined,
    };
    const film = filmOnCanvas(target, { client, queries }, { project, movie, playback });
    film.player.play();
    return () => {
      isShown = false;
      film.dispose();
    };
  }, [client, queries, project, movie]);
  return <canvas ref={canvas} role="img" aria-label={label} className={styles.canvas} />;
}
