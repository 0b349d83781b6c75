import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { launchChromium } from '#renderer/testing/chromium.ts';
import { loopbackServer } from '#service/testing/loopback-server.ts';
import { openService } from '#service/testing/open-service.ts';
import { waitUntil } from '#service/testing/wait-until.ts';

/** A film of 24 s: a title over moving colors. */
const FILM = `<movie width="640" height="360" framerate="25">
  <scene duration="12s"><solid color="#204080"/><text content="\${name, you}" size="80"/></scene>
  <scene duration="12s"><solid color="#802040"/><text content="\${name, you}" size="120"/></scene>
</movie>`;

/** The state of the player in the page. */
interface Played {
  readonly time: number;
  readonly ended: boolean;
  /** The skipped gaps. A busy machine can also empty the buffer, so stalls are not counted. */
  readonly gaps: number;
  readonly errors: readonly string[];
}

declare global {
  var played: () => Played;
}

const PAGE = `<!doctype html><video id="film" muted></video><script src="/hls.js"></script><script>
  const video = document.getElementById('film');
  const errors = [];
  let gaps = 0;
  const hls = new Hls();
  hls.on(Hls.Events.ERROR, (_, { details, fatal }) => {
    if (details === 'bufferSeekOverHole') gaps++;
    if (fatal) errors.push(details);
  });
  const link = decodeURIComponent(location.hash.slice(1));
  const begin = async () => {
    let answer = await fetch(link, { method: 'HEAD' });
    while (answer.status === 202) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      answer = await fetch(link, { method: 'HEAD' });
    }
    hls.loadSource(link);
    hls.attachMedia(video);
    await video.play();
  };
  begin().catch((error) => errors.push(String(error)));
  globalThis.played = () => ({ time: video.currentTime, ended: video.ended, gaps, errors });
</script>`;

it('hls.js plays an unfinished film in Chromium without a gap', async () => {
  await using service = await openService();
  const project = await service.createProject();
  await service.client.call('createMovie', { parameters: { project, movie: 'film' }, query: {}, body: FILM });
  const values = { name: 'Ada' };
  const body = { movie: 'film', project, format: 'm3u8', values } as never;
  const { path } = await service.client.call('createLink', { query: {}, body });
  const browser = await launchChromium('software');
  try {
    const page = await browser.newPage();
    const library = await readFile(createRequire(import.meta.url).resolve('hls.js/dist/hls.min.js'), 'utf8');
    // The player runs on a page of another origin.
    await using site = await loopbackServer((request, response) => {
      const isLibrary = request.url === '/hls.js';
      response.setHeader('content-type', isLibrary ? 'text/javascript' : 'text/html');
      response.end(isLibrary ? library : PAGE);
    });
    await page.goto(`${site.url}/#${encodeURIComponent(`${service.url}${path}`)}`);
    const played = () => page.evaluate(() => globalThis.played());
    await waitUntil(async () => {
      const { ended, errors } = await played();
      expect(errors).toEqual([]);
      return ended;
    }, 120);
    const { time, gaps } = await played();
    expect([time > 23.9, gaps]).toEqual([true, 0]);
  } finally {
    await browser.close();
  }
});
