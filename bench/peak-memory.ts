import { readdir, readFile } from 'node:fs/promises';

const LOOK_MILLISECONDS = 200;

/**
 * Returns the peak memory of all descendants of this process during `work`, in MiB. Shared memory is counted once (PSS
 * on Linux). Returns NaN on other systems.
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
    // The state and the parent follow the name of the program, which is in parentheses and can contain any character.
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
