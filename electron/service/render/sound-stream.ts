import { createReadStream } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { SOUND_BYTES_PER_SAMPLE } from './sound-graph.ts';

/** A stretch of the film's sound. */
export interface SoundStretch {
  /** Settles with the file of raw samples as soon as it is whole, or with null where nothing is heard. */
  readonly path: Promise<string | null>;
  /** First sample of the file. */
  readonly from: number;
  readonly samples: number;
}

const SILENCE = new Uint8Array(64 * 1024);
const NOTHING = new Uint8Array(0);
/** Whoever takes the sound must see often enough that we are the one who is late. */
const SIGN_MILLISECONDS = 5000;

/**
 * Stretches of sound one after another, as raw samples. Each is exactly as long as it says whatever its file holds, so
 * that nothing that went wrong in one scene can shift the next. While a stretch is not there yet, an empty piece comes
 * every now and then.
 */
export async function* soundStream(
  stretches: readonly SoundStretch[],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (const { path: coming, from, samples } of stretches) {
    const settled = coming.then((path) => ({ path }));
    let arrived = await orSignOfLife(settled, signal);
    for (; arrived === null; arrived = await orSignOfLife(settled, signal)) yield NOTHING;
    let missing = samples * SOUND_BYTES_PER_SAMPLE;
    if (arrived.path !== null && missing > 0) {
      const start = from * SOUND_BYTES_PER_SAMPLE;
      for await (const chunk of createReadStream(arrived.path, { start, end: start + missing - 1 })) {
        missing -= chunk.length;
        yield chunk;
      }
    }
    for (; missing > 0; missing -= SILENCE.length) yield SILENCE.subarray(0, missing);
  }
}

/** What is awaited, or null after a while. Throws the signal's reason when aborted. */
async function orSignOfLife<Value>(awaited: Promise<Value>, signal: AbortSignal): Promise<Value | null> {
  signal.throwIfAborted();
  const waited = new AbortController();
  try {
    return await Promise.race([
      awaited,
      pause(SIGN_MILLISECONDS, null, { signal: AbortSignal.any([signal, waited.signal]) }),
    ]);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    waited.abort();
  }
}
