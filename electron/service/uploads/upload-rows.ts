import { setImmediate as nextTurn } from 'node:timers/promises';
import { ServiceError } from '../errors/service-error.ts';
import type { Database, DatabaseRow, ProjectUid } from '../storage/ports.ts';
import { integer, integerOrNull, text, textOrNull } from '../storage/rows.ts';
import type { UploadPlan } from './upload-plan.ts';

export interface UploadRow {
  readonly id: string;
  readonly project: ProjectUid;
  readonly name: string;
  readonly plan: UploadPlan;
  readonly state: 'open' | 'finished' | 'expired' | 'abandoned';
  readonly answer: string | null;
  readonly createdAt: number;
  readonly touchedAt: number;
}

/**
 * The location of a chunk's bytes: a slot of the upload's file, or a separate file. A slot starts at the slot number
 * times the chunk size.
 */
export type ChunkLocation =
  | { readonly kind: 'slot'; readonly slot: number }
  | { readonly kind: 'own'; readonly file: string };

export interface ChunkRow {
  readonly chunkId: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly location: ChunkLocation;
}

export interface UploadRows {
  /** Returns the row of an upload. Throws `upload/not-found`. */
  read(project: ProjectUid, id: string): UploadRow;
  openUploads(project: ProjectUid): readonly UploadRow[];
  /** Returns the number of open uploads that changed after the given time. */
  countOpen(project: ProjectUid, since: number): number;
  insert(row: Pick<UploadRow, 'id' | 'project' | 'name' | 'plan' | 'createdAt'>): void;
  /** Returns all chunks without a pause. Use {@link allChunks} for many chunks. */
  chunks(id: string): readonly ChunkRow[];
  /** Returns the next chunks after this id, but at most `most`. */
  chunksAfter(id: string, chunkId: number, most: number): readonly ChunkRow[];
  countChunks(id: string): number;
  chunk(id: string, chunkId: number): ChunkRow | null;
  isSlotTaken(id: string, slot: number): boolean;
  recordChunk(id: string, chunk: ChunkRow): void;
  moveChunk(id: string, chunkId: number, location: ChunkLocation): void;
  touch(id: string, now: number, plan: UploadPlan): void;
  finish(id: string, answer: string, now: number): void;
  end(id: string, state: 'expired' | 'abandoned', now: number): void;
}

export function createUploadRows(database: Database): UploadRows {
  return {
    read: (project, id) => {
      const row = database.get('SELECT * FROM upload WHERE id = ? AND project = ?', id, project);
      if (row === undefined) throw new ServiceError('upload/not-found');
      return uploadOf(row);
    },
    openUploads: (project) =>
      database
        .all("SELECT * FROM upload WHERE project = ? AND state = 'open' ORDER BY created_at, id", project)
        .map(uploadOf),
    countOpen: (project, since) => {
      const sql = "SELECT count(*) AS n FROM upload WHERE project = ? AND state = 'open' AND touched_at >= ?";
      const row = database.get(sql, project, since);
      return row === undefined ? 0 : integer(row, 'n');
    },
    insert: ({ id, project, name, plan, createdAt }) => {
      database.run(
        `INSERT INTO upload (id, project, name, chunk_count, chunk_size, state, created_at, touched_at)
          VALUES (?, ?, ?, ?, ?, 'open', ?, ?)`,
        id,
        project,
        name,
        plan.chunkCount,
        plan.chunkSize,
        createdAt,
        createdAt,
      );
    },
    chunks: (id) => database.all('SELECT * FROM chunk WHERE upload = ? ORDER BY chunk_id', id).map(chunkOf),
    chunksAfter: (id, chunkId, most) =>
      database
        .all('SELECT * FROM chunk WHERE upload = ? AND chunk_id > ? ORDER BY chunk_id LIMIT ?', id, chunkId, most)
        .map(chunkOf),
    countChunks: (id) => {
      const row = database.get('SELECT count(*) AS n FROM chunk WHERE upload = ?', id);
      return row === undefined ? 0 : integer(row, 'n');
    },
    chunk: (id, chunkId) => {
      const row = database.get('SELECT * FROM chunk WHERE upload = ? AND chunk_id = ?', id, chunkId);
      return row === undefined ? null : chunkOf(row);
    },
    isSlotTaken: (id, slot) =>
      // Read only the chunks with the two ids that can use this slot, counted from 0 or from 1.
      database.get(
        'SELECT 1 FROM chunk WHERE upload = ? AND chunk_id IN (?, ?) AND file = ?',
        id,
        slot,
        slot + 1,
        locationText({ kind: 'slot', slot }),
      ) !== undefined,
    recordChunk: (id, { chunkId, bytes, sha256, location }) => {
      database.run(
        'INSERT OR REPLACE INTO chunk (upload, chunk_id, bytes, sha256, file) VALUES (?, ?, ?, ?, ?)',
        id,
        chunkId,
        bytes,
        sha256,
        locationText(location),
      );
    },
    moveChunk: (id, chunkId, location) => {
      database.run('UPDATE chunk SET file = ? WHERE upload = ? AND chunk_id = ?', locationText(location), id, chunkId);
    },
    touch: (id, now, plan) => {
      database.run('UPDATE upload SET touched_at = ?, first_id = ? WHERE id = ?', now, plan.firstId, id);
    },
    finish: (id, answer, now) => {
      database.run("UPDATE upload SET state = 'finished', answer = ?, ended_at = ? WHERE id = ?", answer, now, id);
    },
    end: (id, state, now) => {
      database.run('DELETE FROM chunk WHERE upload = ?', id);
      database.run('UPDATE upload SET state = ?, answer = NULL, ended_at = ? WHERE id = ?', state, now, id);
    },
  };
}

/** The number of chunks that are read without a pause. Reading them takes a few milliseconds. */
const PAGE = 5000;

/** Returns all chunks of an upload by id, read in slices. */
export async function allChunks(rows: Pick<UploadRows, 'chunksAfter'>, id: string): Promise<readonly ChunkRow[]> {
  const all: ChunkRow[] = [];
  for (;;) {
    const page = rows.chunksAfter(id, all.at(-1)?.chunkId ?? -1, PAGE);
    for (const chunk of page) all.push(chunk);
    if (page.length < PAGE) return all;
    await nextTurn();
  }
}

function uploadOf(row: DatabaseRow): UploadRow {
  const firstId = integerOrNull(row, 'first_id');
  return {
    id: text(row, 'id'),
    project: text(row, 'project') as ProjectUid,
    name: text(row, 'name'),
    plan: {
      chunkCount: integer(row, 'chunk_count'),
      chunkSize: integer(row, 'chunk_size'),
      firstId: firstId === 0 || firstId === 1 ? firstId : null,
    },
    // The table allows only these values.
    state: text(row, 'state') as UploadRow['state'],
    answer: textOrNull(row, 'answer'),
    createdAt: integer(row, 'created_at'),
    touchedAt: integer(row, 'touched_at'),
  };
}

function chunkOf(row: DatabaseRow): ChunkRow {
  return {
    chunkId: integer(row, 'chunk_id'),
    bytes: integer(row, 'bytes'),
    sha256: text(row, 'sha256'),
    location: locationOf(text(row, 'file')),
  };
}

function locationText(location: ChunkLocation): string {
  return location.kind === 'slot' ? `slot:${location.slot}` : `own:${location.file}`;
}

function locationOf(text: string): ChunkLocation {
  const [kind, value = ''] = text.split(':');
  return kind === 'slot' ? { kind, slot: Number(value) } : { kind: 'own', file: value };
}
