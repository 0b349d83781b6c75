import { expect, test } from 'vitest';
import { z } from 'zod';
import { problemOf, serviceErrorOf } from './problems.ts';

const schema = z.strictObject({
  count: z.int().min(1).max(10),
  name: z.string().min(1).max(3),
  kind: z.enum(['a', 'b']),
  rows: z.array(z.string()).min(1),
  on: z.boolean(),
  own: z.string().regex(/^x$/, 'it must be x'),
});
const good = { count: 1, name: 'abc', kind: 'a', rows: ['x'], on: true, own: 'x' };

test.each([
  [{ count: undefined }, '`count` is missing.'],
  [{ count: 0 }, '`count` must be at least 1.'],
  [{ count: 11 }, '`count` must be at most 10.'],
  [{ count: 'x' }, '`count` must be a number.'],
  [{ name: '' }, '`name` must not be empty.'],
  [{ name: 'abcd' }, '`name` must have at most 3 characters.'],
  [{ kind: 'c' }, '`kind` must be one of a, b.'],
  [{ rows: [] }, '`rows` must have at least 1 entry.'],
  [{ rows: [1] }, '`rows[1]` must be text.'],
  [{ on: 1 }, '`on` must be true or false.'],
  [{ more: 1 }, 'The body has unknown fields: more.'],
  [{ own: 'y' }, 'own: it must be x'],
])('an invalid value is reported in one sentence: %j', (change, sentence) => {
  const { error } = schema.safeParse({ ...good, ...change });
  const { document } = problemOf(serviceErrorOf(error));
  expect(document).toMatchObject({ status: 400, code: 'request/invalid', issues: [{ message: sentence }] });
  expect(document.detail.endsWith(sentence)).toBe(true);
});
