import { ProblemError } from '#shared/contract/client.ts';
import { type MediaSource, sourceLabel } from '#shared/template/movie/movie.ts';
import type { Size } from '#shared/template/values/placement.ts';
import type { ColorEncoding, Rotation } from '../picture/composition.ts';
import { fetchDemuxers } from './fetch-demuxers.ts';
import type { MediaFacts, MediaPort, VideoFacts } from './media-port.ts';
import type { OpenMedia } from './open-media.ts';
import type { PictureCache, SourcePictures } from './picture-cache.ts';
import { UnplayableError } from './unplayable-error.ts';

/** The loading state of a source. */
export type SourceStatus =
  | { readonly kind: 'opening' }
  | { readonly kind: 'ready'; readonly source: ReadySource }
  /** This browser cannot play the source, so the service is making a proxy. `progress` is from 0 to 1. */
  | { readonly kind: 'proxy'; readonly facts: MediaFacts; readonly progress: number }
  /** The asset is missing, or the URL returned no file. */
  | { readonly kind: 'missing'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };

/** A source that is ready to be decoded. */
export interface ReadySource {
  readonly media: OpenMedia;
  readonly facts: MediaFacts;
  readonly pictures: SourcePictures;
  readonly reading: PictureReading | null;
  readonly isProxy: boolean;
}

/** The properties for displaying the pictures of a source. */
export interface PictureReading {
  readonly color: ColorEncoding;
  readonly rotation: Rotation;
  readonly display: Size;
}

/** A source of a project. Creating it starts to open it. */
export interface Source {
  readonly status: () => SourceStatus;
  /** Reports a decoding failure. The source then switches to its proxy. */
  readonly failed: (error: unknown) => void;
  readonly dispose: () => void;
}

/** The poll interval for the progress of a proxy, in milliseconds. */
const POLL_MILLISECONDS = 700;

/**
 * The proxy reasons that the editor ignores. The editor converts colors itself. For an uncommon pixel format, the
 * editor first tries to decode the source, because support depends on the browser.
 */
const IGNORED_PROXY_REASONS: ReadonlySet<MediaFacts['proxyReasons'][number]> = new Set(['color', 'pixel-format']);

const MISSING: ReadonlySet<string> = new Set(['asset/not-found', 'media/unreachable', 'media/refused']);

export function openSource(media: MediaSource, port: MediaPort, cache: PictureCache, onChange: () => void): Source {
  const stopped = new AbortController();
  const { signal } = stopped;
  const pictures = cache.open();
  let status: SourceStatus = { kind: 'opening' };
  let open: OpenMedia | null = null;

  const setStatus = (next: SourceStatus) => {
    if (signal.aborted) return;
    status = next;
    onChange();
  };
  const openReady = async (url: string, facts: MediaFacts, isProxy: boolean) => {
    const { openMedia } = await fetchDemuxers();
    const openedMedia = await openMedia(url, facts, isProxy);
    if (signal.aborted) {
      openedMedia.dispose();
      return;
    }
    open = openedMedia;
    const reading = facts.video === null ? null : readingOf(facts.video, isProxy);
    setStatus({ kind: 'ready', source: { media: openedMedia, facts, pictures, reading, isProxy } });
  };
  const playProxy = async (facts: MediaFacts) => {
    for (;;) {
      const proxy = await port.proxy(media, signal);
      if (proxy.state === 'ready') return openReady(port.proxyUrl(media, facts.etag), facts, true);
      if (proxy.state === 'failed') throw new UnplayableError(proxy.error?.detail ?? 'No stand-in could be made.');
      setStatus({ kind: 'proxy', facts, progress: proxy.progress });
      await pause(POLL_MILLISECONDS, signal);
    }
  };
  const begin = async () => {
    if (media.unset === true) return setStatus({ kind: 'missing', message: sourceLabel(media) });
    const facts = await port.facts(media, signal);
    if (facts.proxyReasons.some((reason) => !IGNORED_PROXY_REASONS.has(reason))) return playProxy(facts);
    try {
      await openReady(port.originalUrl(media, facts.etag), facts, false);
    } catch {
      // The service supports more formats than the browser. If the service also fails, its error contains the reason.
      await playProxy(facts);
    }
  };
  const end = (error: unknown) => {
    if (signal.aborted) return;
    const code = error instanceof ProblemError ? error.problem.code : '';
    const message = error instanceof Error ? error.message : String(error);
    setStatus({ kind: MISSING.has(code) ? 'missing' : 'failed', message });
  };
  begin().catch(end);

  return {
    status: () => status,
    failed(error) {
      if (status.kind !== 'ready' || signal.aborted) return;
      const { facts, isProxy } = status.source;
      open?.dispose();
      open = null;
      pictures.clear();
      if (isProxy) end(error);
      else {
        setStatus({ kind: 'proxy', facts, progress: 0 });
        playProxy(facts).catch(end);
      }
    },
    dispose() {
      stopped.abort();
      // Reset the status, so that callers that still use the source see that it is not ready.
      status = { kind: 'opening' };
      open?.dispose();
      pictures.clear();
    },
  };
}

/**
 * Returns the display properties of a source. A proxy is upright, in limited-range BT.709, with square pixels, in the
 * source's display size.
 */
function readingOf(video: VideoFacts, isProxy: boolean): PictureReading {
  const display = { width: video.displayWidth, height: video.displayHeight };
  if (isProxy) return { color: { matrix: 'bt709', range: 'limited' }, rotation: 0, display };
  return { color: { matrix: video.matrix, range: video.range }, rotation: rotationOf(video.rotation), display };
}

/**
 * Returns the rotation; 0 for angles that are not multiples of 90. For such angles, or for a mirrored picture, the
 * proxy is played, which is upright.
 */
function rotationOf(degrees: number): Rotation {
  return degrees === 90 || degrees === 180 || degrees === 270 ? degrees : 0;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}
