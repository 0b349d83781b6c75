import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { launchChromium } from '#renderer/testing/chromium.ts';
import { loopbackServer } from '#service/testing/loopback-server.ts';
import { openService } from '#service/testing/open-service.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { full } from '#shared/testing/full.ts';

/** A film of 24 s: a title over moving colors. */
const FILM = `<movie width="640" height="360" framerate="25">
  <scene duration="12s"><solid color="#204080"/><text content="\${name, you}" size="80"/></scene>
  <scene duration="12s"><solid color="#802040"/><text content="\${name, you}" size="120"/></scene>
</movie>`;

/** A film of 60 s. Most of it is not rendered when it starts to play. */
const LONG_FILM = FILM.replaceAll('12s', '30s');

/** A film of 12 s that two cores render slower than it plays: large pictures that blur and turn. */
const SLOW_FILM = `<movie width="1920" height="1080" framerate="60">
  <scene duration="12s"><solid color="#204080"/><text content="\${name, you}" size="400"><filter type="blur" radius="30"/><animation type="spin"/></text></scene>
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
  var jump: (seconds: number) => void;
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
  globalThis.jump = (seconds) => { video.currentTime = seconds; };
  globalThis.played = () => ({ time: video.currentTime, ended: video.ended, gaps, errors });
</script>`;

/** Plays a film in Chromium with hls.js until its end. Calls `onStart` after the first frames. */
async function playToEnd(film: string, onStart: (page: Page) => Promise<unknown>): Promise<Played> {
  await using service = await openService();
  const project = await service.createProject();
  await service.client.call('createMovie', { parameters: { project, movie: 'film' }, query: {}, body: film });
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
    const isPast = async (condition: (state: Played) => boolean) => {
      const state = await played();
      expect(state.errors).toEqual([]);
      return condition(state);
    };
    await waitUntil(() => isPast(({ time }) => time > 0), 120);
    await onStart(page);
    await waitUntil(() => isPast(({ ended }) => ended), 120);
    return await played();
  } finally {
    await browser.close();
  }
}

it('hls.js plays an unfinished film in Chromium without a gap', async () => {
  const { time, gaps } = await playToEnd(FILM, async () => undefined);
  expect([time > 23.9, gaps]).toEqual([true, 0]);
});

full.test('hls.js continues after a jump beyond the finished part of a film', async () => {
  const jump = (page: Page) => page.evaluate(() => globalThis.jump(58));
  const { time } = await playToEnd(LONG_FILM, jump);
  expect(time).toBeGreaterThan(59.9);
});

full.test('hls.js plays a film that is rendered slower than it plays', async () => {
  const { time, gaps } = await playToEnd(SLOW_FILM, async () => undefined);
  expect([time > 11.9, gaps]).toEqual([true, 0]);
});
