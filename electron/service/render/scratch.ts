import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder for one render's intermediate files; gone when the scope that holds it ends. */
export interface Scratch extends AsyncDisposable {
  readonly folder: string;
}

/** Makes a scratch folder below `parent`, and removes those whose owners are gone without having cleaned up. */
export async function openScratch(parent: string): Promise<Scratch> {
  const work = join(parent, 'work');
  await mkdir(work, { recursive: true });
  await removeAbandoned(work);
  const folder = join(work, `${process.pid}-${randomUUID()}`);
  await mkdir(folder);
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

async function removeAbandoned(work: string): Promise<void> {
  for (const name of await readdir(work)) {
    const owner = Number(name.split('-')[0]);
    if (!Number.isSafeInteger(owner) || isAlive(owner)) continue;
    await rm(join(work, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process is alive, and not ours to ask.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
