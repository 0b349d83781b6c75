import type { Movie } from '#shared/template/movie/movie.ts';
import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import type { SourceLibrary } from '../decode/source-library.ts';
import { levelsOf, type MeasuredLevels } from './meter.ts';
import { audioClock, clockUntilSound, type PlayClock, silentClock } from './play-clock.ts';
import { createScrubSound, type ScrubSound } from './scrub-sound.ts';
import { createSoundPlayer, type SoundPlayer } from './sound-player.ts';

export interface SoundOutput {
  /** Starts the device. Returns the clock, and the sound player; null without a device. */
  readonly begin: () => Promise<{ readonly clock: PlayClock; readonly sound: SoundPlayer | null }>;
  /** Plays a short sound at a frame. If calls overlap, only the last one is heard. */
  readonly scrub: (movie: Movie, frame: number) => void;
  /** Sets the volume, from 0 to 1. */
  readonly setVolume: (volume: number) => void;
  /** Returns the current levels of both channels, before the volume is applied; null before the first playback. */
  readonly levels: () => readonly [MeasuredLevels, MeasuredLevels] | null;
  readonly dispose: () => void;
}

/** The maximum time in milliseconds to wait for a device to start. */
const PATIENCE_MILLISECONDS = 400;
/** The ramp of a volume change in seconds. A sudden change would crackle. */
const GLIDE_SECONDS = 0.02;

/** The samples per measurement. They span more than one frame of the screen, so that every peak is measured. */
const WINDOW = 2048;

interface Device {
  readonly context: AudioContext;
  readonly gain: GainNode;
  /** The analyzers of the left and right channel. */
  readonly analysers: readonly AnalyserNode[];
  readonly sound: SoundPlayer;
  readonly scrubbed: ScrubSound;
}

/**
 * Creates the output. The device is opened at the first playback, because browsers allow it only after a user gesture.
 */
export function createSoundOutput(library: SourceLibrary): SoundOutput {
  const samples = new Float32Array(WINDOW);
  let volume = 1;
  let device: Device | null = null;

  const open = (): Device => {
    const context = new AudioContext({ sampleRate: SAMPLE_RATE, latencyHint: 'interactive' });
    const gain = context.createGain();
    gain.gain.value = loudness(volume);
    gain.connect(context.destination);
    // The sound of the movie before the volume of this window, for the meters.
    const film = context.createGain();
    film.channelCount = 2;
    film.channelCountMode = 'explicit';
    film.connect(gain);
    const sides = context.createChannelSplitter(2);
    film.connect(sides);
    const analysers = [0, 1].map((side) => {
      const analyser = new AnalyserNode(context, { fftSize: WINDOW });
      sides.connect(analyser, side);
      return analyser;
    });
    const sound = createSoundPlayer(context, library, film);
    return { context, gain, analysers, sound, scrubbed: createScrubSound(context, library, film) };
  };

  /** The number of playback starts. Scrub sound that was requested before a start is dropped. */
  let plays = 0;

  const beginOnDevice: SoundOutput['begin'] = async () => {
    try {
      device ??= open();
    } catch {
      // Without a device, playback uses the page clock.
      return { clock: silentClock, sound: null };
    }
    const { context, sound } = device;
    const patience = new Promise<void>((resolve) => {
      setTimeout(resolve, PATIENCE_MILLISECONDS);
    });
    await Promise.race([context.resume(), patience]);
    return context.state === 'running'
      ? { clock: audioClock(context), sound }
      : { clock: clockUntilSound(context), sound: null };
  };

  return {
    begin() {
      plays += 1;
      device?.scrubbed.silence();
      return beginOnDevice();
    },
    scrub(movie, frame) {
      const before = plays;
      void beginOnDevice().then(({ sound }) => {
        if (sound !== null && before === plays) return device?.scrubbed.hear(movie, frame);
      });
    },
    setVolume(next) {
      volume = next;
      device?.gain.gain.setTargetAtTime(loudness(next), device.context.currentTime, GLIDE_SECONDS);
    },
    levels() {
      if (device === null) return null;
      const [left, right] = device.analysers.map((analyser) => {
        analyser.getFloatTimeDomainData(samples);
        return levelsOf(samples);
      });
      return left === undefined || right === undefined ? null : [left, right];
    },
    dispose() {
      device?.sound.dispose();
      device?.scrubbed.dispose();
      void device?.context.close();
      device = null;
    },
  };
}

/** Returns the gain of a volume: its square, so that the middle of the slider sounds about half as loud. */
function loudness(volume: number): number {
  return volume * volume;
}
