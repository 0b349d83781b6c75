import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { ServiceAccess } from '#main/service-process/forward.ts';
import type { Log } from '#main/system/log.ts';
import type { Dialogs } from '#main/window/dialogs.ts';
import { contract } from '#shared/contract/contract.ts';
import type {
  BundleToSave,
  FilmsToSave,
  FilmToSave,
  SavedFile,
  SaveFailure,
  SaveManyOutcome,
  SaveOutcome,
  SaveProgress,
} from '#shared/contract/desktop/desktop-shapes.ts';
import { fillPath, queryText } from '#shared/contract/request-target.ts';
import { BUNDLE_EXTENSION } from '#shared/names/bundle-name.ts';
import {
  downloadFile,
  type FileToDownload,
  failureOf,
  numberIfTaken,
  replaceExisting,
  safeName,
  withEnding,
} from './download-file.ts';

export interface FilmSaver {
  readonly saveFilm: (film: FilmToSave) => Promise<SaveOutcome>;
  readonly saveFilms: (films: readonly FilmToSave[]) => Promise<SaveManyOutcome>;
  /**
   * Saves a whole project. Reports the progress to `onProgress`, because this can take a long time. See {@link
   * saveFilm}.
   */
  readonly saveBundle: (bundle: BundleToSave) => Promise<SaveOutcome>;
  /** Saves films of batches as one ZIP file. See {@link saveBundle}. */
  readonly saveFilmsZip: (films: FilmsToSave) => Promise<SaveOutcome>;
  readonly cancelSave: (save: string) => void;
  /** Returns the path of a file that this run of the app saved; null for unknown tokens. */
  readonly pathOf: (token: string) => string | null;
}

/** Saves finished films and projects from the service to the places that the user chooses. */
export function createFilmSaver(options: {
  readonly dialogs: Dialogs;
  readonly service: () => Promise<ServiceAccess | null>;
  readonly log: Log;
  readonly onProgress: (progress: SaveProgress) => void;
}): FilmSaver {
  const { dialogs, service, log, onProgress } = options;
  const saved = new Map<string, string>();
  const running = new Map<string, AbortController>();
  const tokenFor = (path: string): SavedFile => {
    const token = randomBytes(18).toString('base64url');
    saved.set(token, path);
    return { token, name: basename(path), folder: dirname(path) };
  };
  const download = async (file: Omit<FileToDownload, 'access'>) => {
    try {
      const access = await service();
      if (access === null) return { kind: 'failed', reason: 'other' } as const;
      const path = await downloadFile({ ...file, access });
      return { kind: 'saved', file: tokenFor(path) } as const;
    } catch (error) {
      if (file.signal?.aborted === true) return { kind: 'cancelled' } as const;
      log.error('failed to save a file', error);
      return { kind: 'failed', reason: failureOf(error) } as const;
    }
  };
  const pathOfFilm = ({ project, render }: FilmToSave) => fillPath(contract.readFilm.path, { project, render });
  /** Downloads a large file with progress reports. It can be canceled. */
  const downloadLong = async (save: string, path: string, naming: Pick<FileToDownload, 'folder' | 'naming'>) => {
    const stopping = new AbortController();
    running.set(save, stopping);
    const progress = throttled((done, total) => onProgress({ save, done, total }));
    return await download({ path, ...naming, signal: stopping.signal, onProgress: progress }).finally(() =>
      running.delete(save),
    );
  };
  return {
    saveFilm: async (film) => {
      const name = safeName(film.suggestedName);
      const chosen = await dialogs.saveFilm(name);
      if (chosen === null) return { kind: 'cancelled' };
      return await download({ path: pathOfFilm(film), ...namingOf(chosen, extname(name)) });
    },
    saveBundle: async ({ project, suggestedName, save }) => {
      const chosen = await dialogs.saveBundle(safeName(suggestedName));
      if (chosen === null) return { kind: 'cancelled' };
      return await downloadLong(
        save,
        fillPath(contract.readBundle.path, { project }),
        namingOf(chosen, BUNDLE_EXTENSION),
      );
    },
    saveFilmsZip: async ({ project, of, suggestedName, save }) => {
      const chosen = await dialogs.saveZip(safeName(suggestedName));
      if (chosen === null) return { kind: 'cancelled' };
      const path = `${fillPath(contract.readFilms.path, { project })}${queryText({ of }, '?')}`;
      return await downloadLong(save, path, namingOf(chosen, '.zip'));
    },
    cancelSave: (save) => running.get(save)?.abort(),
    saveFilms: async (films) => {
      const folder = await dialogs.outputFolder();
      if (folder === null) return { kind: 'cancelled' };
      const files: SavedFile[] = [];
      const failed: { readonly render: string; readonly reason: SaveFailure }[] = [];
      for (const film of films) {
        const path = film.suggestedName.split('/').map(safeName);
        const into = join(folder, ...path.slice(0, -1));
        await mkdir(into, { recursive: true });
        const naming = numberIfTaken(join(into, path.at(-1) ?? ''));
        const outcome = await download({ path: pathOfFilm(film), folder: into, naming });
        if (outcome.kind === 'saved') files.push(outcome.file);
        else if (outcome.kind === 'failed') failed.push({ render: film.render, reason: outcome.reason });
        // After a full disk or a refused write, the remaining films would fail in the same way.
        if (outcome.kind === 'failed' && (outcome.reason === 'full' || outcome.reason === 'forbidden')) {
          const remaining = films.slice(files.length + failed.length);
          failed.push(...remaining.map(({ render }) => ({ render, reason: outcome.reason })));
          break;
        }
      }
      return { kind: 'done', saved: files, failed };
    },
    pathOf: (token) => saved.get(token) ?? null,
  };
}

/**
 * Returns the folder of the chosen path, and the function that gives the file its name there, with the given extension.
 */
function namingOf(chosen: string, ending: string): Pick<FileToDownload, 'folder' | 'naming'> {
  const path = withEnding(chosen, ending);
  // The dialog confirmed replacing a file of exactly the chosen name. An added extension makes another name, so no file
  // is replaced.
  return { folder: dirname(path), naming: path === chosen ? replaceExisting(path) : numberIfTaken(path) };
}

const PROGRESS_STEPS = 200;

/** Limits the progress reports to 200 per file. Always reports the end. */
function throttled(report: (done: number, total: number) => void): (done: number, total: number) => void {
  let next = 0;
  return (done, total) => {
    if (done < next && done < total) return;
    next = done + total / PROGRESS_STEPS;
    report(done, total);
  };
}
