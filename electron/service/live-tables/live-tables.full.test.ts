import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { loopbackServer } from '#service/testing/loopback-server.ts';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { xlsxBytes } from '../tables/testing/workbook-bytes.ts';

const MOVIE =
  '<movie width="64" height="64" framerate="10"><scene duration="5"><solid color="${color}"/></scene></movie>';
const CSV = 'id,color\na,#110000\nb,#220000\nc,#330000\n';

/** Returns the calls of one project with the movie `card`. */
async function project(service: TestService) {
  const uid = await service.createProject();
  const { client } = service;
  const parameters = { project: uid };
  await client.call('createMovie', { parameters: { project: uid, movie: 'card' }, body: MOVIE });
  const at = (table: string) => ({ parameters: { project: uid, table } });
  return {
    uid,
    create: (source: object, settings = {}, start = true) =>
      client.call('createLiveTable', {
        parameters,
        query: { start },
        body: { name: 'People', movie: 'card', quality: 'draft', source, ...settings } as never,
      }),
    read: (table: string) => client.call('readLiveTable', at(table)),
    rows: async (table: string) => (await client.call('listLiveRows', at(table))).rows,
    apply: (table: string) => client.call('applyLiveTable', at(table)),
    preview: (table: string) => client.call('readLiveTableNow', { ...at(table), query: { dry: true } }),
    pause: (table: string) => client.call('pauseLiveTable', at(table)),
    resume: (table: string) => client.call('resumeLiveTable', at(table)),
    remove: (table: string) => client.call('deleteLiveTable', at(table)),
    /** Waits until the state of a table meets the condition. */
    until: async (table: string, isReady: (state: Awaited<ReturnType<typeof read>>) => boolean) => {
      await waitUntil(async () => isReady(await client.call('readLiveTable', at(table))), 60);
      return await client.call('readLiveTable', at(table));
    },
  };
  function read(table: string) {
    return client.call('readLiveTable', at(table));
  }
}

test('an asset becomes films; a changed row makes only its film again', { timeout: 120_000 }, async () => {
  await using service = await openService();
  const { uid, create, until, rows, preview } = await project(service);
  await service.putAsset(uid, 'people.csv', CSV);
  const { id } = await create({ kind: 'asset', name: 'people.csv' });
  const first = await until(id, ({ counts }) => counts.current === 3);
  expect(first).toMatchObject({
    state: 'watching',
    keyColumn: 'id',
    lastReading: { number: 1, added: 3 },
    guard: null,
    places: { sheet: null, columns: { id: 1, color: 2 } },
  });
  const before = await rows(id);
  expect(before.map(({ key, filename, line }) => [key, filename, line])).toEqual([
    ['a', 'a.mp4', 2],
    ['b', 'b.mp4', 3],
    ['c', 'c.mp4', 4],
  ]);

  await service.putAsset(uid, 'people.csv', 'id,color\nc,#330000\nnew,#440000\na,#110000\nb,#00ff00\n');
  await until(id, ({ counts, lastReading }) => counts.current === 4 && lastReading?.number === 2);
  const after = await rows(id);
  const renderOf = (all: typeof after, key: string) => all.find((row) => row.key === key)?.render;
  expect(after.map(({ key }) => key)).toEqual(['c', 'new', 'a', 'b']);
  for (const key of ['a', 'c']) expect(renderOf(after, key)).toBe(renderOf(before, key));
  expect(renderOf(after, 'b')).not.toBe(renderOf(before, 'b'));
  const { batches } = await service.client.call('listBatches', { parameters: { project: uid } });
  expect(batches.map(({ counts }) => counts.total)).toEqual([2, 3]);
  expect(await preview(id)).toMatchObject({ applied: false, added: [], changed: [], removed: [], same: 4 });

  await service.client.call('replaceMovie', {
    parameters: { project: uid, movie: 'card' },
    body: MOVIE.replace('duration="5"', 'duration="6"'),
  });
  await waitUntil(async () => {
    const all = await rows(id);
    return all.every((row) => row.state === 'current' && row.render !== renderOf(after, row.key));
  }, 60);
});

test('a reading while films finish does not make them again', { timeout: 120_000 }, async () => {
  await using service = await openService();
  const { uid, create, read } = await project(service);
  // Films finish while the large table is read.
  const unused = 'x'.repeat(30_000);
  const lines = Array.from({ length: 60 }, (_, at) => `r${at},#1100${(at % 12) + 10},${unused}\n`).join('');
  await service.putAsset(uid, 'people.csv', `id,color,unused\n${lines}`);
  const { id } = await create({ kind: 'asset', name: 'people.csv' }, {}, false);
  for (;;) {
    await service.client.call('readLiveTableNow', { parameters: { project: uid, table: id }, query: { dry: false } });
    if ((await read(id)).counts.current === 60) break;
  }
  expect((await read(id)).lastReading?.number).toBe(1);
  const { batches } = await service.client.call('listBatches', { parameters: { project: uid } });
  expect(batches.map(({ counts }) => counts.total)).toEqual([60]);
});

test("a guard stops a table's changes until a person applies them", { timeout: 120_000 }, async () => {
  await using service = await openService();
  const { uid, create, until, read, rows, apply, resume } = await project(service);
  await service.putAsset(uid, 'people.csv', CSV);
  const { id } = await create({ kind: 'asset', name: 'people.csv' });
  await until(id, ({ counts }) => counts.current === 3);
  await service.putAsset(uid, 'people.csv', 'id,farbe\na,#110000\n');
  const held = await until(id, ({ state }) => state === 'guarded');
  expect(held).toMatchObject({ guard: { kind: 'columns', columns: ['color'] }, counts: { rows: 3, current: 3 } });
  await service.putAsset(uid, 'people.csv', 'id,color\n');
  await until(id, ({ guard }) => guard?.kind === 'removed');
  await resume(id);
  expect(await until(id, ({ state }) => state === 'watching')).toMatchObject({ guard: null, counts: { rows: 3 } });

  const many = Array.from({ length: 8 }, (_, at) => `r${at},#110000\n`).join('');
  await service.putAsset(uid, 'people.csv', `id,color\na,#110000\nb,#220000\nc,#330000\n${many}`);
  await until(id, ({ counts }) => counts.current === 11);
  await service.putAsset(uid, 'people.csv', 'id,color\na,#110000\n');
  await until(id, ({ guard }) => guard?.kind === 'removed' && guard.of === 11);
  const applied = await apply(id);
  expect(applied).toMatchObject({ state: 'watching', guard: null, counts: { rows: 1, removed: 10 } });
  expect((await rows(id)).filter(({ state }) => state === 'removed').every(({ url }) => url !== null)).toBe(true);

  await service.putAsset(uid, 'people.csv', 'id,color\n');
  await until(id, ({ guard }) => guard?.kind === 'removed' && guard.of === 1);
  expect(await apply(id)).toMatchObject({ state: 'watching', guard: null, counts: { rows: 0, removed: 11 } });
  const { readings } = await read(id);
  expect(readings.map(({ guard, made }) => (guard === null ? made : guard.kind))).toEqual([
    0,
    'removed',
    0,
    'removed',
    8,
    'removed',
    'columns',
    3,
  ]);
});

test('a pause cancels the waiting films, and the next reading requests them', { timeout: 120_000 }, async () => {
  await using service = await openService();
  const { uid, create, until, rows, pause, resume } = await project(service);
  const lines = Array.from({ length: 12 }, (_, at) => `r${at},#1100${at + 10}\n`).join('');
  await service.putAsset(uid, 'people.csv', `id,color\n${lines}`);
  const { id } = await create({ kind: 'asset', name: 'people.csv' });
  await until(id, ({ counts }) => counts.current > 0);
  await pause(id);
  const paused = await until(id, ({ counts }) => counts.rendering === 0);
  expect(paused).toMatchObject({ state: 'paused', counts: { rows: 12, failed: 0 } });
  expect(paused.counts.waiting).toBeGreaterThan(0);
  expect((await rows(id)).filter(({ state }) => state === 'waiting').map(({ render }) => render)).toEqual(
    Array.from({ length: paused.counts.waiting }, () => null),
  );
  await resume(id);
  await until(id, ({ counts }) => counts.current === 12);
});

test('columns without a variable and refused cells are explained with the names of the table', async () => {
  await using service = await openService();
  const { uid, create, until, rows, read } = await project(service);
  const declared = MOVIE.replace('<scene', '<resources><variable name="color" type="color"/></resources><scene');
  await service.client.call('createMovie', { parameters: { project: uid, movie: 'strict' }, body: declared });
  await service.putAsset(uid, 'shop.csv', 'sku,shade\na,#110000\nb,dark\n');
  const columns = { shade: 'color' };
  const { id } = await create({ kind: 'asset', name: 'shop.csv' }, { movie: 'strict', columns });
  await until(id, ({ counts }) => counts.current === 1 && counts.failed === 1);
  const [, refused] = await rows(id);
  expect(refused).toMatchObject({ line: 3, reason: 'live/cell', values: { column: 'shade' } });
  expect(refused?.error).toMatch(/^Column “shade”: /);

  const greeting = MOVIE.replace('<solid color="${color}"/>', '<text content="${title, Hello}"/>');
  await service.client.call('createMovie', { parameters: { project: uid, movie: 'greeting' }, body: greeting });
  const { id: unfilled } = await create({ kind: 'asset', name: 'shop.csv' }, { movie: 'greeting' });
  await until(unfilled, ({ lastReading }) => lastReading !== null);
  expect((await read(unfilled)).notes.map(({ reason }) => reason)).toEqual(['batch/no-column']);
});

const LIST_MOVIE = `<movie width="64" height="64" framerate="10"><resources><variable name="goods" type="list">
  <field name="color" type="color" default="#000000"/></variable></resources>
  <scene each="\${goods}" as="good" duration="1"><solid color="\${good.color}"/></scene>
  <scene duration="1"><solid color="#ffffff"/></scene></movie>`;
const ORDERS = 'id,name\na,Ann\nb,Ben\n';

test('lists come from a sheet, an asset, or a file with their name', { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder();
  const inFolder = (name: string) => join(folder.path, name);
  await using service = await openService({ tablesFolder: folder.path });
  const { uid, create, until, rows, read } = await project(service);
  await service.client.call('createMovie', { parameters: { project: uid, movie: 'order' }, body: LIST_MOVIE });
  const goods = [
    ['id', 'color'],
    ['b', '#220000'],
    ['a', '#110000'],
    ['b', '#330000'],
    ['z', '#440000'],
  ];
  const text = (lines: readonly (readonly string[])[]) => lines.map((cells) => cells.join(',')).join('\n');
  const sheets = (second: typeof goods) => [
    {
      name: 'Orders',
      rows: ORDERS.trim()
        .split('\n')
        .map((line) => line.split(',')),
    },
    { name: 'Goods', rows: second, state: 'hidden' as const },
  ];
  await service.putAsset(uid, 'orders.xlsx', xlsxBytes({ sheets: sheets(goods) }));
  await service.putAsset(uid, 'orders.csv', ORDERS);
  await service.putAsset(uid, 'orders.goods.csv', text(goods));
  await writeFile(inFolder('orders.csv'), ORDERS);
  await writeFile(inFolder('orders.goods.csv'), text(goods));
  const sources = [
    ['asset', 'orders.xlsx'],
    ['asset', 'orders.csv'],
    ['file', 'orders.csv'],
  ] as const;
  const tables: string[] = [];
  for (const [kind, name] of sources) tables.push((await create({ kind, name }, { movie: 'order' })).id);
  const itemsOf = async (table: string) =>
    (await rows(table)).map(({ cells }) =>
      JSON.parse(cells['goods'] ?? '').map(({ color }: { color: string }) => color),
    );
  for (const table of tables) {
    await until(table, ({ counts }) => counts.current === 2);
    expect(await itemsOf(table)).toEqual([['#110000'], ['#220000', '#330000']]);
    expect((await read(table)).notes).toMatchObject([{ reason: 'batch/unmatched-rows', values: { rows: [4] } }]);
  }
  const before = await Promise.all(tables.map(rows));
  const fewer = goods.slice(0, 3);
  await service.putAsset(uid, 'orders.xlsx', xlsxBytes({ sheets: sheets(fewer) }));
  await service.putAsset(uid, 'orders.goods.csv', text(fewer));
  await writeFile(inFolder('orders.goods.csv'), text(fewer));
  for (const [at, table] of tables.entries()) {
    await until(table, ({ lastReading, counts }) => lastReading?.number === 2 && counts.current === 2);
    expect(await itemsOf(table)).toEqual([['#110000'], ['#220000']]);
    const renders = (await rows(table)).map(({ render }) => render);
    expect(renders.map((render, row) => render === before[at]?.[row]?.render)).toEqual([true, false]);
  }
  // The films of a table whose list is missing must not change.
  await rm(inFolder('orders.goods.csv'));
  await until(tables[2] ?? '', ({ guard }) => guard?.kind === 'columns' && guard.columns[0] === 'goods');
  await writeFile(inFolder('orders.goods.csv'), 'id,color\n');
  await until(tables[2] ?? '', ({ lastReading, guard }) => guard === null && lastReading?.number === 3);
  expect(await itemsOf(tables[2] ?? '')).toEqual([[], []]);
});

test('a row with an error fails alone, and a restart continues', { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder();
  const workspace = join(folder.path, 'workspace');
  let table = '';
  let uid = '';
  {
    await using service = await openService({ workspace });
    const opened = await project(service);
    uid = opened.uid;
    await service.putAsset(uid, 'people.csv', 'id,color\na,#110000\nb,nonsense\n');
    table = (await opened.create({ kind: 'asset', name: 'people.csv' })).id;
    await opened.until(table, ({ counts }) => counts.current === 1 && counts.failed === 1);
    const [, failed] = await opened.rows(table);
    expect(failed).toMatchObject({ key: 'b', state: 'failed', error: expect.stringContaining('color') });
  }
  await using service = await openService({ workspace });
  await service.putAsset(uid, 'people.csv', 'id,color\na,#110000\nb,#220000\n');
  await waitUntil(async () => {
    const { counts } = await service.client.call('readLiveTable', { parameters: { project: uid, table } });
    return counts.current === 2;
  }, 60);
});

test('a film is linked to its row before it is queued', { timeout: 120_000 }, async () => {
  await using service = await openService();
  const { uid, create, until, rows } = await project(service);
  await service.putAsset(uid, 'people.csv', CSV);
  // If a crash could part the two steps, the next start would make the film again.
  {
    using database = new DatabaseSync(join(service.workspace, 'db.sqlite'));
    database.exec(`CREATE TRIGGER only_linked BEFORE UPDATE OF state ON render WHEN NEW.state = 'queued'
      AND NOT EXISTS (SELECT 1 FROM live_row WHERE live_row.render = NEW.id)
      BEGIN SELECT RAISE(ABORT, 'not linked'); END`);
  }
  const { id } = await create({ kind: 'asset', name: 'people.csv' });
  await until(id, ({ counts }) => counts.current === 3);
  expect((await rows(id)).map(({ key }) => key)).toEqual(['a', 'b', 'c']);
});

test('only files in the folder of tables are watched', { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, 'tables'));
  await writeFile(join(folder.path, 'tables', 'people.csv'), CSV);
  // The name looks like a list of the table, but it is a folder.
  await mkdir(join(folder.path, 'tables', 'people.old.csv'));
  await writeFile(join(folder.path, 'secret.csv'), CSV);
  await symlink(join(folder.path, 'secret.csv'), join(folder.path, 'tables', 'link.csv'));
  await using service = await openService({ tablesFolder: join(folder.path, 'tables') });
  const { create, until } = await project(service);
  await symlink(folder.path, join(folder.path, 'tables', 'up'));
  for (const name of ['../secret.csv', join(folder.path, 'secret.csv'), 'link.csv', 'up/secret.csv'])
    await expect(create({ kind: 'file', name })).rejects.toMatchObject({ problem: { code: 'table/source' } });
  const { id } = await create({ kind: 'file', name: 'people.csv' });
  await until(id, ({ counts }) => counts.current === 3);
  await writeFile(join(folder.path, 'tables', 'people.csv'), CSV.replace('#330000', '#330033'));
  await until(id, ({ counts, lastReading }) => lastReading?.number === 2 && counts.current === 3);
});

test('no answer, event, or log contains the header of an address', { timeout: 120_000 }, async () => {
  await using server = await loopbackServer((request, response) => {
    if (request.headers.authorization !== 'Bearer s3cret') response.writeHead(401).end();
    else response.end(CSV);
  });
  await using service = await openService({ allowHosts: ['127.0.0.1'] });
  const { uid, create, until, read, remove } = await project(service);
  const header = { name: 'Authorization', value: 'Bearer s3cret' };
  for (const wrong of [
    ...[{ value: 'a\r\nX-Key: b' }, { value: 'a\u0000' }, { value: '鍵' }],
    ...['Host', 'content-length', 'Transfer-Encoding', 'Connection'].map((name) => ({ name })),
  ]) {
    const refused = create({ kind: 'address', url: `${server.url}/people.csv`, header: { ...header, ...wrong } });
    await expect(refused).rejects.toMatchObject({ problem: { code: 'request/invalid' } });
  }
  const { id } = await create({ kind: 'address', url: `${server.url}/people.csv?k=1`, header });
  await until(id, ({ counts }) => counts.current === 3);
  const bundle = await service.fetch(`/v1/bundles/${uid}`);
  const texts = [
    JSON.stringify(await read(id)),
    service.lines.join('\n'),
    await service.readText(`/v1/renders/${uid}`),
    Buffer.from(await bundle.arrayBuffer()).toString('latin1'),
    (await readFile(join(service.workspace, 'db.sqlite'))).toString('latin1'),
    (await readFile(join(service.workspace, 'db.sqlite-wal'))).toString('latin1'),
  ];
  expect(texts.join('\n')).not.toContain('s3cret');
  await expect(create({ kind: 'address', url: 'http://films.example/a.csv' })).rejects.toMatchObject({
    problem: { code: 'table/source' },
  });
  await remove(id);
  await expect(read(id)).rejects.toMatchObject({ problem: { code: 'table/not-found' } });
});
