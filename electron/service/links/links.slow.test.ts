import { expect, it } from 'vitest';
import { createFilmProject, TINY_FILM } from '../jobs/testing/film-service.ts';
import { openService, type TestService } from '../testing/open-service.ts';
import { waitUntil } from '../testing/wait-until.ts';

const GREETING = `<movie width="64" height="64" framerate="10">
  <resources><variable name="color" type="color" default="#ff0000"/></resources>
  <scene duration="5"><video src="clip.mp4"/><solid color="\${color, #ff0000}"/></scene></movie>`;

it('works', async () => {
  await using service = await openService();
  const project = await createFilmProject(service.client);
  await service.client.call('createMovie', { parameters: { project, movie: 'greeting' }, query: {}, body: GREETING });
  const { url, path } = await service.client.call('createLink', { query: {}, body: { project, movie: 'greeting', values: { color: '#00ff00' } } });
  console.log(url);
  const first = await fetch(url, { headers: { accept: 'application/json' } });
  console.log(first.status, Object.fromEntries(first.headers), await first.text());
  const image = await fetch(url);
  console.log(image.status, Object.fromEntries(image.headers), (await image.arrayBuffer()).byteLength);
  await waitUntil(async () => (await fetch(url, { method: 'HEAD' })).status === 200, 30);
  const film = await fetch(url);
  console.log(film.status, Object.fromEntries(film.headers), (await film.arrayBuffer()).byteLength);
  console.log(await (await service.fetch(`/v1/renders/${project}`)).text());
  const jpg = await service.fetch(`/v1/render/${project}/greeting.png?frame=0.2s&width=32`);
  console.log(jpg.status, Object.fromEntries(jpg.headers));
});
