import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { openWorkspace } from '#service/workspace/open-workspace.ts';
import { incoming, never, sha256 } from '#service/workspace/testing/scratch-workspace.ts';
import { openFolderStorage } from '../../storage/folder-storage.ts';
import { blobBackendIn } from '../open-blob-backend.ts';
import { faultyStorage, unreachableError } from './faulty-storage.ts';

/**
 * Puts assets into a workspace with a store, evicts copies, and fetches them until it is killed: `node killed-child.ts
 * FOLDER STORE`. Prints `ready`, then a line with the digest of each answered asset.
 */
const [folder = '', store = ''] = process.argv.slice(2);
const MINUTE = 60_000;
const RETAINED = 12;

let ahead = 0;
const storage = faultyStorage(openFolderStorage(store));
storage.before = async (call) => {
  await pause(Math.random() * 5);
  if (call !== 'read' && Math.random() < 0.02) throw unreachableError();
};
const workspace = await openWorkspace({
  folder,
  clock: () => Date.now() + ahead,
  openBlobs: blobBackendIn(storage, { copyBytes: 100_000 }),
});
const { assets, blobs, projects } = workspace;
const project = projects.list()[0]?.uid ?? projects.create('Films').uid;
writeSync(1, 'ready\n');
for (;;) {
  const bytes = Buffer.alloc(1 + Math.floor(Math.random() * 60_000), `${Math.random()};`);
  await assets.put(project, `asset-${Math.floor(Math.random() * RETAINED)}`, incoming(bytes));
  writeSync(1, `${sha256(bytes)}\n`);
  ahead += MINUTE;
  await workspace.sweep();
  const all = assets.list(project).assets;
  const asset = all[Math.floor(Math.random() * all.length)];
  if (asset === undefined) continue;
  using _hold = blobs.hold(asset.sha256);
  await blobs.atHand(asset.sha256, never).catch(ifAway);
}

function ifAway(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'storage/away')) throw error;
}
