import type { Movie } from '#shared/template/movie/movie.ts';
import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { soundPiecesBetween } from '#shared/timeline/sounds.ts';
import type { SoundReader } from '../decode/sound-reader.ts';
import type { SourceLibrary } from '../decode/source-library.ts';
import { readPiece, secondsIn } from './read-piece.ts';

/** Plays short sounds at single frames, for scrubbing. */
export interface ScrubSound {
  /** Plays the sound at a frame and stops the previous sound. If calls overlap, only the last one is heard. */
  readonly playAt: (movie: Movie, frame: number) => Promise<void>;
  /** Stops the sound and drops pending calls. */
  readonly stop: () => void;
  readonly dispose: () => void;
}

interface ScrubRequest {
  readonly movie: Movie;
  readonly frame: number;
  readonly stopsBefore: number;
}

/**
 * The duration in seconds. It is long enough to recognize a syllable or a beat, and short enough to end before the next
 * frame.
 */
const SCRUB_SECONDS = 0.1;
/** The duration of the fades in seconds. They prevent clicks at the start and the end. */
const FADE_SECONDS = 0.008;

export function createScrubSound(
  context: BaseAudioContext,
  library: SourceLibrary,
  destination: AudioNode,
): ScrubSound {
  const readers = new Map<string, SoundReader>();
  /** The movie for which the readers were opened. After an edit, a layer can have another source. */
  let readersMovie: Movie | null = null;
  let currentSound: GainNode | null = null;
  /** The number of `stop` calls. If the number changes while a call is pending, the pending call is dropped. */
  let stopCount = 0;

  const fadeOut = () => {
    currentSound?.gain.cancelScheduledValues(context.currentTime);
    currentSound?.gain.setTargetAtTime(0, context.currentTime, FADE_SECONDS / 3);
    currentSound = null;
  };

  const disposeReaders = () => {
    for (const reader of readers.values()) reader.dispose();
    readers.clear();
  };

  const playLatest = latest(async ({ movie, frame, stopsBefore }: ScrubRequest) => {
    if (stopsBefore !== stopCount) return;
    if (movie !== readersMovie) disposeReaders();
    readersMovie = movie;
    const from = (frame * SAMPLE_RATE * movie.frameRate.denominator) / movie.frameRate.numerator;
    const pieces = soundPiecesBetween(buildTimeline(movie), from, SCRUB_SECONDS * SAMPLE_RATE, secondsIn(library));
    const sounds = await Promise.all(
      pieces.map(async (piece) => ({ piece, sound: await readPiece(readers, piece, library) })),
    );
    if (stopsBefore !== stopCount) return;
    fadeOut();
    const output = faded(context, destination);
    currentSound = output;
    for (const { piece, sound } of sounds) {
      if (sound === null || sound.channels[0].length === 0) continue;
      const buffer = context.createBuffer(2, sound.channels[0].length, sound.sampleRate);
      for (const [side, samples] of sound.channels.entries()) buffer.copyToChannel(samples, side);
      const node = context.createBufferSource();
      node.buffer = buffer;
      node.playbackRate.value = piece.speed;
      node.connect(output);
      node.start(context.currentTime + piece.after / SAMPLE_RATE);
    }
  });

  const stop = () => {
    stopCount += 1;
    fadeOut();
  };

  let work = Promise.resolve();
  return {
    playAt(movie, frame) {
      work = playLatest({ movie, frame, stopsBefore: stopCount });
      return work;
    },
    stop,
    dispose() {
      stop();
      // A reader must stay open until its current read ends.
      void work.then(disposeReaders);
    },
  };
}

/** Returns a gain node that fades in now and out at the end of `SCRUB_SECONDS`. */
function faded(context: BaseAudioContext, destination: AudioNode): GainNode {
  const gain = context.createGain();
  const now = context.currentTime;
  gain.gain.setValueAtTime(0, now);
  gain.gain.linearRampToValueAtTime(1, now + FADE_SECONDS);
  gain.gain.setValueAtTime(1, now + SCRUB_SECONDS - FADE_SECONDS);
  gain.gain.linearRampToValueAtTime(0, now + SCRUB_SECONDS);
  gain.connect(destination);
  return gain;
}

/**
 * Returns a function that runs `work` for one request at a time. During a run, only the latest request waits; earlier
 * ones are dropped.
 */
export function latest<Request>(work: (request: Request) => Promise<void>): (request: Request) => Promise<void> {
  let waiting: { readonly request: Request } | null = null;
  let running: Promise<void> | null = null;
  const run = async () => {
    try {
      for (let next = waiting; next !== null; next = waiting) {
        waiting = null;
        await work(next.request);
      }
    } finally {
      running = null;
    }
  };
  return (request) => {
    waiting = { request };
    running ??= run();
    return running;
  };
}
