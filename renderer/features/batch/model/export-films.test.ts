import { expect, it } from 'vitest';
import { type ChosenFolder, type FilmToWrite, filmSelectionText, writeFilms } from './export-films.ts';

/** Returns a folder in memory with the methods of the browser's interface that the export uses. */
function folderWith(taken: readonly string[]) {
  const files = new Map(taken.map((name) => [name, 'old']));
  const at = (path: string): ChosenFolder => ({
    name: 'Films',
    getDirectoryHandle: async (name) => at(`${path}${name}/`),
    getFileHandle: async (file, options) => {
      const name = path + file;
      if (!files.has(name) && options?.create !== true) throw new DOMException('none', 'NotFoundError');
      if (!files.has(name)) files.set(name, '');
      return {
        createWritable: async () => {
          let text = '';
          return new WritableStream<Uint8Array<ArrayBuffer>>({
            write: (bytes) => {
              text += new TextDecoder().decode(bytes);
            },
            close: () => void files.set(name, text),
          });
        },
      };
    },
    removeEntry: async (name) => void files.delete(path + name),
  });
  return { folder: at(''), files };
}

const film = (name: string): FilmToWrite => ({ name, open: async () => new Response(`film ${name}`) });

it('an exported film whose name exists gets a number', async () => {
  const { folder, files } = folderWith(['a.mp4']);
  const counts: number[] = [];
  const { signal } = new AbortController();
  await writeFilms([film('a.mp4'), film('b.mp4')], folder, { signal, onDone: (count) => counts.push(count) });
  expect([...files]).toEqual([
    ['a.mp4', 'old'],
    ['a (2).mp4', 'film a.mp4'],
    ['b.mp4', 'film b.mp4'],
  ]);
  expect(counts).toEqual([1, 2]);
});

it('an interrupted film leaves no file', async () => {
  const { folder, files } = folderWith([]);
  const broken: FilmToWrite = {
    name: 'b.mp4',
    open: async () => new Response(new ReadableStream({ pull: (stream) => stream.error(new Error('cut')) })),
  };
  const { signal } = new AbortController();
  const writing = writeFilms([film('a.mp4'), broken], folder, { signal, onDone: () => undefined });
  await expect(writing).rejects.toThrow('cut');
  expect([...files.keys()]).toEqual(['a.mp4']);
});

it('a canceled export stops before the next film', async () => {
  const { folder, files } = folderWith([]);
  const stopping = new AbortController();
  const options = { signal: stopping.signal, onDone: () => stopping.abort() };
  await expect(writeFilms([film('a.mp4'), film('b.mp4')], folder, options)).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect([...files.keys()]).toEqual(['a.mp4']);
});

it('neighboring rows of a batch are one range', () => {
  const links = [3, 1, 2, 7, 9, 8, 12].map((index) => ({ batch: 'a', index }));
  expect(filmSelectionText(links)).toEqual(['a:1-3,7-9,12']);
});

it('the summary lists rows of several batches by batch', () => {
  const links = [
    { batch: 'a', index: 1 },
    { batch: 'b', index: 4 },
    { batch: 'a', index: 2 },
  ];
  expect(filmSelectionText(links)).toEqual(['a:1-2', 'b:4']);
});

it('an exported film of a run is written into its folders', async () => {
  const { folder, files } = folderWith(['de/a.mp4']);
  const { signal } = new AbortController();
  await writeFilms([film('de/a.mp4'), film('en/a.mp4')], folder, { signal, onDone: () => undefined });
  expect([...files].slice(1)).toEqual([
    ['de/a (2).mp4', 'film de/a.mp4'],
    ['en/a.mp4', 'film en/a.mp4'],
  ]);
});
