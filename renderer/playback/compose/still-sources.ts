import { pause } from '#renderer/ui/browser/pause.ts';
import type { Captions } from '#shared/captions/cue.ts';
import { decodeCaptions, readCaptionsPaced } from '#shared/captions/read-captions.ts';
import { cubeLimits, decodeCube, readCube } from '#shared/compositor/pixels/read-cube.ts';
import { type FontFacts, fontFacts } from '#shared/drawings/fonts/font-facts.ts';
import { heifFormat } from '#shared/drawings/images/heif-facts.ts';
import { frameDelays, imageFacts } from '#shared/drawings/images/image-facts.ts';
import { svgRendererName } from '#shared/drawings/svg-drawer.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';
import { type RequestedSource, sourceKey } from '#shared/template/movie/used-sources.ts';
import type { MediaPort } from '../decode/media-port.ts';
import type { ComposeEngine } from './compose-engine.ts';

/** The content of a static source: an image, a font, a table (LUT), or captions. */
export type StillSource =
  | {
      readonly kind: 'image';
      readonly digest: string;
      /** The name of the program that renders the image if it is SVG; null for other images. */
      readonly drawnBy: string | null;
      readonly delays: readonly number[] | null;
    }
  | { readonly kind: 'font'; readonly digest: string; readonly font: FontFacts }
  | { readonly kind: 'table'; readonly digest: string; readonly text: string }
  | { readonly kind: 'captions'; readonly digest: string; readonly captions: Captions };

/** The loading state of a file. */
export type StillStatus =
  | { readonly kind: 'opening' }
  | { readonly kind: 'ready'; readonly still: StillSource }
  | { readonly kind: 'missing' | 'failed'; readonly message: string };

/** The images, fonts, tables (LUTs), and captions of a project. Each file is read once. */
export interface StaticSources {
  readonly get: (requested: RequestedSource) => StillStatus;
  readonly dispose: () => void;
}

/** @param onChange Called when the status of a file changes. */
export function createStaticSources(port: MediaPort, engine: ComposeEngine, onChange: () => void): StaticSources {
  const known = new Map<string, StillStatus>();
  const stopped = new AbortController();

  const readBytes = async (
    address: string,
  ): Promise<
    | { readonly kind: 'read'; readonly bytes: Uint8Array<ArrayBuffer> }
    | { readonly kind: 'missing' | 'failed'; readonly message: string }
  > => {
    const answer = await fetch(address, { signal: stopped.signal });
    if (answer.status === 404) return { kind: 'missing', message: answer.statusText };
    if (!answer.ok) return { kind: 'failed', message: `${answer.status} ${answer.statusText}` };
    return { kind: 'read', bytes: new Uint8Array(await answer.arrayBuffer()) };
  };
  const load = async (requested: RequestedSource, digest: string): Promise<StillStatus> => {
    if (requested.source.unset === true) return { kind: 'missing', message: nameOf(requested.source) };
    const isImage = requested.kind === 'image';
    const isRemote = requested.source.kind === 'url';
    const read = await readBytes(
      isImage && isRemote ? port.imageUrl(requested.source) : port.stillUrl(requested.source),
    );
    // The page loads and parses the original file, which saves work in the service. For photos (HEIC and AVIF), it
    // loads the copy that the service has converted.
    const isPhoto = isImage && read.kind === 'read' && heifFormat(read.bytes) !== null;
    const sourceBytes = isPhoto ? await readBytes(port.imageUrl(requested.source)) : read;
    if (sourceBytes.kind !== 'read') return sourceBytes;
    const { bytes } = sourceBytes;
    const still = await readStill(requested.kind, bytes, digest);
    if (still === null) return { kind: 'failed', message: nameOf(requested.source) };
    if (still.kind === 'image' || still.kind === 'font') engine.addSource(still.digest, bytes);
    return { kind: 'ready', still };
  };
  const stopRetrying = port.onReachable(() => {
    const failed = [...known].filter(([, { kind }]) => kind === 'failed');
    for (const [key] of failed) known.delete(key);
    if (failed.length > 0) onChange();
  });
  return {
    get(requested) {
      const key = [
        engine.generation(),
        requested.kind,
        sourceKey(requested.source),
        port.version(requested.source),
      ].join(' ');
      const status = known.get(key);
      if (status !== undefined) return status;
      known.set(key, { kind: 'opening' });
      void load(requested, key)
        .catch((error: unknown): StillStatus => ({ kind: 'failed', message: String(error) }))
        .then((next) => {
          if (stopped.signal.aborted) return;
          known.set(key, next);
          onChange();
        });
      return { kind: 'opening' };
    },
    dispose: () => {
      stopRetrying();
      stopped.abort();
    },
  };
}

/**
 * Parses bytes as the requested kind; null if the bytes are of another kind.
 * @param digest The name of the bytes in the worker. Different bytes must have different names.
 */
async function readStill(
  kind: RequestedSource['kind'],
  bytes: Uint8Array,
  digest: string,
): Promise<StillSource | null> {
  switch (kind) {
    case 'image': {
      const image = imageFacts(bytes);
      if (image === null) return null;
      const drawnBy = image.format === 'svg' ? await svgRendererName(bytes, pause) : null;
      return { kind, digest, drawnBy, delays: frameDelays(bytes, image) };
    }
    case 'font': {
      const font = fontFacts(bytes);
      return font && { kind, digest, font };
    }
    case 'table': {
      if (bytes.length > cubeLimits.bytes) return null;
      const text = decodeCube(bytes);
      return readCube(text).ok ? { kind, digest, text } : null;
    }
    case 'captions': {
      const text = decodeCaptions(bytes);
      const read = text.ok ? await readCaptionsPaced(text.value, pause) : text;
      return read.ok ? { kind, digest, captions: read.value } : null;
    }
    default:
      return null;
  }
}

function nameOf(source: MediaSource): string {
  return source.kind === 'asset' ? source.name : source.url;
}
