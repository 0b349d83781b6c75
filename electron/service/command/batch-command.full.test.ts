import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeClip } from '#service/testing/make-media.ts';
import { openBench } from './testing/run-command.ts';

test('a batch makes the films of valid rows and reports failed rows', async () => {
  await using bench = await openBench();
  await makeClip(join(bench.folder, 'clip.mp4'), { seconds: 1 });
  const scene = '<scene duration="${length, 5}"><video src="${place}"/></scene>';
  await writeFile(join(bench.folder, 'film.xml'), `<movie width="64" height="64" framerate="10">${scene}</movie>`);
  await writeFile(join(bench.folder, 'rows.csv'), 'place,length\nclip.mp4,\nnone.mp4,5\nclip.mp4,8\n');
  const args = ['batch', 'film.xml', '--rows', 'rows.csv', '--out', 'films', '--name', 'film-${index}', '--jobs', '2'];
  const { code, stdout, stderr } = await bench.run(...args, '--json');
  expect(code).toBe(1);
  expect((await readdir(join(bench.folder, 'films'))).sort()).toEqual(['film-1.mp4', 'film-3.mp4']);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    command: 'batch',
    rows: [{ state: 'succeeded' }, { state: 'failed', variables: { place: 'none.mp4' } }, { state: 'succeeded' }],
    error: { code: 'command/rows-failed' },
  });
  expect(stderr).toContain('row 2: column place: none.mp4 isn’t in the assets folder.');
  expect(await bench.leftovers()).toEqual([]);
});
