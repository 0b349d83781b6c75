import { createHash, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** This machine's part of a mark: several may share a folder, and the processes of another cannot be asked after. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const MARK = /\b([0-9a-f]{8})-(\d{1,10})-([0-9a-f]{8}-[0-9a-f-]{27})\b/;

/** Those of this very process that are in use; others with its number are from one that had it before. */
const inUse = new Set<string>();

/** A name that nothing else has, and that tells who made it. It counts as in use until it is let go. */
export function takeMark(): string {
  const mark = `${MACHINE}-${process.pid}-${randomUUID()}`;
  inUse.add(mark);
  return mark;
}

export function letGo(mark: string): void {
  inUse.delete(mark);
}

/** Whether a name holds a mark of a process of this machine that is gone without having cleaned up. */
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
    // Another user's process is alive, and not ours to ask.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
