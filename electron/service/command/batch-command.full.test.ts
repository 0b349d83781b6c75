import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
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
  expect(stderr).toContain('row 2: A3 (column place): none.mp4 isn’t in the assets folder.');
  expect(await bench.leftovers()).toEqual([]);
});

test('each row becomes one film per template and language', async () => {
  await using bench = await openBench();
  const movie = (width: number, inside: string) =>
    `<movie width="${width}" height="64" framerate="10"><scene duration="5">${inside}</scene></movie>`;
  await writeFile(join(bench.folder, 'wide.xml'), movie(96, '<solid color="${color}"/>'));
  await writeFile(
    join(bench.folder, 'tall.xml'),
    movie(48, '<solid color="${color, #ff0000}"/><image src="${logo}"/>'),
  );
  await writeFile(join(bench.folder, 'rows.csv'), 'color,logo\n#123456,none.png\n');
  const words = 'batch wide.xml tall.xml --rows rows.csv --out films --languages de,en --manifest run.csv --json';
  const name = '${language}/${movie}-${width}x${height}';
  const { code, stdout, stderr } = await bench.run(...words.split(' '), '--name', name);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    rows: [
      { row: 1, movie: 'wide', language: 'de', filename: 'de/wide-96x64.mp4', state: 'succeeded', frames: 5 },
      { row: 1, movie: 'tall', language: 'de', state: 'failed', sha256: null },
      { row: 1, movie: 'wide', language: 'en', filename: 'en/wide-96x64.mp4', state: 'succeeded' },
      { row: 1, movie: 'tall', language: 'en', state: 'failed' },
    ],
  });
  expect(stderr).toContain('row 1, tall, de: B2 (column logo): none.png isn’t in the assets folder.');
  expect((await readdir(join(bench.folder, 'films'))).sort()).toEqual(['de', 'en']);
  const film = await readFile(join(bench.folder, 'films', 'de', 'wide-96x64.mp4'));
  const manifest = (await readFile(join(bench.folder, 'run.csv'), 'utf8')).split('\r\n');
  expect(manifest[0]).toBe(
    'row,movie,language,filename,state,frames,durationSeconds,bytes,sha256,files,error,index,variables.color,variables.logo',
  );
  const sha256 = createHash('sha256').update(film).digest('hex');
  expect(manifest[1]).toBe(`1,wide,de,de/wide-96x64.mp4,succeeded,5,0.5,${film.length},${sha256},,,1,#123456,`);
});

test.each([
  ['error', ['film-1.mp4', 'film-3.mp4']],
  ['never', ['film-1.mp4', 'film-2.mp4', 'film-3.mp4']],
])('a batch leaves out the films that its check refuses: %s', async (failOn, films) => {
  await using bench = await openBench();
  const shown = '<text size="8" content="Hello" position="${left}, 0"/>';
  const movie = `<movie width="64" height="64" framerate="10"><scene duration="20">${shown}</scene></movie>`;
  await writeFile(join(bench.folder, 'film.xml'), movie);
  await writeFile(join(bench.folder, 'rows.csv'), 'left\n0\n-40\n0\n');
  const args = ['batch', 'film.xml', '--rows', 'rows.csv', '--out', 'films', '--name', 'film-${index}'];
  const options = ['--check', 'quick', '--fail-on', failOn, '--manifest', 'run.csv'];
  const { code, stdout } = await bench.run(...args, ...options, '--json');
  expect(code).toBe(films.length === 3 ? 0 : 1);
  expect((await readdir(join(bench.folder, 'films'))).sort()).toEqual(films);
  if (films.length === 3) return;
  expect(JSON.parse(stdout)).toMatchObject({
    rows: [{ state: 'succeeded' }, { state: 'failed', findings: [{ code: 'text/off-frame' }] }, { state: 'succeeded' }],
  });
  expect(await readFile(join(bench.folder, 'run.csv'), 'utf8')).toMatch(/^2,film-2.mp4,failed,"?The check refuses/m);
});

test('a render that its check refuses writes no film', async () => {
  await using bench = await openBench();
  const shown = '<text size="8" content="Hello" position="-40, 0"/>';
  const movie = `<movie width="64" height="64" framerate="10"><scene duration="20">${shown}</scene></movie>`;
  await writeFile(join(bench.folder, 'film.xml'), movie);
  const { code, stderr } = await bench.run('render', 'film.xml', '--out', 'film.mp4', '--check', 'quick');
  expect(code).toBe(1);
  expect(stderr).toContain('The check refuses film.xml');
  expect(await readdir(bench.folder)).not.toContain('film.mp4');
});
