import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { fillWorkspace } from '#service/workspace/testing/full-workspace.ts';
import { promisedRow } from './promised.ts';
import type { Row } from './report.ts';
import { startService } from './service.ts';

const READY_SECONDS = 2;
const LISTED_SECONDS = 0.1;
const LISTS = 20;

/**
 * Measures the start after a kill in a workspace of 10,000 assets, 100 renders, and 100 open uploads, and the duration
 * of listing its assets.
 */
export async function benchRestart(rounds: number): Promise<readonly Row[]> {
  await using folder = await temporaryFolder();
  const project = await fillWorkspace(folder.path);
  const startTimes: number[] = [];
  const listTimes: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    // Kill the service in each round, so that the next start checks everything.
    await using service = await startService(folder.path, { ending: 'SIGKILL' });
    if (round > 0) startTimes.push(service.startSeconds);
    for (let list = 0; list < LISTS; list++) {
      const startedAt = performance.now();
      await (await service.fetch(`/v1/list/data/${project}`)).arrayBuffer();
      if (round > 0) listTimes.push((performance.now() - startedAt) / 1000);
    }
  }
  return [
    promisedRow(
      { name: 'restart', what: 'with 10,000 assets, 100 renders, 100 open uploads' },
      READY_SECONDS,
      startTimes,
    ),
    promisedRow({ name: 'list', what: 'of 10,000 assets' }, LISTED_SECONDS, listTimes),
  ];
}
