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
  for (const [body, code] of [
    ['%PDF-1.7', 'table/kind'],
    ['"a', 'table/unreadable'],
    ['', 'table/empty'],
  ] as const)
    await expect(service.client.call('readTable', { body })).rejects.toMatchObject({ problem: { code } });
});
