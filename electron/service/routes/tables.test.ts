import { expect, test } from 'vitest';
import { openService } from '#service/testing/open-service.ts';
import { xlsxBytes } from '../tables/testing/workbook-bytes.ts';

test('the service reads a table from bytes and refuses other files', async () => {
  await using service = await openService();
  const bytes = xlsxBytes({
    sheets: [
      {
        name: 'S',
        rows: [
          ['a', 'b'],
          ['x', { xml: '<c s="1"><v>1234.5</v></c>' }],
          ['y', 2],
          ['z', 3],
        ],
        hidden: [3],
      },
    ],
    formats: ['#,##0.00'],
  });
  const answer = await service.client.call('readTable', { query: { language: 'de', rows: 1 }, body: bytes });
  expect(answer).toMatchObject({
    ...{
      kind: 'sheet',
      sheet: 'S',
      columns: ['a', 'b'],
      count: 2,
      rows: [['x', '1.234,50']],
      typed: [{ 1: '1234.5' }],
    },
    ...{ lines: [2], headerLine: 1, notes: [{ reason: 'sheet/hidden-rows', values: { sheet: 'S', count: 1 } }] },
  });
  const text = await service.client.call('readTable', { query: { header: 'none' }, body: 'a;1\nb;2\n' });
  expect(text).toMatchObject({
    kind: 'text',
    delimiter: 'semicolon',
    encoding: 'utf-8',
    rows: [
      ['a', '1'],
      ['b', '2'],
    ],
  });
  const repeated = await service.client.call('readTable', { body: 'name,,name,city\nAda,1,Bo,Porto\n' });
  expect(repeated).toMatchObject({
    ...{ headerLine: 1, columns: ['name', 'column 2', 'name 2', 'city'], rows: [['Ada', '1', 'Bo', 'Porto']] },
    repeatedColumns: [{ name: 'name 2', written: 'name', number: 3, first: 1 }],
  });
  for (const [body, code] of [
    ['%PDF-1.7', 'table/kind'],
    ['"a', 'table/unreadable'],
    ['', 'table/empty'],
  ] as const)
    await expect(service.client.call('readTable', { body })).rejects.toMatchObject({ problem: { code } });
});

test('the preview of a live table shows the effects of its options', async () => {
  await using service = await openService();
  const project = await service.createProject();
  const rows = [
    ['a', 'b'],
    ['x', { xml: '<c s="1"><v>1234.5</v></c>' }],
    [null, 2],
  ];
  const bytes = xlsxBytes({ sheets: [{ name: 'S', rows, merged: ['A2:A3'] }], formats: ['#,##0.00'] });
  await service.putAsset(project, 'a.xlsx', bytes);
  await service.putAsset(project, 'a.csv', Buffer.from('n;m\n\xfc;1,5\n', 'latin1'));
  const preview = async (name: string, form = {}) =>
    await service.client.call('previewLiveTable', {
      parameters: { project },
      body: { source: { kind: 'asset', name }, form },
    });
  const reasons = async (form = {}) => (await preview('a.xlsx', form)).notes.map(({ reason }) => reason);
  expect((await preview('a.xlsx')).rows).toEqual([
    ['x', '1,234.50'],
    ['', '2'],
  ]);
  expect((await preview('a.xlsx', { merged: true, language: 'de' })).rows).toEqual([
    ['x', '1.234,50'],
    ['x', '2'],
  ]);
  expect([await reasons(), await reasons({ merged: true })]).toEqual([['sheet/merged'], []]);
  expect(await preview('a.csv')).toMatchObject({
    rows: [['ü', '1,5']],
    encoding: 'windows-1252',
    delimiter: 'semicolon',
  });
  expect((await preview('a.csv', { delimiter: 'comma' })).columns).toEqual(['n;m']);
  const { tables } = await service.client.call('listLiveTables', { parameters: { project } });
  expect(tables).toEqual([]);
  await expect(preview('gone.csv')).rejects.toMatchObject({ problem: { code: 'asset/not-found' } });
});
