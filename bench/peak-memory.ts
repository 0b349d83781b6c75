import { readdir, readFile } from 'node:fs/promises';

const LOOK_MILLISECONDS = 200;

/**
 * The most memory that this process's children and theirs take together while `work` runs, in MiB: what they share is
 * counted once (PSS, Linux only; NaN elsewhere).
 */
export async function peakMemory(work: () => Promise<unknown>): Promise<number> {
  let peak = Number.NaN;
  const look = async (): Promise<void> => {
    const now = await descendantsMebibytes(process.pid);
    if (!(now <= peak)) peak = now;
  };
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MILLISECONDS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return peak;
}

async function descendantsMebibytes(root: number): Promise<number> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    const id = Number(name);
    if (!Number.isInteger(id)) continue;
    const status = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The name of the program stands in brackets and may hold anything; the state and the parent follow it.
    const parent = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
    if (status !== '') parents.set(id, parent);
  }
  const isBelow = (id: number): boolean => {
    const parent = parents.get(id);
    return parent !== undefined && (parent === root || isBelow(parent));
  };
  let kibibytes = 0;
  for (const id of parents.keys()) {
    if (!isBelow(id)) continue;
    const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '');
    kibibytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
  }
  return kibibytes / 1024;
}
