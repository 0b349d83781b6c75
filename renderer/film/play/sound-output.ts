import type { Movie } from '#shared/template/movie/movie.ts';
import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import type { SourceLibrary } from '../decode/source-library.ts';
import { levelsOf, type SideLevels } from './meter.ts';
import { audioClock, type PlayClock, silentClock } from './play-clock.ts';
import { createScrubSound, type ScrubSound } from './scrub-sound.ts';
import { createSoundPlayer, type SoundPlayer } from './sound-player.ts';

/** Loudspeakers, or what stands for them. */
export interface SoundOutput {
  /** Wakes the device up; gives the clock to play by, and the sound player where there is a device. */
  readonly begin: () => Promise<{ readonly clock: PlayClock; readonly sound: SoundPlayer | null }>;
  /** Lets the sound at a frame be heard for a moment; of several asked for at once the last. */
  readonly scrub: (movie: Movie, frame: number) => void;
  /** From 0 to 1. */
  readonly setVolume: (volume: number) => void;
  /** How loud the film is now, left and right, whatever the volume here; null before anything was played. */
  readonly levels: () => readonly [SideLevels, SideLevels] | null;
  readonly dispose: () => void;
}

/** A device that does not begin by then is not waited for. */
const PATIENCE_MILLISECONDS = 400;
/** Volume changes over this long, so that it does not crackle. */
const GLIDE_SECONDS = 0.02;

/** Samples that a level is measured over: longer than a frame of the screen, so that no peak is missed. */
const WINDOW = 2048;

interface Device {
  readonly context: AudioContext;
  readonly gain: GainNode;
  /** Of the left and the right side. */
  readonly analysers: readonly AnalyserNode[];
  readonly sound: SoundPlayer;
  readonly scrubbed: ScrubSound;
}

/** The device is opened when something is played for the first time: browsers refuse it before a gesture. */
export function createSoundOutput(library: SourceLibrary): SoundOutput {
  const samples = new Float32Array(WINDOW);
  let volume = 1;
  let device: Device | null = null;

  const open = (): Device => {
    const context = new AudioContext({ sampleRate: SAMPLE_RATE, latencyHint: 'interactive' });
    const gain = context.createGain();
    gain.gain.value = loudness(volume);
    gain.connect(context.destination);
    // What the film is, before the volume of this window.
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

  /** How often playing has begun: what was scrubbed before is not heard into it. */
  let plays = 0;

  const opened: SoundOutput['begin'] = async () => {
    try {
      device ??= open();
    } catch {
      // No device, no sound: the picture plays by the page's clock.
      return { clock: silentClock, sound: null };
    }
    const { context, sound } = device;
    const patience = new Promise<void>((resolve) => {
      setTimeout(resolve, PATIENCE_MILLISECONDS);
    });
    await Promise.race([context.resume(), patience]);
    return context.state === 'running' ? { clock: audioClock(context), sound } : { clock: silentClock, sound: null };
  };

  return {
    begin() {
      plays += 1;
      device?.scrubbed.silence();
      return opened();
    },
    scrub(movie, frame) {
      const before = plays;
      void opened().then(({ sound }) => {
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

/** A slider in the middle is heard as half as loud: the square of its way. */
function loudness(volume: number): number {
  return volume * volume;
}
