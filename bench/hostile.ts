import { hostileBodies } from '#service/movies/testing/hostile-bodies.ts';
import { startServiceProcess } from '#service/testing/service-process.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { promisedRow } from './promised.ts';
import type { Row } from './report.ts';

const REFUSED_SECONDS = 1;
const BLOCKED_SECONDS = 0.2;
const XML = { 'content-type': 'application/xml' };
const JSON_TYPE = { 'content-type': 'application/json' };

/**
 * Measures the time to read bodies that are slow for a careless parser, and the longest time that another request waits
 * during it.
 */
export async function benchHostile(): Promise<readonly Row[]> {
  await using folder = await temporaryFolder();
  await using service = await startServiceProcess(folder.path, { watched: true });
  const uid = await service.createProject();
  const send = async (path: string, body: BodyInit, headers: HeadersInit = {}): Promise<number> => {
    const startedAt = performance.now();
    await (await service.fetch(path, { method: 'POST', body, headers })).arrayBuffer();
    return (performance.now() - startedAt) / 1000;
  };
  // Send requests that start the thread for reading templates and warm up its code.
  const large = `${'<!-- -->'.repeat(10_000)}<movie width="64" height="64" framerate="25"><scene duration="5"/></movie>`;
  for (let count = 0; count < 3; count++) await send(`/v1/sdl/${uid}/warm${count}`, large, XML);
  await service.longestBlock();
  const refusals: number[] = [];
  const blocks: number[] = [];
  for (const [name, make] of Object.entries(hostileBodies)) {
    const { spelling, bytes } = make();
    const seconds = await send(`/v1/sdl/${uid}/wrong`, Buffer.from(bytes), spelling === 'xml' ? XML : JSON_TYPE);
    const blocked = (await service.longestBlock()) / 1000;
    console.log(`${name}: refused in ${seconds.toFixed(3)} s, the event loop blocked for ${blocked.toFixed(3)} s`);
    refusals.push(seconds);
    blocks.push(blocked);
  }
  return [
    promisedRow({ name: 'hostile: refused', what: 'bodies of 5 MiB that are wrong' }, REFUSED_SECONDS, refusals),
    promisedRow({ name: 'hostile: blocked', what: 'the event loop meanwhile' }, BLOCKED_SECONDS, blocks),
  ];
}
