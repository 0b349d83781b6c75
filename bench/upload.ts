import { randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Rivals, timeByTurns } from './by-turns.ts';
import type { Row } from './report.ts';
import { type BenchService, startService } from './service.ts';
import { timedRun } from './timed-run.ts';

const MEBIBYTE = 2 ** 20;
const CHUNK_BYTES = 8 * MEBIBYTE;
const PARALLEL = 4;

/**
 * Times an upload over HTTP in chunks, four at a time, until the asset has a digest and survives a power failure. The
 * rival copies the file, syncs it, and computes its digest.
 */
export async function benchUpload(folder: string, mebibytes: number, rounds: number): Promise<Row> {
  await mkdir(folder, { recursive: true });
  const source = join(folder, 'upload.bin');
  await writeRandom(source, mebibytes);
  const workspace = join(folder, 'upload-workspace');
  await rm(workspace, { recursive: true, force: true });
  try {
    await using service = await startService(workspace);
    const { uid } = (await (await service.fetch('/v1/project/bench', { method: 'POST' })).json()) as {
      readonly uid: string;
    };
    const copy = join(folder, 'upload-copy.bin');
    const line = 'cp "$1" "$2" && sync "$2" && sha256sum "$2" > /dev/null && rm "$2"';
    const rivals: Rivals = {
      name: `upload of ${mebibytes} MiB`,
      what: 'chunks of 8 MiB over HTTP, four at a time',
      against: '`cp`, `sync` and `sha256sum`',
      ours: () => upload(service, uid, source, mebibytes * MEBIBYTE),
      theirs: () => timedRun('sh', ['-c', line, 'sh', source, copy]),
    };
    return await timeByTurns(rivals, rounds);
  } finally {
    for (const path of [workspace, source]) await rm(path, { recursive: true, force: true });
  }
}

async function upload(service: BenchService, project: string, source: string, bytes: number): Promise<number> {
  // Change the content in each round, because equal files are stored only once.
  const changed = await open(source, 'r+');
  await changed.write(randomBytes(16), 0, 16, 0);
  await changed.close();
  const count = Math.ceil(bytes / CHUNK_BYTES);
  const startedAt = performance.now();
  const start = `/chunked/videos/${project}?chunk_count=${count}&chunk_size=${CHUNK_BYTES}&name=upload.bin`;
  const { id } = (await (await service.fetch(start, { method: 'POST' })).json()) as { readonly id: string };
  await using file = await open(source, 'r');
  const ids = Array.from({ length: count }, (_, index) => index + 1).values();
  const work = async () => {
    // The workers share the iterator, so that each worker takes the next chunk.
    for (const chunk of ids) {
      const body = Buffer.alloc(Math.min(CHUNK_BYTES, bytes - (chunk - 1) * CHUNK_BYTES));
      await file.read(body, 0, body.length, (chunk - 1) * CHUNK_BYTES);
      const path = `/chunked/videos/${project}/${id}/chunks?chunk_id=${chunk}`;
      await (await service.fetch(path, { method: 'POST', body })).arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  await (await service.fetch(`/chunked/videos/${project}/${id}/finished`, { method: 'POST' })).arrayBuffer();
  return (performance.now() - startedAt) / 1000;
}

async function writeRandom(path: string, mebibytes: number): Promise<void> {
  await using file = await open(path, 'w');
  for (let written = 0; written < mebibytes; written++) await file.write(randomBytes(MEBIBYTE));
  await file.sync();
}
