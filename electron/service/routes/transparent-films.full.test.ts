import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodeRgbaPng } from '#service/testing/decode-png.ts';
import { ffmpeg } from '#service/testing/make-media.ts';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { scale } from '#shared/testing/scale.ts';

const ROWS = scale === 'full' ? 100 : 16;

const LOWER_THIRD = `<movie width="160" height="90" framerate="25" background="transparent" matte="#336699">
  <scene duration="6"><solid color="#c8102e" width="60%" height="30%" position="0, 20"/>
    <text content="\${name, Ada}" size="14" position="0, 20"/></scene>
</movie>`;

async function opened() {
  const service = await openService();
  const project = await service.createProject('alpha');
  await service.saveTemplate(project, 'third', LOWER_THIRD);
  return { service, project, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

/** Requests a link until its film is ready. Returns the film. */
async function filmByLink(service: TestService, project: string, format: string): Promise<Buffer> {
  const path = `/v1/render/${project}/third.${format}`;
  await waitUntil(async () => (await service.fetch(path, { method: 'HEAD' })).status !== 202, 60);
  return Buffer.from(await (await service.fetch(path)).arrayBuffer());
}

/** Returns red, green, blue, and opacity of the upper left pixel of a picture. */
async function corner(bytes: Buffer, folder: string, decoder: readonly string[] = []): Promise<readonly number[]> {
  const path = join(folder, 'picture');
  await writeFile(path, bytes);
  const first = ['-vf', 'format=rgba,crop=1:1:0:0', '-frames:v', '1', '-f', 'rawvideo', '-'];
  return [...(await ffmpeg(...decoder, '-i', path, ...first))];
}

const MATTE = [0x33, 0x66, 0x99, 255] as const;

test('links keep opacity, and pictures without opacity show the matte', async () => {
  await using folder = await temporaryFolder();
  await using world = await opened();
  const { service, project } = world;
  const png = await service.fetch(`/v1/render/${project}/third.png?frame=2`);
  const { pixels } = decodeRgbaPng(new Uint8Array(await png.arrayBuffer()));
  expect([pixels[3], pixels[4 * (160 * 65 + 80) + 3]]).toEqual([0, 255]);
  const jpeg = await service.fetch(`/v1/render/${project}/third.jpg?frame=2`);
  for (const [part, value] of (await corner(Buffer.from(await jpeg.arrayBuffer()), folder.path)).entries())
    expect(Math.abs(value - (MATTE[part] ?? 0))).toBeLessThanOrEqual(4);
  const webm = await corner(await filmByLink(service, project, 'webm'), folder.path, ['-c:v', 'libvpx-vp9']);
  const apng = await corner(await filmByLink(service, project, 'apng'), folder.path);
  // Allow a tolerance, because VP9 is lossy.
  expect(webm[3]).toBeLessThanOrEqual(2);
  expect(apng[3]).toBe(0);
});

test('the thumbnail of a render lies over the matte', async () => {
  await using folder = await temporaryFolder();
  await using world = await opened();
  const { service, project } = world;
  const body = new URLSearchParams({ movie: 'third', format: 'apng', quality: 'draft' });
  const answer = await service.fetch(`/v1/render/local/${project}`, { method: 'POST', body });
  const { id } = (await answer.json()) as { readonly id: string };
  const thumbnail = await service.fetch(`/v1/renders/${project}/${id}/frame?width=80`);
  const pixel = await corner(Buffer.from(await thumbnail.arrayBuffer()), folder.path);
  for (const [part, value] of pixel.entries()) expect(Math.abs(value - (MATTE[part] ?? 0))).toBeLessThanOrEqual(4);
});

test('the list of formats states whether a format keeps opacity', async () => {
  await using world = await opened();
  const { formats } = await world.service.client.call('listFormats', {});
  const names = formats.filter(({ alpha }) => alpha === 'kept').map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['webm', 'mov', 'apng', 'webp', 'pngs']));
  expect(formats.find(({ name }) => name === 'mp4')?.alpha).toBe('none');
});

test('a batch makes lower thirds with opacity', { timeout: 600_000 }, async () => {
  await using folder = await temporaryFolder();
  await using world = await opened();
  const { service, project } = world;
  const rows = Array.from({ length: ROWS }, (_, row) => ({ name: `Person ${row}` }));
  const body = JSON.stringify({ movie: 'third', format: 'apng', quality: 'draft', filename: '${index}', rows });
  const headers = { 'content-type': 'application/json' };
  const answer = await service.fetch(`/v1/batches/local/${project}`, { method: 'POST', body, headers });
  const { id } = (await answer.json()) as { readonly id: string };
  const read = () => service.client.call('readBatch', { parameters: { project, batch: id }, query: {} });
  const hasEnded = async () => (await read()).rows.every(({ state }) => state === 'succeeded' || state === 'failed');
  await waitUntil(hasEnded, 500);
  const films = (await read()).rows;
  expect(films.map(({ state }) => state)).toEqual(rows.map(() => 'succeeded'));
  for (const { render } of films) {
    const film = await service.fetch(`/v1/renders/${project}/${render}/film`);
    expect((await corner(Buffer.from(await film.arrayBuffer()), folder.path))[3]).toBe(0);
  }
});
