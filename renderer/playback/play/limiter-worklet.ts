// The limiter of the preview. It runs in the audio thread and uses the same function as the engine.
import { createLimiter, type Limiter, type SoundGain } from '#shared/sound/limiter.ts';

// The types of the audio thread are missing in TypeScript's library of the page.
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

class LimiterProcessor extends AudioWorkletProcessor {
  private limiter: Limiter | null = null;
  private samples = new Float32Array(0);

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<SoundGain>) => {
      this.limiter = createLimiter(data);
    };
  }

  process([input = []]: readonly Float32Array[][], [output = []]: readonly Float32Array[][]): boolean {
    const [left, right] = output;
    if (this.limiter === null || left === undefined || right === undefined) return true;
    if (this.samples.length !== 2 * left.length) this.samples = new Float32Array(2 * left.length);
    const { samples } = this;
    for (let at = 0; at < left.length; at++) {
      samples[2 * at] = input[0]?.[at] ?? 0;
      samples[2 * at + 1] = input[1]?.[at] ?? input[0]?.[at] ?? 0;
    }
    this.limiter.limit(samples);
    for (let at = 0; at < left.length; at++) {
      left[at] = samples[2 * at] ?? 0;
      right[at] = samples[2 * at + 1] ?? 0;
    }
    return true;
  }
}

registerProcessor('film-limiter', LimiterProcessor);
