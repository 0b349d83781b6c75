import type { RowLink } from './prepared-batch.ts';

/** Formats rows of batches in the syntax of the service: `BATCH:1-40,45`, one text per batch. */
export function filmSelectionText(links: readonly RowLink[]): readonly string[] {
  const groups = Map.groupBy(links, ({ batch }) => batch);
  return [...groups].map(([batch, rows]) => `${batch}:${rangesOf(rows.map(({ index }) => index))}`);
}

function rangesOf(numbers: readonly number[]): string {
  const ranges: [from: number, to: number][] = [];
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last !== undefined && number <= last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',');
}

/** A folder that the user chose, in a browser that can write into folders. */
export interface ChosenFolder {
  readonly name: string;
  getDirectoryHandle(name: string, options: { readonly create: boolean }): Promise<ChosenFolder>;
  getFileHandle(name: string, options?: { readonly create: boolean }): Promise<WritableFile>;
  removeEntry(name: string): Promise<void>;
}

interface WritableFile {
  createWritable(): Promise<WritableStream<Uint8Array<ArrayBuffer>>>;
}

export interface FilmToWrite {
  readonly name: string;
  readonly open: (signal: AbortSignal) => Promise<Response>;
}

type FolderPicker = (options: { readonly mode: 'readwrite'; readonly id: string }) => Promise<ChosenFolder>;

/**
 * Asks for a folder; null if the user cancels. Requires that {@link canChooseFolder} is true. Call it in a click
 * handler.
 */
export async function chooseFolder(target: Window & { readonly showDirectoryPicker?: FolderPicker }) {
  try {
    return (await target.showDirectoryPicker?.({ mode: 'readwrite', id: 'films' })) ?? null;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}

export function canChooseFolder(): boolean {
  return 'showDirectoryPicker' in window;
}

/**
 * Writes films into a folder, one after another. A name can contain folders. If a name is taken, a number is appended.
 * Throws the reason of the aborted signal, and the errors of reading and writing. Complete films stay in the folder.
 */
export async function writeFilms(
  films: readonly FilmToWrite[],
  chosen: ChosenFolder,
  { signal, onDone }: { readonly signal: AbortSignal; readonly onDone: (count: number) => void },
): Promise<void> {
  for (const [at, { name, open }] of films.entries()) {
    signal.throwIfAborted();
    const answer = await open(signal);
    const path = name.split('/');
    let folder = chosen;
    for (const part of path.slice(0, -1)) folder = await folder.getDirectoryHandle(part, { create: true });
    const fileName = await freeName(folder, path.at(-1) ?? name);
    const file = await folder.getFileHandle(fileName, { create: true });
    try {
      // The file receives its bytes only when the stream closes. If the transfer fails, `pipeTo` aborts the stream.
      await answer.body?.pipeTo(await file.createWritable(), { signal });
    } catch (error) {
      await folder.removeEntry(fileName).catch(() => undefined);
      throw error;
    }
    onDone(at + 1);
  }
}

async function freeName(folder: ChosenFolder, name: string): Promise<string> {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${stem} (${number})${ending}`;
    const isTaken = await folder.getFileHandle(candidate).then(
      () => true,
      (error: unknown) => !(error instanceof DOMException && error.name === 'NotFoundError'),
    );
    if (!isTaken) return candidate;
  }
}
