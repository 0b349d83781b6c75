import type { EncodedPacketSink, VideoSample, VideoSampleSink } from 'mediabunny';
import type { Ticks } from '#shared/timeline/layer-state.ts';
import type { Picture } from '../picture/picture.ts';
import type { PictureTrack } from './open-media.ts';
import type { SourcePictures } from './picture-cache.ts';
import { readPicture } from './read-picture.ts';
import { secondsAt, ticksAt } from './track-time.ts';

/** A request for pictures of a source. */
export interface PictureRequest {
  /** The sample time in ticks, as returned by `lastStart`. */
  readonly last: Ticks;
  /** The end of the lookahead in ticks. */
  readonly until: Ticks;
  /** Whether the lookahead goes backward. If so, the reader also caches intermediate pictures. */
  readonly backwards: boolean;
}

/** A decoder of a source with its own position. It decodes requested pictures into the cache. */
export interface PictureReader {
  /** Replaces the request. The previous request ends after the frame that is being decoded. */
  readonly request: (request: PictureRequest) => void;
  readonly dispose: () => void;
}

export interface ReaderEvents {
  /** Called when a picture was cached, or when the end of a cached picture became known. */
  readonly onPicture: () => void;
  /** Called when decoding failed. The reader is then unusable. */
  readonly onFailure: (error: unknown) => void;
}

/** The distance in seconds within which decoding every frame is faster than seeking to a sync frame. */
const NEAR_SECONDS = 0.3;

export function createPictureReader(
  track: PictureTrack,
  pictures: SourcePictures,
  events: ReaderEvents,
): PictureReader {
  const reading = new Reading(track, pictures, events);
  reading.run().catch((error: unknown) => {
    if (!reading.disposed) events.onFailure(error);
  });
  return { request: (request) => reading.request(request), dispose: () => reading.dispose() };
}

/**
 * The interval in milliseconds at which intermediate pictures are displayed while the reader decodes toward a distant
 * frame. They make scrubbing show motion.
 */
const PASSING_MILLISECONDS = 30;

/** A decoded frame. Its end is unknown until the next frame is decoded. */
interface PendingFrame {
  readonly sample: VideoSample;
  readonly start: Ticks;
  /** The picture of a sync frame; null for other frames. The preview shows it until the exact picture is decoded. */
  picture: Picture | null;
}

class Reading {
  disposed = false;
  readonly #track: PictureTrack;
  readonly #pictures: SourcePictures;
  readonly #events: ReaderEvents;
  readonly #samples: VideoSampleSink;
  readonly #packets: EncodedPacketSink;
  #request: PictureRequest | null = null;
  #wake: (() => void) | null = null;
  #frames: AsyncGenerator<VideoSample, void, unknown> | null = null;
  #pending: PendingFrame | null = null;
  /** The time when a picture was last cached, or when a request began to need one. */
  #givenAt = 0;

  constructor(track: PictureTrack, pictures: SourcePictures, events: ReaderEvents) {
    this.#track = track;
    this.#pictures = pictures;
    this.#events = events;
    this.#samples = track.frames();
    this.#packets = track.packets();
  }

  request({ last, until, backwards }: PictureRequest): void {
    const { first } = this.#track;
    if (this.#request?.last !== last) this.#givenAt = performance.now();
    this.#request = { last: Math.max(last, first), until: Math.max(until, first), backwards };
    this.#wake?.();
  }

  dispose(): void {
    this.disposed = true;
    this.#wake?.();
    void this.#leave();
  }

  async run(): Promise<void> {
    while (!this.disposed) {
      const request = this.#request;
      const gap = request === null ? null : this.#pictures.gap(request.last, request.until);
      if (request === null || gap === null) await this.#sleep();
      else await this.#step(request, gap);
    }
    await this.#leave();
  }

  async #sleep(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = null;
  }

  /** Decodes one frame toward the gap. */
  async #step(request: PictureRequest, gap: Ticks): Promise<void> {
    if (!(await this.#reaches(gap))) await this.#enter(gap);
    const frames = this.#frames;
    if (frames === null || this.disposed) return;
    const { value: sample } = await frames.next();
    if (this.disposed || frames !== this.#frames) {
      sample?.close();
      return;
    }
    if (sample === undefined) await this.#end();
    else await this.#take(sample, request);
  }

  /**
   * Returns whether continuing to decode from the current position reaches the gap sooner than decoding from a later
   * sync frame.
   */
  async #reaches(gap: Ticks): Promise<boolean> {
    const pending = this.#pending;
    if (this.#frames === null || pending === null || pending.start > gap) return false;
    const { resolution } = this.#track;
    if (gap - pending.start <= NEAR_SECONDS * resolution) return true;
    const key = await this.#packets.getKeyPacket(secondsAt(this.#track, gap), { metadataOnly: true });
    return key === null || ticksAt(this.#track, key.timestamp) <= pending.start;
  }

  async #enter(gap: Ticks): Promise<void> {
    await this.#leave();
    const key = await this.#packets.getKeyPacket(secondsAt(this.#track, gap), { verifyKeyPackets: true });
    if (!this.disposed) this.#frames = this.#samples.samples(key?.timestamp ?? Number.NEGATIVE_INFINITY);
  }

  async #leave(): Promise<void> {
    this.#pending?.sample.close();
    this.#pending = null;
    const frames = this.#frames;
    this.#frames = null;
    await frames?.return();
  }

  async #take(sample: VideoSample, request: PictureRequest): Promise<void> {
    const start = ticksAt(this.#track, sample.timestamp);
    const entered = this.#pending === null;
    await this.#endPending(start, request);
    if (this.disposed) {
      sample.close();
      return;
    }
    this.#pending = { sample, start, picture: null };
    if (!entered || start < this.#track.first) return;
    const picture = await readPicture(sample);
    if (this.#pending?.sample !== sample) return;
    this.#pending.picture = picture;
    this.#pictures.add(start, null, picture);
    this.#events.onPicture();
  }

  /** Sets the end of the pending frame, and caches the frame if it is needed. */
  async #endPending(end: Ticks, request: PictureRequest): Promise<void> {
    const pending = this.#pending;
    if (pending === null) return;
    this.#pending = null;
    const { last, backwards } = this.#request ?? request;
    const isDisplayed = pending.start >= this.#track.first;
    try {
      if (pending.picture !== null) this.#pictures.add(pending.start, end, pending.picture);
      else if (isDisplayed && end > pending.start && (backwards || end > last || this.#isOverdue()) && !this.disposed)
        this.#pictures.add(pending.start, end, await readPicture(pending.sample));
      else return;
      this.#givenAt = performance.now();
      this.#events.onPicture();
    } finally {
      pending.sample.close();
    }
  }

  #isOverdue(): boolean {
    return performance.now() - this.#givenAt >= PASSING_MILLISECONDS;
  }

  /** Handles the end of the stream. The last frame is displayed until the end of the source. */
  async #end(): Promise<void> {
    const pending = this.#pending;
    if (pending === null || pending.start < this.#track.first) throw new Error('There is no frame to be decoded.');
    await this.#endPending(Number.POSITIVE_INFINITY, { last: pending.start, until: pending.start, backwards: true });
    await this.#leave();
  }
}
