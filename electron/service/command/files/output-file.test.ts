import { existsSync } from 'node:fs';
import { link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkOutput, openOutputFolder } from './output-file.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scenewright-output-'));
  await writeFile(join(folder, 'clip.mp4'), 'clip');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const check = (name: string) =>
  checkOutput(join(folder, name), name, [join(folder, 'clip.mp4'), join(folder, 'none.mp4')]);

test('new and existing files are accepted', async () => {
  await writeFile(join(folder, 'old.mp4'), 'film');
  await expect(check('new.mp4')).resolves.toBeUndefined();
  await expect(check('old.mp4')).resolves.toBeUndefined();
});

test('a source of the film is never replaced', async () => {
  await symlink('clip.mp4', join(folder, 'soft.mp4'));
  await link(join(folder, 'clip.mp4'), join(folder, 'hard.mp4'));
  for (const name of ['clip.mp4', 'soft.mp4', 'hard.mp4'])
    await expect(check(name)).rejects.toThrow(`${name} is a source of the film. Choose another file name.`);
});

test('folders and special files are refused', async () => {
  await mkdir(join(folder, 'films.mp4'));
  await expect(check('films.mp4')).rejects.toThrow('films.mp4 is a folder. Choose a file name in it.');
  await expect(check('new/')).rejects.toThrow('new/ is a folder. Choose a file name in it.');
  await expect(checkOutput('/dev/null', '/dev/null', [])).rejects.toThrow('/dev/null isn’t a regular file.');
  await expect(check('clip.mp4/film.mp4')).resolves.toBeUndefined();
  await expect(openOutputFolder(join(folder, 'clip.mp4/film.mp4'), 'clip.mp4/film.mp4', 0o022)).rejects.toThrow(
    'clip.mp4/film.mp4: its folder is a file.',
  );
});

test('a created folder stays only if the film succeeds', async () => {
  const deep = join(folder, 'a/b/film.mp4');
  {
    await using _made = await openOutputFolder(deep, 'film.mp4', 0o022);
    expect(existsSync(join(folder, 'a/b'))).toBe(true);
  }
  expect(existsSync(join(folder, 'a'))).toBe(false);
  {
    await using made = await openOutputFolder(deep, 'film.mp4', 0o022);
    made.keep();
  }
  expect(existsSync(join(folder, 'a/b'))).toBe(true);
});

test('a created folder stays if another program uses it', async () => {
  {
    await using _made = await openOutputFolder(join(folder, 'a/b/film.mp4'), 'film.mp4', 0o022);
    await writeFile(join(folder, 'a/other.txt'), '');
  }
  expect([existsSync(join(folder, 'a/other.txt')), existsSync(join(folder, 'a/b'))]).toEqual([true, false]);
});
