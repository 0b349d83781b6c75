import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, ProblemError } from '../../client/src/index.ts';

/** The walk of `docs/http-interface.md` with the TypeScript client. It makes each call at least once. */
export async function walk(options: { url: string; key: string; secret: string; root: string; folder: string }) {
  const client = createClient(options);
  const sample = (name: string) => path.join(options.root, 'examples', name);
  const { uid: project } = await client.projects.create({ name: 'walk' });
  await walkService();
  await walkProjects();
  await walkDesigns();
  await walkAssets();
  await walkUploads();
  await walkTemplates();
  await walkMedia();
  await walkRendering();
  await walkLinks();
  await walkBatches();
  await walkTables();
  await walkMachines();

  async function walkService() {
    await client.health();
    await client.service.readHealth();
    await client.service.readOpenApi();
    await (await client.service.readDocumentation()).text();
    await client.service.readAccess();
    await client.service.readStorage();
    await client.service.limitStorage({ body: { films: 40_000_000_000 } });
    await client.service.emptyCache({ area: 'views' });
    const events = await client.service.followEvents();
    await events.body?.cancel();
  }

  async function walkProjects() {
    await client.projects.rename({ project, body: { name: 'a walk' } });
    await client.projects.list();
    await client.projects.listMissing();
    await client.projects.open({ project });
    const copy = await client.projects.duplicate({ project, body: { name: 'a copy' } });
    const made = await client.projects.createSample({ language: 'de' });
    await client.projects.delete({ project: copy.uid });
    await client.projects.delete({ project: made.uid });
    await client.brand.save({ project, body: { colours: [{ name: 'Petal', value: '#d8342b', role: 'accent' }] } });
    await client.brand.read({ project });
  }

  async function walkDesigns() {
    const { designs } = await client.designs.list({ language: 'en' });
    const design = designs[0]?.name ?? '';
    await bytesOf(client.designs.readDesignPoster({ design, size: '9:16', values: '{"name": "Ada"}' }));
    await bytesOf(client.designs.readDesignPreview({ design }));
    await bytesOf(client.designs.readDesignTemplate({ design, size: '9:16' }));
    const card = (await client.projects.create({ name: 'card', design, size: '16:9' })).uid;
    const { movie } = await client.designs.use({ design, project: card, body: { size: '9:16' } });
    const body = { templates: [movie], title: 'Our card', category: 'people' } as const;
    await client.designs.save({ design: 'our-card', project: card, body });
    const bundle = await bytesOf(client.designs.read({ design: 'our-card' }));
    await client.designs.delete({ design: 'our-card' });
    await client.designs.create({ design: 'our-card', body: bundle });
    await client.designs.delete({ design: 'our-card' });
    await client.projects.delete({ project: card });
  }

  async function walkAssets() {
    await client.assets.replace({ project, name: 'sunset.mp4', body: await bytes('sunset.mp4') });
    await refusal('asset/exists', () => client.assets.create({ project, name: 'sunset.mp4', body: 'x' }));
    await client.assets.list({ project, limit: 100 });
    const part = await client.assets.read({ project, name: 'sunset.mp4' }, { headers: { range: 'bytes=0-9' } });
    expectEqual((await part.arrayBuffer()).byteLength, 10);
    await client.assets.create({ project, name: 'sky.mp4', body: await bytes('aurora.mp4') });
    await client.assets.rename({ project, name: 'sky.mp4', body: { name: 'aurora.mp4' } });
    await client.assets.tag({ project, name: 'aurora.mp4', body: { tags: ['sky', 'b-roll'] } });
    const { uid: to } = await client.projects.create({ name: 'other' });
    await client.assets.copy({ project, name: 'aurora.mp4', body: { to } });
    await client.projects.delete({ project: to });
    const trashed = async () => {
      await client.assets.delete({ project, name: 'aurora.mp4' });
      return (await client.assets.listTrash({ project })).assets[0]?.id ?? '';
    };
    await client.assets.restore({ project, id: await trashed() });
    await client.assets.deleteTrashed({ project, id: await trashed() });
    await client.assets.emptyTrash({ project });
  }

  async function walkUploads() {
    const content = await bytes('blossom.mp4');
    const half = Math.ceil(content.length / 2);
    const plan = { project, name: 'blossom.mp4', chunk_count: 2, chunk_size: half };
    const { upload_id: upload } = await client.uploads.start(plan);
    await client.uploads.writeChunk({ project, upload, chunk_id: 1, body: content.subarray(0, half) });
    await client.uploads.list({ project });
    expectEqual((await client.uploads.read({ project, upload })).missing.join(), '2');
    await client.uploads.writeChunk({ project, upload, chunk_id: 2, body: content.subarray(half) });
    await client.uploads.finish({ project, upload });
    const other = await client.uploads.start({ ...plan, name: 'other.mp4' });
    await client.uploads.abandon({ project, upload: other.upload_id });
    await client.upload(sample('mountains.mp4'), { project });
  }

  async function walkTemplates() {
    const body = await readFile(sample('greeting.xml'), 'utf8');
    await client.templates.save({ project, name: 'greeting', body }, { headers: { 'scenewright-author': 'walk' } });
    await client.templates.list({ project });
    expectEqual(await (await client.templates.read({ project, name: 'greeting', revision: 1 })).text(), body);
    await client.templates.listRevisions({ project, name: 'greeting' });
    await refusal('template/invalid', () => client.templates.save({ project, name: 'wrong', body: '<movie/>' }));
    const record = { dataSets: [{ name: 'short', values: { length: '1s' } }] };
    await client.templates.saveEditing({ project, name: 'greeting', body: record });
    await client.templates.readEditing({ project, name: 'greeting' });
    const table = { table: { columns: ['length'], rows: [['1s'], ['2s']] }, uses: ['length'] };
    await client.templates.saveBatchTable({ project, name: 'greeting', body: table });
    await client.templates.readBatchTable({ project, name: 'greeting' });
    await client.templates.save({ project, name: 'draft', body });
    await client.templates.delete({ project, name: 'draft' });
    await client.movies.listVariables({ project, movie: 'greeting' });
    const movie = await client.movies.read({ project, movie: 'greeting' });
    const xml = await client.open(
      'readMovie',
      { project, movie: 'greeting' },
      { headers: { accept: 'application/xml' } },
    );
    const text = await xml.text();
    await client.movies.create({ project, movie: 'first', body: movie });
    await client.movies.replace({ project, movie: 'first', body: text });
    await client.movies.create({ project, movie: 'second', body: text });
    await client.movies.list({ project });
    await client.movies.delete({ project, movie: 'first' });
    await client.movies.deleteMovies({ project, name: ['second'] });
    await client.movies.readMovieSchema();
  }

  async function walkMedia() {
    const source = { project, src: 'sunset.mp4' };
    await client.media.readMediaFacts(source);
    await bytesOf(client.media.readMediaFrame({ ...source, at: 1.5, width: 320 }));
    const poster = await bytesOf(client.media.readMediaPoster({ ...source, width: 320 }));
    await bytesOf(client.media.readMediaStrip({ ...source, count: 8, exact: false }));
    await client.media.readMediaWaveform({ ...source, perSecond: 20 });
    await bytesOf(client.media.readMediaOriginal(source));
    await client.assets.replace({ project, name: 'sunset.jpg', body: poster });
    await bytesOf(client.media.readMediaImage({ project, src: 'sunset.jpg' }));
    while ((await client.media.startMediaProxy(source)).state !== 'ready') await pause(200);
    await bytesOf(client.media.readMediaProxy(source));
  }

  async function walkRendering() {
    await client.rendering.listFormats();
    await client.rendering.listEncoders();
    await bytesOf(client.rendering.readFilmPoster({ project, movie: 'greeting' }));
    await bytesOf(client.rendering.renderFrame({ project, body: { movie: 'greeting', frame: '45', width: '320' } }));
    await client.rendering.measureLoudness({ project, body: { movie: 'greeting' } });
    const settings = { project, movie: 'greeting', quality: 'draft', variables: { length: '1s' } };
    const render = await client.render({ ...settings, name: 'packed', package: { poster: 'jpg', checksums: true } });
    await render.save(path.join(options.folder, 'film.mp4'));
    const { files, bytes: size } = await render.ended();
    expectEqual((await stat(path.join(options.folder, 'film.mp4'))).size, size);
    await bytesOf(client.rendering.readFilmFile({ project, render: render.id, file: files[0]?.name ?? '' }));
    await refusal('render/no-address', () => client.rendering.readFilmAddress({ project, render: render.id }));
    await client.rendering.listOutdated({ project });
    await client.rendering.renderAgain({ project, render: render.id });
    const long = await client.render({ ...settings, variables: { length: '900s' } });
    await client.rendering.read({ project, render: long.id });
    await bytesOf(client.rendering.readRenderFrame({ project, render: long.id, width: 320 }));
    await client.rendering.renderNext({ project, render: long.id });
    await long.cancel();
    await client.rendering.retry({ project, render: long.id });
    await client.rendering.cancel({ project, render: long.id });
    await refusal('render/cancelled', () => long.ended());
    await client.rendering.listAllRenders({ limit: 10, batches: false });
    await client.rendering.list({ project });
    await client.rendering.forgetRenders({ project });
    await refusal('render/not-found', () => client.rendering.read({ project, render: long.id }));
  }

  async function walkLinks() {
    await client.links.create({
      body: { project, movie: 'greeting', values: { length: '1s' }, expires: 4_000_000_000 },
    });
    const film = { project, film: 'greeting.jpg', length: '2s', frame: '0.5s', width: '320' };
    await bytesOf(client.links.readLinkedFilm(film));
    const stream = { project, film: 'greeting.m3u8', length: '1s' };
    const playlist = { ...stream, part: 'picture.m3u8' };
    let text = '';
    while (!text.startsWith('#EXTM3U'))
      text = new TextDecoder().decode(await bytesOf(client.links.readLinkedFilm(stream)));
    await bytesOf(client.links.readFilmStream(playlist));
    await client.links.setLinkAddress({ body: { address: 'https://films.example.com' } });
    await client.links.readLinkAddress();
    await client.links.setLinkAddress({ body: { address: null } });
  }

  async function walkBatches() {
    const batch = await client.batch({
      project,
      movie: 'greeting',
      format: 'gif',
      quality: 'draft',
      filename: 'hello-${index}.gif',
      rows: [{ length: '4' }, { length: '5', place: 'blossom.mp4' }],
    });
    const { id } = batch;
    await client.batches.pause({ project, batch: id });
    await client.batches.resume({ project, batch: id });
    const names: string[] = [];
    for await (const row of batch.rows()) names.push(row.filename);
    expectEqual(names.sort().join(), 'hello-1.gif,hello-2.gif');
    await batch.ended();
    await client.batches.read({ project, batch: id });
    await client.batches.listAllBatches();
    await client.batches.list({ project });
    await client.batches.readManifest({ project, batch: id });
    await refusal('render/not-retryable', () => client.batches.retry({ project, batch: id }));
    await bytesOf(client.batches.readFilms({ project, of: id, name: 'greetings' }));
    await client.batches.again({ project, batch: id, rows: '2' });
    await client.batches.cancel({ project, batch: id });
  }

  async function walkTables() {
    await client.assets.replace({ project, name: 'people.csv', body: 'id,length\na,4\nb,5\n' });
    const body = { name: 'People', movie: 'greeting', source: { kind: 'asset' as const, name: 'people.csv' } };
    const { id, etag } = await client.tables.createLiveTable({ project, body });
    await client.tables.listLiveTables({ project });
    await client.tables.readLiveTableNow({ project, table: id, dry: true });
    const changed = { ...body, format: 'gif' };
    await client.tables.changeLiveTable({ project, table: id, body: changed }, { headers: { 'if-match': etag } });
    await client.tables.readLiveTableNow({ project, table: id });
    await client.tables.listLiveRows({ project, table: id, limit: 10 });
    await client.tables.pauseLiveTable({ project, table: id });
    await client.tables.resumeLiveTable({ project, table: id });
    await refusal('table/no-guard', () => client.tables.applyLiveTable({ project, table: id }));
    await client.tables.readLiveTable({ project, table: id });
    await client.tables.deleteLiveTable({ project, table: id });
  }

  async function walkMachines() {
    await client.fonts.list();
    await client.fonts.addFonts({ package: 'cjk' }).catch(() => null);
    await client.fonts.removeFonts({ package: 'cjk' }).catch(() => null);
    await refusal('fonts/not-found', () => client.fonts.read({ package: 'cjk', sha256: '0'.repeat(64) }));
    await client.farm.read();
    await client.farm.readFarmSettings();
    const farm = { queue: 'redis://127.0.0.1:9', store: options.folder };
    await client.farm.check({ body: { farm } });
    await client.farm.changeFarmSettings({ body: { farm } });
    await client.farm.changeFarmSettings({ body: { farm: null } });
    expectEqual((await (await client.farm.readMetrics()).text()).includes('scenewright_renders_queued'), true);
    await client.publishing.listClusters();
    await client.publishing.publishProject({ project, cluster: 'local' });
    await client.publishing.listPublished({ cluster: 'local' });
    const bundle = await bytesOf(client.bundles.read({ project }));
    const again = await client.bundles.createFromBundle({ body: bundle });
    await client.projects.delete({ project: again.uid });
    await client.projects.delete({ project });
  }

  async function bytes(name: string): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await readFile(sample(name)));
  }
}

async function bytesOf(answer: Promise<Response>): Promise<Uint8Array<ArrayBuffer>> {
  const content = new Uint8Array(await (await answer).arrayBuffer());
  expectEqual(content.length > 0, true);
  return content;
}

async function refusal(code: string, action: () => Promise<unknown>): Promise<void> {
  const error: unknown = await action().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expectEqual(error instanceof ProblemError ? error.code : String(error), code);
}

function expectEqual(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`Expected ${String(expected)}, got ${String(actual)}.`);
}
