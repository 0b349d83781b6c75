import { useEffect, useMemo } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { type BatchDetail, useBatches } from '#renderer/api/queries/use-batches.ts';
import { useBrand } from '#renderer/api/queries/use-brand.ts';
import { useOutdated } from '#renderer/api/queries/use-outdated.ts';
import { type FormatEntry, useFormats } from '#renderer/api/queries/use-renders.ts';
import { useTemplates } from '#renderer/api/queries/use-templates.ts';
import { maxBytesOf } from '#renderer/project/at-most-field.tsx';
import {
  type BatchRow,
  combinedProgress,
  combinedRow,
  countRows,
  filmsByRow,
  isBatchRunning,
  isBusy,
  type LiveBatches,
  type RenderProgress,
  type RowStatus,
  statusOf,
  useBatchRows,
  withVerdicts,
} from '#renderer/project/batch-rows.ts';
import { outdatedBy } from '#renderer/project/outdated-films.ts';
import { labelWithName } from '#renderer/project/variable-labels.ts';
import { type ColumnCheck, checkColumns } from '#shared/batch/check-columns.ts';
import type { RowCheck } from '#shared/batch/check-row.ts';
import type { ColumnUses } from '#shared/batch/match-columns.ts';
import type { ReadTable } from '#shared/batch/read-table.ts';
import { rowValues, tableForVariables } from '#shared/batch/row-values.ts';
import type { Table } from '#shared/batch/table.ts';
import { hasCode } from '#shared/messages/message.ts';
import { namesIn, parseNamePattern } from '#shared/names/film-names.ts';
import type { BatchSettings } from './batch-settings.ts';
import { newestBatch, type RunTemplates, rowsToRender } from './batch-start.ts';
import { batchesOf, type PreparedBatch, preparedFromBatch, type RowLink } from './prepared-batch.ts';
import { type BatchTemplate, useBatchTemplate, useBatchTemplates } from './use-batch-template.ts';
import { type CheckedRun, type RowChecks, useRowChecks } from './use-row-checks.ts';
import { type BatchMemory, useSavedBatch } from './use-saved-batch.ts';

/** The state of the batch screen. */
export interface BatchModel extends BatchMemory {
  readonly project: string;
  readonly name: string;
  readonly template: BatchTemplate | null;
  readonly templateError: unknown;
  readonly retryTemplate: () => void;
  /** The brand values, for variables that a row leaves empty. */
  readonly brand: Readonly<Record<string, string>>;
  /** The table with the values that the variables get. A spreadsheet can show a different text for a value. */
  readonly prepared: PreparedBatch | null;
  readonly settings: BatchSettings | null;
  /** The variable of each column; null if the column has no variable, or if the variable was removed. */
  readonly uses: ColumnUses;
  readonly checks: RowChecks;
  /** The unassigned columns and the unassigned variables. */
  readonly unused: ColumnCheck;
  /** The variables in the file name pattern. */
  readonly inFileNames: ReadonlySet<string>;
  readonly live: LiveBatches;
  /** The films of each row. A run has several films per row. */
  readonly films: readonly (readonly BatchRow[])[];
  /** The templates and languages of the next start; null for one film per row. */
  readonly run: RunTemplates | null;
  readonly statuses: readonly RowStatus[];
  readonly counts: ReturnType<typeof countRows>;
  /** The rows that the next start renders. */
  readonly next: readonly number[];
  /** The rows of the next start whose films are outdated. */
  readonly outdated: readonly number[];
  readonly progress: BatchProgress | null;
  /** The batches that are running. */
  readonly open: readonly BatchDetail[];
  /** The batch that was started last. */
  readonly newest: BatchDetail | null;
  readonly format: FormatEntry | null;
  readonly formats: readonly FormatEntry[];
}

const NO_BRAND: Readonly<Record<string, string>> = {};
const NO_TABLE: Table = { columns: [], rows: [] };
const NO_FILMS: readonly BatchRow[] = [];
const NO_MOVIES: readonly string[] = [];
const NO_REPEATED_COLUMNS: ReadTable['repeatedColumns'] = [];

export function useBatchModel(project: string, name: string): BatchModel {
  const memory = useSavedBatch(project, name);
  const { template: own, error, refetch } = useBatchTemplate(project, name);
  const { data: assets = null } = useAssets(project);
  const brand = useBrand(project).data?.values ?? NO_BRAND;
  const { data: formats = [] } = useFormats();
  const { saved } = memory;
  const written = saved?.prepared ?? null;
  const run = useRun({ project, name, own, settings: saved?.settings ?? null });
  const template = useMemo(() => own && { ...own, variables: variablesOf(own, run) }, [own, run]);
  const writtenTable = written?.table ?? NO_TABLE;
  const ownNames = useMemo(() => new Set(own?.variables.map((variable) => variable.name)), [own]);
  const uses = useMemo(() => {
    const knownNames = new Set(template?.variables.map((variable) => variable.name));
    const known = (written?.uses ?? []).map((use) => (use !== null && knownNames.has(use) ? use : null));
    // The variables of additional templates are matched by name here, because templates can be added after the table
    // was loaded.
    const free = new Set([...knownNames].filter((variable) => !known.includes(variable) && !ownNames.has(variable)));
    return known.map((use, at) => {
      const column = writtenTable.columns[at] ?? '';
      return use ?? (free.delete(column) ? column : null);
    });
  }, [written?.uses, writtenTable.columns, template, ownNames]);
  const ids = useMemo(() => batchesOf(written), [written]);
  const live = useBatchRows(project, ids);
  const filmsOf = useMemo(() => {
    const byBatch = new Map([...live.batches.values()].map((batch) => [batch.id, filmsByRow(batch)]));
    return ({ batch, index }: RowLink): readonly BatchRow[] => byBatch.get(batch)?.get(index) ?? NO_FILMS;
  }, [live.batches]);
  const links = useMemo(() => written?.links.map((link) => link && shownLink(link, filmsOf)), [written, filmsOf]);
  const prepared = useMemo(() => {
    const values = template?.variables ?? [];
    return written && { ...written, links: links ?? [], table: tableForVariables(written.table, uses, values) };
  }, [written, links, uses, template]);
  const table = prepared?.table ?? NO_TABLE;
  const checks = useRowChecks({ project, template, run, assets, rows: table.rows, uses, brand });
  const pattern = saved?.settings.pattern;
  const inFileNames = useMemo(() => {
    const parsed = parseNamePattern(pattern ?? '');
    return new Set(parsed.ok ? namesIn(parsed.value) : []);
  }, [pattern]);
  const repeatedColumns = prepared?.repeatedColumns ?? NO_REPEATED_COLUMNS;
  const unused = useMemo(() => {
    return checkColumns({
      unmapped: table.columns.filter((_, at) => uses[at] === null),
      repeated: repeatedColumns,
      inFileNames,
      variables: (template?.variables ?? []).map((variable) => ({ ...variable, label: labelWithName(variable) })),
      filled: new Set([...uses.filter((use) => use !== null), ...Object.keys(brand)]),
    });
  }, [table.columns, repeatedColumns, uses, template, inFileNames, brand]);
  const changesByRender = useOutdated(project);
  const format = saved?.settings.format;
  const quality = saved?.settings.quality;
  const loudness = saved?.settings.loudness;
  const formatEntry = formats.find(({ name: each }) => each === format) ?? null;
  const maxbytes = saved ? maxBytesOf(saved.settings, formatEntry) : null;
  const current = useMemo(
    () => (format === undefined || quality === undefined ? null : { format, quality, loudness, maxbytes }),
    [format, quality, loudness, maxbytes],
  );
  const films = useMemo(
    () =>
      table.rows.map((_, at) => {
        const link = prepared?.links[at] ?? null;
        return link === null ? NO_FILMS : filmsOf(link);
      }),
    [table.rows, prepared?.links, filmsOf],
  );
  const checkedStatuses = useMemo(() => {
    const variables = template?.variables ?? [];
    const names = variables.map((variable) => variable.name);
    return table.rows.map((cells, at) => {
      const link = prepared?.links[at] ?? null;
      const batch = link === null ? undefined : live.batches.get(link.batch);
      const ofRow = films[at] ?? NO_FILMS;
      const row = combinedRow(ofRow);
      const progress = combinedProgress(ofRow, live.progress);
      const check = checks.ofRows[at] ?? null;
      // Values can be compared only after the template is loaded.
      if (batch === undefined || row === null || template === null || current === null)
        return statusOf(check, row, progress);
      const change = ofRow.map(({ render }) => changesByRender.get(render ?? '')).find((each) => each !== undefined);
      const by = outdatedBy(
        change,
        { ...batch, values: row.variables },
        {
          now: { ...current, values: Object.fromEntries(rowValues(cells, uses, variables).values) },
          variables: names,
        },
      );
      const isOtherRun = JSON.stringify(shapeOf(batch)) !== JSON.stringify(run && shapeOf(run));
      return statusOf(check, row, progress, isOtherRun && !by.includes('values') ? [...by, 'run'] : by);
    });
  }, [table.rows, prepared?.links, checks.ofRows, live, films, run, changesByRender, template, uses, current]);
  const statuses = useMemo(() => withVerdicts(checkedStatuses, checks.verdicts), [checkedStatuses, checks.verdicts]);
  const next = useMemo(
    () => rowsToRender(statuses, checks.ofRows, prepared?.left ?? []),
    [statuses, checks.ofRows, prepared?.left],
  );
  const outdated = useMemo(() => next.filter((row) => statuses[row]?.kind === 'outdated'), [next, statuses]);
  const open = useMemo(() => [...live.batches.values()].filter(isBatchRunning), [live.batches]);
  useRunningBatch({ project, name, memory, template });
  return {
    ...memory,
    ...{
      project,
      name,
      brand,
      template,
      templateError: error,
      retryTemplate: () => void refetch(),
      prepared,
      uses,
      checks,
      unused,
      inFileNames,
      live,
      films,
      run,
      statuses,
      next,
      outdated,
      open,
      formats,
    },
    settings: saved?.settings ?? null,
    counts: useMemo(() => countRows(statuses), [statuses]),
    progress: useMemo(
      () => progressOf(statuses, checks.ofRows, live.progress, films),
      [statuses, checks.ofRows, live.progress, films],
    ),
    newest: useMemo(() => newestBatch(live.batches.values()), [live.batches]),
    format: formatEntry,
  };
}

/** Returns the link whose films a row shows: if its render was canceled, the link to its previous film. */
export function shownLink(link: RowLink, filmsOf: (link: RowLink) => readonly BatchRow[]): RowLink {
  const { film } = link;
  const films = filmsOf(link);
  const isCanceled = films.length > 0 && films.every(({ state }) => state === 'cancelled');
  return film !== undefined && isCanceled && filmsOf(film).length > 0 ? film : link;
}

/** Returns the templates and languages of the next start; null for one film per row. */
function useRun(input: {
  readonly project: string;
  readonly name: string;
  readonly own: BatchTemplate | null;
  readonly settings: BatchSettings | null;
}): (RunTemplates & CheckedRun) | null {
  const { project, name, own, settings } = input;
  const { data: templates } = useTemplates(project);
  const chosen = settings?.movies ?? NO_MOVIES;
  // Ignore deleted templates.
  const others = useMemo(
    () => chosen.filter((each) => each !== name && templates?.some((template) => template.name === each) === true),
    [chosen, name, templates],
  );
  const loaded = useBatchTemplates(project, others);
  const languages = settings?.languages ?? NO_MOVIES;
  return useMemo(() => {
    if (others.length === 0 && languages.length === 0) return null;
    const ownEntry = own === null ? [] : [[name, own] as const];
    return {
      movies: [name, ...others],
      languages: languages.length === 0 ? null : languages,
      templates: new Map([...ownEntry, ...loaded]),
    };
  }, [others, languages, loaded, own, name]);
}

/**
 * Returns the variables of all templates. If several templates have a variable of the same name, the first declaration
 * is used.
 */
function variablesOf(own: BatchTemplate, run: RunTemplates | null): BatchTemplate['variables'] {
  if (run === null) return own.variables;
  const all = [...run.templates.values()].flatMap(({ variables }) => variables);
  return [...new Map([...all].reverse().map((variable) => [variable.name, variable])).values()].reverse();
}

/** Returns the templates and languages of a run, which determine its films. Null for one film per row. */
function shapeOf({
  movies,
  languages,
}: {
  readonly movies?: readonly string[] | undefined;
  readonly languages?: unknown;
}) {
  return movies === undefined ? null : [movies, languages ?? null];
}

/** Opens a running batch of this template that another window or client started. */
function useRunningBatch(input: {
  readonly project: string;
  readonly name: string;
  readonly memory: BatchMemory;
  readonly template: BatchTemplate | null;
}): void {
  const { project, name, memory, template } = input;
  const { client } = useApi();
  const { data: batches } = useBatches(project);
  const isEmpty = memory.saved !== null && memory.saved.prepared === null;
  const running = isEmpty
    ? batches?.find((each) => each.movie === name && each.state !== 'ended' && each.movies === undefined)?.id
    : undefined;
  const { put } = memory;
  useEffect(() => {
    if (running === undefined || template === null) return;
    const stopped = new AbortController();
    const parameters = { project, batch: running };
    client.call('readBatch', { parameters, signal: stopped.signal }).then(
      (batch) => {
        if (!stopped.signal.aborted) put(preparedFromBatch(batch, template.variables));
      },
      // Ignore the error, because the list of batches shows it. The user can still open a table here.
      () => undefined,
    );
    return () => stopped.abort();
  }, [running, template, project, client, put]);
}

/** Returns the displayed names of the variables whose missing columns are errors of rows. */
export function lackingVariables({ common, ofRows }: Pick<RowChecks, 'common' | 'ofRows'>): ReadonlySet<string> {
  const problems = ofRows.flatMap((check) => check?.problems ?? []).filter(({ severity }) => severity === 'error');
  return new Set(
    [...common, ...problems.map(({ says }) => says)].flatMap((says) =>
      hasCode(says, 'batch/no-column-no-default') ? [says.values.variable] : [],
    ),
  );
}

/** The total progress of all rows with a render. */
export interface BatchProgress {
  /** The number of films whose render has ended. */
  readonly ended: number;
  readonly total: number;
  /** The number of canceled films; 0 while a film is being rendered. */
  readonly stopped: number;
  readonly doneFrames: number;
  readonly totalFrames: number;
  /** The total frames per second of all running renders; null if unknown. */
  readonly fps: number | null;
  readonly secondsLeft: number | null;
}

/** Returns the total progress of the rows; null if no row was rendered. */
export function progressOf(
  statuses: readonly RowStatus[],
  checks: readonly (RowCheck | null)[],
  progress: ReadonlyMap<string, RenderProgress>,
  films: readonly (readonly BatchRow[])[] = [],
): BatchProgress | null {
  const cancelled = statuses.filter(({ kind }) => kind === 'cancelled').length;
  // While films are being rendered, canceled rows belong to an earlier start and do not count.
  const stopped = statuses.some(isBusy) ? 0 : cancelled;
  let [ended, total, doneFrames, totalFrames, fps] = [0, 0, 0, 0, 0];
  for (const { state, frames, reported } of countedFilms(statuses, checks, progress, films)) {
    if (state === 'cancelled' && stopped === 0) continue;
    total += 1;
    totalFrames += frames;
    if (state === 'succeeded' || state === 'failed') {
      ended += 1;
      doneFrames += frames;
    } else if (reported !== undefined && state !== 'queued' && state !== 'cancelled') {
      doneFrames += Math.min(frames, reported.done);
      fps += reported.fps ?? 0;
    }
  }
  if (total === stopped) return null;
  const framesLeft = totalFrames - doneFrames;
  return {
    ...{ ended, total, stopped, doneFrames, totalFrames },
    fps: fps > 0 ? fps : null,
    secondsLeft: fps > 0 && ended < total ? framesLeft / fps : null,
  };
}

const stateOfKind = {
  queued: 'queued',
  running: 'rendering',
  done: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
} as const;

/** Returns the films that count for the progress, with their lengths in frames. */
function countedFilms(
  statuses: readonly RowStatus[],
  checks: readonly (RowCheck | null)[],
  progress: ReadonlyMap<string, RenderProgress>,
  films: readonly (readonly BatchRow[])[],
) {
  return statuses.flatMap((status, at) => {
    if (!('row' in status) || status.kind === 'outdated') return [];
    const checked = checks[at]?.totalFrames ?? 0;
    const ofRow = films[at] ?? [];
    if (ofRow.length <= 1)
      return [{ state: stateOfKind[status.kind], frames: checked, reported: progress.get(status.row.render ?? '') }];
    // The check contains only the length of the first template's film.
    return ofRow.map(({ state, render }) => {
      const reported = progress.get(render ?? '');
      return { state, frames: reported?.total ?? checked, reported };
    });
  });
}
