import type { PlanarPicture } from '../picture/picture.ts';
import type { DecodedPicture } from './worker-messages.ts';

/** Copies pictures for a worker into buffers that the worker returns. */
export interface PictureCopies {
  /** Copies a picture into reused buffers. Planes that share a buffer also share one in the copy. */
  readonly of: (picture: PlanarPicture) => PlanarPicture;
  readonly takeBack: (buffers: readonly ArrayBuffer[]) => void;
}

/** The maximum number of spare buffers. This is enough for the pictures of the frames in the worker. */
const MAX_SPARE = 4;

/**
 * Reuses buffers, because the system zeroes new memory page by page at the first write. Zeroing takes longer than the
 * copy itself.
 */
export function createPictureCopies(): PictureCopies {
  let spare: readonly ArrayBuffer[] = [];
  const bufferOf = (bytes: number): ArrayBuffer => {
    const spareBuffer = spare.find(({ byteLength }) => byteLength === bytes);
    spare = spare.filter((each) => each !== spareBuffer);
    return spareBuffer ?? new ArrayBuffer(bytes);
  };
  return {
    of(picture) {
      const copies = new Map<ArrayBufferLike, ArrayBuffer>();
      const planes = picture.planes.map((plane) => {
        const { buffer, byteOffset, length } = plane.data;
        const copy = copies.get(buffer) ?? bufferOf(buffer.byteLength);
        if (!copies.has(buffer)) new Uint8Array(copy).set(new Uint8Array(buffer));
        copies.set(buffer, copy);
        return { ...plane, data: new Uint8Array(copy, byteOffset, length) };
      });
      return { ...picture, planes };
    },
    takeBack(buffers) {
      spare = [...buffers, ...spare].slice(0, MAX_SPARE);
    },
  };
}

/** Returns the distinct buffers of a frame's pictures. */
export function buffersOf(decoded: readonly (DecodedPicture | null)[]): ArrayBuffer[] {
  const buffers = decoded.flatMap(
    (decodedPicture) => decodedPicture?.picture.planes.map(({ data }) => data.buffer) ?? [],
  );
  return [...new Set(buffers)].filter((buffer) => buffer instanceof ArrayBuffer);
}
