import type { OfferedFile } from '#renderer/api/uploads/upload-ledger.ts';
import type { DesktopBridge } from '#shared/contract/desktop/desktop-bridge.ts';
import { onDesktopEvent } from '#shared/contract/desktop/desktop-events.ts';
import type { DesktopFile } from '#shared/contract/desktop/desktop-shapes.ts';
import { isBundleName } from '#shared/names/bundle-name.ts';

/** What can be opened with the app, told by the ending of its name. */
export type OpenedKind = 'template' | 'bundle';

/** A file that was opened, dropped or chosen, and that is read only by who takes it. */
export interface OpenedFile {
  readonly name: string;
  readonly size: number;
  /** The file, to be read or uploaded. Rejects where it has changed or gone. */
  readonly offer: () => Promise<OfferedFile>;
}

export interface OpenedBatch {
  /** Of the kind. */
  readonly files: readonly OpenedFile[];
  /** What was opened with them, of no kind: a template's media, it may be. */
  readonly others: readonly OpenedFile[];
}

type Taker = (batch: OpenedBatch) => void;

/** Hands what was opened to whoever opens its kind. */
export interface OpenedFiles {
  /** False where nothing of it can be opened. */
  readonly open: (files: readonly OpenedFile[]) => boolean;
  /** Takes what is opened of a kind, also what came before; until the answer is called. */
  readonly take: (kind: OpenedKind, taker: Taker) => () => void;
}

export function createOpenedFiles(): OpenedFiles {
  const takers = new Map<OpenedKind, Taker>();
  const waiting = new Map<OpenedKind, readonly OpenedBatch[]>();
  return {
    open: (files) => {
      const kinds = Map.groupBy(files, ({ name }) => openedKind(name));
      const others = kinds.get(null) ?? [];
      for (const kind of ['template', 'bundle'] as const) {
        const found = kinds.get(kind);
        if (found === undefined) continue;
        const batch = { files: found, others };
        const taker = takers.get(kind);
        if (taker === undefined) waiting.set(kind, [...(waiting.get(kind) ?? []), batch]);
        else taker(batch);
      }
      return others.length < files.length;
    },
    take: (kind, taker) => {
      takers.set(kind, taker);
      const came = waiting.get(kind) ?? [];
      waiting.delete(kind);
      for (const batch of came) taker(batch);
      return () => {
        if (takers.get(kind) === taker) takers.delete(kind);
      };
    },
  };
}

/** Null for what is no template and no bundle. */
function openedKind(name: string): OpenedKind | null {
  if (isBundleName(name)) return 'bundle';
  return /\.xml$/iu.test(name) ? 'template' : null;
}

/** A file that the page was given. */
export function openedFile(offered: OfferedFile): OpenedFile {
  const { name, size } = offered.file;
  return { name, size, offer: async () => offered };
}

/** Takes the files that the desktop was opened with, those of its start too, and every further one. */
export function connectOpenedFiles(
  target: Parameters<typeof onDesktopEvent>[0],
  desktop: Pick<DesktopBridge, 'takeOpenedFiles'>,
  opened: OpenedFiles,
): void {
  const takeAll = () =>
    void desktop.takeOpenedFiles().then(
      (files) => opened.open(files.map(desktopFile)),
      // They wait there, and are told of with the next one.
      () => undefined,
    );
  // First the ear, then the question: what comes in between is told.
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
      // The browser keeps what is large on disk.
      return { file: new File([await answer.blob()], name, { lastModified }), handle: null };
    },
  };
}
