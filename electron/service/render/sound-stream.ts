import { createReadStream } from 'node:fs';
import { SOUND_BYTES_PER_SAMPLE } from './sound-graph.ts';

/** A stretch of the film's sound: a file of raw samples, or silence where nothing is heard. */
export interface SoundStretch {
  readonly path: string | null;
  readonly samples: number;
}

const SILENCE = new Uint8Array(64 * 1024);

/**
 * The film's sound from end to end, as raw samples. Each stretch is exactly as long as its scene whatever its file
 * holds, so that nothing that went wrong in one scene can shift the next.
 */
export async function* soundStream(stretches: readonly SoundStretch[]): AsyncGenerator<Uint8Array> {
  for (const { path, samples } of stretches) {
    let missing = samples * SOUND_BYTES_PER_SAMPLE;
    if (path !== null && missing > 0) {
      for await (const chunk of createReadStream(path, { end: missing - 1 })) {
        missing -= chunk.length;
        yield chunk;
      }
    }
    for (; missing > 0; missing -= SILENCE.length) yield SILENCE.subarray(0, missing);
  }
}
