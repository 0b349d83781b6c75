import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { timeByTurns } from './by-turns.ts';
import type { Row } from './report.ts';
import { plainServerSeconds, startService } from './service.ts';

/** Times the service from its start in an existing workspace to its first answer, against a plain Node server. */
export async function benchStart(folder: string, rounds: number): Promise<Row> {
  const workspace = join(folder, 'start-workspace');
  try {
    return await timeByTurns(
      {
        name: 'start',
        what: 'the service, until its first answer',
        against: 'a Node server of one line',
        ours: async () => {
          await using service = await startService(workspace);
          return service.startSeconds;
        },
        theirs: plainServerSeconds,
      },
      rounds,
    );
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}
