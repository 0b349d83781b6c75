import type { Ticks } from '#shared/film/rows/source-moment.ts';
import type { Picture } from '../picture/picture.ts';
import type { PictureTrack } from './open-media.ts';
import { readPicture } from './read-picture.ts';
import { secondsAt, ticksAt } from './track-time.ts';

/** Decodes the one key frame from which the way to a moment begins; null where none is shown. Throws what decoding throws. */
export async function readKeyPicture(
  track: PictureTrack,
  last: Ticks,
): Promise<{ readonly start: Ticks; readonly picture: Picture } | null> {
  const key = await track.packets().getKeyPacket(secondsAt(track, last), { verifyKeyPackets: true });
  if (key === null) return null;
  const sample = await track.frames().getSample(key.timestamp);
  if (sample === null) return null;
  try {
    const start = ticksAt(track, sample.timestamp);
    return start < track.first ? null : { start, picture: await readPicture(sample) };
  } finally {
    sample.close();
  }
}
