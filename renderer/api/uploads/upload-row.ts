import { assertNever } from '../../../shared/lib/assert.ts';
import { noSpeed, observe, type Speed } from './speed.ts';

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
  | { readonly type: 'done' };

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

/** The uploads to start now, oldest first, so that no more than `limit` run. */
export function rowsToStart(rows: readonly UploadRow[], limit: number): readonly UploadRow[] {
  const free = limit - rows.filter(({ phase }) => isActive(phase)).length;
  return free <= 0 ? [] : rows.filter(({ phase }) => phase.type === 'queued').slice(0, free);
}
