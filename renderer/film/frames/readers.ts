import { createPictureReader, type PictureReader } from '../decode/picture-reader.ts';
import type { ReadySource, Source } from '../decode/source.ts';
import type { LayerWish } from './frame-view.ts';

/** What decodes the pictures that are wanted. */
export interface Readers {
  /** Those of what is not wanted any more are closed; the latest call counts. */
  readonly want: (wishes: readonly LayerWish[]) => void;
  readonly dispose: () => void;
}

/** One reader for each layer, open as long as something of it is wanted. */
export function createReaders(onPicture: () => void): Readers {
  const readers = new Map<string, { readonly ready: ReadySource; readonly reader: PictureReader }>();
  const close = (key: string) => {
    readers.get(key)?.reader.dispose();
    readers.delete(key);
  };
  return {
    want(wishes) {
      const wanted = new Set(wishes.map(({ key }) => key));
      for (const key of [...readers.keys()]) if (!wanted.has(key)) close(key);
      for (const { key, source, ready, wish } of wishes) {
        if (readers.get(key)?.ready !== ready) close(key);
        const reader = readers.get(key)?.reader ?? open(ready, source, onPicture);
        if (reader === null) continue;
        readers.set(key, { ready, reader });
        reader.want(wish);
      }
    },
    dispose() {
      for (const key of [...readers.keys()]) close(key);
    },
  };
}

function open({ media, pictures }: ReadySource, source: Source, onPicture: () => void): PictureReader | null {
  if (media.picture === null) return null;
  return createPictureReader(media.picture, pictures, { onPicture, onFailure: source.failed });
}
