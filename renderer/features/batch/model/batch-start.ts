import type { BatchDetail } from '#renderer/api/queries/use-batches.ts';
import type { FormatEntry } from '#renderer/api/queries/use-renders.ts';
import type { EncoderEntry } from '#renderer/api/queries/use-storage.ts';
import { isRenderable, type RowStatus } from '#renderer/common/batches/row-status.ts';
import { SOFTWARE } from '#renderer/common/renders/render-choices.ts';
import type { EnteredKeys } from '#renderer/common/renders/render-session-store.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { say } from '#renderer/strings/say.ts';
import { formatCount } from '#renderer/ui/format/number.ts';
import type { RowCheck } from '#shared/batch/check-row.ts';
import { planFilms } from '#shared/batch/film-plan.ts';
import type { ColumnUses } from '#shared/batch/match-columns.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import type { Variable } from '#shared/template/variables/variables.ts';
import { missingField } from './batch-destination.ts';
import type { BatchSettings } from './batch-settings.ts';
import type { PreparedBatch } from './prepared-batch.ts';

/** What the names of films depend on. */
export interface NamedFilms {
  readonly prepared: Pick<PreparedBatch, 'table'> | null;
  readonly uses: ColumnUses;
  readonly template: { readonly variables: readonly Variable[] } | null;
  readonly settings: BatchSettings | null;
  readonly format: Pick<FormatEntry, 'extension'> | null;
}

/** What a start depends on. */
export interface Startable extends NamedFilms {
  readonly template: { readonly variables: readonly Variable[]; readonly fault: Problem | null } | null;
  readonly format: Pick<FormatEntry, 'extension' | 'label' | 'available'> | null;
  readonly next: readonly number[];
  readonly open: readonly unknown[];
  readonly checks: { readonly common: readonly unknown[]; readonly isDone: boolean };
  readonly live: { readonly isReading: boolean };
}

/** The rows that a start renders, from 0: none that is left out, and none that failed and cannot be rendered any more. */
export function rowsToRender(
  statuses: readonly RowStatus[],
  checks: readonly (RowCheck | null)[],
  left: readonly number[],
): readonly number[] {
  const out = new Set(left);
  return statuses.flatMap((status, at) => (isRenderable(status) && !out.has(at) && isGood(checks[at]) ? [at] : []));
}

/** A row that failed may have become one that cannot be rendered at all. */
function isGood(check: RowCheck | null | undefined): boolean {
  return check?.totalFrames !== null && check?.problems.every(({ severity }) => severity !== 'error') === true;
}

/** Whether a batch goes on. The rows say it at once, the batch only when it is read again. */
export function isOpen({ rows }: Pick<BatchDetail, 'rows'>): boolean {
  return rows.some(({ state }) => state !== 'succeeded' && state !== 'failed' && state !== 'cancelled');
}

/** The batch that was started last; null of none. */
export function newestOf(batches: Iterable<BatchDetail>): BatchDetail | null {
  return [...batches].reduce<BatchDetail | null>(
    (newest, batch) => (newest === null || batch.createdAt > newest.createdAt ? batch : newest),
    null,
  );
}

/** The rows whose films names are shown of: those of the next start, else those that are made or are not wrong. */
export function namedRows(next: readonly number[], statuses: readonly RowStatus[]): readonly number[] {
  if (next.length > 0) return next;
  const sound = statuses.flatMap(({ kind }, at) => (kind === 'invalid' ? [] : [at]));
  return sound.length > 0 ? sound : statuses.map((_, at) => at);
}

/** Names that films would get, of a few rows. */
export function filmNames(model: NamedFilms, rows: readonly number[]) {
  const { prepared, uses, template, settings, format } = model;
  if (prepared === null || template === null || settings === null) return null;
  return planFilms({
    table: prepared.table,
    uses,
    variables: template.variables,
    chosen: rows,
    pattern: settings.pattern,
    extension: format?.extension ?? settings.format,
  });
}

/** The chosen encoder if it can make the chosen format, else the processor. */
export function encoderOf({ encoder, format }: BatchSettings, encoders: readonly EncoderEntry[]): string {
  const chosen = encoders.find(({ name }) => name === encoder);
  return chosen?.formats.includes(format) === false ? SOFTWARE : encoder;
}

/** Why a start is not possible; null where it is. */
export function startBlocker(
  model: Startable,
  { batch: words, render }: Pick<Catalogue, 'batch' | 'render'>,
  { keys, encoders }: { readonly keys: EnteredKeys; readonly encoders: readonly EncoderEntry[] },
): string | null {
  const { template, checks, next, format, settings, open, live } = model;
  if (template === null || template.fault !== null || checks.common.length > 0) return words.blockers.template;
  if (!checks.isDone) return words.blockers.checking;
  if (open.length > 0 || live.isReading) return words.blockers.running;
  if (settings !== null && format !== null && !format.available) return words.blockers.noFormat(format.label);
  if (settings !== null) {
    const encoder = encoders.find(({ name }) => name === encoderOf(settings, encoders));
    if (encoder?.available === false) return render.blockers.noEncoder(encoder.label);
    const missing = missingField(settings, keys);
    if (missing !== null) return render.blockers.needs(render[missing]);
  }
  const plan = filmNames(model, next.slice(0, 1));
  if (plan !== null && !plan.ok) return say(plan.error);
  const [unknown] = plan?.value.unknown ?? [];
  if (unknown !== undefined) return words.blockers.noName(unknown);
  return next.length === 0 ? words.blockers.noRows : null;
}

/** `Render 3 films`: what a start does. */
export function filmCount(count: number, words: Catalogue['batch']): string {
  return words.renderFilms(formatCount(count), count === 1);
}
