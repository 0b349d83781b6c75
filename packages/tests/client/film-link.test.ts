import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { filmLink, linkKey } from '../../client/src/index.ts';

const page = await readFile(path.resolve(import.meta.dirname, '../../../docs/film-links.md'), 'utf8');
const vectors = z
  .array(
    z.object({
      film: z.string(),
      parameters: z.record(z.string(), z.string()),
      path: z.string(),
      query: z.string(),
      sig: z.string(),
    }),
  )
  .parse(JSON.parse(/```json\n(.*?)```/s.exec(page)?.[1] ?? ''));

test.each(vectors)(
  'matches the documented test vector: $film $query',
  async ({ film, parameters, path: address, query, sig }) => {
    const key = await linkKey('secret-of-tests');
    const link = await filmLink(key, 'k4IQm8aRwbaHaj0NzUgvpNNb', film, parameters);
    expect(link).toBe(`${address}?${query === '' ? '' : `${query}&`}sig=${sig}`);
  },
);

test('the link key matches the documentation', async () => {
  const key = Buffer.from(await linkKey('secret-of-tests')).toString('hex');
  expect(page).toContain(key);
});

test('a setting in `vary` stays signed', async () => {
  const key = await linkKey('s');
  const link = (expires: number) => filmLink(key, 'p', 'a.mp4', { vary: 'expires', expires });
  expect((await link(1)).split('sig=')[1]).not.toBe((await link(2)).split('sig=')[1]);
});
