import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { scale } from '#shared/testing/scale.ts';
import { createClient } from '../../client/src/index.ts';
import { countingProxy } from '../testing/counting-proxy.ts';
import { exampleProject } from '../testing/example-project.ts';
import { startProgram } from '../testing/start-program.ts';

const MEBIBYTE = 2 ** 20;
const SIZE = (scale === 'full' ? 1024 : 64) * MEBIBYTE;
const KILLS = scale === 'full' ? 20 : 3;
const packages = path.resolve(import.meta.dirname, '../..');
const PYTHON = process.env['SCENEWRIGHT_PYTHON'] ?? 'python3';
const hasPython = spawnSync(PYTHON, ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;

const programs = [
  { client: 'TypeScript', program: process.execPath, script: path.join(packages, 'client/examples/resume-upload.ts') },
  ...(hasPython
    ? [{ client: 'Python', program: PYTHON, script: path.join(packages, 'python/examples/resume_upload.py') }]
    : []),
];

test.each(programs)(
  'an upload that is killed repeatedly sends each chunk about once: $client',
  async ({ program, script }) => {
    await using service = await openService();
    await using folder = await temporaryFolder();
    await using proxy = await countingProxy(service.url);
    const project = await exampleProject(service);
    const file = path.join(folder.path, 'large.bin');
    const digest = await writeRandom(file);
    const env = {
      ...process.env,
      PYTHONPATH: path.join(packages, 'python'),
      PYTHONDONTWRITEBYTECODE: '1',
      SCENEWRIGHT_URL: proxy.url,
      SCENEWRIGHT_KEY: service.credentials.key,
      SCENEWRIGHT_SECRET: service.credentials.secret,
    };
    const start = () => startProgram(program, [script, project, file], { cwd: folder.path, env });
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const child = start();
      // Kill each run after a further share of the file, which varies at random within its step.
      const share = (kill - Math.random()) / (KILLS + 1);
      await child.until((printed) => bytesIn(printed) >= share * SIZE);
      await child.kill();
    }
    expect(await start().ends()).toContain('uploaded large.bin');
    const client = createClient({ url: service.url, ...service.credentials });
    expect(await digestOf(await client.assets.read({ project, name: 'large.bin' }))).toBe(digest);
    expect((await stat(file)).size).toBe(SIZE);
    // Each kill loses the chunks that are being sent: up to four of 1 MiB.
    expect(proxy.sentBytes()).toBeLessThan(SIZE + KILLS * 4.5 * MEBIBYTE + MEBIBYTE);
    if (scale === 'full') expect(proxy.sentBytes()).toBeLessThan(1.1 * SIZE);
  },
);

/** Returns the stored bytes that the example has printed last. */
function bytesIn(printed: string): number {
  return Number(/(\d+) of \d+ bytes\s+(?:uploaded.*)?$/.exec(printed)?.[1] ?? 0);
}

/** Writes random bytes and returns their SHA-256. */
async function writeRandom(file: string): Promise<string> {
  const hash = createHash('sha256');
  await using handle = await open(file, 'w');
  for (let written = 0; written < SIZE; written += 8 * MEBIBYTE) {
    const part = randomBytes(8 * MEBIBYTE);
    hash.update(part);
    await handle.write(part);
  }
  return hash.digest('hex');
}

async function digestOf(answer: Response): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of answer.body ?? new ReadableStream<Uint8Array>()) hash.update(part);
  return hash.digest('hex');
}
