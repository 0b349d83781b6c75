import { nodeFiles } from './node-files.ts';

/** A path (Node, Deno, Bun), a blob or a file of a page, or a stream whose size is known. */
export type UploadFile = string | URL | Blob | ReadableStream<Uint8Array>;

/** The bytes of an upload. */
export interface UploadSource {
  /** The size in bytes. */
  readonly size: number;
  /** The name of the file; null if it has none. */
  readonly name: string | null;
  /** Whether the bytes can be read only once and in order. */
  readonly isOnce: boolean;
  /** Reads up to `length` bytes at a position. Only the last chunk is shorter. Throws if the source is shorter. */
  readonly read: (start: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;
  readonly close: () => Promise<void>;
}

export async function openSource(file: UploadFile, size: number | undefined): Promise<UploadSource> {
  if (file instanceof Blob) return blobSource(file);
  if (file instanceof ReadableStream) {
    if (size === undefined) throw new TypeError('The upload of a stream needs its `size` in bytes.');
    return streamSource(file, size);
  }
  return await pathSource(file);
}

function blobSource(blob: Blob): UploadSource {
  return {
    size: blob.size,
    name: 'name' in blob && typeof blob.name === 'string' ? blob.name : null,
    isOnce: false,
    read: async (start, length) => new Uint8Array(await blob.slice(start, start + length).arrayBuffer()),
    close: async () => undefined,
  };
}

async function pathSource(path: string | URL): Promise<UploadSource> {
  const { open } = await nodeFiles();
  const file = await open(path, 'r');
  const { size } = await file.stat();
  return {
    size,
    name: decodeURIComponent(String(path)).split(/[/\\]/).at(-1) ?? null,
    isOnce: false,
    read: async (start, length) => {
      const bytes = new Uint8Array(Math.min(length, size - start));
      let filled = 0;
      while (filled < bytes.length) {
        const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled);
        if (bytesRead === 0) throw new Error('The file became shorter during the upload.');
        filled += bytesRead;
      }
      return bytes;
    },
    close: () => file.close(),
  };
}

function streamSource(stream: ReadableStream<Uint8Array>, size: number): UploadSource {
  const reader = stream.getReader();
  let rest: Uint8Array = new Uint8Array(0);
  return {
    size,
    name: null,
    isOnce: true,
    read: async (start, length) => {
      const bytes = new Uint8Array(Math.min(length, size - start));
      let filled = 0;
      while (filled < bytes.length) {
        if (rest.length === 0) {
          const { done, value } = await reader.read();
          if (done) throw new Error('The stream is shorter than its `size`.');
          rest = value;
        }
        const part = rest.subarray(0, bytes.length - filled);
        bytes.set(part, filled);
        filled += part.length;
        rest = rest.subarray(part.length);
      }
      return bytes;
    },
    close: () => reader.cancel(),
  };
}
