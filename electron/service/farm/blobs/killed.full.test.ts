import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { testedProgram } from '#service/testing/tested-program.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { openWorkspace } from '#service/workspace/open-workspace.ts';
import { never, sha256 } from '#service/workspace/testing/scratch-workspace.ts';
import { amount } from '#shared/testing/scale.ts';
import { openFolderStorage } from '../storage/folder-storage.ts';
import { blobBackendIn } from './open-blob-backend.ts';

const CYCLES = Math.ceil(amount('killCycles') / 2);
const CHILD = testedProgram('farm/blobs/testing/killed-child.ts');

/** Runs the child until it is killed. Returns the number of answered assets. */
async function runAndKill(folder: string, store: string): Promise<number> {
  const child = spawn(process.execPath, [CHILD, folder, store], { stdio: ['ignore', 'pipe', 'pipe'] });
  const errors: string[] = [];
  child.stderr.on('data', (text) => errors.push(String(text)));
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('close', (_, signal) => resolve(signal)));
  let answered = 0;
  for await (const line of createInterface(child.stdout)) {
    // Kill the child at a random time.
    if (line === 'ready') void pause(randomInt(1, 1500), null, { ref: false }).then(() => child.kill('SIGKILL'));
    else answered++;
  }
  expect({ signal: await ended, errors: errors.join('') }).toEqual({ signal: 'SIGKILL', errors: '' });
  return answered;
}

test('kills during puts, uploads, evictions, and fetches lose no blob', {
  tags: ['promise:P1'],
  timeout: 600_000,
}, async () => {
  await using folder = await temporaryFolder();
  await using store = await temporaryFolder();
  let answered = 0;
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    answered += await runAndKill(folder.path, store.path);
    const workspace = await openWorkspace({
      folder: folder.path,
      clock: Date.now,
      openBlobs: blobBackendIn(openFolderStorage(store.path)),
    });
    const project = workspace.projects.list()[0]?.uid;
    for (const asset of project === undefined ? [] : workspace.assets.list(project).assets) {
      const content = await buffer(await workspace.blobs.read(asset.sha256, null, never));
      expect(sha256(content), asset.name).toBe(asset.sha256);
      if (cycle % 5 === 4) await workspace.blobs.inStore(asset.sha256, never);
    }
    expect(readdirSync(join(folder.path, 'tmp'))).toEqual([]);
    if (cycle === CYCLES - 1) await waitUntil(() => workspace.store?.().waiting.blobs === 0);
    expect(workspace.store?.().lost).toBe(0);
    await workspace.close();
  }
  expect(answered).toBeGreaterThan(CYCLES);
});
