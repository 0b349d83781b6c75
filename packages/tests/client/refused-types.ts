import type { Client } from '../../client/src/index.ts';

/** Programs that the types refuse. The type check fails if one of them becomes valid. */
export async function refusedPrograms(client: Client): Promise<void> {
  // @ts-expect-error The name of the project is missing.
  await client.projects.create({});
  // @ts-expect-error The answer has no such field.
  (await client.projects.list()).project;
  // @ts-expect-error No design has this language.
  await client.designs.list({ language: 'fr' });
  // @ts-expect-error The call does not use this header.
  await client.assets.delete({ project: 'p', name: 'a' }, { headers: { range: 'bytes=0-1' } });
  // @ts-expect-error A batch needs rows.
  await client.batch({ project: 'p', movie: 'm', filename: 'a' });
  // @ts-expect-error The service has no such area.
  await client.service.emptyCache({ area: 'media' });
  // @ts-expect-error The width of a frame is a number.
  await client.media.readMediaFrame({ project: 'p', src: 'a.mp4', width: '320' });
  for await (const event of client.events()) {
    // @ts-expect-error Only progress has this field.
    if (event.type === 'render.changed') event.data.etaSeconds;
  }
}
