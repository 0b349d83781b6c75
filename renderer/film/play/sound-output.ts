import { SAMPLE_RATE } from '../../../shared/template/values/frame-rate.ts';
import type { SourceLibrary } from '../decode/source-library.ts';
import { audioClock, type PlayClock, silentClock } from './play-clock.ts';
import { createSoundPlayer, type SoundPlayer } from './sound-player.ts';

/** Loudspeakers, or what stands for them. */
export interface SoundOutput {
  /** Wakes the device up; gives the clock to play by, and the sound player where there is a device. */
  readonly begin: () => Promise<{ readonly clock: PlayClock; readonly sound: SoundPlayer | null }>;
  /** From 0 to 1. */
  readonly setVolume: (volume: number) => void;
  readonly dispose: () => void;
}

/** A device that does not begin by then is not waited for. */
const PATIENCE_MILLISECONDS = 400;
/** Volume changes over this long, so that it does not crackle. */
const GLIDE_SECONDS = 0.02;

/** The device is opened when something is played for the first time: browsers refuse it before a gesture. */
export function createSoundOutput(library: SourceLibrary): SoundOutput {
  let volume = 1;
  let device: { readonly context: AudioContext; readonly gain: GainNode; readonly sound: SoundPlayer } | null = null;

  const open = () => {
    const context = new AudioContext({ sampleRate: SAMPLE_RATE, latencyHint: 'interactive' });
    const gain = context.createGain();
    gain.gain.value = loudness(volume);
    gain.connect(context.destination);
    return { context, gain, sound: createSoundPlayer(context, library, gain) };
  };

  return {
    async begin() {
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
    },
    setVolume(next) {
      volume = next;
      device?.gain.gain.setTargetAtTime(loudness(next), device.context.currentTime, GLIDE_SECONDS);
    },
    dispose() {
      device?.sound.dispose();
      void device?.context.close();
      device = null;
    },
  };
}

/** A slider in the middle is heard as half as loud: the square of its way. */
function loudness(volume: number): number {
  return volume * volume;
}
