import type { ChildProcess } from 'node:child_process';
import { systemCode } from '../errors/system-code.ts';
import { createOrphanWatch, type Guard } from './process-guard.ts';
import { openProcessRegister, type ProcessRegister } from './process-register.ts';
import type { ToolEnd } from './tool-failure.ts';

/** The running programs. On systems that do not end them with this process, the exit handler ends them. */
const running = new Set<ChildProcess>();

/** The watch that ends the programs if this process is killed, for systems that do not end them. */
const orphanWatch = createOrphanWatch();
let register: ProcessRegister | null = null;

/**
 * Records the started programs in a folder, and ends the programs that earlier processes recorded there and left
 * running. Replaces the folder of an earlier call.
 */
export async function recordProcessesIn(folder: string): Promise<void> {
  register = await openProcessRegister(folder);
}

export function recordTool(child: ChildProcess, program: string, guard: Guard): void {
  running.add(child);
  const { pid } = child;
  if (pid === undefined) return;
  register?.add(pid, program);
  // Only the shell needs the watch: `setpriv` and Windows end the programs with this process.
  if (guard === 'shell') orphanWatch.add(pid);
}

/** Removes an ended process from the records. Call this when the process ends, because its id can be reused. */
export function forgetTool(child: ChildProcess): void {
  running.delete(child);
  const { pid } = child;
  if (pid === undefined) return;
  register?.remove(pid);
  orphanWatch.remove(pid);
}

/** Ends the running programs when this process exits. Further calls have no effect. */
export function killToolsAtExit(): void {
  if (!process.listeners('exit').includes(killAll)) process.on('exit', killAll);
}

function killAll(): void {
  for (const child of running) killGroupIfRunning(child);
}

/** Resolves when the process has ended or could not be started. */
export function waitForExit(child: ChildProcess): Promise<Pick<ToolEnd, 'exitCode' | 'exitSignal' | 'startError'>> {
  return new Promise((resolve) => {
    child.once('error', (startError) => {
      if (child.pid === undefined) resolve({ exitCode: null, exitSignal: null, startError });
    });
    child.once('exit', (exitCode, exitSignal) => resolve({ exitCode, exitSignal, startError: null }));
  });
}

/** Kills a process and its children. Does nothing if the process has ended. */
export function killGroupIfRunning(child: ChildProcess): void {
  // The id of an ended process can be reused.
  if (child.exitCode === null && child.signalCode === null) killGroup(child);
}

/** Kills the remaining processes of a group, even if its first process has ended. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    // Ignore the error: the group has ended (ESRCH), or contains only uncollected processes (EPERM on macOS).
    if (!['ESRCH', 'EPERM'].includes(systemCode(error) ?? '')) throw error;
  }
}
