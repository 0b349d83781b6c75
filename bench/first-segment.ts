import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { HEIGHT, RATE, SOURCES, WIDTH } from './films.ts';
import { makeMedia } from './media.ts';
import { promisedRow } from './promised.ts';
import type { RenderBench } from './renders.ts';
import type { Row } from './report.ts';
import { type BenchService, startService } from './service.ts';

/** The promised time in seconds from the first request for a film to its first segment. */
const FIRST_SECONDS = 1.5;
const [CLIP = 'one.mp4'] = SOURCES;

/** Films of 20 s. Each value of the variable makes another film. */
const FILMS = {
  title: `<solid color="#204080"/><text content="\${name}" size="120"/>`,
  video: `<video src="${CLIP}"/><text content="\${name}" size="40"/>`,
};

/** Measures the time from the first request of a streamed film to the bytes of its first segment. */
export async function benchFirstSegment({ rounds, folder, tools }: RenderBench): Promise<readonly Row[]> {
  await makeMedia(tools.ffmpeg, folder);
  await using workspace = await temporaryFolder();
  await using service = await startService(workspace.path);
  const created = await service.fetch('/v1/project/Streams', { method: 'POST' });
  const { uid }: { readonly uid: string } = await created.json();
  const clip = new Uint8Array(await readFile(join(folder, CLIP)));
  await service.fetch(`/v1/data/${uid}/${CLIP}`, { method: 'PUT', body: clip });
  const headers = { 'content-type': 'application/xml' };
  const rows: Row[] = [];
  for (const [name, layers] of Object.entries(FILMS)) {
    const scene = `<scene duration="10s">${layers}</scene>`;
    const body = `<movie width="${WIDTH}" height="${HEIGHT}" framerate="${RATE}">${scene}${scene}</movie>`;
    await service.fetch(`/v1/sdl/${uid}/${name}`, { method: 'POST', body, headers });
    const seconds: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const measured = await secondsToSegment(service, `/v1/render/${uid}/${name}.m3u8`, `?name=round-${round}`);
      // The first film loads the programs and the fonts.
      if (round > 0) seconds.push(measured);
    }
    rows.push(
      promisedRow(
        { name: `first segment, ${name}`, what: 'of a film that plays while it is made' },
        FIRST_SECONDS,
        seconds,
      ),
    );
  }
  return rows;
}

/** Requests a film until it plays. Returns the seconds until its first segment. Waits for the end of the film. */
async function secondsToSegment(service: BenchService, link: string, query: string): Promise<number> {
  const startedAt = performance.now();
  let master = await service.fetch(`${link}${query}`);
  for (; master.status === 202; master = await service.fetch(`${link}${query}`)) await master.arrayBuffer();
  await master.text();
  const playlist = async () => await (await service.fetch(`${link}/picture.m3u8${query}`)).text();
  const segment = /^picture-0-.*$/m.exec(await playlist())?.[0] ?? '';
  await (await service.fetch(`${link}/${segment}`)).arrayBuffer();
  const seconds = (performance.now() - startedAt) / 1000;
  while (!(await playlist()).includes('#EXT-X-ENDLIST')) await pause(100);
  return seconds;
}
