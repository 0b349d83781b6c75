import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A record of the running programs. A later start of this application ends the programs that outlived this process. */
export interface ProcessRegister {
  add(pid: number, program: string): void;
  remove(pid: number): void;
}

/**
 * A running program and the process that started it. The start times are recorded too, because process ids can be
 * reused.
 */
interface Entry {
  readonly pid: number;
  readonly program: string;
  readonly start: ProcessStart;
  readonly owner: { readonly pid: number; readonly start: ProcessStart };
}

/**
 * The start time of a process. `exact` comes from the kernel and is null if unavailable; `about` is approximate and
 * comes from the clock.
 */
interface ProcessStart {
  readonly exact: string | null;
  /** The approximate start in milliseconds since 1970. */
  readonly about: number;
}

/** The tolerance for the approximate start, because `ps` reports whole seconds. */
const START_TOLERANCE_MILLISECONDS = 3000;

/**
 * Opens the register in a folder. Ends the programs that earlier processes recorded there and left running. In a
 * read-only folder, the register records nothing.
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
        // Ignore the error: the folder is missing or full. If this process is killed, the program may outlive it.
      }
    },
    remove: (pid) => {
      try {
        rmSync(pathOf(pid), { force: true });
      } catch {
        // Ignore the error: the next start checks the file again.
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
    const isComplete =
      isPid(pid) && typeof program === 'string' && isStart(start) && isPid(owner.pid) && isStart(owner.start);
    return isComplete ? { pid, program, start, owner } : null;
  } catch {
    return null;
  }
}

/** Checks a process id. Rejects 0, 1, and negative numbers, which would signal other groups or the init process. */
function isPid(pid: unknown): boolean {
  return Number.isSafeInteger(pid) && Number(pid) > 1;
}

function isStart({ exact, about }: ProcessStart): boolean {
  return (exact === null || typeof exact === 'string') && typeof about === 'number';
}

/** Checks whether the process with this id is the recorded process. Compares the start and, if given, the program. */
async function isSame(pid: number, start: ProcessStart, program: string | null): Promise<boolean> {
  if (start.exact !== null) {
    if (exactStart(pid) !== start.exact) return false;
    return program === null || commandOf(pid).includes(program);
  }
  const reported = await startByPs(pid);
  if (reported === null || Math.abs(reported.about - start.about) > START_TOLERANCE_MILLISECONDS) return false;
  return program === null || reported.command.includes(program);
}

/**
 * The states of ended processes that wait for their parents to collect them (`Z` is a zombie). Without an init process,
 * as in some containers, they can stay in this state.
 */
const ENDED_STATES = new Set(['Z', 'X']);

/**
 * Returns the boot id and the start tick of a process on Linux (proc(5)). Returns null on other systems and for ended
 * processes.
 */
function exactStart(pid: number): string | null {
  try {
    // The process name in brackets can contain any character. The first field after it is the state, and the 20th is
    // the start tick.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    const [state = ''] = fields;
    return fields[19] === undefined || ENDED_STATES.has(state) ? null : `${boot} ${fields[19]}`;
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

/**
 * Parses a line such as `Mon Nov 23 20:07:24 2026 /usr/bin/ffmpeg -i a.mp4` in local time. Returns null for other
 * lines.
 */
export function readPs(line: string): { readonly about: number; readonly command: string } | null {
  const [, date = '', command = ''] = /^\s*(\w{3} \w{3} +\d+ \d\d:\d\d:\d\d \d{4}) +(.*)$/m.exec(line) ?? [];
  const about = Date.parse(date);
  return Number.isNaN(about) ? null : { about, command };
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Ignore the error: the process has already ended.
  }
}
