import { appendFile, copyFile, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSourceLocator } from '#service/sources/locate-source.ts';
import { makeClip } from '#service/testing/make-media.ts';
import { movieOf } from '#service/testing/plan-film.ts';
import { testTools } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { withSentence } from '#shared/messages/testing/messages.ts';
import { cases } from '#shared/testing/scale.ts';
import { renderMovie } from './engine.ts';
import { createFilmPlanner } from './plan/film-planner.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  await makeClip(join(folder.path, 'original.mp4'), { seconds: 1 });
});
afterAll(() => folder[Symbol.asyncDispose]());

const XML =
  '<movie width="64" height="36" framerate="25"><scene duration="25"><video src="clip.mp4"/></scene><scene duration="10"><video src="clip.mp4" skip="3"/></scene></movie>';

async function render(afterLocating: (path: string) => Promise<void>) {
  const path = join(folder.path, 'clip.mp4');
  await copyFile(join(folder.path, 'original.mp4'), path);
  const tools = await testTools();
  const { signal } = new AbortController();
  await using sources = createSourceLocator({
    tools,
    assetsFolder: folder.path,
    cacheFolder: null,
    scratchFolder: join(folder.path, 'scratch'),
    allowHosts: new Set(),
    allowLoopback: false,
  });
  const workshop = { folder: join(folder.path, 'workshop'), isCacheOn: true, limitBytes: 2 ** 30 };
  return renderMovie(
    { film: createFilmPlanner(movieOf(XML)), format: 'mp4', quality: 'draft', output: join(folder.path, 'film.mp4') },
    {
      tools,
      workshop,
      locate: async (source, abortSignal) => {
        const located = await sources.locate(source, abortSignal);
        await afterLocating(path);
        return located;
      },
    },
    { signal },
  );
}

const cachedPaths = () => readdir(join(folder.path, 'workshop', 'kept'), { recursive: true }).catch(() => []);

describe('a source that changes during a render', () => {
  test.each(
    cases(1, [
      ['appended bytes', (path: string) => appendFile(path, 'more')],
      ['another modification time', (path: string) => utimes(path, 1, 1)],
      ['an empty file', (path: string) => copyFile('/dev/null', path)],
    ]),
  )('fails the render and is not cached: %s', async (_, change) => {
    const result = await render(change);
    expect(
      result.ok ? [] : result.error.map(withSentence).map(({ code, at, message }) => [code, at?.attribute, message]),
    ).toEqual(Array(2).fill(['source/unreadable', 'src', expect.stringContaining('changed during rendering')]));
    expect(await cachedPaths()).toEqual([]);
    expect(await readdir(folder.path)).not.toContain('film.mp4');
  });
});

test('a source that does not change is rendered and cached', async () => {
  const result = await render(() => Promise.resolve());
  expect(result.ok).toBe(true);
  expect(await cachedPaths()).not.toEqual([]);
});
