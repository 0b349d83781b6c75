import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fakeTool } from '#service/testing/fake-tool.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { findMediaTools } from './find-tools.ts';
import { memoryShares } from './machine.ts';
import { runTool, type ToolRun } from './run-tool.ts';
import type { ToolProgress } from './tool-progress.ts';
import type { MediaTools } from './tools.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let tools: MediaTools;
beforeAll(async () => {
  folder = await temporaryFolder();
  tools = await findMediaTools(process.env);
});
afterAll(() => folder[Symbol.asyncDispose]());

const never = new AbortController().signal;

/** Runs a shell script in place of FFmpeg. */
async function runFake(name: string, script: string, options: Partial<ToolRun> = {}) {
  const program = await fakeTool(folder.path, name, script);
  return runTool({ program, arguments: [], signal: never, ...options });
}

describe('a successful run', () => {
  test('returns its standard output and reports progress', async () => {
    const reports: ToolProgress[] = [];
    const { stdout, log } = await runTool({
      program: tools.ffmpeg,
      arguments: ['-f', 'lavfi', '-i', 'testsrc2=s=64x36:r=25:d=2', '-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1'],
      signal: never,
      onProgress: (progress) => reports.push(progress),
    });
    expect(stdout.length).toBe(50 * 64 * 36);
    expect(log).toEqual([]);
    expect(reports.at(-1)).toMatchObject({ frames: 50, outSeconds: 2, finished: true });
  });

  test('passes the complete sound to the standard input of FFmpeg', async () => {
    const second = new Uint8Array(48_000 * 4);
    async function* sound() {
      for (let count = 0; count < 60; count++) yield second;
    }
    const input = ['-f', 's16le', '-ar', '48000', '-ac', '2', '-i', 'pipe:0'];
    const { stdout } = await runTool({
      program: tools.ffmpeg,
      arguments: [...input, '-f', 's16le', '-ac', '1', 'pipe:1'],
      stdin: sound(),
      signal: never,
    });
    expect(stdout.length).toBe(60 * 48_000 * 2);
  });

  test.runIf(process.platform !== 'win32')(
    'has its own memory limit, or the default limit of one process',
    async () => {
      const given = async (options: Partial<ToolRun>) => {
        const { stdout } = await runFake('greedy', 'ulimit -d', options);
        return Number(stdout.toString()) * 1024;
      };
      expect(await given({ memoryLimitBytes: 2 ** 30 })).toBe(2 ** 30);
      expect(memoryShares().mostOfOne - (await given({}))).toBeLessThan(1024);
    },
  );

  test('can end before its input ends', async () => {
    let released = false;
    async function* endless() {
      try {
        for (;;) yield new Uint8Array(65_536);
      } finally {
        released = true;
      }
    }
    const input = ['-f', 's16le', '-ar', '48000', '-ac', '2', '-i', 'pipe:0'];
    await runTool({
      program: tools.ffmpeg,
      arguments: [...input, '-t', '0.5', '-f', 'null', '-'],
      stdin: endless(),
      signal: never,
    });
    await waitUntil(() => released);
  });

  test('passes on one piece of standard output at a time', async () => {
    let bytes = 0;
    let busy = 0;
    const { stdout } = await runTool({
      program: tools.ffmpeg,
      arguments: ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=2', '-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1'],
      signal: never,
      onStdout: async (chunk) => {
        busy += 1;
        expect(busy).toBe(1);
        await new Promise(setImmediate);
        bytes += chunk.length;
        busy -= 1;
      },
    });
    expect(bytes).toBe(50 * 320 * 180);
    expect(stdout.length).toBe(0);
  });

  test('gets English messages but no home folder or secrets', async () => {
    process.env['SCENEWRIGHT_TEST_SECRET'] = 'hunter2';
    const { stdout } = await runFake('environment', 'env');
    delete process.env['SCENEWRIGHT_TEST_SECRET'];
    const names = stdout
      .toString()
      .split('\n')
      .map((line) => line.split('=')[0]);
    expect(stdout.toString()).toContain('LC_ALL=C\n');
    expect(names).not.toContain('SCENEWRIGHT_TEST_SECRET');
    expect(names).not.toContain('HOME');
    expect(names).not.toContain('FFREPORT');
  });

  test('keeps the last 200 lines of its log', async () => {
    const { log } = await runFake('talker', 'i=0; while [ $i -lt 500 ]; do echo "line $i" >&2; i=$((i+1)); done');
    expect(log.length).toBe(200);
    expect(log.at(-1)).toBe('line 499');
  });
});

describe('a failed run', () => {
  test('throws ffmpeg/failed with its last lines', async () => {
    const failing = runTool({
      program: tools.ffmpeg,
      arguments: ['-i', 'file:/nowhere.mp4', '-f', 'null', '-'],
      signal: never,
    });
    await expect(failing).rejects.toMatchObject({
      code: 'ffmpeg/failed',
      log: expect.arrayContaining([expect.stringContaining('No such file or directory')]),
    });
  });

  test('throws ffmpeg/failed after a crash', async () => {
    const crashing = runFake('crasher', 'echo "about to crash" >&2; kill -SEGV $$');
    await expect(crashing).rejects.toMatchObject({
      code: 'ffmpeg/failed',
      message: expect.stringContaining('SIGSEGV'),
      log: ['about to crash'],
    });
  });

  test('throws ffmpeg/not-found for a missing program', async () => {
    await expect(runTool({ program: '/nowhere/ffmpeg', arguments: [], signal: never })).rejects.toMatchObject({
      code: 'ffmpeg/not-found',
    });
  });

  test('throws storage/full on a full disk', async () => {
    const filling = runTool({
      program: tools.ffmpeg,
      arguments: ['-f', 'lavfi', '-i', 'testsrc2=d=1', '-f', 'rawvideo', '-y', '/dev/full'],
      signal: never,
    });
    await expect(filling).rejects.toMatchObject({ code: 'storage/full' });
  });

  test('throws the error of its input', async () => {
    const broken = new Error('the input broke');
    async function* failing() {
      yield new Uint8Array(1000);
      throw broken;
    }
    const run = runTool({
      program: tools.ffmpeg,
      arguments: ['-f', 's16le', '-i', 'pipe:0', '-f', 'null', '-'],
      stdin: failing(),
      signal: never,
    });
    await expect(run).rejects.toBe(broken);
  });
});
