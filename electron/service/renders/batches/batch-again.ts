import type { RunCell } from '#shared/batch/run-cells.ts';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { OutdatedFilms } from '../accept/outdated-films.ts';
import type { RequestContext } from '../accept/render-request.ts';
import type { RenderRecord } from '../records/render-record.ts';
import { type CheckedBatch, checkBatch } from './batch-request.ts';
import type { RequestedRun } from './batch-run.ts';
import type { Batches, BatchRecord } from './batches.ts';
import type { RowNumbers } from './row-numbers.ts';

/**
 * Checks a batch that repeats rows of another batch under the same file names. If `requested` is null, uses all rows
 * with an outdated film that has no newer render. `isConfined` states whether a row is confined. Throws
 * `render/not-retryable` if no row remains, and the errors of {@link checkBatch}.
 */
export async function checkRepeatedBatch(
  { id, project, movie, run }: BatchRecord,
  requested: RowNumbers | null,
  context: RequestContext & { readonly batches: Batches; readonly outdated: OutdatedFilms },
  signal: AbortSignal,
): Promise<CheckedBatch & { readonly isConfined: boolean }> {
  const all = await context.batches.rows(id);
  const outdated = requested === null ? await outdatedIn(project, context.outdated) : null;
  const isRepeated = ({ id: render, batchIndex }: RenderRecord) =>
    outdated === null ? requested?.has(batchIndex ?? 0) === true : outdated.has(render);
  const rows = all.filter((row) => row.state === 'succeeded' && isRepeated(row));
  const [first] = rows;
  if (first === undefined) throw new ServiceError('render/not-retryable', message('batch/none-outdated'));
  const { format, quality, hardware, published, destination, onsuccess, onerror } = first.request;
  const { loudness, truepeak, maxBytes, package: parts, check } = first.request;
  if (destination !== null) throw new ServiceError('render/not-retryable', message('render/keys-forgotten'));
  const cells = run === null ? null : rows.map((row, at) => cellOf(row, at, run));
  const checked = await checkBatch(
    {
      ...(run === null ? { movie } : { movies: [...run.movies] }),
      ...{ format, quality, filename: '${index}' },
      rows: rows.map(({ request }) => Object.fromEntries(request.variables)),
      ...(hardware !== null && { encoder: hardware }),
      ...(loudness !== null && { loudness }),
      ...(truepeak !== null && { truepeak }),
      ...(maxBytes !== null && { maxbytes: maxBytes }),
      ...(parts !== null && { package: parts }),
      ...(check !== null && { check: check.level, failOn: check.failOn, platforms: check.platforms }),
      ...(published !== null && { published }),
      ...(onsuccess !== null && { onsuccess }),
      ...(onerror !== null && { onerror }),
    },
    project,
    context,
    signal,
    cells,
  );
  return {
    ...checked,
    isConfined: rows.some(({ request }) => request.isConfined),
    run,
    rows: checked.rows.map((row, at) => ({
      ...row,
      filename: rows[at]?.filename ?? row.filename,
      row: rows[at]?.cell?.row ?? row.row,
    })),
  };
}

/** Returns the cell of the run that renders a film again. Each film has a separate row of values. */
function cellOf({ request }: RenderRecord, row: number, { movies }: RequestedRun): RunCell {
  return { row, language: request.language, movie: Math.max(0, movies.indexOf(request.templateName ?? '')) };
}

async function outdatedIn(project: BatchRecord['project'], outdated: OutdatedFilms): Promise<ReadonlySet<string>> {
  const outdatedFilms = await outdated.list(project);
  return new Set(outdatedFilms.flatMap(({ render, newer }) => (newer === null ? [render] : [])));
}
