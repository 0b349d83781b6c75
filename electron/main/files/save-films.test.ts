import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createFakeElectron } from '#main/testing/fake-electron.ts';
import { temporaryFolder } from '#main/testing/temporary-folder.ts';
import { createDialogs } from '#main/window/dialogs.ts';
import { dialogWords } from '#main/window/words.ts';
import { createFilmSaver } from './save-films.ts';

const film = { project: 'p', render: 'r', suggestedName: 'Film.mp4' };
const sends =
  (text: string): RequestListener =>
  (_request, response) =>
    response.end(text);

/** Returns a saver whose service is a server of the test. */
async function testSaver(answer: RequestListener) {
  const folder = await temporaryFolder();
  const target = join(folder.path, 'films');
  await mkdir(target);
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const { electron, state } = createFakeElectron(folder.path);
  const access = { url: `http://127.0.0.1:${port}`, credentials: { key: 'key', secret: 'secret' } };
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const dialogs = createDialogs(
    electron.dialog,
    () => folder.path,
    () => dialogWords.en,
  );
  const onProgress = vi.fn();
  return {
    saver: createFilmSaver({ dialogs, service: async () => access, log, onProgress }),
    onProgress,
    state,
    target,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe('saving a film', () => {
  it('requests with credentials and replaces the old file atomically', async () => {
    const asked = vi.fn();
    await using own = await testSaver((request, response) => {
      asked(request.url, request.headers.authorization);
      response.end('the film');
    });
    const path = join(own.target, 'Film.mp4');
    await writeFile(path, 'old');
    own.state.saveAnswers.push(path);
    const outcome = await own.saver.saveFilm(film);
    expect(outcome).toMatchObject({ kind: 'saved', file: { name: 'Film.mp4', folder: own.target } });
    expect(asked).toHaveBeenCalledWith('/v1/renders/p/r/film', `Basic ${btoa('key:secret')}`);
    expect([await readFile(path, 'utf8'), await readdir(own.target)]).toEqual(['the film', ['Film.mp4']]);
    const token = outcome.kind === 'saved' ? outcome.file.token : '';
    expect([own.saver.pathOf(token), own.saver.pathOf('none')]).toEqual([path, null]);
    expect(await own.saver.saveFilm(film)).toEqual({ kind: 'cancelled' });
  });

  it('keeps only the old file when the connection breaks', async () => {
    await using own = await testSaver((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    const path = join(own.target, 'Film.mp4');
    await writeFile(path, 'old');
    own.state.saveAnswers.push(path);
    expect(await own.saver.saveFilm(film)).toEqual({ kind: 'failed', reason: 'incomplete' });
    expect([await readFile(path, 'utf8'), await readdir(own.target)]).toEqual(['old', ['Film.mp4']]);
  });

  it('reports a missing film and a folder that cannot be written', async () => {
    await using own = await testSaver((_request, response) => response.writeHead(404).end());
    own.state.saveAnswers.push(join(own.target, 'Film.mp4'));
    expect(await own.saver.saveFilm(film)).toEqual({ kind: 'failed', reason: 'gone' });
    await using other = await testSaver(sends('film'));
    other.state.saveAnswers.push(join(other.target, 'missing', 'Film.mp4'));
    expect(await other.saver.saveFilm(film)).toEqual({ kind: 'failed', reason: 'other' });
  });

  it("never uses a program's name or overwrites a file silently", async () => {
    await using own = await testSaver(sends('film'));
    await writeFile(join(own.target, 'run.exe.mp4'), 'other');
    own.state.saveAnswers.push(join(own.target, 'run.exe'));
    expect(await own.saver.saveFilm(film)).toMatchObject({ kind: 'saved', file: { name: 'run.exe (2).mp4' } });
    expect(await readFile(join(own.target, 'run.exe.mp4'), 'utf8')).toBe('other');
  });

  it('saves several films into one folder under unique names', async () => {
    await using own = await testSaver((request, response) => {
      if (request.url?.includes('gone')) response.writeHead(404).end();
      else response.end(request.url);
    });
    own.state.openAnswers.push([own.target]);
    const outcome = await own.saver.saveFilms([film, { ...film, render: 'gone' }, { ...film, render: 's' }]);
    expect(outcome).toMatchObject({
      kind: 'done',
      saved: [{ name: 'Film.mp4' }, { name: 'Film (2).mp4' }],
      failed: [{ render: 'gone', reason: 'gone' }],
    });
    expect(await readFile(join(own.target, 'Film (2).mp4'), 'utf8')).toBe('/v1/renders/p/s/film');
    expect((await readdir(own.target)).length).toBe(2);
  });
});

describe('saving a project', () => {
  const bundle = { project: 'p', suggestedName: 'My film.scenewright', save: 'one' };

  it('saves to the chosen place with progress and the extension', async () => {
    await using own = await testSaver((request, response) => {
      expect(request.url).toBe('/v1/bundle/p');
      response.writeHead(200, { 'content-length': '10' });
      response.end('the bundle');
    });
    own.state.saveAnswers.push(join(own.target, 'Film'));
    const outcome = await own.saver.saveBundle(bundle);
    expect(outcome).toMatchObject({ kind: 'saved', file: { name: 'Film.scenewright', folder: own.target } });
    expect(await readFile(join(own.target, 'Film.scenewright'), 'utf8')).toBe('the bundle');
    expect(own.onProgress).toHaveBeenLastCalledWith({ save: 'one', done: 10, total: 10 });
    expect(own.saver.pathOf(outcome.kind === 'saved' ? outcome.file.token : '')).not.toBeNull();
  });

  it('leaves no file after a cancellation or a broken connection', async () => {
    await using own = await testSaver((_request, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('the');
    });
    own.state.saveAnswers.push(join(own.target, 'Film.scenewright'));
    own.onProgress.mockImplementation(({ save }: { readonly save: string }) => own.saver.cancelSave(save));
    expect(await own.saver.saveBundle(bundle)).toEqual({ kind: 'cancelled' });
    expect(await readdir(own.target)).toEqual([]);

    await using cut = await testSaver((_request, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('the', () => response.destroy());
    });
    cut.state.saveAnswers.push(join(cut.target, 'Film.scenewright'));
    expect(await cut.saver.saveBundle(bundle)).toEqual({ kind: 'failed', reason: 'incomplete' });
    expect(await readdir(cut.target)).toEqual([]);
    cut.saver.cancelSave('nothing that goes on');
  });

  it('saves films of batches as one ZIP file with its extension', async () => {
    await using own = await testSaver((request, response) => {
      expect(request.url).toBe('/v1/films/p?of=b1%3A1-2&of=b2');
      response.writeHead(200, { 'content-length': '7' });
      response.end('the zip');
    });
    own.state.saveAnswers.push(join(own.target, 'Spring'));
    const films = { project: 'p', of: ['b1:1-2', 'b2'], suggestedName: 'Spring.zip', save: 'two' };
    expect(await own.saver.saveFilmsZip(films)).toMatchObject({ kind: 'saved', file: { name: 'Spring.zip' } });
    expect(own.onProgress).toHaveBeenLastCalledWith({ save: 'two', done: 7, total: 7 });
  });
});
