import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Notes which programs run for us, so that a later start finds those that outlived us. */
export interface ProcessRegister {
  add(pid: number, program: string): void;
  remove(pid: number): void;
}

/** A program that runs for a process; a number alone may be another's by now. */
interface Entry {
  readonly pid: number;
  readonly program: string;
  readonly start: ProcessStart;
  readonly owner: { readonly pid: number; readonly start: ProcessStart };
}

/** When a process began: by the kernel's own count where it tells it, and by the clock. */
interface ProcessStart {
  readonly exact: string | null;
  /** Milliseconds since 1970. */
  readonly about: number;
}

/** `ps` counts in seconds. */
const SAME_START_MILLISECONDS = 3000;

/**
 * Ends the programs that were started by processes of this folder that are gone, and notes in it from now on what this
 * one starts. A folder that cannot be written is done without.
 */
export async function openProcessRegister(folder: string): Promise<ProcessRegister> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => undefined);
  for (const name of await readdir(folder).catch(() => [])) await reap(join(folder, name));
  const owner = {
    pid: process.pid,
    start: { exact: exactStart(process.pid), about: Date.now() - process.uptime() * 1000 },
  };
  const pathOf = (pid: number) => join(folder, `${pid}.json`);
  return {
    add: (pid, program) => {
      const entry: Entry = { pid, program, start: { exact: exactStart(pid), about: Date.now() }, owner };
      try {
        writeFileSync(pathOf(pid), JSON.stringify(entry), { mode: 0o600 });
      } catch {
        // The folder is gone or full: then a kill of us may leave this program running, and nothing else.
      }
    },
    remove: (pid) => {
      try {
        rmSync(pathOf(pid), { force: true });
      } catch {
        // It is looked at again at the next start.
      }
    },
  };
}

async function reap(path: string): Promise<void> {
  const entry = entryIn(await readFile(path, 'utf8').catch(() => ''));
  if (entry !== null) {
    if (await isSame(entry.owner.pid, entry.owner.start, null)) return;
    if (await isSame(entry.pid, entry.start, entry.program)) killGroup(entry.pid);
  }
  await rm(path, { force: true }).catch(() => undefined);
}

function entryIn(text: string): Entry | null {
  try {
    const { pid, program, start, owner } = JSON.parse(text) as Entry;
    const isWhole =
      isPid(pid) && typeof program === 'string' && isStart(start) && isPid(owner.pid) && isStart(owner.start);
    return isWhole ? { pid, program, start, owner } : null;
  } catch {
    return null;
  }
}

/** No group of everybody, nor the first process. */
function isPid(pid: unknown): boolean {
  return Number.isSafeInteger(pid) && Number(pid) > 1;
}

function isStart({ exact, about }: ProcessStart): boolean {
  return (exact === null || typeof exact === 'string') && typeof about === 'number';
}

/** Whether the process of that number is the one that began then, and runs that program. */
async function isSame(pid: number, start: ProcessStart, program: string | null): Promise<boolean> {
  if (start.exact !== null) {
    if (exactStart(pid) !== start.exact) return false;
    return program === null || commandOf(pid).includes(program);
  }
  const told = await startByPs(pid);
  if (told === null || Math.abs(told.about - start.about) > SAME_START_MILLISECONDS) return false;
  return program === null || told.command.includes(program);
}

/** States of processes that have ended and are only kept until somebody asks how: in a container perhaps nobody does. */
const ENDED = new Set(['Z', 'X']);

/**
 * The boot and the tick in which a process began, as Linux tells them (proc(5)); null elsewhere, and of what is gone.
 */
function exactStart(pid: number): string | null {
  try {
    // The name in brackets may hold anything; the first field behind it is the state, the 20th the time.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    const [state = ''] = fields;
    return fields[19] === undefined || ENDED.has(state) ? null : `${boot} ${fields[19]}`;
  } catch {
    return null;
  }
}

function commandOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

async function startByPs(pid: number): Promise<{ readonly about: number; readonly command: string } | null> {
  if (process.platform === 'win32') return null;
  try {
    const env = { PATH: process.env['PATH'], LC_ALL: 'C' };
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=,command=', '-p', String(pid)], { env });
    return readPs(stdout);
  } catch {
    return null;
  }
}

/** Of a line such as `Mon Nov 23 20:07:24 2026     /usr/bin/ffmpeg -i a.mp4`, in the time of this machine. */
export function readPs(line: string): { readonly about: number; readonly command: string } | null {
  const [, date = '', command = ''] = /^\s*(\w{3} \w{3} +\d+ \d\d:\d\d:\d\d \d{4}) +(.*)$/m.exec(line) ?? [];
  const about = Date.parse(date);
  return Number.isNaN(about) ? null : { about, command };
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}
