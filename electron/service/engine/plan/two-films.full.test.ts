import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { faultyFfmpeg } from '#service/testing/faulty-ffmpeg.ts';
import { makeClip } from '#service/testing/make-media.ts';
import { renderFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { full } from '#shared/testing/full.ts';
import { createMemoryQueue, type MemoryQueue, machineMemory } from './memory-queue.ts';

const SCENES = 3;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);

beforeAll(async () => {
  folder = await temporaryFolder();
  await makeClip(at('clip.mp4'), { width: 160, height: 90 });
});
afterAll(() => folder[Symbol.asyncDispose]());
afterEach(() => vi.restoreAllMocks());

/** Returns a film whose scenes occur in no other film. */
function filmOf(width: number): string {
  const scene = (index: number) => `<scene duration="${5 + index}"><video src="clip.mp4"/></scene>`;
  return `<movie width="${width}" height="90" framerate="25">${Array.from({ length: SCENES }, (_, at) => scene(at)).join('')}</movie>`;
}

/** Renders two films at the same time, each with a separate folder for parts. */
async function makeTwo(options: { readonly ffmpeg?: string; readonly memory?: MemoryQueue }): Promise<void> {
  const { ffmpeg, memory } = options;
  const make = async (width: number) => {
    await mkdir(at(`${width}`), { recursive: true });
    await renderFilm(filmOf(width), {
      folder: folder.path,
      output: at(`${width}/film.mp4`),
      workshop: { folder: at(`${width}/workshop`) },
      ...(ffmpeg === undefined ? {} : { tools: { ffmpeg } }),
      ...(memory === undefined ? {} : { memory }),
    });
  };
  await Promise.all([160, 176].map(make));
}

/**
 * Returns an FFmpeg that reports when two processes run at the same time. Each process waits this many hundredths of a
 * second for the other.
 */
function meetingFfmpeg(name: string, hundredths: number): Promise<string> {
  const [one, two] = [at('one'), at('two')];
  const script = `mkdir ${one} || touch ${two}; n=0
while [ ! -e ${two} ] && [ $n -lt ${hundredths} ]; do n=$((n+1)); sleep 0.01; done
real "$@"; code=$?; rmdir ${one} 2>/dev/null; exit $code`;
  return faultyFfmpeg(folder.path, name, 'part', script);
}

full.test('processes of two films never overlap if memory allows only one', { tags: ['promise:P13'] }, async () => {
  const queue = createMemoryQueue({ together: 1, mostOfOne: 2 ** 40 });
  const take = vi.spyOn(queue, 'take');
  await makeTwo({ ffmpeg: await meetingFfmpeg('hasty', 5), memory: queue });
  expect(existsSync(at('two'))).toBe(false);
  // Each call reserves the memory of its process.
  expect(take.mock.calls.length).toBeGreaterThanOrEqual(2);
  for (const [bytes] of take.mock.calls) expect(bytes).toBeGreaterThan(64 * 2 ** 20);
  const ample = createMemoryQueue({ together: 2 ** 40, mostOfOne: 2 ** 40 });
  await makeTwo({ ffmpeg: await meetingFfmpeg('patient', 3000), memory: ample });
  expect(existsSync(at('two'))).toBe(true);
});

test('all renders of a process share the memory queue of the machine', async () => {
  const take = vi.spyOn(machineMemory(), 'take');
  await makeTwo({});
  expect(take.mock.calls.length).toBeGreaterThanOrEqual(2);
});
