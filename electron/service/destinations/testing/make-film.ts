import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FakeObjectStore } from '#service/testing/fake-object-store.ts';
import type { Destination, FilmFile, SendOptions } from '../destination.ts';

/** Writes random bytes in place of a film. */
export async function makeFilm(folder: string, bytes: number): Promise<FilmFile & { readonly content: Buffer }> {
  const content = randomBytes(bytes);
  const path = join(folder, `film-${bytes}.mp4`);
  await writeFile(path, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { path, bytes, sha256, contentType: 'video/mp4', content };
}

export function destinationAt(store: FakeObjectStore, more: Partial<Destination> = {}): Destination {
  const { url: endpoint, bucket } = store;
  return { kind: 'object_store', bucket, filename: 'out/hello, Zoë (1).mp4', endpoint, region: null, ...more };
}

/** Returns options that allow loopback addresses. Their pauses take no time. */
export function sendOptions(more: Partial<SendOptions> = {}): SendOptions {
  return {
    policy: { allowHosts: new Set(), allowLoopback: true },
    signal: new AbortController().signal,
    ...more,
    limits: { pause: async (_milliseconds, signal) => signal.throwIfAborted(), ...more.limits },
  };
}
