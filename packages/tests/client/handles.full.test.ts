import { expect, test } from 'vitest';
import { openService } from '#service/testing/open-service.ts';
import { createClient } from '../../client/src/index.ts';
import { exampleProject } from '../testing/example-project.ts';

test('progress ends with the film, with and without events', async () => {
  await using service = await openService();
  const project = await exampleProject(service);
  const client = createClient({ url: service.url, ...service.credentials });
  // A proxy in front of the service can refuse the stream of events.
  const polling = createClient({
    url: service.url,
    ...service.credentials,
    fetch: async (url, request) =>
      String(url).endsWith('/v1/events') ? new Response(null, { status: 403 }) : await fetch(url, request),
  });
  for (const each of [client, polling]) {
    const render = await each.render({ project, movie: 'tiny', quality: 'draft' });
    const states: string[] = [];
    for await (const { state } of render.progress()) states.push(state);
    expect(states.at(-1)).toBe('succeeded');
    const again = each.openRender({ project, id: render.id });
    expect((await new Response(await again.film()).arrayBuffer()).byteLength).toBe((await again.ended()).bytes);
  }
});

test('a film that fails throws the code of its failure', async () => {
  await using service = await openService();
  const project = await exampleProject(service);
  const client = createClient({ url: service.url, ...service.credentials });
  const render = await client.render({ project, movie: 'tiny', variables: { length: '1s' }, maxbytes: '1000' });
  await expect(render.ended()).rejects.toMatchObject({ name: 'ProblemError', code: 'format/size-target' });
  const starting = client.render({ project, movie: 'no-such' });
  await expect(starting).rejects.toMatchObject({ code: 'movie/not-found' });
});
