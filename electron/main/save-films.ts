import { randomBytes } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { basename, dirname, extname, join } from 'node:path';
import { basicCredentials } from '../../shared/contract/basic-credentials.ts';
import { contract } from '../../shared/contract/contract.ts';
import type {
  FilmToSave,
  SavedFile,
  SaveFailure,
  SaveManyOutcome,
  SaveOutcome,
} from '../../shared/contract/desktop-bridge.ts';
import { fillPath } from '../../shared/contract/request-target.ts';
import type { Dialogs } from './dialogs.ts';
import type { ServiceAccess } from './forward.ts';
import type { Log } from './log.ts';

export interface FilmSaver {
  readonly saveFilm: (film: FilmToSave) => Promise<SaveOutcome>;
  readonly saveFilms: (films: readonly FilmToSave[]) => Promise<SaveManyOutcome>;
  /** Where a film of this run was saved; null for tokens that are none. */
  readonly pathOf: (token: string) => string | null;
}

/** Brings finished films from the service to where the person wants them. */
export function createFilmSaver(options: {
  readonly dialogs: Dialogs;
  readonly service: () => Promise<ServiceAccess | null>;
  readonly log: Log;
}): FilmSaver {
  const { dialogs, service, log } = options;
  const saved = new Map<string, string>();
  const remember = (path: string): SavedFile => {
    const token = randomBytes(18).toString('base64url');
    saved.set(token, path);
    return { token, name: basename(path), folder: dirname(path) };
  };
  const bring = async (film: FilmToSave, place: (unfinished: string) => Promise<string>, folder: string) => {
    try {
      const access = await service();
      if (access === null) return { kind: 'failed', reason: 'other' } as const;
      const path = await bringFilm(film, access, folder, place);
      return { kind: 'saved', file: remember(path) } as const;
    } catch (error) {
      log.error('a film was not saved', error);
      return { kind: 'failed', reason: failureOf(error) } as const;
    }
  };
  return {
    saveFilm: async (film) => {
      const name = safeName(film.suggestedName);
      const chosen = await dialogs.saveFilm(name);
      if (chosen === null) return { kind: 'cancelled' };
      const path = withEnding(chosen, extname(name));
      // The dialog has asked whether the old file may go, unless the ending was added after.
      const place = path === chosen ? replace(path) : keepBoth(path);
      return await bring(film, place, dirname(path));
    },
    saveFilms: async (films) => {
      const folder = await dialogs.outputFolder();
      if (folder === null) return { kind: 'cancelled' };
      const files: SavedFile[] = [];
      const failed: { readonly render: string; readonly reason: SaveFailure }[] = [];
      for (const film of films) {
        const outcome = await bring(film, keepBoth(join(folder, safeName(film.suggestedName))), folder);
        if (outcome.kind === 'saved') files.push(outcome.file);
        else failed.push({ render: film.render, reason: outcome.reason });
        // The others would end the same way.
        if (outcome.kind === 'failed' && (outcome.reason === 'full' || outcome.reason === 'forbidden')) {
          const left = films.slice(files.length + failed.length);
          failed.push(...left.map(({ render }) => ({ render, reason: outcome.reason })));
          break;
        }
      }
      return { kind: 'done', saved: files, failed };
    },
    pathOf: (token) => saved.get(token) ?? null,
  };
}

/** The service has no such film, or it stopped coming. */
class FilmError extends Error {
  override readonly name = 'FilmError';
  readonly reason: SaveFailure;

  constructor(reason: SaveFailure, options?: ErrorOptions) {
    super(`the film is ${reason}`, options);
    this.reason = reason;
  }
}

async function bringFilm(
  { project, render }: FilmToSave,
  access: ServiceAccess,
  folder: string,
  place: (unfinished: string) => Promise<string>,
): Promise<string> {
  const unfinished = join(folder, `.${randomBytes(6).toString('hex')}.unfinished`);
  try {
    const answer = await ask(access, fillPath(contract.readFilm.path, { project, render }));
    if (answer.statusCode !== 200) {
      answer.resume();
      throw new FilmError(answer.statusCode === 404 ? 'gone' : 'other');
    }
    await receive(answer, unfinished);
    return await place(unfinished);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function ask({ url, credentials }: ServiceAccess, path: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = { authorization: basicCredentials(credentials) };
  httpGet(new URL(path, url), { headers }, resolve).on('error', reject);
  return await promise;
}

async function receive(answer: IncomingMessage, path: string): Promise<void> {
  const expected = Number(answer.headers['content-length'] ?? Number.NaN);
  let received = 0;
  await using file = await open(path, 'wx', 0o644);
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      received += chunk.length;
      await file.writeFile(chunk);
    }
  } catch (error) {
    // The connection broke; what the disk says is told as it is.
    if (isSystemError(error) && error.syscall !== 'write') throw new FilmError('incomplete', { cause: error });
    throw error;
  }
  if (received !== expected) throw new FilmError('incomplete');
  await file.sync();
}

function replace(path: string): (unfinished: string) => Promise<string> {
  return async (unfinished) => {
    await rename(unfinished, path);
    return path;
  };
}

/** Never replaces a file: a name that is taken gets a number. */
function keepBoth(path: string): (unfinished: string) => Promise<string> {
  return async (unfinished) => {
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? path : numbered(path, number);
      if (await placeNew(unfinished, candidate)) return candidate;
    }
  };
}

/** Some file systems know no links, and say so in one of these ways. */
const NO_LINKS: readonly string[] = ['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'];

/** Gives the file its name, unless that is taken: a link fails then, where a rename would replace. */
async function placeNew(unfinished: string, path: string): Promise<boolean> {
  try {
    await link(unfinished, path);
  } catch (error) {
    const code = isSystemError(error) ? (error.code ?? '') : '';
    if (code === 'EEXIST') return false;
    if (!NO_LINKS.includes(code)) throw error;
    if (!(await take(path))) return false;
    await rename(unfinished, path);
    return true;
  }
  await rm(unfinished);
  return true;
}

async function take(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close();
    return true;
  } catch (error) {
    if (isSystemError(error) && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** `film.mp4` becomes `film (2).mp4`. */
export function numbered(path: string, number: number): string {
  const ending = extname(path);
  return `${path.slice(0, path.length - ending.length)} (${number})${ending}`;
}

/** A name that is one on every system, whatever the page calls the film. */
export function safeName(name: string): string {
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_').replace(/^[.\s]+|[.\s]+$/g, '');
  const isDevice = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(plain);
  return plain === '' ? 'film' : isDevice ? `_${plain}` : plain;
}

/** A film keeps the ending of its format, so that nothing is saved under the name of a program. */
export function withEnding(path: string, ending: string): string {
  return extname(path).toLowerCase() === ending.toLowerCase() ? path : `${path}${ending}`;
}

function failureOf(error: unknown): SaveFailure {
  if (error instanceof FilmError) return error.reason;
  switch (isSystemError(error) ? error.code : null) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return 'full';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'forbidden';
    default:
      return 'other';
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}
