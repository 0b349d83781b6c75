import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { seeded } from '../testing/seeded.ts';
import { compareReadings } from './reading-changes.ts';
import { identifyRows, keyColumnOf } from './row-identity.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const keyed = { keyColumn: 0, used: [0, 1, 2], digest };
const unkeyed = { keyColumn: null, used: [1, 2], digest };

type Rows = readonly (readonly [key: string, title: string, price: string])[];

/** Returns the rows after a random edit, like the edits of a user in a spreadsheet. */
function edited(rows: Rows, random: () => number, step: number): Rows {
  const at = Math.floor(random() * rows.length);
  const [key, title, price] = rows[at] ?? ['', '', ''];
  const kind = Math.floor(random() * 9);
  if (kind === 0 && rows.length < 40) return rows.toSpliced(at, 0, [`k${step}`, `t${step % 5}`, '1']);
  if (kind === 1 && rows.length > 3) return rows.toSpliced(at, 1);
  if (kind === 2) return rows.toSorted(() => random() - 0.5);
  if (kind === 3) return rows.with(at, [key, `t${Math.floor(random() * 5)}`, price]);
  if (kind === 4) return rows.with(at, [key, title, String(Math.floor(random() * 3))]);
  if (kind === 5) return rows.with(at, [rows[Math.floor(random() * rows.length)]?.[0] ?? '', title, price]);
  if (kind === 6) return rows.with(at, ['  ', title, price]);
  if (kind === 7) return rows.with(at, [` ${key} `, title, price]);
  return rows.with(at, [`n${step}`, title, price]);
}

describe('the identity of rows', () => {
  test('agrees with a model through 10,000 random edits', () => {
    const random = seeded(2026);
    let rows: Rows = [
      ['a', 't0', '1'],
      ['b', 't1', '2'],
      ['c', 't2', '3'],
      ['d', 't3', '4'],
    ];
    // Model: the texts of the row of each applied key, without digests and indexes.
    const model = new Map<string, string>();
    const applied = new Map<string, string>();
    for (let step = 0; step < 10_000; step += 1) {
      rows = edited(rows, random, step);
      const reading = identifyRows(rows, keyed);
      const changes = compareReadings(applied, reading);

      const keys = rows.map(([key]) => key.trim());
      const isSingle = (key: string) => key !== '' && keys.indexOf(key) === keys.lastIndexOf(key);
      const texts = new Map(rows.map((cells, at) => [keys[at] ?? '', cells.join('\n')]));
      const single = keys.filter(isSingle);
      expect(changes.added).toEqual(single.filter((key) => !model.has(key)));
      expect(changes.changed).toEqual(single.filter((key) => model.has(key) && model.get(key) !== texts.get(key)));
      expect(changes.removed).toEqual([...model.keys()].filter((key) => !keys.includes(key)));
      expect(reading.faults.map(({ index }) => index)).toEqual(
        [...keys.keys()].filter((at) => !isSingle(keys[at] ?? '')),
      );

      for (const key of changes.removed) model.delete(key);
      for (const key of single) model.set(key, texts.get(key) ?? '');
      for (const key of changes.removed) applied.delete(key);
      for (const row of reading.rows) applied.set(row.key, row.digest);
    }
    expect(model.size).toBeGreaterThan(2);
  });

  test('counts equal rows without a key through 10,000 random edits', () => {
    const random = seeded(7);
    let rows: Rows = [
      ['a', 't0', '1'],
      ['b', 't1', '2'],
      ['c', 't2', '3'],
      ['d', 't3', '4'],
    ];
    let before: readonly string[] = [];
    let applied = new Map<string, string>();
    for (let step = 0; step < 10_000; step += 1) {
      rows = edited(rows, random, step);
      const reading = identifyRows(rows, unkeyed);
      const changes = compareReadings(applied, reading);
      const texts = rows.map(([, title, price]) => `${title}\n${price}`);
      const count = (all: readonly string[], text: string) => all.filter((each) => each === text).length;
      const surplus = (all: readonly string[], others: readonly string[]) =>
        [...new Set(all)].reduce((sum, text) => sum + Math.max(0, count(all, text) - count(others, text)), 0);
      expect(changes.added.length).toBe(surplus(texts, before));
      expect(changes.removed.length).toBe(surplus(before, texts));
      expect(changes.changed).toEqual([]);
      expect(new Set(reading.rows.map(({ key }) => key)).size).toBe(rows.length);
      before = texts;
      applied = new Map(reading.rows.map(({ key, digest: of }) => [key, of]));
    }
  });

  test('compares keys in Unicode form C without white space around them', () => {
    const [one, other] = ['Zo\u0065\u0308', ' Zo\u00eb '].map((key) => identifyRows([[key, 'x']], keyed).rows[0]?.key);
    expect(one).toBe('Zo\u00eb');
    expect(other).toBe(one);
  });

  test('contains the other row with a repeated key', () => {
    const { rows, faults, held } = identifyRows(
      [
        ['a', '1'],
        ['', '2'],
        ['a', '3'],
        ['b', '4'],
      ],
      keyed,
    );
    expect(rows.map(({ key }) => key)).toEqual(['b']);
    expect(faults).toEqual([
      { index: 0, key: 'a', other: 2 },
      { index: 1, key: null, other: null },
      { index: 2, key: 'a', other: 0 },
    ]);
    expect([...held]).toEqual(['a']);
  });

  test('offers a key column with distinct, nonempty values', () => {
    const table = {
      columns: ['Title', 'Nummer'],
      rows: [
        ['x', '7'],
        ['x', '8'],
      ],
    };
    expect(keyColumnOf(table, null)).toEqual({ name: 'Nummer', index: 1 });
    expect(
      keyColumnOf(
        {
          ...table,
          rows: [
            ['x', '7'],
            ['x', '7'],
          ],
        },
        null,
      ),
    ).toBeNull();
    expect(keyColumnOf(table, 'Title')).toEqual({ name: 'Title', index: 0 });
    expect(keyColumnOf(table, 'sku')).toBeNull();
  });
});
