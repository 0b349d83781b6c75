import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { gunzipSync, gzipSync } from 'node:zlib';
import { migrations } from '../../schema.ts';

/**
 * Makes `workspace.sqlite.gz`, the database of the first release with rows in each table. That file never changes. This
 * program documents its content. Every later version must be able to read it.
 */

type Row = Readonly<Record<string, SQLInputValue>>;

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const CLIP = digest('clip');
const FILM = digest('film');
const LOGO = digest('logo');
const MOVIE =
  '<movie width="64" height="64" framerate="25">\n  <scene duration="5"><video src="Clip.mp4"/></scene>\n</movie>\n';
const REQUEST = {
  ...{ format: 'mp4', quality: 'standard', variables: [['__proto__', 'x']], onsuccess: null },
  ...{ onerror: 'https://hook.example/no', origin: 'http://127.0.0.1:7420', total: 5, uncounted: 1, openUpload: null },
};
const DESTINATION = { kind: 'object_store', bucket: 'films', filename: 'a.mp4', endpoint: null, region: 'eu' };
const MEDIA = {
  ...{ kind: 'video', durationSeconds: 0.5, width: 64, height: 64, frameRate: '25' },
  ...{ videoCodec: 'h264', audioCodec: null, hasAudio: false },
};
const OUTCOME = { url: null, frames: 5, durationSeconds: 0.2, bytes: 4, sha256: FILM, warnings: [] };
const ANSWER = { project: 'p1', name: 'Logo.png', sha256: LOGO, size: 4, contentType: 'image/png', etag: `"${LOGO}"` };

const asset = (name: string, sha256: string, contentType: string, media: string | null): Row => ({
  ...{ project: 'p1', name, name_key: name.toLowerCase(), sha256, bytes: 4, content_type: contentType },
  ...{ etag: `"${sha256}"`, media, created_at: 1000, updated_at: 2000 },
});
const render = (sequence: number, state: string, changes: Row = {}): Row => ({
  ...{ id: `render-${sequence}`, sequence, project: 'p1', batch: null, batch_index: null, filename: null, state },
  ...{ request: JSON.stringify({ ...REQUEST, destination: null, published: null }), template: MOVIE },
  ...{ secret_name: null, attempt: 1, film: null, outcome: null, error: null },
  ...{ created_at: 5000 + sequence, started_at: 6000, ended_at: null },
  ...changes,
});
const revision = (number: number): Row => ({
  ...{ template: 1, revision: number, bytes: Buffer.from(MOVIE), etag: `"r${number}"`, saved_at: 3000 + number },
});

/** The rows by table. The order of the tables allows the rows to be inserted. */
export const firstRelease: Readonly<Record<string, readonly Row[]>> = {
  blob: [CLIP, FILM, LOGO].map((sha256) => ({ sha256, bytes: 4, created_at: 1000 })),
  project: [
    { uid: 'p1', name: 'Films – Größe', created_at: 1000, updated_at: 2000 },
    { uid: 'p2', name: 'Empty', created_at: 1001, updated_at: 1001 },
  ],
  asset: [asset('Clip.mp4', CLIP, 'video/mp4', JSON.stringify(MEDIA)), asset('Logo.png', LOGO, 'image/png', null)],
  upload: [
    {
      ...{ id: 'open', project: 'p1', name: 'b.mp4', chunk_count: 2, chunk_size: 4, first_id: null, state: 'open' },
      ...{ answer: null, created_at: 4000, touched_at: 4000, ended_at: null },
    },
    {
      ...{ id: 'done', project: 'p1', name: 'Logo.png', chunk_count: 1, chunk_size: 4, first_id: 1, state: 'finished' },
      ...{ answer: JSON.stringify(ANSWER), created_at: 4001, touched_at: 4002, ended_at: 4003 },
    },
  ],
  chunk: [{ upload: 'open', chunk_id: 1, bytes: 4, sha256: digest('part'), file: 'slot:0' }],
  movie: [
    {
      ...{ project: 'p1', name: 'Film', name_key: 'film', xml: MOVIE, etag: '"m1"', duration_frames: 5 },
      ...{ variable_count: 0, created_at: 1000, updated_at: 3002 },
    },
  ],
  template: [
    {
      ...{ id: 1, project: 'p1', name: 'Film', name_key: 'film', revision: 2, etag: '"r2"', duration_frames: 5 },
      ...{ editing: '{"zoom":2}', editing_etag: '"e1"', created_at: 1000, updated_at: 3002 },
    },
  ],
  template_revision: [revision(1), revision(2)],
  batch: [
    {
      ...{ id: 'batch-1', project: 'p1', movie: 'Film', format: 'mp4', quality: 'standard' },
      ...{ filename: 'film-${index}', created_at: 5000 },
    },
  ],
  render: [
    render(1, 'succeeded', { film: FILM, outcome: JSON.stringify(OUTCOME), ended_at: 7000 }),
    render(2, 'failed', { error: '{"code":"ffmpeg/failed","detail":"It fell over."}', ended_at: 7001 }),
    render(3, 'queued', { batch: 'batch-1', batch_index: 1, filename: 'film-1.mp4', attempt: 0, started_at: null }),
    render(4, 'cancelled', { batch: 'batch-1', batch_index: 2, filename: 'film-2.mp4', ended_at: 7002 }),
    render(5, 'uploading', {
      request: JSON.stringify({ ...REQUEST, destination: DESTINATION, published: null }),
      ...{ film: FILM, outcome: JSON.stringify(OUTCOME), secret_name: 'secret-1' },
    }),
  ],
  render_input: [{ render: 'render-3', name_key: 'clip.mp4', sha256: CLIP }],
  notification: [
    {
      ...{ id: 'msg_1', render: 'render-2', url: 'https://hook.example/no', body: '{}', attempts: 1, next_at: 7002 },
      ...{ state: 'waiting', last_error: '503', created_at: 7001, ended_at: null },
    },
  ],
  publication: [
    {
      ...{ uid: 'pub-1', cluster: 'local', project: 'p1', project_name: 'Films', version: 1, published_at: 8000 },
    },
  ],
  publication_item: [
    { publication: 'pub-1', kind: 'asset', name: 'Clip.mp4', sha256: CLIP, content_type: 'video/mp4', text: null },
    { publication: 'pub-1', kind: 'movie', name: 'Film', sha256: null, content_type: null, text: Buffer.from(MOVIE) },
  ],
  event: [{ id: 7, type: 'asset.saved', project: 'p1', data: '{"name":"Clip.mp4"}', created_at: 2000 }],
};

/** Returns the bytes of the first release's database. */
export function firstReleaseDatabase(): Uint8Array {
  return gunzipSync(readFileSync(join(import.meta.dirname, 'workspace.sqlite.gz')));
}

function make(): void {
  const file = join(import.meta.dirname, 'workspace.sqlite');
  rmSync(file, { force: true });
  const database = new DatabaseSync(file);
  database.exec(`BEGIN; ${migrations[0]}; PRAGMA user_version = 1; COMMIT`);
  for (const [table, rows] of Object.entries(firstRelease))
    for (const row of rows) {
      const names = Object.keys(row);
      const places = names.map(() => '?').join(', ');
      database.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`).run(...Object.values(row));
    }
  database.close();
  writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
  rmSync(file);
}

if (import.meta.main) make();
