import { join } from 'node:path';
import type { ToolInput, ToolOutput } from '#shared/agents/tools.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { safeFileName } from '#shared/names/film-names.ts';
import { freeName } from '#shared/names/usable-name.ts';
import { formatNames, formatOf } from '../engine/formats/formats.ts';
import { ServiceError } from '../errors/service-error.ts';
import { systemCode } from '../errors/system-code.ts';
import { checkBatch } from '../renders/batches/batch-request.ts';
import type { ProjectUid } from '../storage/ports.ts';
import { requireKnownSources } from './agent-sources.ts';
import { checked, foldedRows } from './check-tool.ts';
import {
  agentHeaders,
  findingsOf,
  MAX_FINDINGS,
  refusalError,
  requireProject,
  type ToolCall,
  type ToolResult,
  type ToolServices,
} from './tool-context.ts';
import { requestedFrameOf } from './view-tool.ts';

/** The maximum number of waiting and running renders per key. */
const MAX_RENDERS = 20;
const MAX_ROWS = 10_000;
const ENDED: ReadonlySet<string> = new Set(['succeeded', 'failed', 'cancelled', 'ended']);

export async function render(
  input: ToolInput<'render'>,
  call: ToolCall,
  services: ToolServices,
): Promise<ToolResult<ToolOutput<'render'>>> {
  const project = await requireProject(call, services, input.project);
  const { calls, region, records } = services;
  const place = { project, template: input.template };
  const format = formatNames.find((name) => name === input.format);
  if (format === undefined)
    throw new ServiceError('request/invalid', `\`format\` must be one of ${formatNames.join(', ')}.`);
  const folder = call.folders.films;
  if (input.save_as !== undefined && folder === null)
    throw new ServiceError('agents/path', 'The person hasn’t chosen a folder for films.');
  const parameters = { region, project, name: input.template };
  const { bytes } = await calls.bytes('readTemplate', { parameters, query: {} }, call.signal);
  const xml = new TextDecoder().decode(bytes);
  await requireKnownSources({ xml, rows: [input.values ?? {}], project }, place, call, services);
  await requireFewRenders(project, call, services);
  const range = await rangeOf(bytes, input, services);
  const accepted = await calls.json(
    'startRender',
    {
      parameters: { region, project },
      headers: agentHeaders(call),
      body: {
        ...{ template: xml, template_name: input.template },
        ...{ format, quality: input.quality, async: 'true', name: input.save_as ?? input.template },
        variables: JSON.stringify(input.values ?? {}),
        ...filmCheck(input),
        ...(range !== null && { range: JSON.stringify(range) }),
      },
    },
    call.signal,
  );
  records.started(accepted.id, call.key.id, null);
  const findings = findingsOf(('issues' in accepted && accepted.issues) || []);
  const followed = await follow(
    { project, job: accepted.id, wait: input.wait, cancels: !input.detached },
    call,
    services,
  );
  const path =
    followed.state === 'succeeded' && input.save_as !== undefined && folder !== null
      ? await saveFilm(
          { project, job: accepted.id, folder, name: safeFileName(input.save_as, formatOf(format).extension) },
          call,
          services,
        )
      : null;
  const film = filmUri(project, accepted.id, followed.state);
  return {
    data: {
      ...followed,
      job: accepted.id,
      film,
      path,
      findings: [...findings, ...followed.findings].slice(0, MAX_FINDINGS),
    },
    ...(film !== null && {
      film: { uri: film, name: input.template, mimeType: formatOf(format).mimeType, size: followed.bytes },
    }),
  };
}

/** The address of the resource of a film, as a URI template. */
export const FILM_ADDRESS = 'scenewright://render/{project}/{id}/film';

function filmUri(project: string, job: string, state: string): string | null {
  if (state !== 'succeeded') return null;
  return FILM_ADDRESS.replace('{project}', encodeURIComponent(project)).replace('{id}', job);
}

/** Returns the fields of the film check that a call requires; none for `never`. */
function filmCheck({ fail_on: failOn }: Pick<ToolInput<'render'>, 'fail_on'>) {
  return failOn === undefined || failOn === 'never' ? {} : ({ check: 'quick', failOn } as const);
}

/** Returns the requested frames; null for the whole film. */
async function rangeOf(
  bytes: Uint8Array,
  { from, to, values = {} }: ToolInput<'render'>,
  { inspector }: ToolServices,
): Promise<{ readonly from: number; readonly to?: number } | null> {
  if (from === undefined && to === undefined) return null;
  const query = { within: null, fromLine: null, lines: null, values: Object.entries(values) };
  const described = await inspector.describe(bytes, query);
  if (!described.ok) throw refusalError(described.error);
  const { rate } = described.value;
  return {
    from: from === undefined ? 0 : requestedFrameOf(from, rate),
    ...(to !== undefined && { to: requestedFrameOf(to, rate) }),
  };
}

async function requireFewRenders(project: string, call: ToolCall, services: ToolServices): Promise<void> {
  const own = new Set(services.records.jobsOf(call.key.id, 100));
  if (own.size < MAX_RENDERS) return;
  const { renders } = await services.calls.json('listAllRenders', { query: { limit: 1000 } } as never, call.signal);
  const active = renders.filter(({ id, state }) => own.has(id) && !ENDED.has(state));
  if (active.length >= MAX_RENDERS)
    throw new ServiceError(
      'agents/too-many',
      `This key has ${active.length} waiting or running renders in ${project} and other projects.`,
    );
}

interface Followed {
  readonly state: string;
  readonly done: number;
  readonly total: number;
  readonly bytes: number;
  readonly error: string | null;
  readonly findings: ReturnType<typeof findingsOf>;
}

/**
 * Waits up to the given seconds for the end of a render, and reports its progress. If the call is canceled and
 * `cancels` is true, cancels the render.
 */
async function follow(
  {
    project,
    job,
    wait,
    cancels,
  }: { readonly project: string; readonly job: string; readonly wait: number; readonly cancels: boolean },
  call: ToolCall,
  services: ToolServices,
): Promise<Followed> {
  const { calls } = services;
  const anySignal = new AbortController().signal;
  const read = () => calls.json('readRender', { parameters: { project, render: job } }, anySignal);
  await untilChange(
    job,
    async () => {
      const { state, done, total } = await read();
      call.progress(done, total, state);
      return ENDED.has(state);
    },
    wait,
    call.signal,
    services,
  );
  if (call.signal.aborted && cancels) {
    await calls.json('cancelRender', { parameters: { project, render: job } }, anySignal);
    throw new ServiceError('render/cancelled');
  }
  const { state, done, total, bytes, error, warnings } = await read();
  const problems = error === null ? [] : (error.issues ?? []);
  return {
    ...{ state, done, total },
    bytes: bytes ?? 0,
    error: error?.detail ?? null,
    findings: findingsOf([...problems, ...warnings]),
  };
}

/**
 * Waits until a job has ended, its time is over, or the signal aborts. Checks the job now and after each of its events.
 */
async function untilChange(
  job: string,
  hasEnded: () => Promise<boolean>,
  seconds: number,
  signal: AbortSignal,
  { events }: ToolServices,
): Promise<void> {
  const over = Promise.withResolvers<void>();
  let checking: Promise<void> = Promise.resolve();
  const check = () => {
    checking = checking.then(async () => {
      if (await hasEnded()) over.resolve();
    });
    checking.catch(over.reject);
  };
  using _subscription = events.subscribe(({ data }) => {
    const ids: Readonly<Record<string, unknown>> = { ...data };
    if (ids['id'] === job || ids['batch'] === job) check();
  });
  const timer = setTimeout(over.resolve, seconds * 1000);
  const stop = () => over.resolve();
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) return;
    check();
    if (seconds === 0) await checking;
    else await over.promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** Copies a film into the folder for films, under a name that is free. Returns its path. */
async function saveFilm(
  {
    project,
    job,
    folder,
    name,
  }: { readonly project: string; readonly job: string; readonly folder: string; readonly name: string },
  call: ToolCall,
  { calls }: ToolServices,
): Promise<string> {
  const taken = new Set<string>();
  for (;;) {
    const candidate = freeName(name, (key) => taken.has(key));
    const path = join(folder, candidate);
    try {
      await calls.save('readFilm', { parameters: { project, render: job } }, path, call.signal);
      return path;
    } catch (error) {
      if (systemCode(error) !== 'EEXIST' || taken.size > 1000) throw error;
      taken.add(nameKey(candidate));
    }
  }
}

export async function startBatch(
  input: ToolInput<'start_batch'>,
  call: ToolCall,
  services: ToolServices,
): Promise<ToolResult<ToolOutput<'start_batch'>>> {
  const project = await requireProject(call, services, input.project);
  const { calls, region, records, requests } = services;
  const rows = renamed(await rowsOf({ ...input, project }, call, services), input.columns);
  const xml = requests.movieXml(project as ProjectUid, input.template);
  await requireKnownSources({ xml, rows, project }, { project, template: input.template }, call, services);
  const body = {
    // A run omits films with errors; a batch of one movie refuses them.
    ...(input.only_good ? { movies: [input.template] } : { movie: input.template }),
    ...{ rows, format: input.format, quality: input.quality, filename: input.filename ?? '${index}' },
    ...filmCheck(input),
  };
  if (input.dry_run) {
    const { issues, good } = await checkedRows();
    const { findings, more } = checked(issues);
    return { data: { job: null, rows: rows.length, good, findings, more } };
  }
  await requireFewRenders(project, call, services);
  const accepted = await calls.json(
    'startBatch',
    { parameters: { region, project }, headers: agentHeaders(call), body },
    call.signal,
  );
  records.started(accepted.id, call.key.id, null);
  const folded = foldedRows(accepted.issues);
  return {
    data: {
      ...{ job: accepted.id, rows: rows.length, good: accepted.counts.total - accepted.counts.failed },
      ...{ findings: folded.slice(0, MAX_FINDINGS), more: Math.max(0, folded.length - MAX_FINDINGS) },
    },
  };

  async function checkedRows() {
    try {
      const batch = await checkBatch(body, project as ProjectUid, requests, call.signal);
      return { issues: batch.issues, good: batch.rows.filter(({ error }) => error === null).length };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.issues.length === 0) throw error;
      const bad = new Set(error.issues.flatMap(({ severity, line }) => (severity === 'error' ? [line] : [])));
      return { issues: error.issues, good: bad.has(null) ? 0 : rows.length - bad.size };
    }
  }
}

type Row = Record<string, string>;

/** Returns the rows of the request, or of a table of the project. */
async function rowsOf(
  { rows, table, project }: ToolInput<'start_batch'>,
  call: ToolCall,
  { calls }: ToolServices,
): Promise<readonly Row[]> {
  if ((rows === undefined) === (table === undefined))
    throw new ServiceError('request/invalid', 'Give either `rows` or `table`.');
  if (rows !== undefined) return rows;
  const [, name = '', sheet] = /^([^#]*)(?:#(.+))?$/s.exec(table ?? '') ?? [];
  const { bytes } = await calls.bytes('readAsset', { parameters: { project, name } }, call.signal);
  const query = { rows: MAX_ROWS, ...(sheet !== undefined && { sheet }) };
  const read = await calls.json('readTable', { query, body: { bytes, contentType: null } }, call.signal);
  if (read.count > MAX_ROWS) throw new ServiceError('request/invalid', `A table can have up to ${MAX_ROWS} rows.`);
  return read.rows.map((row) =>
    Object.fromEntries(
      read.columns.flatMap((column, at) => (row[at] === undefined || row[at] === '' ? [] : [[column, row[at]]])),
    ),
  );
}

function renamed(rows: readonly Row[], columns: Readonly<Row> = {}): Row[] {
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [columns[name] ?? name, value])),
  );
}

export async function followJob(
  { project: uid, job, wait, rows: listed }: ToolInput<'job'>,
  call: ToolCall,
  services: ToolServices,
): Promise<ToolResult<ToolOutput<'job'>>> {
  const project = await requireProject(call, services, uid);
  if ((await kindOf(project, job, call, services)) === 'render') {
    const { state, done, total, error } = await follow({ project, job, wait, cancels: false }, call, services);
    return { data: { job, state, done, total, film: filmUri(project, job, state), error, rows: [] } };
  }
  const { calls } = services;
  const read = () => calls.json('readBatch', { parameters: { project, batch: job } }, new AbortController().signal);
  const ended = async () => {
    const { counts, state } = await read();
    call.progress(counts.total - counts.queued - counts.running, counts.total, state);
    return state === 'ended';
  };
  await untilChange(job, ended, wait, call.signal, services);
  const { state, counts, rows } = await read();
  const shown = rows.filter((row) => listed === 'all' || (listed === 'failed' && row.state === 'failed'));
  return {
    data: {
      ...{ job, state, done: counts.total - counts.queued - counts.running, total: counts.total },
      ...{ film: null, error: counts.failed === 0 ? null : `${counts.failed} films failed.` },
      rows: shown.slice(0, 1000).map(({ index, state: rowState, filename, render: id, error }) => ({
        ...{ index, state: rowState, filename, error },
        film: id === null ? null : filmUri(project, id, rowState),
      })),
    },
  };
}

/** Returns whether a job is a render or a batch. Throws `render/not-found`. */
async function kindOf(
  project: string,
  job: string,
  call: ToolCall,
  { calls }: ToolServices,
): Promise<'render' | 'batch'> {
  try {
    await calls.json('readRender', { parameters: { project, render: job } }, call.signal);
    return 'render';
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'render/not-found') throw error;
  }
  const { batches } = await calls.json('listBatches', { parameters: { project } }, call.signal);
  if (!batches.some(({ id }) => id === job)) throw new ServiceError('render/not-found');
  return 'batch';
}

export async function controlJob(
  { project: uid, job, action }: ToolInput<'control_job'>,
  call: ToolCall,
  services: ToolServices,
): Promise<ToolResult<ToolOutput<'control_job'>>> {
  const project = await requireProject(call, services, uid);
  const kind = await kindOf(project, job, call, services);
  if (services.records.starterOf(job) !== call.key.id)
    throw new ServiceError('agents/not-yours', 'Only jobs that you started can be controlled.');
  const { calls } = services;
  if (kind === 'batch') {
    const name = ({ cancel: 'cancelBatch', pause: 'pauseBatch', resume: 'resumeBatch', retry: 'retryBatch' } as const)[
      action
    ];
    const { state } = await calls.json(name, { parameters: { project, batch: job } }, call.signal);
    return { data: { job, state } };
  }
  if (action === 'pause' || action === 'resume')
    throw new ServiceError('request/invalid', 'A single render can’t be paused. Cancel it instead.');
  const parameters = { project, render: job };
  if (action === 'cancel') {
    const { state } = await calls.json('cancelRender', { parameters }, call.signal);
    return { data: { job, state } };
  }
  const { id, state } = await calls.json('retryRender', { parameters }, call.signal);
  services.records.started(id, call.key.id, null);
  return { data: { job: id, state } };
}
