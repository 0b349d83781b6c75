import { idleQueue } from '#renderer/ui/browser/idle-queue.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { sourceKey } from '#shared/template/movie/used-sources.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { frameAt } from '#shared/timeline/frame-at.ts';
import { lastStart, type Ticks, type VideoState } from '#shared/timeline/layer-state.ts';
import type { Picture } from '../picture/picture.ts';
import { nearbyStarts } from './nearby-sources.ts';
import type { PictureTrack } from './open-media.ts';
import { CACHE_BYTES } from './picture-cache.ts';
import { readPicture } from './read-picture.ts';
import type { ReadySource, Source } from './source.ts';
import type { SourceLibrary } from './source-library.ts';
import { secondsAt, ticksAt } from './track-time.ts';

/**
 * Decodes a picture of each source near the playhead ahead of time. Opening a decoder is slow, so scrubbing into a new
 * scene would otherwise show nothing at first.
 */
export interface NearbyThumbnails {
  /** Sets the frame around which sources are decoded while the main thread is idle. Replaces the previous frame. */
  readonly near: (movie: Movie, frame: number) => void;
  readonly dispose: () => void;
}

/** The maximum number of bytes in the picture cache for these pictures. */
const MAX_BYTES = CACHE_BYTES / 4;

interface PendingThumbnail {
  readonly ready: ReadySource;
  readonly track: PictureTrack;
  readonly last: Ticks;
  /** Returns whether the source is still open. */
  readonly isOpen: () => boolean;
}

/**
 * @param most The maximum number of scenes and of sources around the frame.
 * @param onPicture Called when a picture was cached.
 */
export function createNearbyThumbnails(library: SourceLibrary, most: number, onPicture: () => void): NearbyThumbnails {
  /**
   * The sources from which a picture was decoded. Each source is decoded only once, even if the cache evicts its
   * picture.
   */
  const decoded = new WeakSet<ReadySource>();
  let place: { readonly movie: Movie; readonly frame: number } | null = null;
  let isBusy = false;

  const readNext = () => {
    const pendingThumbnail =
      place === null || isBusy ? null : firstPending(place.movie, place.frame, { library, most, decoded });
    if (pendingThumbnail === null) return;
    isBusy = true;
    decoded.add(pendingThumbnail.ready);
    void read(pendingThumbnail)
      // Ignore the error: the preview reports it when the user goes to the scene.
      .catch(() => undefined)
      .then(() => {
        isBusy = false;
        idleQueue.add(readNext);
      });
  };
  const read = async ({ ready, track, last, isOpen }: PendingThumbnail): Promise<void> => {
    const keyPicture = await readKeyPicture(track, last);
    if (keyPicture === null || !isOpen()) return;
    if (!ready.pictures.has(keyPicture.start)) ready.pictures.add(keyPicture.start, null, keyPicture.picture);
    onPicture();
  };
  const unsubscribe = library.subscribe(() => {
    if (place !== null) idleQueue.add(readNext);
  });
  return {
    near(movie, frame) {
      place = { movie, frame };
      idleQueue.add(readNext);
    },
    dispose() {
      unsubscribe();
      place = null;
      idleQueue.remove(readNext);
    },
  };
}

/**
 * Returns the nearest open source that has no picture yet, with its sample time at the start of the scene; null if
 * there is none.
 */
function firstPending(
  movie: Movie,
  frame: number,
  {
    library,
    most,
    decoded,
  }: { readonly library: SourceLibrary; readonly most: number; readonly decoded: WeakSet<ReadySource> },
): PendingThumbnail | null {
  let bytes = 0;
  for (const state of statesNear(movie, frame, most)) {
    const source = library.get(state.layer.source);
    const ready = readyIn(source);
    const track = ready?.media.picture ?? null;
    if (ready === null || track === null) continue;
    bytes += bytesOf(ready);
    if (bytes > MAX_BYTES) return null;
    const last = Math.max(track.first, lastStart(state, movie.frameRate, track.resolution));
    if (decoded.has(ready) || ready.pictures.nearest(last) !== null) continue;
    return { ready, track, last, isOpen: () => readyIn(source) === ready };
  }
  return null;
}

/** For the scenes near a frame, yields the video states in each scene's first frame: one per source, at most `most`. */
function* statesNear(movie: Movie, frame: number, most: number): Generator<VideoState> {
  const sources = new Set<string>();
  for (const start of nearbyStarts(movie, frame, most))
    for (const state of frameAt(buildTimeline(movie), start)?.videoStates ?? []) {
      const key = sourceKey(state.layer.source);
      if (sources.has(key)) continue;
      if (sources.size === most) return;
      sources.add(key);
      yield state;
    }
}

function readyIn(source: Source): ReadySource | null {
  const status = source.status();
  return status.kind === 'ready' ? status.source : null;
}

/** Returns the size in bytes of a decoded picture, assuming 8-bit 4:2:0. */
function bytesOf({ facts: { video } }: ReadySource): number {
  return video === null ? 0 : video.codedWidth * video.codedHeight * 1.5;
}

/** Decodes the last sync frame at or before a time; null if no displayed sync frame exists. Throws decoding errors. */
async function readKeyPicture(
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
