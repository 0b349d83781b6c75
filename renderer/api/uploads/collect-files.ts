import type { FileHandle } from './upload-records.ts';
import type { OfferedFile } from './upload-table.ts';

/**
 * The part of `FileSystemHandle` that uploads use. Browsers without handles provide a `FileSystemEntry` or a plain file
 * instead.
 */
type EntryHandle =
  | (FileHandle & { readonly kind: 'file'; readonly name: string })
  | { readonly kind: 'directory'; readonly name: string; values(): AsyncIterable<EntryHandle> };

interface HandleItem {
  /** Resolves with null or undefined for files that a script created. */
  getAsFileSystemHandle?(): Promise<EntryHandle | null | undefined>;
}

/** Matches the names of hidden files and of files that file managers create in folders. */
const NOISE = /^(?:\..*|thumbs\.db|desktop\.ini)$/iu;

/**
 * Returns the files of a drop or a paste, including files in folders. Call it synchronously in the event, because the
 * transfer is empty afterward.
 */
export async function filesOfTransfer(transfer: DataTransfer): Promise<readonly OfferedFile[]> {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const collected = items.map(collectItem);
  return (await Promise.all(collected)).flat();
}

/** Opens a file chooser. Resolves with an empty list if the user cancels. Call it in a click handler. */
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
  /** The extensions of the selectable files by media type; by default, all files. */
  readonly accept?: Readonly<Record<string, readonly string[]>> | undefined;
}

type Picker = (options: {
  readonly multiple: boolean;
  readonly types?: readonly { readonly accept: NonNullable<PickOptions['accept']> }[];
}) => Promise<readonly FileHandle[]>;

/**
 * Returns the file picker of the browser; null if it has none. TypeScript has no type for this nonstandard function.
 */
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

/** Collects the files of an item. Calls on the item must be synchronous, because the item is empty after the event. */
function collectItem(item: DataTransferItem & HandleItem): Promise<readonly OfferedFile[]> {
  const file = item.getAsFile();
  const entry = item.webkitGetAsEntry();
  const handle = item.getAsFileSystemHandle?.().catch(() => null) ?? Promise.resolve(null);
  return handle.then((entryHandle) => {
    if (entryHandle) return filesOfHandle(entryHandle);
    if (entry?.isDirectory === true) return filesOfEntry(entry);
    return file === null ? [] : [withoutHandle(file)];
  });
}

async function filesOfHandle(handle: EntryHandle): Promise<readonly OfferedFile[]> {
  if (handle.kind === 'file') return [{ file: await handle.getFile(), handle }];
  const children: EntryHandle[] = [];
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
    // `readEntries` returns up to a hundred entries per call, and an empty list at the end.
    const batch = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (batch.length === 0) break;
    children.push(...batch.filter(({ name }) => !NOISE.test(name)));
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
