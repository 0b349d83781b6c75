import type { PlanarPicture } from '../picture/picture.ts';
import type { DecodedPicture } from './worker-messages.ts';

/** Makes copies of pictures that can be given to a worker, in memory that the worker gives back. */
export interface PictureCopies {
  /** Planes of one buffer stay in one, so that it is copied once. */
  readonly of: (picture: PlanarPicture) => PlanarPicture;
  readonly takeBack: (buffers: readonly ArrayBuffer[]) => void;
}

/** Enough for the pictures of the frames that are under way. */
const MOST_SPARE = 4;

/** New memory is cleared, page by page, as it is written to: that takes longer than the copy itself. */
export function createPictureCopies(): PictureCopies {
  let spare: readonly ArrayBuffer[] = [];
  const bufferOf = (bytes: number): ArrayBuffer => {
    const known = spare.find(({ byteLength }) => byteLength === bytes);
    spare = spare.filter((each) => each !== known);
    return known ?? new ArrayBuffer(bytes);
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
      spare = [...buffers, ...spare].slice(0, MOST_SPARE);
    },
  };
}

/** The memory of the pictures of a frame, each buffer once. */
export function buffersOf(decoded: readonly (DecodedPicture | null)[]): ArrayBuffer[] {
  const buffers = decoded.flatMap((each) => each?.picture.planes.map(({ data }) => data.buffer) ?? []);
  return [...new Set(buffers)].filter((each) => each instanceof ArrayBuffer);
}
