import { useApi } from '#renderer/api/api-context.tsx';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { useCancelBatch, usePauseBatch, useRetryBatch, useStartBatch } from '#renderer/api/queries/use-batches.ts';
import { useEncoders } from '#renderer/api/queries/use-encoders.ts';
import { useRetryRender } from '#renderer/api/queries/use-renders.ts';
import { maxBytesOf } from '#renderer/project/at-most-field.tsx';
import type { BatchRow } from '#renderer/project/batch-rows.ts';
import { SOFTWARE } from '#renderer/project/render-form.ts';
import { useRenderSessionStore } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { downloadText } from '#renderer/ui/browser/download.ts';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { destinationOf } from './batch-destination.ts';
import { requestSave } from './batch-saves.tsx';
import { encoderOf, filmNames } from './batch-start.ts';
import { type FilmLink, linkRows } from './prepared-batch.ts';
import type { BatchModel } from './use-batch-model.ts';
import { useExportFilms } from './use-export-films.ts';

export interface BatchCommands {
  /** Renders the rows of the next start: those whose films are missing or outdated. */
  readonly start: () => void;
  /** Renders these rows, even if their films are up to date. */
  readonly renderRows: (rows: readonly number[]) => void;
  readonly isStarting: boolean;
  readonly hold: (held: boolean) => void;
  readonly stop: () => void;
  readonly retryFailed: () => void;
  readonly retryRow: (row: BatchRow) => void;
  readonly playFilm: (row: BatchRow) => void;
  readonly saveManifest: (kind: 'csv' | 'json') => void;
  /** Saves films in a folder (desktop app), or as downloads (browser). */
  readonly saveFilms: (rows: readonly BatchRow[]) => void;
  /** Saves the films of table rows as one ZIP file. */
  readonly exportZip: (rows: readonly number[]) => void;
  /** Saves the films of table rows as files in a folder that the user chooses. */
  readonly exportFolder: (rows: readonly number[]) => void;
}

export function useBatchCommands(model: BatchModel): BatchCommands {
  const { project, name, prepared, settings, next, films, newest, open, run } = model;
  const { client } = useApi();
  const { batch: strings } = useStrings();
  const toasts = useToast();
  const session = useRenderSessionStore();
  const encoders = useEncoders().data?.encoders ?? [];
  const start = useStartBatch(project);
  const holding = usePauseBatch(project);
  const cancelling = useCancelBatch(project);
  const retrying = useRetryBatch(project);
  const retryingRow = useRetryRender(project);

  const exporting = useExportFilms(model);
  const showError = (error: unknown, message: string = strings.didNotWork) =>
    void toasts.show({ message, detail: problemText(error), tone: 'danger' });

  const readManifest = async (kind: 'csv' | 'json'): Promise<void> => {
    if (newest === null) return;
    const accept = kind === 'csv' ? 'text/csv' : 'application/json';
    const parameters = { project, batch: newest.id };
    const answer = await client.open('readManifest', { parameters, headers: { accept } });
    const text = await answer.text();
    downloadText(kind === 'csv' ? text : JSON.stringify(JSON.parse(text), null, 2), `${name}-manifest.${kind}`, accept);
  };

  const renderRows = (requested: readonly number[]): void => {
    const plan = filmNames(model, requested);
    if (requested.length === 0 || plan === null || !plan.ok || settings === null) return;
    const { format, quality, loudness } = settings;
    const languages = run?.languages ?? null;
    const { rows, filename } = plan.value;
    const destination = destinationOf(settings, session.getState().keys);
    const encoder = encoderOf(settings, encoders);
    const maxBytes = maxBytesOf({ ...settings, encoder }, model.format);
    const present = presentFilms(model, requested);
    start.mutate(
      {
        ...(run === null ? { movie: name } : { movies: [...run.movies] }),
        ...(languages !== null && { languages: [...languages] }),
        ...(loudness !== '' && { loudness }),
        ...{ format, quality, filename },
        rows: rows.map((row) => ({ ...row })),
        ...(destination && { destination }),
        ...(encoder !== SOFTWARE && { encoder }),
        ...(maxBytes !== null && { maxbytes: maxBytes }),
      },
      {
        onSuccess: ({ id }) => {
          if (settings.destination === 'save') requestSave({ project, template: name, batch: id });
          model.change((current) => linkRows(current, requested, id, present));
        },
        onError: (error) => showError(error, strings.notStarted),
      },
    );
  };
  const retryFailed = (): void => {
    const failed = new Set(
      (prepared?.links ?? []).flatMap((link, at) =>
        link !== null && films[at]?.some(({ state }) => state === 'failed') === true ? [link.batch] : [],
      ),
    );
    for (const id of failed) retrying.mutate(id, { onError: (error) => showError(error) });
  };
  return {
    isStarting: start.isPending,
    start: () => renderRows(next),
    renderRows,
    hold: (held) => {
      for (const { id } of open) holding.mutate({ batch: id, held }, { onError: (error) => showError(error) });
    },
    stop: () => {
      for (const { id } of open)
        cancelling.mutate(id, {
          onSuccess: () =>
            toasts.show({ id: 'batch-stopped', message: strings.stopped, detail: strings.stoppedHint, tone: 'info' }),
          onError: (error) => showError(error),
        });
    },
    retryFailed,
    retryRow: ({ render, row }) => {
      // In a run, films are not retried individually, so retry all failed films.
      if (row !== undefined) retryFailed();
      else if (render !== null) retryingRow.mutate(render, { onError: (error) => showError(error) });
    },
    playFilm: ({ render, filename }) => {
      const format = filename.slice(filename.lastIndexOf('.') + 1);
      if (render !== null) session.setState({ playing: { project, render, name: filename, format } });
    },
    saveManifest: (kind) => void readManifest(kind).catch((error: unknown) => showError(error)),
    ...exporting,
  };
}

/** Returns the links to the films that rows have before a new start. */
function presentFilms({ prepared, films }: BatchModel, rows: readonly number[]): ReadonlyMap<number, FilmLink> {
  const links = rows.flatMap((row) => {
    const link = prepared?.links[row];
    if (link == null) return [];
    const hasFilm = films[row]?.some(({ state }) => state === 'succeeded') === true;
    const film = hasFilm ? link : link.film;
    return film === undefined ? [] : [[row, film] as const];
  });
  return new Map(links);
}
