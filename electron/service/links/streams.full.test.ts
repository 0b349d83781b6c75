import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { startServiceProcess } from '#service/testing/service-process.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { required } from '#shared/lib/assert.ts';
import { full } from '#shared/testing/full.ts';

/** A film whose scenes are made one after another. */
const FILM = `<movie width="320" height="180" framerate="25">
  <scene duration="4s"><solid color="#204080"/><text content="\${name, you}" size="40"/></scene>
  <scene duration="\${length, 6}s"><solid color="#802040"/><text content="\${name, you}" size="60"/></scene>
</movie>`;

async function createProject(service: TestService, xml = FILM): Promise<string> {
  const project = await service.createProject();
  await service.client.call('createMovie', { parameters: { project, movie: 'film' }, query: {}, body: xml });
  return project;
}

async function linkTo(service: TestService, body: object): Promise<string> {
  const all = { movie: 'film', format: 'm3u8', ...body };
  const { path } = await service.client.call('createLink', { query: {}, body: all as never });
  return `${service.url}${path}`;
}

/** Requests a link until its playlist is ready. */
async function masterOf(url: string): Promise<{ readonly text: string; readonly response: Response }> {
  let response = await fetch(url);
  await waitUntil(async () => {
    if (response.status !== 202) return true;
    response = await fetch(url);
    return response.status !== 202;
  }, 60);
  return { text: await response.text(), response };
}

interface Playlist {
  readonly text: string;
  readonly init: string;
  /** The addresses of the segments. */
  readonly segments: readonly string[];
  readonly hasEnded: boolean;
}

/** Reads a media playlist according to RFC 8216. Throws for a playlist that breaks its rules. */
async function playlistOf(url: string): Promise<Playlist> {
  const response = await fetch(url);
  const text = await response.text();
  expect([url, response.status, response.headers.get('content-type')]).toEqual([
    url,
    200,
    'application/vnd.apple.mpegurl',
  ]);
  expect(response.headers.get('cache-control')).toContain('no-cache');
  const lines = text.trimEnd().split('\n');
  expect(lines[0]).toBe('#EXTM3U');
  const target = Number(/#EXT-X-TARGETDURATION:(\d+)/.exec(text)?.[1]);
  const seconds = [...text.matchAll(/#EXTINF:([\d.]+),/g)].map(([, each]) => Number(each));
  // "The EXTINF duration of each Media Segment, when rounded to the nearest integer, MUST be less than or equal to the
  // target duration" (4.3.3.1).
  for (const each of seconds) expect(Math.round(each)).toBeLessThanOrEqual(target);
  const segments = lines.filter((line) => !line.startsWith('#')).map((line) => new URL(line, url).href);
  expect(segments).toHaveLength(seconds.length);
  const init = required(/#EXT-X-MAP:URI="([^"]+)"/.exec(text)?.[1], 'a map');
  return { text, init: new URL(init, url).href, segments, hasEnded: lines.at(-1) === '#EXT-X-ENDLIST' };
}

/** Returns the playlists of the tracks in a master playlist. */
function tracksOf(master: string, url: string) {
  const sound = required(/TYPE=AUDIO.*URI="([^"]+)"/.exec(master)?.[1], 'a sound');
  const picture = required(master.trimEnd().split('\n').at(-1), 'a picture');
  return { picture: new URL(picture, url).href, sound: new URL(sound, url).href };
}

/** Loads files and records the digest of each address. An address must always have the same bytes. */
function createLoader() {
  const digests = new Map<string, string>();
  const nameOf = (url: string) => new URL(url).pathname;
  return {
    load: async (url: string): Promise<Buffer | null> => {
      const response = await fetch(url);
      if (response.status !== 200) return null;
      const bytes = Buffer.from(await response.arrayBuffer());
      const digest = createHash('sha256').update(bytes).digest('hex');
      expect(digests.get(nameOf(url)) ?? digest).toBe(digest);
      digests.set(nameOf(url), digest);
      expect(response.headers.get('cache-control')).toBe('public, max-age=86400, immutable');
      return bytes;
    },
    count: () => digests.size,
  };
}

async function decoded(input: string, map: string, filter: readonly string[] = []): Promise<string> {
  // The FFmpeg of the packages has no network. The one on PATH plays the stream.
  const parameters = [
    '-v',
    'error',
    '-i',
    input,
    '-map',
    map,
    ...filter,
    '-f',
    map === '0:v' ? 'framemd5' : 'md5',
    '-',
  ];
  const { stdout } = await promisify(execFile)('ffmpeg', parameters, { maxBuffer: 2 ** 28 });
  return stdout;
}

it('a streamed film has the frames and samples of its link', async () => {
  await using service = await openService();
  await using folder = await temporaryFolder();
  const url = await linkTo(service, { project: await createProject(service), values: { name: 'Ada' } });
  const { text, response } = await masterOf(url);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(text).toMatch(/CODECS="avc1\.[0-9a-f]{6},mp4a\.40\.2",RESOLUTION=320x180,FRAME-RATE=25\.000,AUDIO="sound"/);
  const tracks = tracksOf(text, url);
  const { load } = createLoader();
  const growths: string[][] = [];
  // Read the playlist each time it grows.
  await waitUntil(async () => {
    const picture = await playlistOf(tracks.picture);
    const before = growths.at(-1) ?? [];
    expect(picture.segments.slice(0, before.length)).toEqual(before);
    growths.push([...picture.segments]);
    for (const each of [picture.init, ...picture.segments]) expect(await load(each)).not.toBeNull();
    return picture.hasEnded;
  }, 60);
  const joined = async (kind: 'picture' | 'sound'): Promise<string> => {
    const { init, segments } = await playlistOf(tracks[kind]);
    const pieces = await Promise.all([init, ...segments].map(load));
    const path = join(folder.path, `${kind}.mp4`);
    await writeFile(path, Buffer.concat(pieces.map((piece) => required(piece, 'a segment'))));
    return path;
  };
  const [picture, sound] = [await joined('picture'), await joined('sound')];
  expect((await playlistOf(tracks.picture)).segments).toHaveLength(5);
  // FFmpeg reads the finished playlist with the same frames.
  expect(await decoded(tracks.picture, '0:v')).toBe(await decoded(picture, '0:v'));
  const whole = await service.client.call('readStorage', {});
  expect(whole.areas.find(({ name }) => name === 'links')).toMatchObject({ files: 1 });
  expect(
    (await decoded(picture, '0:v'))
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('#')),
  ).toHaveLength(250);
  expect(await decoded(sound, '0:a')).toContain('MD5=');
  // Each address contains the signature. A foreign signature opens no address.
  const foreign = tracks.picture.replace(/sig=./, (start) => (start === 'sig=A' ? 'sig=B' : 'sig=A'));
  expect((await fetch(foreign)).status).toBe(403);
  expect((await fetch(tracks.picture.replace('name=Ada', 'name=Eve'))).status).toBe(403);
  expect((await fetch(tracks.picture.replace(/&?sig=[^&]*/, ''))).status).toBe(401);
  expect((await fetch(tracks.picture.replace('picture.m3u8', 'picture-0-000000000000000000000000.m4s'))).status).toBe(
    404,
  );
  expect((await fetch(tracks.picture.replace('picture.m3u8', 'other.txt'))).status).toBe(404);
});

it('twenty visitors share one render and read the same files', async () => {
  await using service = await openService();
  const project = await createProject(service);
  const url = await linkTo(service, { project, values: { length: 20 } });
  const { load, count } = createLoader();
  const visit = async (): Promise<void> => {
    const { text } = await masterOf(url);
    const { picture } = tracksOf(text, url);
    await waitUntil(async () => (await playlistOf(picture)).hasEnded, 90);
    for (const segment of (await playlistOf(picture)).segments) expect(await load(segment)).not.toBeNull();
  };
  await Promise.all(Array.from({ length: 20 }, visit));
  expect(count()).toBe(11);
  expect(service.lines.filter((line) => line.includes('"render claimed"'))).toHaveLength(1);
});

it('the first request starts the film and shows a poster meanwhile', async () => {
  await using service = await openService();
  const url = await linkTo(service, { project: await createProject(service), values: { length: 30 } });
  const first = await fetch(url, { method: 'HEAD' });
  // The playlist appears after the first seconds, long before the film is finished.
  if (first.status !== 200) expect([first.status, first.headers.get('retry-after')]).toEqual([202, '1']);
  const json = await fetch(url, { headers: { accept: 'application/json' } });
  if (json.status === 202) expect(Object.keys(await json.json())).toContain('etaSeconds');
  expect((await masterOf(url)).response.status).toBe(200);
});

it('a player continues after the service was killed, with the same bytes', async () => {
  await using folder = await temporaryFolder();
  const first = await startServiceProcess(folder.path);
  const project = await first.createProject();
  await first.client.call('createMovie', { parameters: { project, movie: 'film' }, query: {}, body: FILM });
  const body = { movie: 'film', project, format: 'm3u8', values: { length: 60 } } as never;
  const { path } = await first.client.call('createLink', { query: {}, body });
  const before = tracksOf((await masterOf(`${first.url}${path}`)).text, `${first.url}${path}`).picture;
  const { load, count } = createLoader();
  const shown = (await playlistOf(before)).segments;
  for (const segment of shown) expect(await load(segment)).not.toBeNull();
  await first.kill();

  await using second = await startServiceProcess(folder.path);
  const moved = (url: string) => `${second.url}${new URL(url).pathname}${new URL(url).search}`;
  // The segments of the earlier playlist are available before the film is made again.
  expect((await playlistOf(moved(before))).segments.slice(0, shown.length)).toEqual(shown.map(moved));
  for (const segment of shown) expect(await load(moved(segment))).not.toBeNull();
  expect(count()).toBe(shown.length);
  await waitUntil(async () => (await playlistOf(moved(before))).hasEnded, 90);
  const all = await playlistOf(moved(before));
  expect(all.segments.slice(0, shown.length)).toEqual(shown.map(moved));
  for (const segment of all.segments) expect(await load(segment)).not.toBeNull();
  expect(count()).toBe(27);
});

it('a film that ends early after its first segments ends its playlist', async () => {
  await using service = await openService();
  const project = await createProject(service);
  const url = await linkTo(service, { project, values: { length: 200 } });
  const { picture } = tracksOf((await masterOf(url)).text, url);
  const { renders } = await service.client.call('listRenders', { parameters: { project }, query: {} });
  const { id } = required(renders[0], 'a render');
  await service.client.call('cancelRender', { parameters: { project, render: id } });
  await waitUntil(async () => (await playlistOf(picture)).hasEnded);
  const { segments } = await playlistOf(picture);
  for (const segment of segments) expect((await fetch(segment)).status).toBe(200);
  // The link itself reports the failure, as other links do.
  expect((await fetch(url)).status).toBeGreaterThanOrEqual(400);
});

full.test('a streamed film and its MP4 are separate films', async () => {
  await using service = await openService();
  const project = await createProject(service);
  const mp4 = await linkTo(service, { project, format: 'mp4' });
  await waitUntil(async () => (await fetch(mp4, { method: 'HEAD' })).status !== 202, 60);
  const etag = (await fetch(mp4)).headers.get('etag');
  const url = await linkTo(service, { project });
  const { picture } = tracksOf((await masterOf(url)).text, url);
  await waitUntil(async () => (await playlistOf(picture)).hasEnded, 60);
  expect((await fetch(mp4)).headers.get('etag')).toBe(etag);
  await expect(linkTo(service, { project, values: { 'film.maxbytes': '1MB' } })).rejects.toMatchObject({
    problem: { code: 'link/invalid' },
  });
  await service.client.call('emptyCache', { parameters: { area: 'links' } });
  expect((await fetch(url)).status).toBe(200);
});
