import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openScratch } from '#service/engine/cache/scratch.ts';
import { openUnfinishedFilm } from '#service/engine/cache/unfinished-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { isAbandoned, openOwnedFolder, releaseMark, takeMark } from './owner-mark.ts';

/** Returns the id of a process that has ended. */
const goneProcess = (): number => spawnSync(process.execPath, ['--version']).pid;
const withProcess = (mark: string, pid: number): string => mark.replace(`-${process.pid}-`, `-${pid}-`);

describe('an owner mark', () => {
  test('is abandoned only after its process has ended', () => {
    const mark = takeMark();
    expect(isAbandoned(`.film.mp4.${mark}.part`)).toBe(false);
    expect(isAbandoned(withProcess(mark, process.ppid))).toBe(false);
    expect(isAbandoned(withProcess(mark, goneProcess()))).toBe(true);
    releaseMark(mark);
  });

  test('is abandoned if an earlier process had the same id', () => {
    const mark = takeMark();
    releaseMark(mark);
    expect(isAbandoned(mark)).toBe(true);
  });

  test('is not abandoned if it is foreign or invalid', () => {
    const mark = withProcess(takeMark(), goneProcess());
    expect(isAbandoned(mark.replace(/^.{8}/, '00000000'))).toBe(false);
    expect([isAbandoned(''), isAbandoned('film.mp4'), isAbandoned('123-456')]).toEqual([false, false, false]);
  });
});

test('a scratch folder removes itself and folders of ended processes', {
  tags: ['promise:P6'],
}, async () => {
  await using folder = await temporaryFolder();
  const gone = withProcess(takeMark(), goneProcess());
  await mkdir(join(folder.path, 'work', gone), { recursive: true });
  await writeFile(join(folder.path, 'work', gone, 'part'), 'half');
  {
    await using first = await openScratch(folder.path);
    await using second = await openScratch(folder.path);
    const names = [first, second].map((scratch) => scratch.folder.slice(scratch.folder.lastIndexOf('/') + 1));
    expect((await readdir(join(folder.path, 'work'))).toSorted()).toEqual(names.toSorted());
  }
  expect(await readdir(folder.path)).toEqual([]);
});

test('an owned folder removes itself and folders of ended processes', { tags: ['promise:P6'] }, async () => {
  await using folder = await temporaryFolder();
  const gone = withProcess(takeMark(), goneProcess());
  const living = withProcess(takeMark(), process.ppid);
  const others = ['film-of-a-user', `film-${living}`, `other-${gone}`, `film-${gone.replace(/^.{8}/, '00000000')}`];
  for (const name of [...others, `film-${gone}`]) await mkdir(join(folder.path, name, 'deep'), { recursive: true });
  {
    await using owned = await openOwnedFolder(folder.path, 'film-');
    expect((await stat(owned.folder)).mode & 0o777).toBe(0o700);
    expect((await readdir(folder.path)).toSorted()).toEqual([...others, basename(owned.folder)].toSorted());
  }
  expect((await readdir(folder.path)).toSorted()).toEqual(others.toSorted());
});

describe('an unfinished film', () => {
  test('replaces the film when it is finished', async () => {
    await using folder = await temporaryFolder();
    const output = join(folder.path, 'film.mp4');
    {
      await using _dropped = await openUnfinishedFilm(output);
    }
    expect(await readdir(folder.path)).toEqual([]);
    {
      await using unfinished = await openUnfinishedFilm(output);
      await writeFile(unfinished.path, 'whole');
      await unfinished.finish();
    }
    expect(await readdir(folder.path)).toEqual(['film.mp4']);
  });

  test('is removed by the next render to its path if abandoned', async () => {
    await using folder = await temporaryFolder();
    const gone = withProcess(takeMark(), goneProcess());
    const others = [`.other.mp4.${gone}.part`, `.film.mp4.${takeMark()}.part`, '.film.mp4.backup.part'];
    for (const name of [...others, `.film.mp4.${gone}.part`]) await writeFile(join(folder.path, name), '');
    await using unfinished = await openUnfinishedFilm(join(folder.path, 'film.mp4'));
    expect(existsSync(unfinished.path)).toBe(true);
    expect(existsSync(join(folder.path, `.film.mp4.${gone}.part`))).toBe(false);
    expect(others.every((name) => existsSync(join(folder.path, name)))).toBe(true);
  });
});
