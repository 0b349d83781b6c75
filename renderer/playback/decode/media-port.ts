import type { z } from 'zod';
import type { mediaFacts, mediaProxy } from '#shared/contract/shapes/media-shapes.ts';
import type { FontChoice } from '#shared/drawings/fonts/choose-fonts.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';

export type MediaFacts = z.output<typeof mediaFacts>;
export type VideoFacts = NonNullable<MediaFacts['video']>;
export type MediaProxy = z.output<typeof mediaProxy>;

/** A font that was added to the program, and the URL of its bytes. */
export interface AddedFont extends FontChoice {
  readonly url: string;
}

/** The functions of the service that playback needs, for one project. They throw the errors of the client. */
export interface MediaPort {
  readonly facts: (source: MediaSource, signal: AbortSignal) => Promise<MediaFacts>;
  /** Starts making the proxy, or returns its progress. */
  readonly proxy: (source: MediaSource, signal: AbortSignal) => Promise<MediaProxy>;
  /** Returns the URL of the original bytes, which supports Range requests. `etag` is from the facts. */
  readonly originalUrl: (source: MediaSource, etag: string) => string;
  readonly proxyUrl: (source: MediaSource, etag: string) => string;
  /** Returns the URL of a picture of the source in display size, at a time in seconds. */
  readonly posterUrl: (source: MediaSource, seconds: number, width: number) => string;
  /** Returns the URL of the bytes of an image, a font, a table, or captions. */
  readonly stillUrl: (source: MediaSource) => string;
  /** Returns the URL of an image as films use it: for HEIC and AVIF, the converted copy. */
  readonly imageUrl: (source: MediaSource) => string;
  readonly addedFonts: (signal: AbortSignal) => Promise<readonly AddedFont[]>;
  /**
   * Returns a version that changes with the bytes of the source. It must be fast, because playback calls it for every
   * frame.
   */
  readonly version: (source: MediaSource) => string;
  /**
   * Calls the listener when the service is reachable again after a failure. Failed files are then read again. Returns a
   * function that removes the listener.
   */
  readonly onReachable: (listener: () => void) => () => void;
}
