import { expect, test } from 'vitest';
import { z } from 'zod';
import { failureOf, refusal } from '#service/errors/issues.ts';
import { issueOf, ServiceError } from '#service/errors/service-error.ts';
import { message } from '#shared/messages/message.ts';
import { problemOf, serviceErrorOf } from './problems.ts';

function answerTo(code: string) {
  const { document, headers } = problemOf(serviceErrorOf(Object.assign(new Error('inner words'), { code })));
  return [document.status, document.code, headers['retry-after'] ?? null, document.detail.includes('inner words')];
}

test('resource errors of the system have codes and Retry-After', { tags: ['promise:F12', 'promise:F14'] }, () => {
  expect(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'ENOMEM', 'EROFS', 'EIO'].map(answerTo)).toEqual([
    [507, 'storage/full', null, false],
    [507, 'storage/full', null, false],
    [503, 'storage/busy', '1', false],
    [503, 'storage/busy', '1', false],
    [503, 'storage/busy', '1', false],
    [503, 'storage/read-only', '1', false],
    [500, 'request/internal', null, false],
  ]);
});

test('a problem has an English sentence, its code, and values', () => {
  const error = new ServiceError('template/too-slow', message('template/slow', { seconds: 120 }));
  const expected = {
    code: 'template/too-slow',
    detail: 'Reading the template took too long. Make it smaller, or split it. It took longer than 120 s.',
    reason: 'template/slow',
    values: { seconds: 120 },
  };
  expect(problemOf(error).document).toMatchObject(expected);
  expect(failureOf(error)).toEqual(expected);
});

test('a refusal has its first issue and the number of others', () => {
  const [one, other] = ['a', 'b'].map((field) => issueOf('request/invalid', message('field/missing', { field })));
  if (one === undefined || other === undefined) throw new Error('there are two');
  expect(problemOf(refusal('request/invalid', [one, other])).document).toMatchObject({
    detail: 'The request is invalid. `a` is missing. (and 1 more)',
    reason: 'problem/first',
    values: { problem: message('field/missing', { field: 'a' }), more: 1 },
  });
});

test('a problem without values has only its sentence', () => {
  const { document } = problemOf(new ServiceError('request/method', 'It has GET.'));
  expect(document.detail).toBe('This path doesn’t support that method. It has GET.');
  expect(Object.keys(document)).not.toContain('reason');
});

test('a sentence about a field counts list items from 1, like tables', () => {
  const schema = z.object({ rows: z.array(z.object({ title: z.string() })) });
  const { error } = schema.safeParse({ rows: [{ title: 'a' }, { title: 5 }] });
  const { document } = problemOf(serviceErrorOf(error));
  expect(document.detail).toBe('The request is invalid. `rows[2].title` must be text.');
  expect(document.issues).toMatchObject([{ path: 'rows.1.title', message: '`rows[2].title` must be text.' }]);
});

const batchValue = z.union([
  z.union([z.string(), z.number(), z.boolean()]),
  z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]),
]);

test.each([
  [
    z.object({ a: z.union([z.string(), z.number(), z.boolean()]) }),
    { a: [] },
    '`a` must be text, a number, or true or false.',
  ],
  [
    z.object({ rows: z.array(z.record(z.string(), batchValue)) }),
    { rows: [{}, {}, { length: null }] },
    '`rows[3].length` must be text, a number, true or false, a list, or an object.',
  ],
  [z.object({ a: z.union([z.enum(['x', 'y']), z.number()]) }), { a: 'z' }, '`a` must be x, y, or a number.'],
  [
    z.object({ a: z.union([z.string(), z.array(z.object({ b: z.string() }))]) }),
    { a: [{ b: 'c' }, { b: 5 }] },
    '`a[2].b` must be text.',
  ],
  [z.object({ a: z.union([z.string().max(1), z.boolean()]) }), { a: 'bc' }, '`a` must have at most 1 character.'],
  [z.object({ a: z.union([z.date(), z.string()]) }), { a: 5 }, '`a` has an unsupported value.'],
  [z.object({ a: z.array(z.string()).min(1) }), { a: [] }, '`a` must have at least 1 entry.'],
  [z.object({ a: z.string().max(1) }), { a: 'bc' }, '`a` must have at most 1 character.'],
])('a sentence says how to write the field: %#', (schema, value, sentence) => {
  const { document } = problemOf(serviceErrorOf(schema.safeParse(value).error));
  expect(document.detail).toBe(`The request is invalid. ${sentence}`);
});
