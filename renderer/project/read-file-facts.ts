import { BlobSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny';
import { heifFacts } from '#shared/drawings/images/heif-facts.ts';
import { imageFacts } from '#shared/drawings/images/image-facts.ts';
import { orientedSize } from '#shared/drawings/images/orientation.ts';
import { commonRateNear } from '#shared/template/values/frame-rate.ts';

/** The facts about a file that are needed to add it before it is uploaded. */
export interface FileFacts {
  /** Whether the file has only sound. */
  readonly isSound: boolean;
  /** The duration of the file's picture in seconds; null for an image or a sound, or if unknown. */
  readonly seconds: number | null;
  /** The upright display size in pixels; null if unknown. */
  readonly size: { readonly width: number; readonly height: number } | null;
  /** The frame rate in the notation of the template. Null for a photo, for an uncommon rate, and if unknown. */
  readonly frameRate: string | null;
}

/** The number of packets for estimating the frame rate. */
const PACKETS = 120;
/** The number of bytes of a photo that contain its size and rotation, even after a long color profile. */
const PHOTO_HEAD = 4 * 2 ** 20;

/**
 * Reads the index of a video or sound file; null for an unsupported format. Throws read errors, and the reason of an
 * aborted signal.
 */
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
    frameRate: commonRateNear(averagePacketRate),
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
  const { width, height } = orientedSize(bytes, image);
  const size = { width: Math.ceil(width), height: Math.ceil(height) };
  return { isSound: false, seconds: null, size, frameRate: null };
}
