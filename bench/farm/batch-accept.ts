import { startServiceProcess } from '#service/testing/service-process.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { promisedRow } from '../promised.ts';
import type { Row } from '../report.ts';

const ROWS = 10_000;
const ACCEPTED_SECONDS = 5;
const BLOCKED_SECONDS = 0.2;
/** A film of ten scenes, as usual for personalized films. Two scenes contain values of the row. */
const MOVIE = `<movie width="1280" height="720" framerate="30">
  <resources><variable name="name" type="text" required="true" maxlength="40"/></resources>
  ${Array.from({ length: 8 }, (_, index) => `<scene duration="${60 + index}" background="#20304${index}"/>`).join('\n  ')}
  <scene duration="3s"><text content="Hello \${name}" size="96"/></scene>
  <scene duration="2s" background="\${color, #102030}"><text content="\${greeting, Goodbye}"/></scene>
</movie>`;

/**
 * Measures the time to check and accept a batch of 10,000 rows, and the longest time that another request waits during
 * it.
 */
export async function benchBatchAccept(rounds: number): Promise<readonly Row[]> {
  const seconds: number[] = [];
  const blocked: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    await using folder = await temporaryFolder();
    await using service = await startServiceProcess(folder.path, { watched: true });
    const { client } = service;
    const project = await service.createProject('Cards');
    const start = async (rows: number): Promise<string> => {
      const body = { movie: 'card', rows: rowsOf(rows), filename: 'card-${name}.mp4', format: 'mp4' };
      const { id } = await client.call('startBatch', { parameters: { region: 'local', project }, query: {}, body });
      return id;
    };
    await client.call('createMovie', { parameters: { project, movie: 'card' }, query: {}, body: MOVIE });
    // Warm up the compiler with a small batch, which renders no film.
    await client.call('cancelBatch', { parameters: { project, batch: await start(10) }, query: {} });
    await service.longestBlock();
    const startedAt = performance.now();
    const batch = await start(ROWS);
    const duration = (performance.now() - startedAt) / 1000;
    const block = (await service.longestBlock()) / 1000;
    // Cancel the renders of this round, which would disturb the next round.
    await client.call('cancelBatch', { parameters: { project, batch }, query: {} });
    if (round === 0) continue;
    seconds.push(duration);
    blocked.push(block);
  }
  return [
    promisedRow({ name: 'batch-accept', what: `a batch of ${ROWS} rows` }, ACCEPTED_SECONDS, seconds),
    promisedRow({ name: 'batch-accept: blocked', what: 'the event loop meanwhile' }, BLOCKED_SECONDS, blocked),
  ];
}

function rowsOf(count: number): Record<string, string>[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `Person ${index}`,
    color: `#${(index % 0x1000000).toString(16).padStart(6, '0')}`,
    greeting: `See you, number ${index}`,
  }));
}
