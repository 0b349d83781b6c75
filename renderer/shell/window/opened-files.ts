import type { OfferedFile } from '#renderer/api/uploads/upload-table.ts';
import type { DesktopBridge } from '#shared/contract/desktop/desktop-bridge.ts';
import { onDesktopEvent } from '#shared/contract/desktop/desktop-events.ts';
import type { DesktopFile } from '#shared/contract/desktop/desktop-shapes.ts';
import { isBundleName } from '#shared/names/bundle-name.ts';

/** The kind of an opened file, from its extension. */
export type OpenedKind = 'template' | 'bundle';

/** A file that was opened, dropped, or chosen. Only the handler of its kind reads the content. */
export interface OpenedFile {
  readonly name: string;
  readonly size: number;
  /** Returns the file for reading or uploading. Rejects if the file was changed or deleted in the meantime. */
  readonly offer: () => Promise<OfferedFile>;
}

export interface OpenedBatch {
  /** The files of the kind that the handler accepts. */
  readonly files: readonly OpenedFile[];
  /** Other files that were opened at the same time, such as the media of a template. */
  readonly others: readonly OpenedFile[];
}

type BatchHandler = (batch: OpenedBatch) => void;

/** Passes opened files to the handlers of their kinds. */
export interface OpenedFiles {
  /** Opens the files. Returns false if none of them can be opened. */
  readonly open: (files: readonly OpenedFile[]) => boolean;
  /**
   * Registers the handler for a kind, and passes it the files that were opened earlier. Returns a function that removes
   * the handler.
   */
  readonly addHandler: (kind: OpenedKind, handler: BatchHandler) => () => void;
}

export function createOpenedFiles(): OpenedFiles {
  const handlers = new Map<OpenedKind, BatchHandler>();
  const waiting = new Map<OpenedKind, readonly OpenedBatch[]>();
  return {
    open: (files) => {
      const kinds = Map.groupBy(files, ({ name }) => openedKind(name));
      const others = kinds.get(null) ?? [];
      for (const kind of ['template', 'bundle'] as const) {
        const found = kinds.get(kind);
        if (found === undefined) continue;
        const batch = { files: found, others };
        const handler = handlers.get(kind);
        if (handler === undefined) waiting.set(kind, [...(waiting.get(kind) ?? []), batch]);
        else handler(batch);
      }
      return others.length < files.length;
    },
    addHandler: (kind, handler) => {
      handlers.set(kind, handler);
      const waitingBatches = waiting.get(kind) ?? [];
      waiting.delete(kind);
      for (const batch of waitingBatches) handler(batch);
      return () => {
        if (handlers.get(kind) === handler) handlers.delete(kind);
      };
    },
  };
}

/** Returns the kind of a file; null if the app cannot open the file. */
function openedKind(name: string): OpenedKind | null {
  if (isBundleName(name)) return 'bundle';
  return /\.xml$/iu.test(name) ? 'template' : null;
}

/** Wraps a file that the page received, for example by a drop. */
export function openedFile(offered: OfferedFile): OpenedFile {
  const { name, size } = offered.file;
  return { name, size, offer: async () => offered };
}

/** Passes on files that the desktop app opens, including files from the start of the app. */
export function connectOpenedFiles(
  target: Parameters<typeof onDesktopEvent>[0],
  desktop: Pick<DesktopBridge, 'takeOpenedFiles'>,
  opened: OpenedFiles,
): void {
  const takeAll = () =>
    void desktop.takeOpenedFiles().then(
      (files) => opened.open(files.map(desktopFile)),
      // If reading fails, the desktop app keeps the files for the next event.
      () => undefined,
    );
  // Listen before the first read, so that no event is missed.
  onDesktopEvent(target, 'filesOpened', takeAll);
  takeAll();
}

function desktopFile({ name, size, url, lastModified }: DesktopFile): OpenedFile {
  return {
    name,
    size,
    offer: async () => {
      const answer = await fetch(url);
      if (!answer.ok) throw new DOMException(`“${name}” was changed or moved since it was opened.`, 'NotReadableError');
      // Browsers store large blobs on disk, so large files do not fill the memory.
      return { file: new File([await answer.blob()], name, { lastModified }), handle: null };
    },
  };
}
