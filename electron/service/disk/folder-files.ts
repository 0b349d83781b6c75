import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface FolderFile {
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/** Files and their bytes. */
export interface Amount {
  readonly bytes: number;
  readonly files: number;
}

const NOTHING: Amount = { bytes: 0, files: 0 };

/** Every file below a folder, or only those in it; what goes away meanwhile is left out. */
export async function* filesIn(folder: string, depth: 'all' | 'top' = 'all'): AsyncGenerator<FolderFile> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing);
  for (const entry of entries ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (depth === 'all') yield* filesIn(path);
      continue;
    }
    const facts = await stat(path).catch(ignoreMissing);
    if (facts?.isFile()) yield { path, bytes: facts.size, changedAt: facts.mtimeMs };
  }
}

export async function amountIn(files: AsyncIterable<FolderFile>): Promise<Amount> {
  let amount = NOTHING;
  for await (const { bytes } of files) amount = plus(amount, bytes);
  return amount;
}

function plus({ bytes, files }: Amount, more: number): Amount {
  return { bytes: bytes + more, files: files + 1 };
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return;
  throw error;
}
