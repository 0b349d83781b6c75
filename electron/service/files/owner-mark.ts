import { createHash, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { systemCode } from '../errors/system-code.ts';

/** The machine id in a mark. Several machines can share a folder, but a machine can check only its own processes. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const MARK = /\b([0-9a-f]{8})-(\d{1,10})-([0-9a-f]{8}-[0-9a-f-]{27})\b/;

/** The marks that this process uses. Any other mark with the same process id is from an earlier process. */
const inUse = new Set<string>();

/** Returns a unique name that identifies this process. The name is in use until {@link releaseMark} is called. */
export function takeMark(): string {
  const mark = `${MACHINE}-${process.pid}-${randomUUID()}`;
  inUse.add(mark);
  return mark;
}

export function releaseMark(mark: string): void {
  inUse.delete(mark);
}

/** Checks whether a name contains the mark of a process on this machine that ended without removing its file. */
export function isAbandoned(name: string): boolean {
  const [mark, machine, pid] = MARK.exec(name) ?? [];
  if (mark === undefined || machine !== MACHINE) return false;
  return Number(pid) === process.pid ? !inUse.has(mark) : !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process is running as another user.
    return systemCode(error) === 'EPERM';
  }
}
