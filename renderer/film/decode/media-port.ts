import type { z } from 'zod';
import type { mediaFacts, mediaProxy } from '#shared/contract/shapes/media-shapes.ts';
import type { FontChoice } from '#shared/drawings/fonts/choose-fonts.ts';
import type { MediaSource } from '#shared/template/movie/media-source.ts';

export type MediaFacts = z.output<typeof mediaFacts>;
export type VideoFacts = NonNullable<MediaFacts['video']>;
export type MediaProxy = z.output<typeof mediaProxy>;

/** A font that was added to the program, and the address of its bytes. */
export interface AddedFont extends FontChoice {
  readonly url: string;
}

/** What playing needs of the service, for one project. Calls throw what the client throws. */
export interface MediaPort {
  readonly facts: (source: MediaSource, signal: AbortSignal) => Promise<MediaFacts>;
  /** Asks for the stand-in, or how far it is. */
  readonly proxy: (source: MediaSource, signal: AbortSignal) => Promise<MediaProxy>;
  /** Addresses of the bytes, with Range; `etag` is that of the facts. */
  readonly originalUrl: (source: MediaSource, etag: string) => string;
  readonly proxyUrl: (source: MediaSource, etag: string) => string;
  /** One picture of the source, in its display shape. */
  readonly posterUrl: (source: MediaSource, seconds: number, width: number) => string;
  /** Address of the bytes of what neither runs nor sounds: an image, a font, a table of colours, captions. */
  readonly stillUrl: (source: MediaSource) => string;
  /** Address of an image as films read it: of HEIC and AVIF, the converted copy. */
  readonly imageUrl: (source: MediaSource) => string;
  readonly addedFonts: (signal: AbortSignal) => Promise<readonly AddedFont[]>;
  /** Changes when other bytes have taken the source's name; asked often. */
  readonly version: (source: MediaSource) => string;
}
