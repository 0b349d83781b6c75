import { assertNever } from '#shared/lib/assert.ts';
import { type Speed, unmeasuredSpeed, withSample } from './speed.ts';
import { planFile } from './upload-plan.ts';

/** The reason why an upload has no readable file and waits for the user. */
export type WaitReason =
  /** The page was reopened, and the user must choose the files again. */
  | 'restarted'
  /** The browser has a handle of the file, but needs permission to read it again. */
  | 'permission'
  /** The file was changed, moved, or deleted during the upload. */
  | 'changed'
  /** Another window or another API client started the upload. */
  | 'elsewhere'
  /** The user provided a different file. */
  | 'other-file';

/** The state of an upload. */
export type UploadPhase =
  | { readonly type: 'queued' }
  /** The page compares the file with the chunks that the service has received. */
  | { readonly type: 'checking' }
  | { readonly type: 'running' }
  /** The service is unreachable or busy. The upload is retried automatically. */
  | { readonly type: 'retrying'; readonly error: unknown }
  | { readonly type: 'finishing' }
  | { readonly type: 'paused' }
  | { readonly type: 'waiting'; readonly reason: WaitReason }
  /** The project has an asset with the same name. The user must choose what happens. */
  | { readonly type: 'conflict'; readonly existing: string }
  | { readonly type: 'failed'; readonly error: unknown }
  | { readonly type: 'cancelling' }
  /** `isKnown`: the project already has the same bytes under that name, so nothing was sent. */
  | { readonly type: 'done'; readonly isKnown?: true };

/** An upload as listed for the user. */
export interface UploadRow {
  readonly id: string;
  readonly project: string;
  /** The name that the asset will have. */
  readonly name: string;
  readonly size: number;
  /** The number of bytes that the service has stored. */
  readonly bytesDone: number;
  readonly phase: UploadPhase;
  readonly speed: Speed;
  /** The name of an asset of the project with the same bytes; absent if there is none or until it is found. */
  readonly sameAs?: string;
}

export type UploadChange =
  | { readonly type: 'added'; readonly row: UploadRow }
  | { readonly type: 'phase'; readonly id: string; readonly phase: UploadPhase }
  | { readonly type: 'named'; readonly id: string; readonly name: string }
  /** `at` is in milliseconds of a monotonic clock. */
  | { readonly type: 'progress'; readonly id: string; readonly bytesDone: number; readonly at: number }
  | { readonly type: 'sized'; readonly id: string; readonly size: number; readonly bytesDone: number }
  | { readonly type: 'same'; readonly id: string; readonly sameAs: string }
  | { readonly type: 'removed'; readonly id: string };

/** Returns the rows after a change. Unchanged rows stay the same objects. */
export function changeRows(rows: readonly UploadRow[], change: UploadChange): readonly UploadRow[] {
  if (change.type === 'added') return [...rows, change.row];
  if (change.type === 'removed') return rows.filter(({ id }) => id !== change.id);
  return rows.map((row) => (row.id === change.id ? changeRow(row, change) : row));
}

function changeRow(row: UploadRow, change: Exclude<UploadChange, { type: 'added' | 'removed' }>): UploadRow {
  switch (change.type) {
    case 'phase':
      // Reset the speed when the upload stops, because the speed from before a pause is irrelevant.
      return { ...row, phase: change.phase, speed: moves(change.phase) ? row.speed : unmeasuredSpeed };
    case 'named':
      return { ...row, name: change.name };
    case 'same':
      return { ...row, sameAs: change.sameAs };
    case 'progress':
      return {
        ...row,
        bytesDone: change.bytesDone,
        speed: withSample(row.speed, { at: change.at, bytes: change.bytesDone }),
      };
    case 'sized':
      return { ...row, size: change.size, bytesDone: change.bytesDone };
    default:
      return assertNever(change);
  }
}

/** Returns whether the upload occupies one of the limited slots. */
function isActive(phase: UploadPhase): boolean {
  return moves(phase) || phase.type === 'checking' || phase.type === 'finishing';
}

function moves(phase: UploadPhase): boolean {
  return phase.type === 'running' || phase.type === 'retrying';
}

export function canPause(phase: UploadPhase): boolean {
  return phase.type === 'queued' || phase.type === 'checking' || moves(phase);
}

/** Returns whether the upload can be resumed: it is paused, failed, or waits for permission. */
export function canResume(phase: UploadPhase): boolean {
  return (
    phase.type === 'paused' || phase.type === 'failed' || (phase.type === 'waiting' && phase.reason === 'permission')
  );
}

/** The maximum numbers of parallel uploads: of all files, and of files that are sent in chunks. */
export interface FilesAtOnce {
  readonly all: number;
  readonly chunked: number;
}

/** Returns the queued uploads to start within the limits, oldest first. */
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

/**
 * The ids of all uploads and of the done uploads since the list was last empty. A done upload counts even after it
 * leaves the list.
 */
export interface UploadCount {
  readonly seen: ReadonlySet<string>;
  readonly done: ReadonlySet<string>;
}

export const NO_UPLOADS: UploadCount = { seen: new Set(), done: new Set() };

/**
 * Returns the count after a change of the rows. Canceled uploads do not count. Returns the same object if nothing
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

/**
 * Returns the first `most` rows in display order: first uploads that need the user, then running, queued, and done
 * uploads.
 */
export function firstRows(rows: readonly UploadRow[], most: number): readonly UploadRow[] {
  const rank = ({ phase }: UploadRow) => {
    if (phase.type === 'failed' || phase.type === 'conflict' || phase.type === 'waiting') return 0;
    return isActive(phase) || phase.type === 'cancelling' ? 1 : phase.type === 'done' ? 3 : 2;
  };
  return rows.toSorted((one, other) => rank(one) - rank(other)).slice(0, most);
}
