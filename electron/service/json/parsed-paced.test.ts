import { expect, test } from 'vitest';
import { z } from 'zod';
import { brandKit } from '#shared/brand/brand-kit.ts';
import { callOf } from '#shared/contract/contract.ts';
import { batchTable, editingRecord } from '#shared/contract/shapes/shapes.ts';
import { parsedPaced } from './parsed-paced.ts';

const { body } = callOf('startBatch');
if (body.kind !== 'json') throw new Error('a batch is JSON');
const batch = body.schema;
const film = { movie: 'film', filename: 'f' };
const row = (keys: number, value: unknown = 1) =>
  Object.fromEntries(Array.from({ length: keys }, (_, index) => [`k${index}`, value]));

const strict = z.object({ list: z.array(z.strictObject({ a: z.number(), b: z.string().optional() })) });
const related = z.strictObject({ from: z.number(), to: z.number() }).refine(({ from, to }) => from < to, 'wrong order');
const few = z.record(z.string(), z.number()).refine((values) => Object.keys(values).length < 1500, 'too many');

test.each<readonly [z.ZodType, unknown]>([
  [strict, { list: [{ a: 1 }, { a: 1, b: 'x', c: 2, d: null }, { a: 'x', e: 1 }], more: 1 }],
  [z.strictObject({ a: z.number() }).catchall(z.number()), { a: 1, b: 'x', c: 2 }],
  [z.looseObject({ a: z.number() }), { b: 'x', a: 1 }],
  [related, { from: 2, to: 1 }],
  [related, { from: 1, to: 2 }],
  [z.object({ few }), { few: row(2000) }],
  [brandKit, { name: 'a', nmae: 'b', fonts: { titles: { file: 'a.ttf', more: 1 } } }],
  [batch, { ...film, rows: [row(2), row(5000, 'x'), {}], other: 1 }],
  [batch, { ...film, rows: [] }],
  [batch, { ...film, rows: Array(10_001).fill({}) }],
  [batch, { ...film }],
  [batch, { ...film, rows: {} }],
  [batch, { ...film, rows: [row(2), null, row(2, null)], movie: '' }],
  [batch, []],
  [editingRecord, { view: row(5000, { a: [null] }), markers: [{ id: 'a', frame: 1, name: 'b', more: 1 }], more: [1] }],
  [
    editingRecord,
    {
      dataSets: [
        { name: 'a', values: row(3000, '1') },
        { name: 'b', values: row(1) },
      ],
    },
  ],
  [editingRecord, null],
  [batchTable, { left: [...Array(1500).fill(7), -1, 'x'], table: { columns: ['a'], rows: [['b'], [1], []] }, more: 1 }],
  [batchTable, { left: Array(1500).fill(7), links: [null, { batch: 'a', index: 1, more: 1 }], uses: ['a', null] }],
  [batchTable, { table: { columns: ['a'], rows: Array(10_001).fill([]) } }],
])('parsing in slices accepts the same bodies as the schema: %#', async (schema, value) => {
  const [whole, paced] = await Promise.allSettled([schema.parseAsync(value), parsedPaced(schema, value)]);
  if (whole.status === 'fulfilled') expect(paced).toEqual(whole);
  else expect(paced).toMatchObject({ reason: { issues: (whole.reason as z.ZodError).issues } });
});

test('parsing in slices reports a limited number of issues', async () => {
  const rows = Array.from({ length: 100 }, () => row(5000, null));
  await expect(parsedPaced(batch, { ...film, rows })).rejects.toMatchObject({
    issues: expect.objectContaining({ length: 100 }),
  });
});
