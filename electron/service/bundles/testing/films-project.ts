import type { TestService } from '#service/testing/open-service.ts';

export const filmXml = (note = '') =>
  `<movie width="64" height="36" framerate="25">\r\n  <!-- ${note} -->\r\n  <scene duration="10"><video src="a"/></scene>\n</movie>`;

/** Makes a project with all kinds of content and unusual names. */
export async function makeFilmsProject(service: TestService, name: string): Promise<string> {
  const { client } = service;
  const project = await service.createProject(name);
  const asset = (file: string, body: string | Uint8Array, type?: string) =>
    client.call('createAsset', {
      parameters: { project, name: file },
      body,
      ...(type !== undefined && { headers: { 'content-type': type } }),
    });
  await asset('Ein schöner Tag – 日本 🎬.mp4', new Uint8Array(3_000_000).fill(7));
  await asset('empty', '');
  await asset('manifest.json', '{"a": 1}');
  await asset('notes', 'some text', 'text/x-notes; charset=utf-8');
  await asset('same bytes', 'some text');
  await client.call('tagAsset', { parameters: { project, name: 'notes' }, body: { tags: ['Été', 'b-roll'] } });
  const save = (template: string, body: string | Uint8Array) => service.saveTemplate(project, template, body);
  await save('Eröffnung', filmXml('first'));
  await save('Eröffnung', `\uFEFF${filmXml('näher')}`);
  await save('wide', Buffer.from(`\uFEFF${filmXml('UTF-16')}`, 'utf16le'));
  await client.call('saveEditing', {
    parameters: { project, name: 'Eröffnung' },
    body: { dataSets: [{ name: 'Längster Name', values: { name: 'Ägidius' } }], 2: 'b', 1: 'a' },
  });
  await client.call('saveBatchTable', {
    parameters: { project, name: 'Eröffnung' },
    body: { name: 'Gäste.csv', table: { columns: ['name'], rows: [['Ägidius'], ['']] }, left: [1], later: { a: 1 } },
  });
  await client.call('saveBrand', {
    parameters: { project },
    body: { colours: [{ name: 'Blüte', value: '#d8342b', role: 'accent' }], music: { asset: 'gone.mp3' } },
  });
  // Make a movie without a template, and a template whose movie is deleted.
  await client.call('createMovie', { parameters: { project, movie: 'only a movie' }, body: filmXml('movie') });
  await client.call('deleteMovie', { parameters: { project, movie: 'wide' } });
  return project;
}

/** Returns the content of a project without its times. */
export async function contentOf({ client }: TestService, project: string) {
  const parameters = { project };
  const untimed = <Each extends object>(list: readonly Each[]) =>
    list.map((item) => ({ ...item, createdAt: null, updatedAt: null, media: null, revision: null }));
  const textOf = async (answer: Promise<Response>) => Buffer.from(await (await answer).arrayBuffer()).toString('hex');
  const { assets } = await client.call('listAssets', { parameters });
  const { movies } = await client.call('listMovies', { parameters });
  const { templates } = await client.call('listTemplates', { parameters });
  return {
    brand: await client.call('readBrand', { parameters }),
    assets: untimed(assets),
    movies: untimed(movies),
    templates: untimed(templates),
    bytes: await Promise.all(
      assets.map(({ name }) => textOf(client.open('readAsset', { parameters: { project, name } }))),
    ),
    movieTexts: await Promise.all(
      movies.map(({ name: movie }) =>
        textOf(client.open('readMovie', { parameters: { project, movie }, headers: { accept: 'application/xml' } })),
      ),
    ),
    templateTexts: await Promise.all(
      templates.map(({ name }) =>
        textOf(client.open('readTemplate', { parameters: { region: 'local', project, name } })),
      ),
    ),
    editing: await Promise.all(
      templates.map(({ name }) => textOf(client.open('readEditing', { parameters: { project, name } }))),
    ),
    tables: await Promise.all(
      templates.map(({ name }) => textOf(client.open('readBatchTable', { parameters: { project, name } }))),
    ),
  };
}
