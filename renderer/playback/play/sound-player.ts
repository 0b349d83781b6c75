import type { Movie } from '#shared/template/movie/movie.ts';
import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { soundPiecesBetween } from '#shared/timeline/sounds.ts';
import type { DecodedSound, SoundReader } from '../decode/sound-reader.ts';
import type { SourceLibrary } from '../decode/source-library.ts';
import { type PlaySpan, segmentsBetween } from './play-span.ts';
import { readPiece, secondsIn } from './read-piece.ts';

/** Plays the sound of movies in sync with an audio context. */
export interface SoundPlayer {
  /** Starts a playback at a time of the context. */
  readonly start: (movie: Movie, span: PlaySpan, at: number) => void;
  /** Schedules the sound between two times in seconds since the start of playback. Call it repeatedly. */
  readonly prepare: (nowSeconds: number, untilSeconds: number) => Promise<void>;
  readonly stop: () => void;
  readonly dispose: () => void;
}

/** The length in seconds of one decoding and scheduling step. */
const STEP_SECONDS = 0.5;
/** The maximum speed with sound. Faster sound is unintelligible. */
const MAX_SPEED_WITH_SOUND = 2;

interface Playing {
  readonly movie: Movie;
  readonly span: PlaySpan;
  readonly at: number;
  prepared: number;
  /** The arguments of the latest `prepare` call, in seconds since the start of playback. */
  requested: { readonly now: number; readonly until: number };
  /** The durations of the last two steps in seconds. */
  stepSeconds: readonly [number, number];
  readonly nodes: Set<AudioBufferSourceNode>;
  readonly readers: Map<string, SoundReader>;
}

export function createSoundPlayer(
  context: BaseAudioContext,
  library: SourceLibrary,
  destination: AudioNode,
): SoundPlayer {
  let playing: Playing | null = null;
  let work: Promise<void> = Promise.resolve();

  const stop = () => {
    const stopped = playing;
    playing = null;
    if (stopped === null) return;
    for (const node of stopped.nodes) node.stop();
    // A reader must stay open until its current read ends.
    void work.then(() => {
      for (const reader of stopped.readers.values()) reader.dispose();
    });
  };

  const step = async (now: Playing, from: number, to: number) => {
    for (const segment of segmentsBetween(now.span, from, to))
      for (const piece of soundPiecesBetween(
        buildTimeline(now.movie),
        segment.from,
        segment.length,
        secondsIn(library),
      )) {
        const sound = await readPiece(now.readers, piece, library);
        if (playing !== now) return;
        if (sound === null) continue;
        const at = now.at + segment.atSeconds + piece.after / SAMPLE_RATE / now.span.speed;
        schedule(context, destination, now, { sound, at, seconds: piece.length / SAMPLE_RATE, speed: piece.speed });
      }
  };

  const prepareNow = async () => {
    const now = playing;
    if (now === null || now.span.speed <= 0 || now.span.speed > MAX_SPEED_WITH_SOUND) return;
    for (;;) {
      const stepTime = now.requested.now;
      const from = nextStep(now.prepared, stepTime, Math.min(...now.stepSeconds));
      if (from >= now.requested.until) return;
      now.prepared = from + STEP_SECONDS;
      await step(now, from, now.prepared);
      if (playing !== now) return;
      now.stepSeconds = [now.stepSeconds[1], now.requested.now - stepTime];
    }
  };

  return {
    start(movie, span, at) {
      stop();
      const requested = { now: 0, until: 0 };
      playing = { movie, span, at, prepared: 0, requested, stepSeconds: [0, 0], nodes: new Set(), readers: new Map() };
    },
    prepare(nowSeconds, untilSeconds) {
      if (playing !== null) playing.requested = { now: nowSeconds, until: untilSeconds };
      work = work.then(prepareNow);
      return work;
    },
    stop,
    dispose: stop,
  };
}

/**
 * Returns the start of the next step in seconds since the start of playback. On a busy page, decoding can fall behind.
 * Steps that would end before they are decoded are then skipped. Otherwise, every later step would also be too late and
 * silent.
 */
export function nextStep(prepared: number, now: number, lag: number): number {
  return Math.max(prepared, Math.floor((now + lag) / STEP_SECONDS) * STEP_SECONDS);
}

interface Scheduled {
  readonly sound: DecodedSound;
  /** The start in the context's time. */
  readonly at: number;
  /** The duration in seconds of the movie. */
  readonly seconds: number;
  /** The seconds of movie sound per second of playback. */
  readonly speed: number;
}

function schedule(
  context: BaseAudioContext,
  destination: AudioNode,
  { nodes, span }: Playing,
  { sound, at, seconds, speed }: Scheduled,
): void {
  const { sampleRate, channels } = sound;
  // If the segment is late, start it at the current position of playback.
  const late = Math.max(0, context.currentTime - at);
  const skipped = late * span.speed;
  if (channels[0].length === 0 || skipped >= seconds) return;
  const buffer = context.createBuffer(2, channels[0].length, sampleRate);
  buffer.copyToChannel(channels[0], 0);
  buffer.copyToChannel(channels[1], 1);
  const node = context.createBufferSource();
  node.buffer = buffer;
  node.playbackRate.value = span.speed * speed;
  node.connect(destination);
  node.addEventListener('ended', () => {
    nodes.delete(node);
    node.disconnect();
  });
  nodes.add(node);
  node.start(at + late, skipped * speed);
}
