import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ServiceError } from '../service-error.ts';

/** A film that is still being written: beside its final name, so that publishing is a rename. */
export interface Draft extends AsyncDisposable {
  readonly path: string;
  /** Puts the draft under its final name, durably; whatever had the name before is replaced as a whole. */
  publish(): Promise<void>;
}

/**
 * Opens a draft for `output`. It is gone when its scope ends unpublished.
 * Throws {@link ServiceError} `storage/unwritable` or `storage/full`.
 */
export async function openDraft(output: string): Promise<Draft> {
  const path = join(dirname(output), `.${basename(output).slice(0, 100)}.${randomUUID()}.part`);
  await open(path, 'wx').then((file) => file.close(), refuse);
  return {
    path,
    publish: async () => {
      await sync(path, 'r+').catch(refuse);
      await rename(path, output).catch(refuse);
      // A rename is durable once its folder is; Windows neither needs nor allows it.
      if (process.platform !== 'win32') await sync(dirname(output), 'r');
    },
    [Symbol.asyncDispose]: () => rm(path, { force: true }),
  };
}

/** Lower-case hex digest and length of a file's bytes. */
export async function digestFile(
  path: string,
  signal: AbortSignal,
): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, signal })) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function refuse(cause: unknown): never {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  throw new ServiceError(code === 'ENOSPC' || code === 'EDQUOT' ? 'storage/full' : 'storage/unwritable', `(${code})`, {
    cause,
  });
}
