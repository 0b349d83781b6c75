import { FolderOpen, FolderSearch, RotateCw, X } from 'lucide-react';
import type { Api } from '#renderer/api/api.ts';
import { problemCode, problemWords } from '#renderer/api/client/problem-words.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { servicePath } from '#renderer/api/client/service-path.ts';
import type { NavigationStore } from '#renderer/shell/window/navigation.ts';
import { type OpenedFile, openedFile } from '#renderer/shell/window/opened-files.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { say } from '#renderer/strings/say.ts';
import { formatSize } from '#renderer/ui/format/size.ts';
import type { ToastMessage, Toasts } from '#renderer/ui/overlays/toast-store.ts';
import { contract } from '#shared/contract/contract.ts';
import type { DesktopBridge } from '#shared/contract/desktop/desktop-bridge.ts';
import { onDesktopEvent } from '#shared/contract/desktop/desktop-events.ts';
import type { SaveFailure } from '#shared/contract/desktop/desktop-shapes.ts';
import { bundleFileName, isBundleName } from '#shared/names/bundle-name.ts';
import { askWhereToSave, CutOffError, download, pickBundles, type SaveTarget, saveStream } from './save-target.ts';
import { type ImportedProject, sendBundle } from './send-bundle.ts';
import {
  addTransfer,
  createTransferStore,
  noteProgress,
  removeTransfer,
  type Transfer,
  type TransferStore,
} from './transfers.ts';

/** The imports and exports of a window. Toasts show their results. */
export interface Bundles {
  readonly transfers: TransferStore;
  /** Asks for bundles and imports them. Call it in a click handler. */
  readonly choose: () => Promise<void>;
  /** Imports files one after another. Reports files without the extension of a bundle. */
  readonly importFiles: (files: readonly OpenedFile[]) => Promise<void>;
  /** Asks where to save a project and exports it. Call it in a click handler. */
  readonly exportProject: (project: ProjectToExport) => Promise<void>;
}

export interface BundleDependencies {
  readonly api: Api;
  readonly toasts: Toasts;
  readonly desktop: DesktopBridge | null;
  readonly navigation: NavigationStore;
  /** Returns the strings of the current language. */
  readonly strings: () => Pick<Catalogue, 'bundles' | 'projects'>;
  /** Returns the content of a transfer's toast. */
  readonly contentOf: (id: string) => ToastMessage['content'];
}

interface Running {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly done: number; readonly total: number | null }) => void;
}

export function createBundles(means: BundleDependencies): Bundles {
  const { api, toasts, desktop } = means;
  const transfers = createTransferStore();

  /** Runs a task with its progress in a toast, which has a cancel button. Returns null if the user cancels. */
  const runWithToast = async <Value>(
    transfer: { readonly kind: Transfer['kind']; readonly name: string; readonly total: number | null },
    work: (running: Running) => Promise<Value>,
  ): Promise<Value | null> => {
    const { kind, name, total } = transfer;
    const { bundles: strings } = means.strings();
    const id = crypto.randomUUID();
    const stopping = new AbortController();
    addTransfer(transfers, id, kind, total);
    toasts.show({
      id,
      message: kind === 'import' ? strings.importing(name) : strings.exporting(name),
      content: means.contentOf(id),
      seconds: 0,
      action: { label: strings.cancel, icon: X, run: () => stopping.abort() },
    });
    const onProgress: Running['onProgress'] = (progress) =>
      noteProgress(transfers, id, { ...progress, at: performance.now() });
    try {
      return await work({ signal: stopping.signal, onProgress });
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
      toasts.show(strings.cancelled(name));
      return null;
    } finally {
      toasts.close(id);
      removeTransfer(transfers, id);
    }
  };

  const importOne = async (openedFile: OpenedFile): Promise<void> => {
    const { name, size } = openedFile;
    const { bundles: strings } = means.strings();
    try {
      const project = await runWithToast({ kind: 'import', name, total: size }, async ({ signal, onProgress }) => {
        const { file } = await openedFile.offer();
        return await sendBundle({ file, signal, onSent: (done) => onProgress({ done, total: size }) });
      });
      await api.queries.invalidateQueries({ queryKey: queryKeys.projects });
      if (project !== null) toasts.show(importedToast(project, name, means));
    } catch (error) {
      toasts.show({
        message: strings.notImported(name),
        detail: sentenceOf(error, strings),
        tone: 'danger',
        ...(isRetryable(error) && {
          action: { label: strings.retry, icon: RotateCw, run: () => void importOne(openedFile) },
        }),
      });
    }
  };

  const importFiles: Bundles['importFiles'] = async (files) => {
    const { bundles: strings } = means.strings();
    for (const file of files) {
      if (isBundleName(file.name)) await importOne(file);
      else
        toasts.show({
          message: strings.notABundle(file.name),
          detail: strings.notABundleHint,
          tone: 'warning',
          seconds: 10,
        });
    }
  };

  return {
    transfers,
    importFiles,
    choose: async () => importFiles((await pickBundles()).map((file) => openedFile({ file, handle: null }))),
    exportProject: async (project) => {
      const { name } = project;
      const { bundles: strings } = means.strings();
      try {
        // Ask for the target first: browsers allow the dialog only during the click.
        const target = desktop === null ? await askWhereToSave(bundleFileName(name), strings.fileType) : null;
        if (target?.kind === 'cancelled') return;
        const outcome = await runWithToast({ kind: 'export', name, total: null }, (running) =>
          desktop === null || target !== null
            ? exportInBrowser(project, target ?? { kind: 'none' }, api, running)
            : exportOnDesktop(project, desktop, running),
        );
        const toast = outcome === null ? null : exportedToast(outcome, name, means);
        if (toast !== null) toasts.show(toast);
      } catch (error) {
        toasts.show({ message: strings.notExported(name), detail: sentenceOf(error, strings), tone: 'danger' });
      }
    },
  };
}

function importedToast(
  { uid, name, counts, bytes, liveTables }: ImportedProject,
  file: string,
  means: BundleDependencies,
): ToastMessage {
  const { bundles: strings, projects } = means.strings();
  const contents = strings.contents(
    projects.templates(counts.templates),
    projects.assets(counts.assets),
    formatSize(bytes),
  );
  const notes = [
    ...(bundleFileName(name) === file ? [] : [strings.renamed(file)]),
    ...(liveTables.length === 0 ? [] : [strings.pausedTables(liveTables.length)]),
    ...new Set(liveTables.flatMap(({ problem }) => (problem === null ? [] : [say(problem, { plain: true })]))),
  ];
  return {
    message: strings.imported(name),
    detail: notes.length === 0 ? contents : [`${contents}.`, ...notes].join(' '),
    tone: 'success',
    action: {
      label: strings.open,
      icon: FolderOpen,
      run: () => means.navigation.getState().go({ screen: 'project', project: uid, template: null }),
    },
  };
}

function exportedToast(outcome: ExportOutcome, name: string, means: BundleDependencies): ToastMessage | null {
  const { bundles: strings } = means.strings();
  switch (outcome.kind) {
    case 'cancelled':
      return null;
    case 'downloading':
      return { message: strings.downloading(outcome.file), detail: strings.downloadingHint, tone: 'info' };
    case 'failed':
      return { message: strings.notExported(name), detail: strings.failures[outcome.reason], tone: 'danger' };
    case 'saved': {
      const { file, folder, token } = outcome;
      const { desktop } = means;
      return {
        message: strings.exported(file),
        tone: 'success',
        ...(folder !== null && { detail: strings.savedTo(folder) }),
        ...(token !== null &&
          desktop !== null && {
            action: { label: strings.showInFolder, icon: FolderSearch, run: () => void desktop.showInFolder(token) },
          }),
      };
    }
    default:
      return outcome satisfies never;
  }
}

/** Returns a sentence about the error and the next step. */
function sentenceOf(error: unknown, words: Catalogue['bundles']): string {
  if (error instanceof CutOffError) return words.cutOff;
  if (isUnreadable(error)) return words.unreadableFile;
  const { detail, next } = problemWords(error);
  return next === '' ? detail : `${detail} ${next}`;
}

function isUnreadable(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'NotReadableError' || error.name === 'NotFoundError');
}

/**
 * Returns whether a retry can succeed. Returns false if the service refused the bundle, or if the file is unreadable.
 */
function isRetryable(error: unknown): boolean {
  return problemCode(error)?.startsWith('bundle/') !== true && !isUnreadable(error);
}

export interface ProjectToExport {
  readonly uid: string;
  readonly name: string;
}

export interface ExportProgress {
  readonly done: number;
  readonly total: number;
}

type ExportOutcome =
  | { readonly kind: 'saved'; readonly file: string; readonly folder: string | null; readonly token: string | null }
  /** The browser downloads the file without further progress events. */
  | { readonly kind: 'downloading'; readonly file: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly reason: SaveFailure };

interface ExportOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ExportProgress) => void;
}

/** Asks for a target with the dialog of the desktop app, and exports the project there. */
async function exportOnDesktop(
  { uid, name }: ProjectToExport,
  desktop: DesktopBridge,
  { signal, onProgress }: ExportOptions,
): Promise<ExportOutcome> {
  const save = crypto.randomUUID();
  const stopListening = onDesktopEvent(window, 'saveProgress', (progress) => {
    if (progress.save === save) onProgress(progress);
  });
  const cancel = () => void desktop.cancelSave(save);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const outcome = await desktop.saveBundle({ project: uid, suggestedName: bundleFileName(name), save });
    if (outcome.kind !== 'saved') return outcome;
    const { file } = outcome;
    return { kind: 'saved', file: file.name, folder: file.folder, token: file.token };
  } finally {
    stopListening();
    signal.removeEventListener('abort', cancel);
  }
}

/**
 * Saves the bundle in the chosen file, or starts a download by the browser. Throws the errors of the service, and
 * `CutOffError` if the transfer is cut off.
 */
async function exportInBrowser(
  { uid: project, name }: ProjectToExport,
  target: SaveTarget,
  { client }: Pick<Api, 'client'>,
  { signal, onProgress }: ExportOptions,
): Promise<ExportOutcome> {
  switch (target.kind) {
    case 'cancelled':
      return target;
    case 'file': {
      const answer = await client.open('readBundle', { parameters: { project }, signal });
      const total = Number(answer.headers.get('content-length'));
      const sink = await target.handle.createWritable();
      await saveStream(answer, sink, { signal, onReceived: (done) => onProgress({ done, total }) });
      return { kind: 'saved', file: target.handle.name, folder: null, token: null };
    }
    case 'none': {
      const file = bundleFileName(name);
      // Check for errors first, because the browser would show an error response only as a failed download.
      await refuseEarly(client, project, signal);
      download(servicePath(contract.readBundle.path, { project }), file);
      return { kind: 'downloading', file };
    }
    default:
      return target satisfies never;
  }
}

/** Requests the bundle and discards it. Throws if the service refuses. */
async function refuseEarly(client: Api['client'], project: string, signal: AbortSignal): Promise<void> {
  const answer = await client.open('readBundle', { parameters: { project }, signal });
  await answer.body?.cancel();
}
