import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isFresh, testedBundles } from './bundles.mjs';

/**
 * Creates the folder in which the tests of a Vitest run cache their media (`cachedMedia`), and removes it at the end.
 * Passes the names of the fresh bundles to the tests, which start programs from them (`testedProgram`).
 */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'scenewright-test-media-'));
  process.env['SCENEWRIGHT_TEST_MEDIA'] = folder;
  process.env['SCENEWRIGHT_TESTED_BUNDLES'] = testedBundles.filter(isFresh).join(' ');
  return () => rm(folder, { recursive: true, force: true });
}
