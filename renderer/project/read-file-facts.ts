import { BlobSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny';
import { heifFacts } from '#shared/drawings/images/heif-facts.ts';
import { imageFacts } from '#shared/drawings/images/image-facts.ts';
import { displaySize } from '#shared/drawings/images/orientation.ts';
import { usualRateNear } from '#shared/template/values/frame-rate.ts';

/** What placing a file in a film needs to know before the service has it. */
export interface FileFacts {
  /** A film without a picture. */
  readonly isSound: boolean;
  /** How long its picture runs; null where that is not known, or it stands still. */
  readonly seconds: number | null;
  /** As it is shown: turned where the file says so. */
  readonly size: { readonly width: number; readonly height: number } | null;
  /** As the language writes it; null of a photo, of an unusual rate, or where it is not known. */
  readonly frameRate: string | null;
}

/** Packets after which the frame rate is known well enough. */
const PACKETS = 120;
/** Bytes of a photo that say its size and how it is turned, also behind a long profile. */
const PHOTO_HEAD = 4 * 2 ** 20;

/** Reads a video's own index until the signal says that nobody waits; null for what is none. Throws what reading throws. */
export async function readVideoFacts(file: File, signal: AbortSignal): Promise<FileFacts | null> {
  signal.throwIfAborted();
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, MATROSKA, WEBM] });
  signal.addEventListener('abort', () => input.dispose(), { once: true });
  if (!(await input.canRead())) return null;
  const track = await input.getPrimaryVideoTrack();
  if (track === null) return { isSound: true, seconds: null, size: null, frameRate: null };
  const seconds = await track.computeDuration();
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
  const { averagePacketRate } = await track.computePacketStats(PACKETS);
  return {
    isSound: false,
    seconds: seconds > 0 ? seconds : null,
    size: width > 0 && height > 0 ? { width, height } : null,
    frameRate: usualRateNear(averagePacketRate),
  };
}

export async function readPhotoFacts(file: File): Promise<FileFacts | null> {
  const bytes = new Uint8Array(await file.slice(0, PHOTO_HEAD).arrayBuffer());
  const photo = heifFacts(bytes);
  if (photo !== null) {
    const { width, height } = photo;
    return { isSound: false, seconds: null, size: { width, height }, frameRate: null };
  }
  const image = imageFacts(bytes);
  if (image === null) return null;
  const { width, height } = displaySize(bytes, image);
  const size = { width: Math.ceil(width), height: Math.ceil(height) };
  return { isSound: false, seconds: null, size, frameRate: null };
}
