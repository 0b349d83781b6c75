import type { PixelPicture } from './picture.ts';

/** Pictures of images that move, by their drawings: kept for the next turn as far as there is room. */
export interface ShownFrames<Shown> {
  get(key: string): Shown | undefined;
  set(key: string, shown: Shown): void;
  /** Lets go what was not shown for longest; between two frames, when nobody holds one. */
  trim(): void;
  dispose(): void;
}

/** A small image of some hundred frames, or some dozen of the size of a film. */
const MOST_BYTES = 128 * 2 ** 20;

export function createShownFrames<Shown extends { readonly pixels: PixelPicture }>(
  release: (picture: PixelPicture) => void,
  mostBytes = MOST_BYTES,
): ShownFrames<Shown> {
  /** The one that was shown last is the last. */
  const shown = new Map<string, Shown>();
  let bytes = 0;

  const letGo = (most: number): void => {
    for (const [key, each] of shown) {
      if (bytes <= most) return;
      shown.delete(key);
      bytes -= bytesOf(each.pixels);
      release(each.pixels);
    }
  };
  return {
    get: (key) => {
      const found = shown.get(key);
      if (found === undefined) return undefined;
      shown.delete(key);
      shown.set(key, found);
      return found;
    },
    set: (key, each) => {
      shown.set(key, each);
      bytes += bytesOf(each.pixels);
    },
    trim: () => letGo(mostBytes),
    dispose: () => letGo(0),
  };
}

function bytesOf({ width, height }: PixelPicture): number {
  return 4 * width * height;
}
