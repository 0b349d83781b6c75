import type { Movie } from '#shared/template/movie/movie.ts';
import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { heardBetween } from '#shared/timeline/sounds.ts';
import type { SoundReader } from '../decode/sound-reader.ts';
import type { SourceLibrary } from '../decode/source-library.ts';
import { latest } from './latest.ts';
import { readPiece, secondsIn } from './read-piece.ts';

/** Lets a moment of a film be heard at the frame that it stands on. */
export interface ScrubSound {
  /** Ends what is still heard of the frame before. Of frames that are asked for at once the last is heard. */
  readonly hear: (movie: Movie, frame: number) => Promise<void>;
  /** Ends what is heard; what was asked for before is not heard any more. */
  readonly silence: () => void;
  readonly dispose: () => void;
}

interface Wish {
  readonly movie: Movie;
  readonly frame: number;
  readonly asked: number;
}

/** Long enough to know a syllable or a beat by, and short enough to be over when the hand goes on. */
const HEARD_SECONDS = 0.1;
/** What begins and ends within sound would click. */
const FADE_SECONDS = 0.008;

export function createScrubSound(
  context: BaseAudioContext,
  library: SourceLibrary,
  destination: AudioNode,
): ScrubSound {
  const readers = new Map<string, SoundReader>();
  /** What the readers are of: after an edit a layer may have another source. */
  let known: Movie | null = null;
  let heard: GainNode | null = null;
  /** How often it was silenced; wishes of before are void. */
  let turn = 0;

  const fadeOut = () => {
    heard?.gain.cancelScheduledValues(context.currentTime);
    heard?.gain.setTargetAtTime(0, context.currentTime, FADE_SECONDS / 3);
    heard = null;
  };

  const leave = () => {
    for (const reader of readers.values()) reader.dispose();
    readers.clear();
  };

  const hear = latest(async ({ movie, frame, asked }: Wish) => {
    if (asked !== turn) return;
    if (movie !== known) leave();
    known = movie;
    const from = (frame * SAMPLE_RATE * movie.frameRate.denominator) / movie.frameRate.numerator;
    const pieces = heardBetween(buildTimeline(movie), from, HEARD_SECONDS * SAMPLE_RATE, secondsIn(library));
    const sounds = await Promise.all(
      pieces.map(async (piece) => ({ piece, sound: await readPiece(readers, piece, library) })),
    );
    if (asked !== turn) return;
    fadeOut();
    const moment = faded(context, destination);
    heard = moment;
    for (const { piece, sound } of sounds) {
      if (sound === null || sound.channels[0].length === 0) continue;
      const buffer = context.createBuffer(2, sound.channels[0].length, sound.sampleRate);
      for (const [side, samples] of sound.channels.entries()) buffer.copyToChannel(samples, side);
      const node = context.createBufferSource();
      node.buffer = buffer;
      node.playbackRate.value = piece.speed;
      node.connect(moment);
      node.start(context.currentTime + piece.after / SAMPLE_RATE);
    }
  });

  const silence = () => {
    turn += 1;
    fadeOut();
  };

  let work = Promise.resolve();
  return {
    hear(movie, frame) {
      work = hear({ movie, frame, asked: turn });
      return work;
    },
    silence,
    dispose() {
      silence();
      // A reader must not be taken away from under the read that is going on.
      void work.then(leave);
    },
  };
}

/** A gain that rises now and falls at the end of what is heard. */
function faded(context: BaseAudioContext, destination: AudioNode): GainNode {
  const gain = context.createGain();
  const now = context.currentTime;
  gain.gain.setValueAtTime(0, now);
  gain.gain.linearRampToValueAtTime(1, now + FADE_SECONDS);
  gain.gain.setValueAtTime(1, now + HEARD_SECONDS - FADE_SECONDS);
  gain.gain.linearRampToValueAtTime(0, now + HEARD_SECONDS);
  gain.connect(destination);
  return gain;
}
