import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ServiceError } from '../errors/service-error.ts';
import type { FontArchive } from './font-packages.ts';

/** The default registry of npm packages. */
export const DEFAULT_REGISTRY = 'https://registry.npmjs.org';

/** Returns the URL of an archive at a registry. Throws `fonts/failed` if the registry is not a URL. */
export function archiveAddress(
  { name }: Pick<FontArchive, 'name'>,
  { registry, version }: { readonly registry: string; readonly version: string },
): URL {
  const address = URL.parse(`${registry.replace(/\/+$/, '')}/@expo-google-fonts/${name}/-/${name}-${version}.tgz`);
  if (address === null || !/^https?:$/.test(address.protocol))
    throw new ServiceError('fonts/failed', `${registry} isn’t the address of a registry.`);
  return address;
}

/**
 * Downloads a URL into a file, up to a limit. Throws `fonts/failed`, the errors of writing, and the signal's reason.
 */
export async function fetchArchive(
  address: URL,
  path: string,
  limitBytes: number,
  { signal, onBytes }: { readonly signal: AbortSignal; readonly onBytes: (more: number) => void },
): Promise<void> {
  const answer = await fetch(address, { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw failed(address, 'can’t be reached', error);
  });
  if (!answer.ok || answer.body === null) throw failed(address, `answered ${answer.status}`);
  let received = 0;
  const counted = new Transform({
    transform: (chunk: Buffer, _, done) => {
      received += chunk.length;
      onBytes(chunk.length);
      done(received > limitBytes ? failed(address, 'sent more data than the archive has') : null, chunk);
    },
  });
  try {
    await pipeline(Readable.fromWeb(answer.body), counted, createWriteStream(path), { signal });
  } catch (error) {
    signal.throwIfAborted();
    // Errors of the file system have a `syscall`; errors of the connection have none.
    if (error instanceof ServiceError || (error instanceof Error && 'syscall' in error)) throw error;
    throw failed(address, 'broke off', error);
  }
}

function failed(address: URL, problem: string, cause?: unknown): ServiceError {
  const advice =
    'Try again, or use `scenewright fonts add` with --registry to choose another registry or --from to choose a folder of archives.';
  return new ServiceError('fonts/failed', `${address.origin}${address.pathname} ${problem}. ${advice}`, { cause });
}
