import { LIMITER_LOOKAHEAD, type SoundGain } from '#shared/sound/limiter.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import type { SourceLibrary } from '../decode/source-library.ts';
import { levelsOf, type MeasuredLevels } from './meter.ts';
import { audioClock, clockUntilSound, type PlayClock, silentClock } from './play-clock.ts';
import { createScrubSound, type ScrubSound } from './scrub-sound.ts';
import { createSoundPlayer, type SoundPlayer } from './sound-player.ts';

export interface SoundOutput {
  /** Starts the device. Returns the clock and the sound player. The sound player is null without a device. */
  readonly begin: () => Promise<{ readonly clock: PlayClock; readonly sound: SoundPlayer | null }>;
  /** Plays a short sound at a frame. If calls overlap, only the last one is heard. */
  readonly scrub: (movie: Movie, frame: number) => void;
  /** Sets the volume, from 0 to 1. */
  readonly setVolume: (volume: number) => void;
  /** Sets the gain of the movie and the ceiling of its limiter; null leaves the sound unchanged. */
  readonly setGain: (gain: SoundGain | null) => void;
  /** Returns the current levels of both channels, after the limiter and before the volume; null before the first playback. */
  readonly levels: () => readonly [MeasuredLevels, MeasuredLevels] | null;
  readonly dispose: () => void;
}

/** The maximum time in milliseconds to wait for a device to start. */
const START_TIMEOUT_MILLISECONDS = 400;
/** The ramp of a volume change in seconds. A sudden change would crackle. */
const VOLUME_RAMP_SECONDS = 0.02;

/** The name under which `limiter-worklet.ts` registers the limiter. */
const LIMITER_NAME = 'film-limiter';

/**
 * The number of samples per measurement. They span more than one frame of the screen, so that every peak is measured.
 */
const WINDOW = 2048;

interface Device {
  readonly context: AudioContext;
  readonly gain: GainNode;
  /** The analyzers of the left and right channel. */
  readonly analysers: readonly AnalyserNode[];
  /** The sound of the movie before its gain. */
  readonly input: GainNode;
  /** The sound of the movie after its gain and its limiter. */
  readonly limiterOutput: GainNode;
  /** The limiter; null before its first use. */
  limiter: Promise<AudioWorkletNode> | null;
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
    // The nodes `input` and `limiterOutput` carry the movie's sound before the volume of this window. The meters
    // measure `limiterOutput`.
    const [input, limiterOutput] = [stereoNode(context), stereoNode(context)];
    input.connect(limiterOutput);
    limiterOutput.connect(gain);
    const sides = context.createChannelSplitter(2);
    limiterOutput.connect(sides);
    const analysers = [0, 1].map((side) => {
      const analyser = new AnalyserNode(context, { fftSize: WINDOW });
      sides.connect(analyser, side);
      return analyser;
    });
    const sound = createSoundPlayer(context, library, input);
    const scrubbed = createScrubSound(context, library, input);
    return { context, gain, analysers, input, limiterOutput, limiter: null, sound, scrubbed };
  };

  /** The number of playback starts. Scrub sound that was requested before a start is dropped. */
  let plays = 0;

  let soundGain: SoundGain | null = null;
  /** Routes the sound through the limiter if the movie has a gain. */
  const applyGain = async (): Promise<void> => {
    if (device === null || (soundGain === null && device.limiter === null)) return;
    const { input, limiterOutput } = device;
    device.limiter ??= openLimiter(device.context, limiterOutput);
    const limiter = await device.limiter;
    input.disconnect();
    if (soundGain === null) input.connect(limiterOutput);
    else {
      limiter.port.postMessage(soundGain);
      input.connect(limiter);
    }
  };

  const beginOnDevice: SoundOutput['begin'] = async () => {
    try {
      if (device === null) {
        device = open();
        await applyGain();
      }
    } catch {
      // Without a device, playback uses the page clock.
      return { clock: silentClock, sound: null };
    }
    const { context, sound } = device;
    const timeout = new Promise<void>((resolve) => {
      setTimeout(resolve, START_TIMEOUT_MILLISECONDS);
    });
    await Promise.race([context.resume(), timeout]);
    return context.state === 'running'
      ? { clock: delayedClock(audioClock(context), soundGain), sound }
      : { clock: clockUntilSound(context), sound: null };
  };

  return {
    begin() {
      plays += 1;
      device?.scrubbed.stop();
      return beginOnDevice();
    },
    scrub(movie, frame) {
      const before = plays;
      void beginOnDevice().then(({ sound }) => {
        if (sound !== null && before === plays) return device?.scrubbed.playAt(movie, frame);
      });
    },
    setVolume(next) {
      volume = next;
      device?.gain.gain.setTargetAtTime(loudness(next), device.context.currentTime, VOLUME_RAMP_SECONDS);
    },
    setGain(next) {
      if (next?.gain === soundGain?.gain && next?.ceiling === soundGain?.ceiling) return;
      soundGain = next;
      void applyGain();
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

/**
 * Returns the gain of a volume. It is the square of the volume, so that the middle of the slider sounds about half as
 * loud.
 */
function loudness(volume: number): number {
  return volume * volume;
}

function stereoNode(context: AudioContext): GainNode {
  const node = context.createGain();
  node.channelCount = 2;
  node.channelCountMode = 'explicit';
  return node;
}

/** Opens the limiter and connects it to a node. */
async function openLimiter(context: AudioContext, destination: AudioNode): Promise<AudioWorkletNode> {
  const { default: address } = await import('./limiter-worklet.ts?worker&url');
  await context.audioWorklet.addModule(address);
  const options = { outputChannelCount: [2], channelCount: 2, channelCountMode: 'explicit' as const };
  const limiter = new AudioWorkletNode(context, LIMITER_NAME, options);
  limiter.connect(destination);
  return limiter;
}

/** Returns a clock that accounts for the delay of the limiter. */
function delayedClock(clock: PlayClock, gain: SoundGain | null): PlayClock {
  const delay = gain === null ? 0 : LIMITER_LOOKAHEAD / SAMPLE_RATE;
  return delay === 0 ? clock : { ...clock, now: () => clock.now() - delay };
}
