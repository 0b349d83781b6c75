// @module-tag full-scale

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findMediaTools } from '#service/ffmpeg/find-tools.ts';
import { makeClip } from '#service/testing/make-media.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { fc } from '#shared/testing/properties.ts';
import { amount } from '#shared/testing/scale.ts';
import { probeMedia } from './probe.ts';

const CONTAINERS = ['mp4', 'mkv', 'avi', 'flv', 'ts', 'mpg', 'wmv', 'ogv', 'gif'] as const;

test('mutated media give facts or a reason without an error', { tags: ['promise:F37'] }, async () => {
  await using folder = await temporaryFolder();
  const tools = await findMediaTools(process.env);
  const clips = new Map<string, Buffer>();
  for (const container of CONTAINERS)
    clips.set(
      container,
      await readFile(await makeClip(join(folder.path, `clip.${container}`), { seconds: 0.4, width: 64, height: 64 })),
    );

  // Most mutations are in the headers, which contain sizes of allocations and counts of loops. The signature stays,
  // because the probe refuses a file with another one immediately.
  const offset = fc.oneof(fc.integer({ min: 16, max: 800 }), fc.integer({ min: 16, max: 100_000 }));
  const mutation = fc.record({ offset, bytes: fc.uint8Array({ minLength: 1, maxLength: 4 }) });
  const damaged = fc.record({
    container: fc.constantFrom(...CONTAINERS),
    mutations: fc.array(mutation, { minLength: 1, maxLength: 6 }),
    /** The percentage of the file that remains. */
    percentage: fc.oneof(
      { weight: 4, arbitrary: fc.constant(100) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 100 }) },
    ),
  });
  await fc.assert(
    fc.asyncProperty(damaged, async ({ container, mutations, percentage }) => {
      const bytes = Buffer.from(clips.get(container) ?? []);
      for (const { offset: at, bytes: written } of mutations)
        for (const [index, byte] of written.entries()) bytes[(at + index) % bytes.length] = byte;
      const path = join(folder.path, 'damaged');
      await writeFile(path, bytes.subarray(0, Math.ceil((percentage * bytes.length) / 100)));
      const result = await probeMedia(path, tools, AbortSignal.timeout(30_000));
      if (result.ok) expect(result.value.durationSeconds).toBeGreaterThan(0);
      else expect(inEnglish(result.error)).toMatch(/^(?:is|isn’t|has|holds|contains|lasts|takes|can’t|cannot) /);
    }),
    { numRuns: amount('damagedMedia') },
  );
});
