import { useApi } from '#renderer/api/api-context.tsx';
import { filmUrl } from '#renderer/api/client/media-urls.ts';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { servicePath } from '#renderer/api/client/service-path.ts';
import type { BatchRow } from '#renderer/project/batch-rows.ts';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { downloadUrl } from '#renderer/ui/browser/download.ts';
import { formatCount, formatPercent } from '#renderer/ui/format/number.ts';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { contract } from '#shared/contract/contract.ts';
import { onDesktopEvent } from '#shared/contract/desktop/desktop-events.ts';
import { queryText } from '#shared/contract/request-target.ts';
import { safeFileName } from '#shared/names/film-names.ts';
import { chooseFolder, filmSelectionText, writeFilms } from './export-films.ts';
import type { BatchModel } from './use-batch-model.ts';

const TOAST = 'batch-export';

/** Returns functions that save films of batches: as one ZIP file, into a folder, or as individual files. */
export function useFilmExports() {
  const { client } = useApi();
  const strings = useStrings();
  const { batch: words } = strings;
  const toasts = useToast();
  const desktop = useDesktop();

  const showFailure = (error: unknown) =>
    void toasts.show({ id: TOAST, message: words.notExported, detail: problemText(error), tone: 'danger' });
  const showProgress = (done: string, cancel: () => void) =>
    void toasts.show({
      id: TOAST,
      message: words.exporting(done),
      seconds: 0,
      action: { label: words.cancel, run: cancel },
    });

  const zipOnDesktop = async (project: string, of: readonly string[], file: string, count: number) => {
    const save = crypto.randomUUID();
    const stop = onDesktopEvent(window, 'saveProgress', (progress) => {
      if (progress.save !== save) return;
      const share = progress.total > 0 ? progress.done / progress.total : 0;
      showProgress(formatPercent(share), () => void desktop?.cancelSave(save));
    });
    try {
      const outcome = await desktop?.saveFilmsZip({ project, of, suggestedName: file, save });
      if (outcome?.kind === 'failed')
        toasts.show({
          id: TOAST,
          message: words.notExported,
          detail: strings.render.saveFailures[outcome.reason],
          tone: 'danger',
        });
      else if (outcome?.kind === 'saved') {
        const { token, name: saved, folder } = outcome.file;
        toasts.show({
          id: TOAST,
          message: words.exportedZip(formatCount(count), saved),
          detail: folder,
          tone: 'success',
          action: { label: strings.render.showInFolder, run: () => void desktop?.showInFolder(token) },
        });
      } else toasts.close(TOAST);
    } finally {
      stop();
    }
  };

  const zipInBrowser = async (project: string, of: readonly string[], file: string, count: number) => {
    const query = { of: [...of], name: file };
    // Check the response first. Otherwise, the browser would save an error as the downloaded file.
    const answer = await client.open('readFilms', { parameters: { project }, query });
    await answer.body?.cancel();
    downloadUrl(`${servicePath(contract.readFilms.path, { project })}${queryText(query, '?')}`, file);
    toasts.show({
      id: TOAST,
      message: words.downloadingZip(formatCount(count), file),
      detail: words.downloadsFolder,
      tone: 'success',
    });
  };

  const folderOnDesktop = async (project: string, rows: readonly BatchRow[]) => {
    const outcome = await desktop?.saveFilms(
      rows.flatMap(({ render, filename }) => (render === null ? [] : [{ project, render, suggestedName: filename }])),
    );
    if (outcome?.kind !== 'done') return;
    const [first] = outcome.saved;
    if (first !== undefined) {
      toasts.show({
        message: words.saved(outcome.saved.length, first.folder),
        tone: 'success',
        action: { label: strings.render.showInFolder, run: () => void desktop?.showInFolder(first.token) },
      });
    }
    if (outcome.failed.length > 0) toasts.show({ message: words.notSaved(outcome.failed.length), tone: 'danger' });
  };

  const folderInBrowser = async (project: string, rows: readonly BatchRow[]) => {
    const folder = await chooseFolder(window);
    if (folder === null) return;
    const stopping = new AbortController();
    const reportDone = (done: number) =>
      showProgress(words.done(formatCount(done), formatCount(rows.length)), () => stopping.abort());
    reportDone(0);
    const toWrite = rows.map(({ render, filename }) => ({
      name: filename,
      open: (signal: AbortSignal) => client.open('readFilm', { parameters: { project, render: render ?? '' }, signal }),
    }));
    try {
      await writeFilms(toWrite, folder, { signal: stopping.signal, onDone: reportDone });
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
      toasts.close(TOAST);
      return;
    }
    toasts.show({ id: TOAST, message: words.saved(rows.length, folder.name), tone: 'success' });
  };

  return {
    /** Saves films as individual files. */
    files: (project: string, rows: readonly BatchRow[]): void => {
      if (desktop !== null) void folderOnDesktop(project, rows).catch(showFailure);
      else
        for (const { render, filename } of rows)
          if (render !== null) downloadUrl(filmUrl(project, render), filename.split('/').at(-1) ?? filename);
    },
    /** Saves films of batches as one ZIP file, which is named after the template. */
    zip: (project: string, template: string, films: readonly { readonly batch: string; readonly index: number }[]) => {
      if (films.length === 0) return;
      const zip = desktop === null ? zipInBrowser : zipOnDesktop;
      void zip(project, filmSelectionText(films), safeFileName(template, 'zip'), films.length).catch(showFailure);
    },
    /** Saves films as files in a folder that the user chooses. */
    folder: (project: string, rows: readonly BatchRow[]): void => {
      void (desktop === null ? folderInBrowser : folderOnDesktop)(project, rows).catch(showFailure);
    },
  };
}

/** Returns functions that save the films of rows of a table. Rows are counted from 0. */
export function useExportFilms({ project, name, prepared, films: filmsOfRows }: BatchModel) {
  const exports = useFilmExports();
  const films = (rows: readonly number[]): readonly BatchRow[] =>
    rows.flatMap((at) => (filmsOfRows[at] ?? []).filter(({ state }) => state === 'succeeded'));
  return {
    saveFilms: (rows: readonly BatchRow[]): void => exports.files(project, rows),
    exportZip: (rows: readonly number[]): void => {
      const links = rows.flatMap((at) => {
        const batch = prepared?.links[at]?.batch;
        return batch === undefined ? [] : films([at]).map(({ index }) => ({ batch, index }));
      });
      exports.zip(project, name, links);
    },
    exportFolder: (rows: readonly number[]): void => exports.folder(project, films(rows)),
  };
}
