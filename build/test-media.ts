import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isFresh, testedBundles } from './bundles.mjs';

/**
 * Gives a run of Vitest a folder in which its tests keep the media they made (`cachedMedia`), and removes it at the end.
 * Tells them which bundles hold the programs that they start (`testedProgram`): those that are of the sources as they are.
 */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'scenewright-test-media-'));
  process.env['SCENEWRIGHT_TEST_MEDIA'] = folder;
  process.env['SCENEWRIGHT_TESTED_BUNDLES'] = testedBundles.filter(isFresh).join(' ');
  return () => rm(folder, { recursive: true, force: true });
}
