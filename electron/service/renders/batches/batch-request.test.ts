import { expect, test } from 'vitest';
import { openService } from '#service/testing/open-service.ts';

const XML = `<movie width="64" height="64" framerate="10">
  <scene duration="\${length, 5}" name="\${title} \${note, hidden}"/>
</movie>`;

async function opened() {
  const service = await openService();
  const project = await service.createProject('batches');
  await service.saveTemplate(project, 'card', XML);
  const send = async (json: string, headers: Record<string, string> = { 'content-type': 'application/json' }) => {
    const answer = await service.fetch(`/v1/batches/local/${project}`, { method: 'POST', body: json, headers });
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
  };
  return { service, project, send, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

test('the answer to a batch lists unused values once', async () => {
  await using world = await opened();
  const rows = [
    { title: 'A', city: 'Porto' },
    { title: 'B', lenght: '7', brand_accent: '#fff' },
    { title: 'C', lenght: '8', index: 'x' },
  ];
  const { status, json } = await world.send(JSON.stringify({ movie: 'card', filename: '${city}-${index}', rows }));
  expect([status, json['issues']]).toMatchObject([
    202,
    [
      { code: 'variable/unused', severity: 'warning', line: 2, path: 'rows[2].lenght' },
      { code: 'variable/no-column', severity: 'warning', path: 'rows', values: { variable: 'length', default: '5' } },
      { code: 'variable/no-column', values: { variable: 'note', default: 'hidden' } },
    ],
  ]);
});

test('names a missing column of languages', async () => {
  await using world = await opened();
  const body = { movie: 'card', filename: '${index}', rows: [{ title: 'A' }], languageColumn: 'tongue' };
  const { status, json } = await world.send(JSON.stringify(body));
  expect([status, json['issues']]).toMatchObject([
    422,
    [{ path: 'languageColumn', reason: 'batch/no-language-column', values: { name: 'tongue' } }],
  ]);
});

const LIST = `<movie width="64" height="64" framerate="10">
  <resources><variable name="goods" type="list"><field name="name" required="true"/></variable></resources>
  <scene duration="5" each="\${goods}" name="\${item.name}"/><scene duration="5" name="\${title, a}"/>
</movie>`;

test('a second table fills a list by key', async () => {
  await using world = await opened();
  await world.service.saveTemplate(world.project, 'goods', LIST);
  const second = (rows: readonly object[]) => ({ goods: { rows, key: 'order', of: 'id' } });
  const body = { movie: 'goods', filename: '${index}', rows: [{ id: 1 }, { id: '2' }] };
  const lines = [
    { order: '2', name: 'Tea' },
    { order: 1, name: 'Jam' },
    { order: 7, name: 'Salt' },
  ];
  const { status, json } = await world.send(JSON.stringify({ ...body, lists: second(lines) }));
  const unmatched = { code: 'variable/unused', path: 'lists.goods.rows', reason: 'batch/unmatched-rows' };
  expect([status, json['issues']]).toMatchObject([202, [{ code: 'variable/no-column' }, unmatched]]);
  const wrong = await world.send(JSON.stringify({ ...body, lists: second([{ order: 2, name: '' }]) }));
  expect([wrong.status, wrong.json['issues']]).toMatchObject([
    422,
    [
      {
        code: 'variable/missing',
        values: { row: 2, column: 'goods', problem: { values: { list: 'goods', item: 1, field: 'name' } } },
      },
    ],
  ]);
  const lacking = await world.send(JSON.stringify({ ...body, lists: second([{ name: 'Tea' }]) }));
  expect([lacking.status, lacking.json['issues']]).toMatchObject([422, [{ path: 'lists.goods.key' }]]);
});

test('an unknown list is named with the nearest variable, also in a refusal', async () => {
  await using world = await opened();
  await world.service.saveTemplate(world.project, 'goods', LIST);
  const send = async (list: string, goods: object) => {
    const lists = { [list]: { rows: [{ order: 1, name: 'Tea' }], key: 'order', of: 'id' } };
    const rows = [{ id: 1, title: 'A', ...goods }];
    const { status, json } = await world.send(JSON.stringify({ movie: 'goods', filename: 'a/b', rows, lists }));
    return { status, issues: json['issues'] };
  };
  const unused = { code: 'variable/unused', severity: 'warning', reason: 'batch/unknown-list' };
  expect(await send('godos', { goods: [] })).toMatchObject({
    status: 202,
    issues: [{ ...unused, path: 'lists.godos', values: { meant: 'goods' } }],
  });
  expect(await send('nope', { goods: [{ name: '' }] })).toMatchObject({
    status: 422,
    issues: [{ code: 'variable/missing' }, { ...unused, path: 'lists.nope', values: { names: ['goods', 'title'] } }],
  });
});

test('empty folders in the pattern are refused', async () => {
  await using world = await opened();
  for (const filename of ['a//b', '../a']) {
    const { status, json } = await world.send(JSON.stringify({ movie: 'card', filename, rows: [{ title: 'A' }] }));
    expect([status, json['issues']]).toMatchObject([422, [{ path: 'filename', reason: 'file-name/no-folder' }]]);
  }
});

test('an unknown field gives a warning', async () => {
  await using world = await opened();
  const body = { movie: 'card', filename: 'a', fromat: 'webm', rows: [{ title: 'A', note: '', length: '5' }] };
  const { json } = await world.send(JSON.stringify(body));
  const unused = { code: 'request/unused-field', severity: 'warning', path: 'fromat', values: { meant: 'format' } };
  expect(json['issues']).toMatchObject([unused]);
  const form = new URLSearchParams({ movie: 'card', fromat: 'webm', async: 'true', variables: '{"title": "A"}' });
  const answer = await world.service.fetch(`/v1/render/local/${world.project}`, { method: 'POST', body: form });
  expect([answer.status, ((await answer.json()) as { issues: unknown }).issues]).toMatchObject([202, [unused]]);
});

test('repeated fields are warnings of a batch and of a render', async () => {
  await using world = await opened();
  const rows = '[{"title": "A", "length": 1}, {"title": "B", "note": "", "title": "C"}]';
  const { json } = await world.send(`{"movie": "card", "filename": "a", "movie": "card", "rows": ${rows}}`);
  expect(json['issues']).toMatchObject([
    { code: 'request/repeated-field', severity: 'warning', path: 'movie', reason: 'field/repeated' },
    { code: 'request/repeated-field', severity: 'warning', path: 'rows[2].title' },
    { code: 'file-name/altered', severity: 'warning', path: 'rows[2]', line: 2, values: { name: 'a-2.mp4' } },
  ]);
  const form = new URLSearchParams({ movie: 'card', async: 'true', variables: '{"title": "A", "title": "B"}' });
  const answer = await world.service.fetch(`/v1/render/local/${world.project}`, { method: 'POST', body: form });
  expect(((await answer.json()) as { issues: unknown }).issues).toMatchObject([
    { code: 'request/repeated-field', path: 'variables.title' },
  ]);
});

test('an unknown URL parameter gives a warning', async () => {
  await using world = await opened();
  const form = new URLSearchParams({ movie: 'card', async: 'true', variables: '{"title": "A"}' });
  const path = `/v1/render/local/${world.project}?format=webm&x=1`;
  const answer = await world.service.fetch(path, { method: 'POST', body: form });
  const { issues } = (await answer.json()) as { issues: unknown };
  expect(issues).toMatchObject([
    { code: 'request/unused-parameter', severity: 'warning', path: '?format', values: { inBody: true } },
    { code: 'request/unused-parameter', severity: 'warning', path: '?x', values: { inBody: false } },
  ]);
});

test('a refusal lists unused columns, which can be misspelled', async () => {
  await using world = await opened();
  const { status, json } = await world.send(JSON.stringify({ movie: 'card', filename: 'a', rows: [{ titel: 'A' }] }));
  expect([status, json['issues']]).toMatchObject([
    422,
    [
      { code: 'variable/missing', severity: 'error', path: 'rows[1].title' },
      { code: 'variable/unused', severity: 'warning', path: 'rows[1].titel', values: { meant: 'title' } },
    ],
  ]);
});

test('file names with the ending of another format give a warning', async () => {
  await using world = await opened();
  const rows = [{ title: 'A', note: '', length: '5' }];
  const issues = async (filename: string) =>
    (await world.send(JSON.stringify({ movie: 'card', filename, rows }))).json['issues'];
  expect(await issues('f-${index}.GIF')).toMatchObject([
    {
      ...{ code: 'file-name/altered', severity: 'warning', path: 'filename', reason: 'file-name/other-format' },
      values: { ending: '.GIF', format: 'mp4' },
    },
  ]);
  for (const filename of ['f-${index}.mp4', 'f.v2', '${title}']) expect(await issues(filename)).toEqual([]);
});

test('a changed file name gives a warning with its row', async () => {
  await using world = await opened();
  const rows = ['a/b', 'c.mp4', 'C'].map((title) => ({ title, note: '', length: '5' }));
  const { json } = await world.send(JSON.stringify({ movie: 'card', filename: '${title}', rows }));
  expect(json['issues']).toMatchObject([
    {
      ...{ code: 'file-name/altered', severity: 'warning', line: 1, path: 'rows[1]' },
      values: { requested: 'a/b', name: 'a-b.mp4', isTaken: false },
    },
    { line: 3, path: 'rows[3]', values: { requested: 'C', name: 'C-2.mp4', isTaken: true } },
  ]);
});

test('numbers in rows keep their digits', async () => {
  await using world = await opened();
  const { service, project } = world;
  const { json } = await world.send(
    '{"movie": "card", "filename": "a", "rows": [{"title": 12345678901234567890, "note": 19.90, "length": 5.0}]}',
  );
  const batch = await service.client.call('readBatch', { parameters: { project, batch: String(json['id']) } });
  expect(batch.rows[0]?.variables).toEqual({ title: '12345678901234567890', note: '19.90', length: '5' });
  expect(json['issues']).toEqual([]);
});

test.each([
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 415, /Save the spreadsheet as CSV/],
  ['text/csv', 415, /rows as application\/json/],
  ['application/json', 400, /is a spreadsheet, not JSON/],
])('a workbook that is sent as %s is refused with an instruction', async (type, status, detail) => {
  await using world = await opened();
  const refused = await world.send('PK\x03\x04[Content_Types].xml xl/workbook.xml', { 'content-type': type });
  expect([refused.status, refused.json['detail']]).toEqual([status, expect.stringMatching(detail)]);
});
