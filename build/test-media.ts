import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Gives a run of Vitest a folder in which its tests keep the media they made (`keptMedia`), and removes it at the end. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'scenewright-test-media-'));
  process.env['SCENEWRIGHT_TEST_MEDIA'] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
