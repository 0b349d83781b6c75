import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { z } from 'zod';
import type { checkCalls } from '#shared/contract/calls/checks.ts';
import { type CheckOptions, QUICK_CHECK } from '#shared/film-check/check-film.ts';
import { CHECK_CODES, type CheckLevel, isCheckCode } from '#shared/film-check/check-table.ts';
import { allPlatforms, type Platform, platformsOf } from '#shared/film-check/platforms.ts';
import {
  type CheckReport,
  type FailOn,
  foldRows,
  type RequiredCheck,
  type RowCheckResult,
  type RowsCheckReport,
} from '#shared/film-check/report.ts';
import { message } from '#shared/messages/message.ts';
import { readBrand } from '../brand/brand-rows.ts';
import type { Workshop } from '../engine/cache/workshop.ts';
import { fieldIssue, refusal } from '../errors/issues.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import type { PlacedBox } from '../inspection/checked-film.ts';
import type { FilmText } from '../inspection/inspection-task.ts';
import { filmValues } from '../renders/accept/film-values.ts';
import type { RenderForm } from '../renders/accept/render-form.ts';
import { checkSoundForm, type RequestContext } from '../renders/accept/render-request.ts';
import { locateForFilm } from '../renders/sources/locate-for-film.ts';
import type { Foundation, ProjectUid } from '../storage/ports.ts';
import { createLimiter } from '../waiting/limiter.ts';
import { boxesOfFrames, type CheckTools, checkFilm, digestOf, requireVerdict } from './check-film.ts';

export type CheckForm = z.output<(typeof checkCalls)['checkFilm']['body']['schema']> & Confined;

/** The project of a film, its assets, and whether its downloads refuse redirects to other hosts. */
type LocatedFilm = Parameters<typeof locateForFilm>[0];
type Confined = Pick<LocatedFilm, 'isConfined'>;

/** The report about one film, or about the films of rows. */
export type AnyCheckReport = (CheckReport & { readonly film: { readonly digest: string } }) | RowsCheckReport;

/** A check in the background. */
export interface BackgroundCheck {
  readonly id: string;
  readonly state: 'running' | 'done' | 'failed';
  readonly done: number;
  readonly total: number;
  /** The finished share of all films, from 0 to 1. */
  readonly share: number;
  readonly report: AnyCheckReport | null;
  readonly error: string | null;
}

/**
 * Checks films over HTTP. Reports are stored only in memory, because repeating a check is cheaper than storing its
 * report.
 */
export interface FilmChecks {
  /**
   * Checks a film, or the films of rows. Throws the errors of a render, `check/too-many`, and `media/cancelled` if the
   * client disconnects or the service stops. If a signal of `AbortSignal.timeout` ends a check of rows, the report is
   * about the rows that were checked.
   */
  readonly check: (form: CheckForm, project: ProjectUid, signal: AbortSignal) => Promise<CheckedForm>;
  /** Starts a check in the background. Throws for a form with an invalid field. */
  readonly start: (form: CheckForm, project: ProjectUid) => BackgroundCheck;
  /** Stops a check in the background and deletes it. Throws `check/not-found`. */
  readonly cancel: (project: ProjectUid, id: string) => void;
  /** Returns a check in the background. Throws `check/not-found`. */
  readonly read: (project: ProjectUid, id: string) => BackgroundCheck;
  /**
   * Checks a film before its render if the form has `check`. Throws `check/failed` with the findings if `failOn`
   * rejects the film, and the errors of {@link FilmChecks.check}.
   */
  readonly requirePassed: (form: RenderCheckForm, project: ProjectUid, signal: AbortSignal) => Promise<void>;
  /**
   * Returns the visible layers of frames of a film, from the lowest, with their places and bounds. Throws the errors of
   * {@link FilmChecks.check}.
   */
  readonly boxes: (
    form: Pick<CheckForm, 'template' | 'variables' | 'isConfined'>,
    frames: readonly number[],
    project: ProjectUid,
    signal: AbortSignal,
  ) => Promise<readonly (readonly PlacedBox[])[]>;
  /** Checks a film of a queued render, as {@link FilmChecks.requirePassed} does. */
  readonly pass: (film: QueuedFilm, check: RequiredCheck, signal: AbortSignal) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A film of a queued render. Its assets have the digests from the time when the render was accepted. */
export interface QueuedFilm extends Pick<FilmText, 'range'>, LocatedFilm {
  readonly template: string;
  readonly variables: ReadonlyMap<string, string>;
}

/** The fields of a render that concern its check. */
export interface RenderCheckForm
  extends Pick<RenderForm, 'template' | 'movie' | 'published' | 'variables' | 'language'>,
    Confined {
  readonly check?: CheckLevel | undefined;
  readonly failOn?: FailOn | undefined;
  readonly platforms?: string | undefined;
}

interface CheckedForm {
  readonly report: AnyCheckReport;
  /** The names of given values that the template does not use. */
  readonly unusedValues: readonly string[];
}

export interface FilmChecksOptions extends Omit<RequestContext, 'database'> {
  readonly foundation: Foundation;
  /** Returns the folder for facts about segments. The folder exists once the service is assembled. */
  readonly workshop: () => Workshop;
}

/** The maximum number of simultaneous checks, which share the thread that reads templates. */
const CHECKS_AT_ONCE = 1;
/** The maximum number of background checks, and the time in milliseconds for which their reports are available. */
const MAX_CHECKS = 50;
const REPORT_MILLISECONDS = 3_600_000;
/** The maximum number of rows of a check. */
const MAX_ROWS = 1000;
/** The minimum time between two progress events, in milliseconds. */
const EVENT_MILLISECONDS = 200;

export function createFilmChecks(options: FilmChecksOptions): FilmChecks {
  const { database, blobs, workspace, events } = options.foundation;
  const requests: RequestContext = { ...options, database };
  const limiter = createLimiter(CHECKS_AT_ONCE);
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();
  const checks = new Map<
    string,
    {
      readonly project: ProjectUid;
      readonly endedAt: number | null;
      readonly check: BackgroundCheck;
      readonly stopped: AbortController;
    }
  >();
  const added = options.addedFonts && { addedFonts: options.addedFonts };
  /** Returns the platforms of a project, and the checks that the project switches off. */
  const projectOf = (project: ProjectUid): Required<Pick<CheckOptions, 'own' | 'off'>> => {
    const { platforms = [], off = [] } = readBrand(database, project).check ?? {};
    return { own: platformsOf(platforms), off: off.filter(isCheckCode) };
  };
  const locatorOf = (film: LocatedFilm, tools: MediaTools) => {
    const { policy, ownHosts } = options;
    const cacheFolder = join(workspace, 'cache');
    return locateForFilm(film, { database, blobs, tools, cacheFolder, policy, ownHosts, ...added });
  };
  const reportOf = async (
    text: FilmText,
    film: LocatedFilm,
    checking: CheckOptions,
    signal: AbortSignal,
    { onShare = () => undefined, fixes }: Pick<CheckTools, 'onShare' | 'fixes'> = {},
  ): Promise<CheckReport> => {
    const tools = await options.tools();
    await using locator = locatorOf(film, tools);
    const reading = { tools, workshop: options.workshop() };
    const locating = { locate: locator.locate, ...added };
    const access = { inspector: options.inspector, locating, reading, onShare, ...(fixes && { fixes }) };
    const report = await limiter.run(signal, () =>
      checkFilm(text, { ...checking, ...projectOf(film.project) }, access, signal),
    );
    if (!report.ok) throw refusal('render/invalid', await options.inspector.locate(text.xml, report.error));
    return report.value;
  };
  const checkOne = async (
    form: CheckForm & Pick<RenderForm, 'published'>,
    project: ProjectUid,
    signal: AbortSignal,
    onShare: (share: number) => void = () => undefined,
  ) => {
    const {
      platforms: _platforms,
      only: _only,
      skip: _skip,
      rows: _rows,
      async: _async,
      watch: _watch,
      level: _level,
      fixes: _fixes,
      isConfined,
      ...film
    } = form;
    const checked = await checkSoundForm(film, project, requests);
    const fixes = fixesOf(form);
    const text: FilmText = { xml: checked.template, values: [...filmValues(checked)] };
    const report = await reportOf(
      text,
      { project, inputs: checked.inputs, isConfined },
      optionsOf(form, projectOf(project)),
      signal,
      { onShare, ...(fixes && { fixes }) },
    );
    return { report, unusedValues: checked.unusedValues, digest: digestOf(text) };
  };
  const checkForm = async (
    form: CheckForm,
    project: ProjectUid,
    signal: AbortSignal,
    onProgress: (done: number, share?: number) => void,
  ): Promise<CheckedForm> => {
    const rows = rowsOf(form);
    if (rows === null) {
      const onShare = (share: number) => onProgress(0, share);
      const { report, unusedValues, digest } = await checkOne(form, project, signal, onShare);
      onProgress(1);
      return { report: { ...report, film: { ...report.film, digest } }, unusedValues };
    }
    const startedAt = performance.now();
    const results: RowCheckResult[] = [];
    const unused = new Set<string>();
    for (const [at, row] of rows.entries()) {
      const variables = JSON.stringify({ ...valuesOf(form), ...row });
      try {
        signal.throwIfAborted();
        const { report, unusedValues } = await checkOne({ ...form, fixes: '', variables }, project, signal, (share) =>
          onProgress(at, share),
        );
        for (const name of unusedValues) unused.add(name);
        results.push({ index: at + 1, report, error: null });
      } catch (error) {
        if (results.length > 0 && signal.reason?.name === 'TimeoutError') break;
        if (!(error instanceof ServiceError) || error.code !== 'render/invalid') throw error;
        results.push({ index: at + 1, report: null, error: error.message });
      }
      onProgress(at + 1);
    }
    const milliseconds = Math.round(performance.now() - startedAt);
    return {
      report: { ...foldRows(results, optionsOf(form, projectOf(project))), milliseconds },
      unusedValues: [...unused],
    };
  };
  const announceCheck = (project: ProjectUid, check: Omit<BackgroundCheck, 'report' | 'error'>): void => {
    const { id, state, done, total, share } = check;
    events.announce({ type: 'check.progress', project, data: { id, state, done, total, share: Math.min(1, share) } });
  };
  const tracked = async <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> => {
    running.add(work);
    try {
      return await work;
    } catch (error) {
      if (!signal.aborted) throw error;
      // biome-ignore lint/style/useErrorCause: it is passed, as our own error's third argument
      throw new ServiceError('media/cancelled', '', { cause: error });
    } finally {
      running.delete(work);
    }
  };
  return {
    boxes: async ({ isConfined, ...form }, frames, project, signal) => {
      const checked = await checkSoundForm(form, project, requests);
      const text: FilmText = { xml: checked.template, values: [...filmValues(checked)] };
      await using locator = locatorOf({ project, inputs: checked.inputs, isConfined }, await options.tools());
      const locating = { locate: locator.locate, ...added };
      const boxes = await limiter.run(signal, () =>
        boxesOfFrames(text, frames, { inspector: options.inspector, locating }, signal),
      );
      if (!boxes.ok) throw refusal('render/invalid', await options.inspector.locate(text.xml, boxes.error));
      return boxes.value;
    },
    check: (form, project, signal) => {
      const either = AbortSignal.any([signal, stopping.signal]);
      optionsOf(form, projectOf(project));
      const total = rowsOf(form)?.length ?? 1;
      const announce = throttled((done: number, share?: number) => {
        if (form.watch === undefined || done === total) return;
        announceCheck(project, { id: form.watch, state: 'running', done, total, share: (done + (share ?? 0)) / total });
      });
      return tracked(checkForm(form, project, either, announce), either);
    },
    start: (form, project) => {
      optionsOf(form, projectOf(project));
      const total = rowsOf(form)?.length ?? 1;
      const now = performance.now();
      for (const [old, { endedAt }] of checks)
        if (endedAt !== null && (now - endedAt > REPORT_MILLISECONDS || checks.size >= MAX_CHECKS)) checks.delete(old);
      if (checks.size >= MAX_CHECKS) throw new ServiceError('check/too-many', '');
      const id = randomUUID();
      const stopped = new AbortController();
      const put = (change: Partial<BackgroundCheck>, endedAt: number | null = null): BackgroundCheck => {
        const fresh = { id, state: 'running', done: 0, total, share: 0, report: null, error: null } as const;
        const check = { ...(checks.get(id)?.check ?? fresh), ...change };
        if (stopped.signal.aborted) return check;
        checks.set(id, { project, endedAt, check, stopped });
        return check;
      };
      const announce = (check: BackgroundCheck): void => announceCheck(project, check);
      const announceProgress = throttled(announce);
      const onProgress = (done: number, share = 0): void => {
        const check = put({ done, share: Math.min(1, (done + share) / total) });
        if (done < total) announceProgress(check);
      };
      const signal = AbortSignal.any([stopping.signal, stopped.signal]);
      void tracked(checkForm(form, project, signal, onProgress), signal).then(
        ({ report }) => announce(put({ state: 'done', share: 1, report }, performance.now())),
        (error: unknown) => {
          const known = error instanceof ServiceError ? error.message : 'The check failed.';
          if (!stopped.signal.aborted) announce(put({ state: 'failed', error: known }, performance.now()));
        },
      );
      return put({});
    },
    requirePassed: async (form, project, signal) => {
      const { check, failOn = 'error', platforms, template, movie, published, variables, language } = form;
      const { isConfined } = form;
      if (check === undefined) return;
      const film = { platforms, level: check, template, movie, published, variables, language, isConfined };
      const either = AbortSignal.any([signal, stopping.signal]);
      const { report } = await tracked(checkOne(film, project, either), either);
      requireVerdict(report, failOn);
    },
    pass: async ({ template: xml, variables, range = null, ...film }, { level, platforms, failOn }, signal) => {
      const text = { xml, values: [...variables], range };
      requireVerdict(await reportOf(text, film, { ...QUICK_CHECK, level, platforms }, signal), failOn);
    },
    cancel: (project, id) => {
      const known = checks.get(id);
      if (known === undefined || known.project !== project) throw new ServiceError('check/not-found', '');
      checks.delete(id);
      known.stopped.abort();
    },
    read: (project, id) => {
      const known = checks.get(id);
      if (known === undefined || known.project !== project) throw new ServiceError('check/not-found', '');
      return known.check;
    },
    stop: async () => {
      stopping.abort();
      await Promise.allSettled(running);
    },
  };
}

/** Returns a function that ignores calls within `EVENT_MILLISECONDS` after a call. */
function throttled<Values extends readonly unknown[]>(announce: (...values: Values) => void) {
  let announcedAt = Number.NEGATIVE_INFINITY;
  return (...values: Values): void => {
    if (performance.now() - announcedAt < EVENT_MILLISECONDS) return;
    announcedAt = performance.now();
    announce(...values);
  };
}

/** Returns the requested checks. Throws `render/invalid` for unknown platforms and codes. */
function optionsOf(
  { platforms = '', only = '', skip = '', fixes = '', level = 'quick' }: CheckForm,
  { own }: { readonly own: readonly Platform[] },
): CheckOptions {
  const platformNames = allPlatforms(own).map(({ name }) => name);
  const codes = { only: listed(only), skip: listed(skip) };
  const known = {
    platforms: listed(platforms),
    only: codes.only.filter(isCheckCode),
    skip: codes.skip.filter(isCheckCode),
  };
  const wrong = [
    ...(listed(fixes).every((code) => code === 'all' || isCheckCode(code)) ? [] : ['fixes']),
    ...(known.platforms.every((name) => platformNames.includes(name)) ? [] : ['platforms']),
    ...(known.only.length === codes.only.length ? [] : ['only']),
    ...(known.skip.length === codes.skip.length ? [] : ['skip']),
  ];
  const issues = wrong.map((field) =>
    fieldIssue(
      'render/invalid',
      field,
      message('field/unknown-name', { field, names: field === 'platforms' ? platformNames : CHECK_CODES }),
    ),
  );
  if (issues.length > 0) throw refusal('render/invalid', issues);
  return { level, ...known, only: known.only.length === 0 ? null : known.only };
}

/** Returns the codes of the findings for which fixes are tried; undefined for none. */
function fixesOf({ fixes = '' }: CheckForm): CheckTools['fixes'] {
  const codes = listed(fixes);
  if (codes.length === 0) return undefined;
  return codes.includes('all') ? 'all' : codes.filter(isCheckCode);
}

/** Returns the comma-separated names in a text. */
function listed(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Returns the rows; null for one film. Throws `render/invalid` unless the field is a list of at most 1,000 objects. */
function rowsOf({ rows }: CheckForm): readonly object[] | null {
  if (rows === undefined || rows === '') return null;
  const read = parsedJson(rows);
  if (Array.isArray(read) && read.length > 0 && read.length <= MAX_ROWS && read.every(isObject)) return read;
  const says = message('field/no-rows', { field: 'rows', most: MAX_ROWS });
  throw refusal('render/invalid', [fieldIssue('render/invalid', 'rows', says)]);
}

/** Returns the values for all rows. The check of the form reports an invalid object. */
function valuesOf({ variables }: CheckForm): object {
  const read = variables === undefined ? null : parsedJson(variables);
  return isObject(read) ? read : {};
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
