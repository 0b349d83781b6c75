import type { StoreApi } from 'zustand/vanilla';
import { type PlayheadMoves, playheadMoves } from '#renderer/playback/play/playhead-moves.ts';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { clampFrame, timelineOf } from '#shared/editing/model/timeline.ts';
import type { EditorState, PlaybackState } from './editor-state.ts';

/** Moves the playhead and plays the movie. Its state is in `EditorState`. */
export interface PlaybackManager extends PlayheadMoves {
  /** Moves the playhead to a frame, clamped to the movie. */
  readonly seek: (frame: number) => void;
  readonly set: (change: Partial<PlaybackState>) => void;
  /** Starts or stops playback. If no player is connected, playback starts when one connects. */
  readonly toggle: () => void;
  /** Handles the keys J (−1), K (0), and L (1). Repeating a direction doubles the speed. */
  readonly shuttle: (direction: -1 | 0 | 1) => void;
  readonly toggleMuted: () => void;
  /** Toggles the sound of scrubbing. The setting is stored on this machine. */
  readonly toggleScrubSound: () => void;
  readonly toggleLoop: () => void;
  /** Connects a player, which then plays the movie. Returns a function that disconnects it. */
  readonly connect: (player: ConnectedPlayer) => () => void;
}

/** The player methods that `PlaybackManager` calls. */
export interface ConnectedPlayer extends PlayheadMoves, Pick<PlaybackManager, 'toggle' | 'shuttle'> {
  readonly play: () => void;
}

const SCRUB_SOUND = 'preview/scrub-sound';

/** Creates the playback of a document. Without a player, the playhead can still be moved. */
export function createPlayback(store: StoreApi<EditorState>): PlaybackManager {
  store.setState({ scrubSound: readStored(SCRUB_SOUND) !== false });
  let player: ConnectedPlayer | null = null;
  /** The command to run when a player connects; null if none is pending. */
  let awaited: ((ready: ConnectedPlayer) => void) | null = null;
  const seek: PlaybackManager['seek'] = (frame) => {
    const { movie, playhead } = store.getState();
    const clampedFrame = clampFrame(timelineOf(movie), frame);
    if (clampedFrame !== playhead) store.setState({ playhead: clampedFrame });
  };
  const moves = playheadMoves(store.getState, seek);
  const mover = () => player ?? moves;
  return {
    seek,
    set: (change) => store.setState(change),
    step: (frames) => mover().step(frames),
    toStart: () => mover().toStart(),
    toEnd: () => mover().toEnd(),
    toCut: (direction) => mover().toCut(direction),
    toggle: () => {
      if (player !== null) player.toggle();
      else awaited = awaited === null ? (ready) => ready.play() : null;
    },
    shuttle: (direction) => {
      if (player !== null) player.shuttle(direction);
      else awaited = direction === 0 ? null : (ready) => ready.shuttle(direction);
    },
    toggleMuted: () => store.setState(({ muted }) => ({ muted: !muted })),
    toggleScrubSound: () => {
      const scrubSound = !store.getState().scrubSound;
      writeStored(SCRUB_SOUND, scrubSound);
      store.setState({ scrubSound });
    },
    toggleLoop: () => store.setState(({ loop }) => ({ loop: !loop })),
    connect: (connected) => {
      player = connected;
      awaited?.(connected);
      awaited = null;
      return () => {
        if (player === connected) player = null;
      };
    },
  };
}
