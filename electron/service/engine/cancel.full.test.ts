// @module-tag full-scale
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { faultyFfmpeg, type RunKind } from '#service/testing/faulty-ffmpeg.ts';
import { makeClip } from '#service/testing/make-media.ts';
import { renderFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { isRunning, waitUntil } from '#service/testing/wait-until.ts';

const OLD = 'the old film';
const XML =
  '<movie width="160" height="90" framerate="25"><scene duration="25"><video src="clip.mp4"/></scene></movie>';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);

beforeAll(async () => {
  folder = await temporaryFolder();
  await makeClip(at('clip.mp4'), { width: 160, height: 90 });
});
afterAll(() => folder[Symbol.asyncDispose]());
beforeEach(async () => {
  await rm(at('films'), { recursive: true, force: true });
  await rm(at('workshop'), { recursive: true, force: true });
  await mkdir(at('films'));
  await writeFile(at('films/film.mp4'), OLD);
});

const request = { output: '', workshop: { isCacheOn: true } };
const options = () => ({ ...request, folder: folder.path, output: at('films/film.mp4') });
/**
 * Returns the options of a render that needs the given run. FFmpeg does not join MP4, so the join run needs another
 * format.
 */
const optionsFor = (kind: RunKind) => ({ ...options(), format: kind === 'join' ? ('mkv' as const) : ('mp4' as const) });

/** Returns an FFmpeg that hangs in runs of this kind, and a function that returns the id of its process. */
async function waitingFfmpeg(kind: RunKind): Promise<{ readonly ffmpeg: string; pid(): Promise<number> }> {
  const pidFile = at(`${kind}.pid`);
  await rm(pidFile, { force: true });
  const script = `trap '' TERM INT; echo $$ > ${pidFile}.new; mv ${pidFile}.new ${pidFile}; while :; do sleep 1; done`;
  return {
    ffmpeg: await faultyFfmpeg(folder.path, `waiting-${kind}`, kind, script),
    pid: async () => {
      await waitUntil(() => existsSync(pidFile));
      return Number(await readFile(pidFile, 'utf8'));
    },
  };
}

async function expectNothingLeft(): Promise<void> {
  expect(await readdir(at('films'))).toEqual(['film.mp4']);
  expect(await readFile(at('films/film.mp4'), 'utf8')).toBe(OLD);
  expect(existsSync(at('workshop/work'))).toBe(false);
}

describe('a canceled render', () => {
  test.each(['part', 'join', 'track', 'verify'] as const)(
    'rejects in a %s run with the reason and leaves nothing behind',
    { tags: ['promise:F26'] },
    async (kind) => {
      const { ffmpeg, pid } = await waitingFfmpeg(kind);
      const controller = new AbortController();
      const reason = new Error('a person changed their mind');
      const rendering = renderFilm(XML, { ...optionsFor(kind), tools: { ffmpeg }, signal: controller.signal });
      const running = await pid();
      controller.abort(reason);
      await expect(rendering).rejects.toBe(reason);
      expect(isRunning(running)).toBe(false);
      await expectNothingLeft();
    },
  );

  test.each(['verifying', 'fetching', 'rendering', 'joining'] as const)(
    'rejects if it is canceled when a stage begins: %s',
    async (stage) => {
      const controller = new AbortController();
      const reason = new Error('a person changed their mind');
      const rendering = renderFilm(XML, {
        ...options(),
        signal: controller.signal,
        onProgress: (progress) => {
          if (progress.stage === stage) controller.abort(reason);
        },
      });
      await expect(rendering).rejects.toBe(reason);
      await expectNothingLeft();
    },
  );

  test('changes no file if it was aborted before its start', async () => {
    await expect(renderFilm(XML, { ...options(), signal: AbortSignal.abort('no') })).rejects.toBe('no');
    await expectNothingLeft();
    expect(existsSync(at('workshop'))).toBe(false);
  });

  test('keeps the old film even if the new one is cached', async () => {
    await renderFilm(XML, { ...options(), output: at('first.mp4') });
    const controller = new AbortController();
    const onProgress = ({ stage }: { readonly stage: string }) => stage === 'verifying' && controller.abort('late');
    await expect(renderFilm(XML, { ...options(), signal: controller.signal, onProgress })).rejects.toBe('late');
    await expectNothingLeft();
  });
});

describe.runIf(process.platform === 'linux')('a render killed with SIGKILL', () => {
  test.each(['join', 'part'] as const)('ends FFmpeg in a %s run, and the next render cleans up', async (kind) => {
    const { ffmpeg, pid } = await waitingFfmpeg(kind);
    const renderModule = new URL('../testing/render-film.ts', import.meta.url).href;
    const script = at('render.ts');
    await writeFile(
      script,
      `const { renderFilm } = await import(${JSON.stringify(renderModule)});
      await renderFilm(${JSON.stringify(XML)}, ${JSON.stringify({ ...optionsFor(kind), tools: { ffmpeg } })});`,
    );
    const renderer = spawn(process.execPath, [script], { stdio: 'ignore' });
    const running = await pid();
    renderer.kill('SIGKILL');
    await waitUntil(() => !isRunning(running) && renderer.signalCode !== null);
    expect(await readdir(at('films'))).toHaveLength(2);
    expect(await readdir(at('workshop/work'))).toHaveLength(1);

    await renderFilm(XML, options());
    expect(await readdir(at('films'))).toEqual(['film.mp4']);
    expect(existsSync(at('workshop/work'))).toBe(false);
  });
});
