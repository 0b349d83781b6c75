import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useApi } from '#renderer/api/api-context.tsx';
import { filmOnCanvas } from '#renderer/common/playing/film-on-canvas.ts';
import type { PlaybackPort } from '#renderer/film/play/playback-port.ts';
import type { Player } from '#renderer/film/play/player.ts';
import type { Movie } from '#shared/template/movie/movie.ts';

interface Playing {
  readonly playhead: number;
  readonly playing: boolean;
  readonly scrubbing: boolean;
}

/** A video that is looked at: where it is, and what moves it. */
export interface SourcePlayer extends Playing {
  /** Null before there is one. */
  readonly player: Player | null;
  /** Moves the playhead by hand; what it passes is heard. */
  readonly scrub: (frame: number) => void;
  /** The hand lets go. */
  readonly letGo: () => void;
}

/** Plays the film on the canvas while both are there, from its first frame on. */
export function useSourcePlayer(canvas: HTMLCanvasElement | null, project: string, movie: Movie): SourcePlayer {
  const { client, queries } = useApi();
  // One for each time that the viewer is open.
  const store = useMemo(() => createStore<Playing>(() => ({ playhead: 0, playing: false, scrubbing: false })), []);
  const [player, setPlayer] = useState<Player | null>(null);
  useEffect(() => {
    if (canvas === null) return;
    const playback: PlaybackPort = {
      read: () => ({
        movie,
        ...store.getState(),
        peek: null,
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
    const film = filmOnCanvas(canvas, { client, queries }, { project, movie, playback });
    setPlayer(film.player);
    return () => {
      setPlayer(null);
      film.dispose();
    };
  }, [canvas, client, queries, project, movie, store]);
  const state = useStore(store);
  return useMemo(
    () => ({
      ...state,
      player,
      scrub: (playhead: number) => store.setState({ playhead, scrubbing: true }),
      letGo: () => store.setState({ scrubbing: false }),
    }),
    [state, player, store],
  );
}
