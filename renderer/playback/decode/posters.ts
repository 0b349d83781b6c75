import type { MediaSource } from '#shared/template/movie/movie.ts';
import { sourceKey } from '#shared/template/movie/used-sources.ts';
import type { ImagePicture, Picture } from '../picture/picture.ts';
import type { MediaPort } from './media-port.ts';

/** Pictures that the service makes, for sources that cannot be played yet. */
export interface Posters {
  /**
   * Returns a picture near that time, or the last picture of the source, and requests the right one; null if there is
   * none yet.
   */
  readonly get: (source: MediaSource, seconds: number) => Picture | null;
  readonly dispose: () => void;
}

/** The time grid of posters in seconds. */
const STEP_SECONDS = 0.5;
const WIDTH = 640;
/** The number of cached posters per source. The least recently used poster is dropped first. */
const CACHE_SIZE = 24;

export function createPosters(port: MediaPort, onPoster: () => void): Posters {
  const cached = new Map<string, Map<number, Picture>>();
  const requested = new Set<string>();
  const stopped = new AbortController();

  const load = async (source: MediaSource, at: number, into: Map<number, Picture>) => {
    const response = await fetch(port.posterUrl(source, at, WIDTH), { signal: stopped.signal });
    if (!response.ok) return;
    const image = await createImageBitmap(await response.blob());
    if (stopped.signal.aborted) return;
    into.set(at, wholePicture(image));
    for (const oldest of into.keys()) {
      if (into.size <= CACHE_SIZE) break;
      into.delete(oldest);
    }
    onPoster();
  };

  return {
    get(source, seconds) {
      const key = `${sourceKey(source)} ${port.version(source)}`;
      const pictures = cached.get(key) ?? new Map<number, Picture>();
      cached.set(key, pictures);
      const at = Math.round(seconds / STEP_SECONDS) * STEP_SECONDS;
      const known = pictures.get(at);
      if (known !== undefined) return known;
      const name = `${key} ${at}`;
      if (!requested.has(name)) {
        requested.add(name);
        // A poster that cannot be loaded is left out. The source itself reports why.
        load(source, at, pictures).catch(() => requested.delete(name));
      }
      return [...pictures.values()].at(-1) ?? null;
    },
    dispose() {
      stopped.abort();
      cached.clear();
    },
  };
}

function wholePicture(image: ImageBitmap): ImagePicture {
  const { width, height } = image;
  return { kind: 'image', image, left: 0, top: 0, width, height, bytes: width * height * 4 };
}
