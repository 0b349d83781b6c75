import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { MediaTools } from '#service/ffmpeg/tools.ts';
import { testTools } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { factsOf, type ProbeRecord, probeRecordOf } from '../probe.ts';

/** A signal that is never aborted. */
export const never = new AbortController().signal;

/** Opens a folder for media and finds FFmpeg before the tests of a file. Removes the folder after them. */
export function probeFixture() {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let tools: MediaTools;
  beforeAll(async () => {
    folder = await temporaryFolder();
    tools = await testTools();
  });
  afterAll(() => folder[Symbol.asyncDispose]());
  return {
    get folder() {
      return folder.path;
    },
    get tools() {
      return tools;
    },
    /** Returns the path of a file in the folder. */
    at: (name: string) => join(folder.path, name),
    /** Returns the facts in a record of a reader; null without a record. */
    factsIn: (record: ProbeRecord | null) => record && factsOf(record, tools),
    /** Returns the facts from ffprobe. */
    probedFacts: async (path: string) => {
      const record = await probeRecordOf(path, tools, never, {});
      if (!record.ok) throw new Error(record.error.code);
      return factsOf(record.value, tools);
    },
  };
}

/** Fast H.264 with further options. */
export const h264 = (...options: readonly string[]) => ['-c:v', 'libx264', '-preset', 'ultrafast', ...options];

/** The frame rates that are combined with all pictures and sounds. */
export const RATES = ['25', '30000/1001', '24', '60', '24000/1001'] as const;

/** Orders clips so that the first ones differ in all variations. */
export function spread<Clip>(clips: readonly Clip[]): readonly Clip[] {
  return clips.flatMap((_, index) => clips.slice((index * 77) % clips.length).slice(0, 1));
}
