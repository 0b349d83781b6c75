import { createReadStream } from 'node:fs';
import { systemCode } from '../../errors/storage-failure.ts';
import { withTimeout } from '../../waiting/with-timeout.ts';
import { SOUND_BYTES_PER_SAMPLE } from '../plan/sound-graph.ts';
import type { SoundStretch } from '../plan/track-segments.ts';
import { mixedSound } from './mixed-sound.ts';

const SILENCE = new Uint8Array(64 * 1024);
const NOTHING = new Uint8Array(0);
/**
 * How often a file that grows is looked at: often enough that nearly all of a scene's sound is taken when its picture
 * ends.
 */
const LOOK_MILLISECONDS = 200;

/**
 * Stretches of sound one after another, as raw samples. Each is exactly as long as it says whatever its file holds, so
 * that nothing that went wrong in one scene can shift the next. What there is of a stretch is given while the rest is
 * still made. While nothing is there, an empty piece tells whoever takes the sound that it is still to come.
 */
export async function* soundStream(
  stretches: readonly SoundStretch[],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (const stretch of stretches) {
    const { path: coming, growing, from, samples, over } = stretch;
    if (over.length > 0) {
      yield* mixedSound(stretch, signal);
      continue;
    }
    let offset = from * SOUND_BYTES_PER_SAMPLE;
    const end = offset + samples * SOUND_BYTES_PER_SAMPLE;
    const settled = coming.then((path) => ({ path }));
    for (let isWhole = false; !isWhole; ) {
      const arrived = await withTimeout(settled, LOOK_MILLISECONDS, signal);
      isWhole = arrived !== null;
      if (!isWhole) yield NOTHING;
      for await (const piece of arrived === null
        ? grownBetween(growing, offset, end)
        : between(arrived.path, offset, end)) {
        offset += piece.length;
        yield piece;
      }
    }
    for (let missing = end - offset; missing > 0; missing -= SILENCE.length) yield SILENCE.subarray(0, missing);
  }
}

/**
 * Settles when there is something of these stretches, so that nothing has to be started that would only wait for it.
 */
export async function soundBegins(stretches: readonly SoundStretch[], signal: AbortSignal): Promise<void> {
  for await (const { length } of soundStream(stretches, signal)) if (length > 0) return;
}

async function* between(path: string | null, start: number, end: number): AsyncGenerator<Buffer> {
  if (path !== null && start < end) yield* createReadStream(path, { start, end: end - 1 });
}

/** What there is of a file, which may not be begun yet, or may have been finished and renamed by now. */
async function* grownBetween(path: string | null, start: number, end: number): AsyncGenerator<Buffer> {
  try {
    yield* between(path, start, end);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
}
