import { assertNever } from '#shared/lib/assert.ts';
import { noSpeed, observe, type Speed } from './speed.ts';
import { planFile } from './upload-plan.ts';

/** Why an upload has no readable file. */
export type WaitReason =
  /** The page was reopened and needs the user to open files. */
  | 'restarted'
  /** The browser has the file and requires permission to read it again. */
  | 'permission'
  /** The file was changed, moved, or deleted during the upload. */
  | 'changed'
  /** Another window or a script started it. */
  | 'elsewhere'
  /** The offered file is a different one. */
  | 'other-file';

/** The state of an upload. */
export type UploadPhase =
  | { readonly type: 'queued' }
  /** The file is compared with the chunks that the service has. */
  | { readonly type: 'checking' }
  | { readonly type: 'running' }
  /** The service was unreachable or busy. It is retried automatically. */
  | { readonly type: 'retrying'; readonly error: unknown }
  | { readonly type: 'finishing' }
  | { readonly type: 'paused' }
  | { readonly type: 'waiting'; readonly reason: WaitReason }
  /** The project has an asset of that name, and the user must choose. */
  | { readonly type: 'conflict'; readonly existing: string }
  | { readonly type: 'failed'; readonly error: unknown }
  | { readonly type: 'cancelling' }
  /** `isKnown`: the project has the same bytes under that name, and nothing was sent. */
  | { readonly type: 'done'; readonly isKnown?: true };

/** An upload as it is displayed. */
export interface UploadRow {
  readonly id: string;
  readonly project: string;
  /** The name of the future asset. */
  readonly name: string;
  readonly size: number;
  /** The bytes on the disk of the service. */
  readonly bytesDone: number;
  readonly phase: UploadPhase;
  readonly speed: Speed;
}

/** A change of an upload. */
export type UploadChange =
  | { readonly type: 'added'; readonly row: UploadRow }
  | { readonly type: 'phase'; readonly id: string; readonly phase: UploadPhase }
  | { readonly type: 'named'; readonly id: string; readonly name: string }
  /** `at` is in milliseconds of a monotonic clock. */
  | { readonly type: 'progress'; readonly id: string; readonly bytesDone: number; readonly at: number }
  | { readonly type: 'sized'; readonly id: string; readonly size: number; readonly bytesDone: number }
  | { readonly type: 'removed'; readonly id: string };

/** Returns the rows after a change. All other rows stay the same objects. */
export function changeRows(rows: readonly UploadRow[], change: UploadChange): readonly UploadRow[] {
  if (change.type === 'added') return [...rows, change.row];
  if (change.type === 'removed') return rows.filter(({ id }) => id !== change.id);
  return rows.map((row) => (row.id === change.id ? changeRow(row, change) : row));
}

function changeRow(row: UploadRow, change: Exclude<UploadChange, { type: 'added' | 'removed' }>): UploadRow {
  switch (change.type) {
    case 'phase':
      // The speed before a pause is irrelevant after it.
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

/** Whether the upload occupies one of the limited slots. */
function isActive(phase: UploadPhase): boolean {
  return moves(phase) || phase.type === 'checking' || phase.type === 'finishing';
}

function moves(phase: UploadPhase): boolean {
  return phase.type === 'running' || phase.type === 'retrying';
}

export function canPause(phase: UploadPhase): boolean {
  return phase.type === 'queued' || phase.type === 'checking' || moves(phase);
}

/** Whether the upload can be resumed: it is paused, failed, or waits for permission. */
export function canResume(phase: UploadPhase): boolean {
  return (
    phase.type === 'paused' || phase.type === 'failed' || (phase.type === 'waiting' && phase.reason === 'permission')
  );
}

/** The limits of parallel files: of all files, and of files in chunks. */
export interface FilesAtOnce {
  readonly all: number;
  readonly chunked: number;
}

/** Returns the uploads to start, oldest first, within the limits. */
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

/** The uploads in the list since it was last empty. Done uploads leave the list after a while. */
export interface UploadCount {
  readonly seen: ReadonlySet<string>;
  readonly done: ReadonlySet<string>;
}

export const NO_UPLOADS: UploadCount = { seen: new Set(), done: new Set() };

/**
 * Returns the count after a change of the rows. Canceled files are excluded. Returns the same object if nothing
 * changed.
 */
export function countUploads(before: UploadCount, rows: readonly UploadRow[]): UploadCount {
  if (rows.length === 0) return NO_UPLOADS;
  const ids = rows.map(({ id }) => id);
  const done = new Set([...before.done, ...rows.filter(({ phase }) => phase.type === 'done').map(({ id }) => id)]);
  const seen = new Set([...done, ...ids]);
  return seen.size === before.seen.size && done.size === before.done.size && ids.every((id) => before.seen.has(id))
    ? before
    : { seen, done };
}

/** Returns the rows to show in limited space: first those that wait for the user, then running ones. */
export function firstRows(rows: readonly UploadRow[], most: number): readonly UploadRow[] {
  const rank = ({ phase }: UploadRow) => {
    if (phase.type === 'failed' || phase.type === 'conflict' || phase.type === 'waiting') return 0;
    return isActive(phase) || phase.type === 'cancelling' ? 1 : phase.type === 'done' ? 3 : 2;
  };
  return rows.toSorted((one, other) => rank(one) - rank(other)).slice(0, most);
}
