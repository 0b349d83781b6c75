import type { OfferedFile } from './upload-ledger.ts';
import type { FileHandle } from './upload-records.ts';

/** What of a `FileSystemHandle` is used; browsers that have no handles give entries, and at least files. */
type Handle =
  | (FileHandle & { readonly kind: 'file'; readonly name: string })
  | { readonly kind: 'directory'; readonly name: string; values(): AsyncIterable<Handle> };

interface HandleItem {
  /** Resolves with nothing for files that a script made. */
  getAsFileSystemHandle?(): Promise<Handle | null | undefined>;
}

/** What file managers leave in folders for themselves. */
const NOISE = /^(?:\..*|thumbs\.db|desktop\.ini)$/iu;

/** The files of a drop or a paste, those in folders too. Call it while the event is handled: later it holds nothing. */
export async function filesOfTransfer(transfer: DataTransfer): Promise<readonly OfferedFile[]> {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const collected = items.map(collectItem);
  return (await Promise.all(collected)).flat();
}

/** Asks for files; none where nothing was chosen. Call it from a click. */
export async function pickFiles(options: PickOptions): Promise<readonly OfferedFile[]> {
  const picker = pickerOf(window);
  if (picker === null) return pickByInput(options);
  try {
    const { multiple, accept } = options;
    const handles = await picker({ multiple, ...(accept !== undefined && { types: [{ accept }] }) });
    return await Promise.all(handles.map(async (handle) => ({ file: await handle.getFile(), handle })));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return [];
    return pickByInput(options);
  }
}

interface PickOptions {
  readonly multiple: boolean;
  /** Endings of the files to offer, by media type; all files without it. */
  readonly accept?: Readonly<Record<string, readonly string[]>> | undefined;
}

type Picker = (options: {
  readonly multiple: boolean;
  readonly types?: readonly { readonly accept: NonNullable<PickOptions['accept']> }[];
}) => Promise<readonly FileHandle[]>;

/** Only where the browser has it: TypeScript does not know it, for it is no standard of all. */
function pickerOf(target: Window & { readonly showOpenFilePicker?: Picker }): Picker | null {
  const { showOpenFilePicker } = target;
  return showOpenFilePicker === undefined ? null : (options) => showOpenFilePicker.call(target, options);
}

function pickByInput({ multiple, accept }: PickOptions): Promise<readonly OfferedFile[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = multiple;
    if (accept !== undefined) input.accept = Object.values(accept).flat().join(',');
    input.addEventListener('change', () => resolve([...(input.files ?? [])].map(withoutHandle)));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}

function withoutHandle(file: File): OfferedFile {
  return { file, handle: null };
}

/** Everything is taken from the item at once; only what was taken may be waited for. */
function collectItem(item: DataTransferItem & HandleItem): Promise<readonly OfferedFile[]> {
  const file = item.getAsFile();
  const entry = item.webkitGetAsEntry();
  const handle = item.getAsFileSystemHandle?.().catch(() => null) ?? Promise.resolve(null);
  return handle.then((found) => {
    if (found) return filesOfHandle(found);
    if (entry?.isDirectory === true) return filesOfEntry(entry);
    return file === null ? [] : [withoutHandle(file)];
  });
}

async function filesOfHandle(handle: Handle): Promise<readonly OfferedFile[]> {
  if (handle.kind === 'file') return [{ file: await handle.getFile(), handle }];
  const children: Handle[] = [];
  for await (const child of handle.values()) if (!NOISE.test(child.name)) children.push(child);
  const files = await Promise.all(byName(children).map(filesOfHandle));
  return files.flat();
}

async function filesOfEntry(entry: FileSystemEntry): Promise<readonly OfferedFile[]> {
  if (isFileEntry(entry)) return [withoutHandle(await new Promise<File>((done, fail) => entry.file(done, fail)))];
  if (!isFolderEntry(entry)) return [];
  const reader = entry.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    // It gives a hundred at a time, and none at the end.
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (some.length === 0) break;
    children.push(...some.filter(({ name }) => !NOISE.test(name)));
  }
  const files = await Promise.all(byName(children).map(filesOfEntry));
  return files.flat();
}

function isFileEntry(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolderEntry(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function byName<Named extends { readonly name: string }>(named: readonly Named[]): readonly Named[] {
  return named.toSorted((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
}
