import { timelineOf } from '#shared/editing/model/timeline.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { videosIn } from '#shared/template/movie/used-sources.ts';
import type { SourceLibrary } from '../decode/source-library.ts';
import type { ProjectFrames } from '../frames/project-frames.ts';
import { createScreen } from '../frames/screen.ts';
import type { PlaySpan } from '../play/play-span.ts';
import type { PlaybackPort } from '../play/playback-port.ts';
import { createPlayer } from '../play/player.ts';
import { createScrubSound } from '../play/scrub-sound.ts';
import { createSoundOutput } from '../play/sound-output.ts';
import { createSoundPlayer } from '../play/sound-player.ts';

type FrameRenderer = Parameters<typeof createScreen>[1];

export interface Played {
  readonly frames: readonly number[];
  /** The duration of playback in seconds of the clock. */
  readonly took: number;
  readonly audible: boolean;
  readonly last: { readonly frame: number | null; readonly exact: boolean };
}

/** Returns the sound of a movie from its beginning, mixed to mono at 48 kHz. */
export async function soundOf(
  library: SourceLibrary,
  movie: Movie,
  seconds: number,
  change: Partial<PlaySpan> = {},
): Promise<Uint8Array> {
  await untilOpen(library, movie);
  const context = new OfflineAudioContext(2, Math.round(seconds * 48_000), 48_000);
  const player = createSoundPlayer(context, library, context.destination);
  const range = { from: 0, to: timelineOf(movie).total };
  player.start(movie, { start: 0, speed: 1, rate: movie.frameRate, range, loops: false, ...change }, 0);
  await player.prepare(0, seconds);
  return mixed(await context.startRendering());
}

/** Returns the sound while the playhead moves to successive frames. `isSilenced` stops it immediately. */
export async function scrubbedSoundOf(
  library: SourceLibrary,
  movie: Movie,
  frames: readonly number[],
  seconds: number,
  isSilenced = false,
): Promise<Uint8Array> {
  await untilOpen(library, movie);
  const context = new OfflineAudioContext(2, Math.round(seconds * 48_000), 48_000);
  const scrubbed = createScrubSound(context, library, context.destination);
  const all = Promise.all(frames.map((frame) => scrubbed.playAt(movie, frame)));
  if (isSilenced) scrubbed.stop();
  await all;
  const heard = await context.startRendering();
  scrubbed.dispose();
  return mixed(heard);
}

/** Plays a movie to its end. */
export async function playThrough(source: ProjectFrames, renderer: FrameRenderer, movie: Movie): Promise<Played> {
  await untilOpen(source.library, movie);
  const screen = createScreen(source, renderer);
  const output = createSoundOutput(source.library);
  const port = createPlayback(movie);
  const player = createPlayer(port, screen, output);
  const frames: number[] = [];
  port.subscribe(() => {
    const { playhead } = port.read();
    if (frames.at(-1) !== playhead) frames.push(playhead);
  });
  const { clock, sound } = await output.begin();
  const from = clock.now();
  player.play();
  await new Promise<void>((resolve) => {
    port.subscribe(() => {
      if (port.read().playhead > 0 && !player.playing()) resolve();
    });
  });
  const duration = clock.now() - from;
  const last = timelineOf(movie).total - 1;
  await new Promise<void>((resolve) => {
    const check = () => {
      if (screen.current().exact && screen.current().frame === last) resolve();
    };
    screen.subscribe(check);
    check();
  });
  const end = screen.current();
  player.dispose();
  output.dispose();
  screen.dispose();
  return {
    frames,
    took: duration,
    audible: sound !== null,
    last: { frame: end.frame, exact: end.exact },
  };
}

/** Resolves when all videos in scenes have opened or failed. Does not wait for overlays, images, and sounds. */
export async function untilOpen(library: SourceLibrary, movie: Movie): Promise<void> {
  const sources = movie.scenes.flatMap((scene) => videosIn(scene.layers)).map(({ source }) => source);
  while (sources.some((source) => ['opening', 'proxy'].includes(library.get(source).status().kind)))
    await new Promise<void>((resolve) => {
      const stop = library.subscribe(() => {
        stop();
        resolve();
      });
    });
}

export function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/** Mixes both channels to mono as bytes. */
function mixed(heard: AudioBuffer): Uint8Array {
  const samples = heard.getChannelData(0).map((left, index) => (left + (heard.getChannelData(1)[index] ?? 0)) / 2);
  return new Uint8Array(samples.buffer);
}

const SILENT_HAND = { muted: false, scrubbing: false, scrubSound: false, isChanging: false } as const;

/** Creates the part of the editor that the player needs. */
function createPlayback(movie: Movie): PlaybackPort {
  let playhead = 0;
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    read: () => ({ movie, playhead, previewedFrame: null, loop: false, loopRange: null, volume: 0.1, ...SILENT_HAND }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    seek(frame) {
      playhead = frame;
      notify();
    },
    report: notify,
    change: notify,
  };
}
