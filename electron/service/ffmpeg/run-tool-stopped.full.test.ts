import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { fakeTool } from '#service/testing/fake-tool.ts';
import { makeClip } from '#service/testing/make-media.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { isRunning, waitUntil } from '#service/testing/wait-until.ts';
import { required } from '#shared/lib/assert.ts';
import { full } from '#shared/testing/full.ts';
import { findMediaTools } from './find-tools.ts';
import { openProcessRegister, readPs } from './process-register.ts';
import { runTool, type ToolRun } from './run-tool.ts';
import type { MediaTools } from './tools.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let tools: MediaTools;
beforeAll(async () => {
  folder = await temporaryFolder();
  tools = await findMediaTools(process.env);
});
afterAll(() => folder[Symbol.asyncDispose]());

/** The ids of the processes that tests started. Each process group is killed after the test, even if the test fails. */
const begun = new Set<number>();
afterEach(() => {
  for (const pid of begun) for (const target of [-pid, pid]) endIfThere(target);
  begun.clear();
});

function endIfThere(target: number): void {
  try {
    process.kill(target, 'SIGKILL');
  } catch {
    // The process has ended, as expected.
  }
}

const never = new AbortController().signal;

/** Runs a shell script in place of FFmpeg. */
async function runFake(name: string, script: string, options: Partial<ToolRun> = {}) {
  const program = await fakeTool(folder.path, name, script);
  return runTool({ program, arguments: [], signal: never, ...options });
}

async function pidIn(file: string): Promise<number> {
  const path = join(folder.path, file);
  await waitUntil(() =>
    readFile(path, 'utf8').then(
      (text) => text.endsWith('\n'),
      () => false,
    ),
  );
  const pid = Number(await readFile(path, 'utf8'));
  begun.add(pid);
  return pid;
}

/** Starts a run. When its process has written its id, lets the stall limit pass. Returns the id. */
async function stalledOnce(file: string, start: () => Promise<unknown>): Promise<number> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const stalled = expect(start()).rejects.toMatchObject({ code: 'ffmpeg/stalled' });
    const pid = await pidIn(file);
    vi.advanceTimersByTime(60_000);
    await stalled;
    return pid;
  } finally {
    vi.useRealTimers();
  }
}

describe('a run that does not end', { tags: ['promise:F21'] }, () => {
  test('is stopped if it makes no progress', async () => {
    const pid = await stalledOnce('hanger.pid', () =>
      runFake('hanger', `echo $$ > ${folder.path}/hanger.pid; while :; do sleep 1; done`),
    );
    expect(isRunning(pid)).toBe(false);
  });

  test('is stopped if it repeats the same progress', async () => {
    const report = 'printf "frame=7\\nout_time_us=280000\\ntotal_size=99\\nprogress=continue\\n" >&3';
    const lying = runFake('repeater', `while :; do ${report}; sleep 0.02; done`, { limits: { stallSeconds: 0.4 } });
    await expect(lying).rejects.toMatchObject({ code: 'ffmpeg/stalled' });
  });

  test('is stopped if it exceeds the time for its media', async () => {
    const report = 'printf "frame=$i\\nprogress=continue\\n" >&3';
    const busy = runFake('never-done', `i=0; while :; do i=$((i+1)); ${report}; sleep 0.02; done`, {
      limits: { totalSeconds: 0.5 },
    });
    await expect(busy).rejects.toMatchObject({
      code: 'ffmpeg/stalled',
      message: expect.stringContaining('longer than the length of its media'),
    });
  });

  test('is stopped with its children when it ignores SIGTERM', { tags: ['promise:F21'] }, async () => {
    const grandchild = await stalledOnce('grandchild.pid', () =>
      runFake(
        'stubborn',
        `trap '' TERM INT; sh -c 'trap "" TERM; echo $$ > ${folder.path}/grandchild.pid; while :; do sleep 1; done' & wait`,
      ),
    );
    await waitUntil(() => !isRunning(grandchild));
  });

  test.runIf(process.platform === 'linux')('is stopped if a file exceeds the limit', async () => {
    const file = join(folder.path, 'endless.bin');
    const writing = runFake('writer', `exec head -c 50000000 /dev/zero > ${file}`, { outputLimitBytes: 1_000_000 });
    await expect(writing).rejects.toMatchObject({ code: 'ffmpeg/output-limit' });
    expect((await stat(file)).size).toBeLessThanOrEqual(1_000_000);
  });

  test('is stopped when it reports more bytes than the limit', { tags: ['promise:F23'] }, async () => {
    const writing = runFake('braggart', 'printf "total_size=5000\\nprogress=continue\\n" >&3; sleep 60', {
      outputLimitBytes: 4000,
    });
    await expect(writing).rejects.toMatchObject({ code: 'ffmpeg/output-limit' });
  });

  test('is stopped if its standard output exceeds the limit', async () => {
    const flooding = runFake('flood', 'exec cat /dev/zero', { limits: { stdoutBytes: 100_000 } });
    await expect(flooding).rejects.toMatchObject({ code: 'ffmpeg/output-limit' });
  });

  full.test('ends even if an escaped process holds its pipes', async () => {
    const { log } = await runFake(
      'escapee',
      `setsid sh -c 'echo $$ > ${folder.path}/escapee.pid; sleep 20' & while [ ! -s ${folder.path}/escapee.pid ]; do sleep 0.01; done; echo done >&2`,
    );
    expect(log).toEqual(['done']);
    process.kill(await pidIn('escapee.pid'), 'SIGKILL');
  });
});

test('a run that ends before its input reports its own error', { tags: ['promise:F21'] }, async () => {
  async function* endless() {
    for (;;) yield Buffer.alloc(2 ** 20);
  }
  // The second reader keeps the input open, so the end of the process is detected before the pending write fails.
  const script = 'exec 4<&0; sleep 20 <&4 & echo "no more" >&2; exit 1';
  const ended = runFake('no-reader', script, { stdin: endless() });
  await expect(ended).rejects.toMatchObject({ code: 'ffmpeg/failed', log: ['no more'] });
});

describe('a canceled run', () => {
  test('is killed immediately and has ended when the promise rejects', async () => {
    const controller = new AbortController();
    const reason = new Error('cancelled by a person');
    const program = await fakeTool(
      folder.path,
      'cancelled',
      `trap '' TERM INT; echo $$ > ${folder.path}/cancelled.pid; while :; do sleep 1; done`,
    );
    const running = runTool({ program, arguments: [], signal: controller.signal });
    const pid = await pidIn('cancelled.pid');
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
    expect(isRunning(pid)).toBe(false);
  });

  full.test('ends while its input has no data', async () => {
    const controller = new AbortController();
    async function* silent() {
      await new Promise(() => undefined);
      yield new Uint8Array(1);
    }
    const program = await fakeTool(folder.path, 'waiting', `echo $$ > ${folder.path}/waiting.pid; cat > /dev/null`);
    const running = runTool({ program, arguments: [], stdin: silent(), signal: controller.signal });
    await pidIn('waiting.pid');
    controller.abort();
    await expect(running).rejects.toThrow('aborted');
  });

  test('does not start if it is already canceled', async () => {
    await expect(runTool({ program: tools.ffmpeg, arguments: [], signal: AbortSignal.abort() })).rejects.toThrow(
      'aborted',
    );
  });

  test('ends during encoding', async () => {
    const controller = new AbortController();
    const source = await makeClip(join(folder.path, 'source.mp4'));
    const endless = ['-stream_loop', '-1', '-i', source, '-f', 'null', '-'];
    const running = runTool({
      program: tools.ffmpeg,
      arguments: endless,
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    await expect(running).rejects.toThrow('aborted');
  });
});

/**
 * Starts a separate process that runs a shell script in place of FFmpeg. Returns the process and the id of the script.
 */
async function serviceWith(name: string, options: { readonly path?: string; readonly register?: string } = {}) {
  const program = await fakeTool(folder.path, name, `echo $$ > ${folder.path}/${name}.pid; while :; do sleep 1; done`);
  const script = join(folder.path, `${name}-parent.ts`);
  const [runTool, runningTools] = ['./run-tool.ts', './running-tools.ts'].map((each) =>
    JSON.stringify(new URL(each, import.meta.url).href),
  );
  await writeFile(
    script,
    `const [{ runTool }, { recordProcessesIn }] = [await import(${runTool}), await import(${runningTools})];
    ${options.register === undefined ? '' : `await recordProcessesIn(${JSON.stringify(options.register)});`}
    await runTool({ program: ${JSON.stringify(program)}, arguments: [], signal: new AbortController().signal });`,
  );
  const env = { ...process.env, ...(options.path !== undefined && { PATH: options.path }) };
  const parent = spawn(process.execPath, [script], { stdio: 'ignore', env });
  begun.add(required(parent.pid, 'a parent'));
  return { parent, pid: await pidIn(`${name}.pid`) };
}

/** Returns a PATH with a shell but without util-linux, as on macOS and Alpine. */
async function bareShell(): Promise<string> {
  const path = join(folder.path, 'bare');
  await mkdir(path, { recursive: true });
  for (const name of ['sh', 'sleep', 'true']) await symlink(`/bin/${name}`, join(path, name)).catch(() => undefined);
  return path;
}

describe.runIf(process.platform === 'linux')('after the service is killed', () => {
  test('FFmpeg ends with it', { tags: ['promise:F24'] }, async () => {
    const { parent, pid } = await serviceWith('orphan');
    expect(isRunning(pid)).toBe(true);
    parent.kill('SIGKILL');
    await waitUntil(() => !isRunning(pid));
  });

  full.test('FFmpeg ends with it on a system without setpriv', { tags: ['promise:F24'] }, async () => {
    const { parent, pid } = await serviceWith('watched', { path: await bareShell() });
    expect(isRunning(pid)).toBe(true);
    parent.kill('SIGKILL');
    await waitUntil(() => !isRunning(pid));
  });

  full.test('the next start ends FFmpeg but no process with a reused id', { tags: ['promise:F24'] }, async () => {
    const register = join(folder.path, 'running');
    const { parent, pid } = await serviceWith('survivor', { register });
    const path = join(register, `${pid}.json`);
    const isNoted = () =>
      readFile(path, 'utf8').then(
        (text) => text.endsWith('}'),
        () => false,
      );
    await waitUntil(isNoted);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const entry = await readFile(path, 'utf8');
    // Opening the register again does not end the program while its service runs.
    await openProcessRegister(register);
    expect(isRunning(pid)).toBe(true);
    parent.kill('SIGKILL');
    await waitUntil(() => !isRunning(pid) && !isRunning(parent.pid ?? 0));

    const stranger = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
    const survivor = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
    const strangers = required(stranger.pid, 'a stranger');
    const left = required(survivor.pid, 'a survivor');
    begun.add(strangers).add(left);
    const open = await openProcessRegister(join(folder.path, 'other'));
    open.add(left, 'sleep');
    const note = JSON.parse(await readFile(join(folder.path, 'other', `${left}.json`), 'utf8'));
    const { owner } = JSON.parse(entry);
    const write = (number: number, content: object) =>
      writeFile(join(register, `${number}.json`), JSON.stringify(content));
    await write(left, { ...note, owner });
    // This entry combines the id of a running process with the start time of a program that ended long ago.
    await write(strangers, {
      ...note,
      pid: strangers,
      start: { ...note.start, exact: `${note.start.exact}0` },
      owner,
    });
    await writeFile(join(register, '1.json'), JSON.stringify({ ...note, pid: 1, owner }));
    await writeFile(join(register, 'broken.json'), '{');
    await openProcessRegister(register);
    await waitUntil(() => !isRunning(left));
    expect(isRunning(strangers)).toBe(true);
    expect(await readdir(register)).toEqual([]);
    process.kill(-strangers, 'SIGKILL');
  });

  test('FFmpeg ends although its dead parent is never collected', async () => {
    // The shell starts `cat`, prints its id, and becomes `sleep`. `cat` ends when its input is closed. It stays a
    // zombie, because `sleep` never collects its exit status.
    const script = 'exec 3<&0; cat <&3 >/dev/null & echo $!; exec sleep 600 3<&-';
    const holder = spawn('sh', ['-c', script], { detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
    const holding = required(holder.pid, 'a process');
    begun.add(holding);
    const [line] = (await once(holder.stdout, 'data')) as readonly Buffer[];
    const ended = Number(line);
    const statOf = (pid: number) => readFile(`/proc/${pid}/stat`, 'utf8').then((text) => text.split(' '));
    // Wait until `sleep` has replaced the shell, because the shell could still collect the child.
    await waitUntil(async () => (await statOf(holding))[1] === '(sleep)');
    holder.stdin.end();
    await waitUntil(async () => (await statOf(ended))[2] === 'Z');
    const survivor = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
    const left = required(survivor.pid, 'a survivor');
    begun.add(left);
    const register = join(folder.path, 'uncollected');
    (await openProcessRegister(register)).add(left, 'sleep');
    const path = join(register, `${left}.json`);
    const note = JSON.parse(await readFile(path, 'utf8'));
    const [boot] = String(note.start.exact).split(' ');
    const owner = { pid: ended, start: { exact: `${boot} ${(await statOf(ended))[21]}`, about: Date.now() } };
    await writeFile(path, JSON.stringify({ ...note, owner }));
    await openProcessRegister(register);
    await waitUntil(() => !isRunning(left));
  });
});

test('the output of `ps` is parsed', () => {
  const line = 'Mon Nov 23 20:07:24 2026     /opt/a b/ffmpeg -i file:a.mp4\n';
  expect(readPs(line)).toEqual({
    about: new Date(2026, 10, 23, 20, 7, 24).getTime(),
    command: '/opt/a b/ffmpeg -i file:a.mp4',
  });
  expect(readPs('Sun Mar  1 09:00:00 2026 sh\n')?.about).toBe(new Date(2026, 2, 1, 9).getTime());
  expect(readPs('')).toBe(null);
});
