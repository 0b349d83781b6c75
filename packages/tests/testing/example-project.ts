import type { TestService } from '#service/testing/open-service.ts';
import { scale } from '#shared/testing/scale.ts';
import { createClient } from '../../client/src/index.ts';

/** The number of films of the example with a table. */
export const TABLE_FILMS = scale === 'full' ? 100 : 16;

const TINY = `<movie width="64" height="36" framerate="10" background="#203040">
  <scene duration="0.2s"><text content="\${name, friend}" size="12"/></scene>
</movie>`;

/** Creates a project with the movie `tiny`, whose variable `name` is a text, and returns its uid. */
export async function exampleProject(service: Pick<TestService, 'url' | 'credentials'>): Promise<string> {
  const client = createClient({ url: service.url, ...service.credentials });
  const { uid } = await client.projects.create({ name: 'examples' });
  await client.templates.save({ project: uid, name: 'tiny', body: TINY });
  return uid;
}
