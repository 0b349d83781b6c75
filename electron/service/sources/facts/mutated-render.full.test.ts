// @module-tag full-scale

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeClip } from '#service/testing/make-media.ts';
import { startServiceProcess } from '#service/testing/service-process.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { fc } from '#shared/testing/properties.ts';
import { amount } from '#shared/testing/scale.ts';

const RENDERS = amount('damagedRenders');
/** The number of first bytes that stay undamaged. A file without its signature would be refused immediately. */
const SIGNATURE_BYTES = 400;
const CONTAINERS = ['mp4', 'mkv', 'avi', 'ts', 'webm'] as const;

test(`films from ${RENDERS} damaged clips end, and the service survives each one`, {
  tags: ['promise:F37'],
}, async () => {
  await using folder = await temporaryFolder();
  const clips = await Promise.all(
    CONTAINERS.map(async (container) => ({
      container,
      bytes: await readFile(
        await makeClip(join(folder.path, `clip.${container}`), { seconds: 1, width: 160, height: 90 }),
      ),
    })),
  );
  await using service = await startServiceProcess(join(folder.path, 'workspace'));
  const project = await service.createProject();
  const damage = fc.record({
    clip: fc.constantFrom(...clips),
    places: fc.array(fc.tuple(fc.integer({ min: 0, max: 1000 }), fc.uint8Array({ minLength: 1, maxLength: 4 })), {
      minLength: 1,
      maxLength: 4,
    }),
  });
  let succeeded = 0;
  for (const { clip, places } of fc.sample(damage, RENDERS)) {
    const bytes = Buffer.from(clip.bytes);
    for (const [perMille, written] of places)
      bytes.set(written, SIGNATURE_BYTES + Math.floor(((bytes.length - SIGNATURE_BYTES - 4) * perMille) / 1000));
    const name = `clip.${clip.container}`;
    await service.putAsset(project, name, bytes);
    const template = `<movie width="64" height="64" framerate="25"><scene duration="20"><video src="${name}"/></scene></movie>`;
    const render = await service.render(project, { template }, 120);
    if (render.state === 'succeeded') {
      succeeded += 1;
      expect(render.frames).toBe(20);
    } else expect(render.error?.code).toMatch(/^(?:source|ffmpeg|render)\//);
    expect((await fetch(`${service.url}/health`)).status).toBe(200);
  }
  // Some films must succeed, because some clips have only light damage.
  expect(succeeded).toBeGreaterThan(0);
});
