import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { greetingXml, writeDesignsFolder } from '#service/designs/testing/designs-folder.ts';
import { openService } from '#service/testing/open-service.ts';
import { full } from '#shared/testing/full.ts';
import { openBench } from './testing/run-command.ts';

test('`new` writes a design, and `designs` lists it', async () => {
  await using bench = await openBench();
  const { stdout } = await bench.run('designs', '--json');
  const { designs } = JSON.parse(stdout) as { readonly designs: readonly { name: string; sizes: string[] }[] };
  const sizes = ['16:9', '9:16', '1:1'];
  expect(designs).toContainEqual(expect.objectContaining({ name: 'birthday', category: 'people', sizes }));
  const made = await bench.run('new', 'birthday', 'films/ada');
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toMatch(/render films.ada.16x9\.xml --out film\.mp4 --var \w+=/);
  const folder = join(bench.folder, 'films', 'ada');
  const files = await readdir(folder);
  expect(files).toEqual(expect.arrayContaining(['16x9.xml', '9x16.xml', '1x1.xml', 'data.json', 'birthday-cake.svg']));
  expect(files.filter((name) => /poster|preview|design\.json/.test(name))).toEqual([]);
  const data = JSON.parse(await readFile(join(folder, 'data.json'), 'utf8')) as object;
  expect(Object.keys(data)).toEqual(['Default', 'Longest', 'Empty']);
  expect(await bench.run('validate', 'films/ada/16x9.xml')).toMatchObject({ code: 0, stderr: '' });
});

test('`new` never overwrites a file', async () => {
  await using bench = await openBench();
  await mkdir(join(bench.folder, 'films'));
  await writeFile(join(bench.folder, 'films', 'data.json'), 'mine');
  const refused = await bench.run('new', 'birthday', 'films', '--json');
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.stdout)).toMatchObject({
    ok: false,
    error: {
      code: 'command/output-refused',
      message: `${join('films', 'data.json')} already exists and wasn’t changed. Choose another folder.`,
    },
  });
  expect(await readdir(join(bench.folder, 'films'))).toEqual(['data.json']);
  expect((await bench.run('new', 'birthdya', 'other')).stderr).toBe(
    'scenewright: The design birthdya doesn’t exist. Did you mean birthday?\n',
  );
  expect((await bench.run('new', 'nothing.scenewright', 'other')).stderr).toContain('the file doesn’t exist');
  expect(await readdir(bench.folder)).toEqual(['films']);
});

full.test('`new` leaves no file behind from a damaged bundle', async () => {
  await using bench = await openBench();
  const designs = join(bench.cache, 'designs');
  await writeDesignsFolder(designs);
  await using service = await openService({ designs });
  const answer = await service.client.open('readDesign', { parameters: { design: 'greeting' } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  await writeFile(join(bench.folder, 'card.scenewright'), bytes);
  const made = await bench.run('new', 'card.scenewright', 'card', '--size', '9:16');
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const folder = join(bench.folder, 'card');
  expect(await readFile(join(folder, '9x16.xml'), 'utf8')).toBe(greetingXml(180, 320));
  const files = ['9x16.xml', 'AGENTS.md', 'BebasNeue-Regular.ttf', 'data.json', 'greeting-cake.svg'];
  expect((await readdir(folder)).toSorted()).toEqual([...files, 'greeting-other.svg', 'warm.m4a']);
  expect(JSON.parse(await readFile(join(folder, 'data.json'), 'utf8'))).toMatchObject({
    Default: {},
    Empty: { name: '' },
  });
  expect(await readFile(join(folder, 'warm.m4a'))).toEqual(await readFile(join(designs, 'music', 'warm.m4a')));
  const film = ['--out', 'film.mp4', '--quality', 'draft', '--var', 'name=Ada'];
  expect(await bench.run('render', 'card/9x16.xml', ...film)).toMatchObject({ code: 0 });
  // Damage the music, which is the last file in the bundle.
  bytes.fill(0, bytes.length - 20_000, bytes.length - 19_000);
  await writeFile(join(bench.folder, 'damaged.scenewright'), bytes);
  expect((await bench.run('new', 'damaged.scenewright', 'damaged')).stderr).toContain('The bundle is damaged');
  expect((await readdir(bench.folder)).toSorted()).toEqual([
    ...['card', 'card.scenewright', 'damaged.scenewright', 'film.mp4'],
  ]);
});
