import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';

/** Runs a script in its own process, because each set-up script also runs in its own process. */
async function runScript(script: string, env: NodeJS.ProcessEnv = process.env) {
  const program = `import process from 'node:process';\n${script}`;
  const args = ['--input-type=module', '--eval', program];
  const child = spawn(process.execPath, args, { cwd: import.meta.dirname, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code]: readonly (number | null)[] = await closed;
  return { code, stdout, stderr };
}

const provideFfmpeg = `
  const { runMain } = await import('./set-up-error.mjs');
  const { provideFfmpeg } = await import('./ffmpeg.mjs');
  await runMain(async () => (await provideFfmpeg('/nowhere'), 0));`;

test('prints one line of instructions if FFmpeg and package manager are missing', async () => {
  const { code, stdout, stderr } = await runScript(provideFfmpeg, { PATH: '/nowhere' });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(
    /^FFmpeg is needed and was not found\. Install it .* or name the program in SCENEWRIGHT_FFMPEG\.\n$/,
  );
});

test('a configured FFmpeg is not checked', async () => {
  const env = { PATH: '/nowhere', SCENEWRIGHT_FFMPEG: '/opt/ffmpeg' };
  expect(await runScript(provideFfmpeg, env)).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('prints one line of instructions if Redis and package manager are missing', async () => {
  const provideRedis = `
    const { runMain } = await import('./set-up-error.mjs');
    const { provideRedis } = await import('./redis.mjs');
    await runMain(async () => (await provideRedis(), 0));`;
  const { code, stderr } = await runScript(provideRedis, { PATH: '/nowhere' });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The tests of a render farm need redis-server, .* in SCENEWRIGHT_REDIS_SERVER\.\n$/);
  const named = { PATH: '/nowhere', SCENEWRIGHT_REDIS_SERVER: '/opt/valkey-server' };
  expect(await runScript(provideRedis, named)).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('prints one line of instructions if browser and package manager are missing', async () => {
  const script = `
    const { runMain } = await import('./set-up-error.mjs');
    const { provideChromium } = await import('./chromium.mjs');
    await runMain(async () => (await provideChromium(), 0));`;
  const env = { PATH: '/nowhere', HOME: '/nowhere', PLAYWRIGHT_BROWSERS_PATH: '/nowhere' };
  const { code, stdout, stderr } = await runScript(script, env);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(
    /^The tests of the editor need a browser, and none was found\. Install .* in SCENEWRIGHT_CHROMIUM\.\n$/,
  );
});

test('tests prefer a headless browser to a full browser', async () => {
  await using folder = await temporaryFolder();
  const script = `
    const { provideShell } = await import('./chromium.mjs');
    process.stdout.write(await provideShell());`;
  const env = { PATH: folder.path, HOME: '/nowhere', PLAYWRIGHT_BROWSERS_PATH: '/nowhere', SCENEWRIGHT_CHROMIUM: '' };
  const ending = process.platform === 'win32' ? '.exe' : '';
  const [whole, shell] = ['chromium', 'chromium-headless-shell'].map((name) => join(folder.path, name + ending));
  await writeFile(whole ?? '', '');
  expect((await runScript(script, env)).stdout).toBe(whole);
  await writeFile(shell ?? '', '');
  expect((await runScript(script, env)).stdout).toBe(shell);
});

test('npm start reports an unknown option', async () => {
  const child = spawn(process.execPath, ['start.mjs', '--brwser'], { cwd: import.meta.dirname, stdio: 'pipe' });
  const closed = once(child, 'close');
  expect(await text(child.stderr)).toContain("Unknown option '--brwser'");
  expect(await closed).toEqual([1, null]);
});

test('simultaneous set-ups run one after another', async () => {
  const script = `
    const { withLock } = await import('./lock.mjs');
    const { setTimeout } = await import('node:timers/promises');
    await withLock(async () => {
      const begin = Date.now();
      await setTimeout(150);
      process.stdout.write(JSON.stringify({ begin, end: Date.now() }));
    });`;
  const ended = await Promise.all([1, 2, 3].map(() => runScript(script)));
  const turns = ended.map(({ stdout }): { readonly begin: number; readonly end: number } => JSON.parse(stdout));
  turns.sort((left, right) => left.begin - right.begin);
  for (const [index, turn] of turns.slice(1).entries())
    expect(turn.begin).toBeGreaterThanOrEqual(turns[index]?.end ?? 0);
});

test('a killed set-up does not block the next set-up', async () => {
  const killed = `
    const { withLock } = await import('./lock.mjs');
    await withLock(async () => process.kill(process.pid, 'SIGKILL'));`;
  const next = `
    const { withLock } = await import('./lock.mjs');
    await withLock(async () => process.stdout.write('done'));`;
  expect((await runScript(killed)).code).toBe(null);
  expect((await runScript(next)).stdout).toBe('done');
});

test('without a display, windows open under Xvfb, or instructions are printed', async () => {
  const print = `
    const { runMain } = await import('./set-up-error.mjs');
    const { displayCommand } = await import('./display.mjs');
    await runMain(async () => (process.stdout.write(JSON.stringify(displayCommand(['node', 'tests']))), 0));`;
  const withDisplay = await runScript(print, { PATH: '/nowhere', DISPLAY: ':1' });
  expect(withDisplay).toEqual({ code: 0, stdout: '["node","tests"]', stderr: '' });
  const without = await runScript(print, { PATH: '/nowhere' });
  if (process.platform === 'linux') {
    expect(without.code).toBe(1);
    expect(without.stderr).toMatch(/^There is no display for a window\. Install Xvfb .*\n$/);
  } else expect(without.stdout).toBe('["node","tests"]');
});
