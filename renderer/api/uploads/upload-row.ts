import { assertNever } from '#shared/lib/assert.ts';
import { noSpeed, observe, type Speed } from './speed.ts';
import { planFile } from './upload-plan.ts';

/** Why an upload has no file to read from. */
export type WaitReason =
  /** The page was opened again, and a page may not open files by itself. */
  | 'restarted'
  /** The browser remembers the file and asks before it is read again. */
  | 'permission'
  /** The file was changed, moved or deleted while it was sent. */
  | 'changed'
  /** Somebody else began it: another window or a script. */
  | 'elsewhere'
  /** A file was offered that is not the one. */
  | 'other-file';

/** What an upload is doing. */
export type UploadPhase =
  | { readonly type: 'queued' }
  /** Its file is read, to see what of it the service has. */
  | { readonly type: 'checking' }
  | { readonly type: 'running' }
  /** The service was not reached or is busy; it is tried again by itself. */
  | { readonly type: 'retrying'; readonly error: unknown }
  | { readonly type: 'finishing' }
  | { readonly type: 'paused' }
  | { readonly type: 'waiting'; readonly reason: WaitReason }
  /** The project has an asset of that name: somebody has to choose. */
  | { readonly type: 'conflict'; readonly existing: string }
  | { readonly type: 'failed'; readonly error: unknown }
  | { readonly type: 'cancelling' }
  /** `isKnown`: the project had the same bytes under that name; nothing was sent. */
  | { readonly type: 'done'; readonly isKnown?: true };

/** An upload as it is shown. */
export interface UploadRow {
  readonly id: string;
  readonly project: string;
  /** Of the asset that it becomes. */
  readonly name: string;
  readonly size: number;
  /** On the service's disk. */
  readonly bytesDone: number;
  readonly phase: UploadPhase;
  readonly speed: Speed;
}

/** Something that happened to an upload. */
export type UploadChange =
  | { readonly type: 'added'; readonly row: UploadRow }
  | { readonly type: 'phase'; readonly id: string; readonly phase: UploadPhase }
  | { readonly type: 'named'; readonly id: string; readonly name: string }
  /** `at` in milliseconds of a clock that never goes back. */
  | { readonly type: 'progress'; readonly id: string; readonly bytesDone: number; readonly at: number }
  | { readonly type: 'sized'; readonly id: string; readonly size: number; readonly bytesDone: number }
  | { readonly type: 'removed'; readonly id: string };

/** The rows after a change; all others stay the same objects. */
export function changeRows(rows: readonly UploadRow[], change: UploadChange): readonly UploadRow[] {
  if (change.type === 'added') return [...rows, change.row];
  if (change.type === 'removed') return rows.filter(({ id }) => id !== change.id);
  return rows.map((row) => (row.id === change.id ? changeRow(row, change) : row));
}

function changeRow(row: UploadRow, change: Exclude<UploadChange, { type: 'added' | 'removed' }>): UploadRow {
  switch (change.type) {
    case 'phase':
      // The speed before a pause says nothing about the speed after it.
      return { ...row, phase: change.phase, speed: moves(change.phase) ? row.speed : noSpeed };
    case 'named':
      return { ...row, name: change.name };
    case 'progress':
      return {
        ...row,
        bytesDone: change.bytesDone,
        speed: observe(row.speed, { at: change.at, bytes: change.bytesDone }),
      };
    case 'sized':
      return { ...row, size: change.size, bytesDone: change.bytesDone };
    default:
      return assertNever(change);
  }
}

/** Whether it takes one of the few places of those that run. */
function isActive(phase: UploadPhase): boolean {
  return moves(phase) || phase.type === 'checking' || phase.type === 'finishing';
}

function moves(phase: UploadPhase): boolean {
  return phase.type === 'running' || phase.type === 'retrying';
}

export function canPause(phase: UploadPhase): boolean {
  return phase.type === 'queued' || phase.type === 'checking' || moves(phase);
}

/** Whether it goes on when told to: it was paused, failed, or waits for a permission. */
export function canResume(phase: UploadPhase): boolean {
  return (
    phase.type === 'paused' || phase.type === 'failed' || (phase.type === 'waiting' && phase.reason === 'permission')
  );
}

/** How many files may go at once: of all, and of those that are sent in chunks. */
export interface FilesAtOnce {
  readonly all: number;
  readonly chunked: number;
}

/** The uploads to start now, oldest first, so that no more than `most` run. */
export function rowsToStart(rows: readonly UploadRow[], most: FilesAtOnce): readonly UploadRow[] {
  const active = rows.filter(({ phase }) => isActive(phase));
  let [all, chunked] = [active.length, active.filter(isChunked).length];
  return rows.filter((row) => {
    if (row.phase.type !== 'queued' || all >= most.all || (isChunked(row) && chunked >= most.chunked)) return false;
    all += 1;
    if (isChunked(row)) chunked += 1;
    return true;
  });
}

function isChunked({ size }: UploadRow): boolean {
  return planFile(size).type === 'chunked';
}

/** The uploads that were in the list since it was empty last; done ones leave the list after a while. */
export interface UploadCount {
  readonly seen: ReadonlySet<string>;
  readonly done: ReadonlySet<string>;
}

export const NO_UPLOADS: UploadCount = { seen: new Set(), done: new Set() };

/** The count after the rows have changed. Canceled files don't count; the same object if nothing changed. */
export function countUploads(before: UploadCount, rows: readonly UploadRow[]): UploadCount {
  if (rows.length === 0) return NO_UPLOADS;
  const ids = rows.map(({ id }) => id);
  const done = new Set([...before.done, ...rows.filter(({ phase }) => phase.type === 'done').map(({ id }) => id)]);
  const seen = new Set([...done, ...ids]);
  return seen.size === before.seen.size && done.size === before.done.size && ids.every((id) => before.seen.has(id))
    ? before
    : { seen, done };
}

/** The rows to show if only so many fit: first those that wait for the user, then those that move. */
export function firstRows(rows: readonly UploadRow[], most: number): readonly UploadRow[] {
  const rank = ({ phase }: UploadRow) => {
    if (phase.type === 'failed' || phase.type === 'conflict' || phase.type === 'waiting') return 0;
    return isActive(phase) || phase.type === 'cancelling' ? 1 : phase.type === 'done' ? 3 : 2;
  };
  return rows.toSorted((one, other) => rank(one) - rank(other)).slice(0, most);
}
