import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEncoderProbes } from '#service/engine/formats/encoder-probes.ts';
import { ServiceError } from '#service/errors/service-error.ts';
import { nodeFileSystem } from '#service/files/file-system.ts';
import { createFilmChecks } from '#service/film-check/film-checks.ts';
import { createMovieInspector } from '#service/inspection/inspector.ts';
import { renderingHandlers } from '#service/routes/rendering.ts';
import { createBlobs } from '#service/storage/blobs/blobs.ts';
import { createDatabase, openDatabaseFile } from '#service/storage/database/database.ts';
import { createEventLog } from '#service/storage/database/events.ts';
import { migrate } from '#service/storage/database/migrate.ts';
import { createHealth } from '#service/storage/health.ts';
import type { BlobDigest, Database, Foundation, ProjectUid } from '#service/storage/ports.ts';
import { makeClip } from '#service/testing/make-media.ts';
import { testTools } from '#service/testing/render-film.ts';
import { openRendering, type Rendering, type RenderingOptions } from '../open-rendering.ts';

export interface JobWorld extends AsyncDisposable, Rendering {
  readonly handlers: ReturnType<typeof renderingHandlers>;
  readonly foundation: Foundation;
  readonly project: ProjectUid;
  /** Adds a project whose name is also its uid. */
  addProject(uid: string): ProjectUid;
  /** Stores bytes under a name and replaces an existing asset. */
  putAsset(project: ProjectUid, name: string, bytes: Uint8Array): Promise<BlobDigest>;
  putMovie(project: ProjectUid, name: string, xml: string): void;
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Opens rendering in a workspace with real SQLite, files, and FFmpeg. A given worker replaces FFmpeg. */
export async function openJobWorld(folder: string, options: Partial<RenderingOptions> = {}): Promise<JobWorld> {
  const foundation = await openFoundation(folder);
  const { database, blobs, clock } = foundation;
  const inspector = createMovieInspector();
  const request = {
    tools: testTools,
    ownHosts: { hosts: new Set<string>() },
    movieXml: (project: ProjectUid, name: string) => movieXml(database, project, name),
    inspector,
    policy: { allowHosts: new Set<string>(), allowLoopback: false },
    encoders: createEncoderProbes(),
  };
  const checks = createFilmChecks({ ...request, foundation, workshop: () => rendering.workshop });
  const rendering = await openRendering({
    ...request,
    foundation,
    pass: checks.pass,
    atOnce: { most: 1, withTwoCores: 1 },
    ...options,
  });
  const handlers = renderingHandlers(rendering, {
    blobs,
    region: 'local',
    checks,
    requireProject: (uid) => {
      if (database.get('SELECT 1 FROM project WHERE uid = ?', uid) === undefined)
        throw new ServiceError('project/not-found');
      return uid as ProjectUid;
    },
  });
  const addProject = (uid: string): ProjectUid => {
    database.run('INSERT OR IGNORE INTO project VALUES (?, ?, 0, 0)', uid, uid);
    return uid as ProjectUid;
  };

  return {
    ...rendering,
    handlers,
    foundation,
    project: addProject('p1'),
    addProject,
    putAsset: async (project, name, bytes) => {
      const { signal } = new AbortController();
      const { sha256 } = await blobs.put(once(bytes), { limitBytes: 2 ** 30, signal });
      database.run(
        `INSERT OR REPLACE INTO asset
            (project, name, name_key, sha256, bytes, content_type, etag, created_at, updated_at)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[project, name, name.toLowerCase(), sha256, bytes.length, 'video/mp4', `"${sha256}"`, clock(), clock()],
      );
      return sha256;
    },
    putMovie: (project, name, xml) =>
      void database.run(
        'INSERT OR REPLACE INTO movie VALUES (?, ?, ?, ?, ?, NULL, 0, 0, 0)',
        ...[project, name, name.toLowerCase(), xml, '"e"'],
      ),
    [Symbol.asyncDispose]: async () => {
      await rendering.queue.stop();
      await inspector[Symbol.asyncDispose]();
      database.close();
    },
  };
}

export async function openFoundation(folder: string): Promise<Foundation> {
  const workspace = join(folder, 'workspace');
  await mkdir(join(workspace, 'tmp'), { recursive: true });
  const path = join(workspace, 'scenewright.db');
  const connection = openDatabaseFile(path, 5000);
  migrate(connection, path);
  const database = createDatabase(connection, createHealth(quiet), quiet);
  const clock = () => Date.now();
  const blobs = createBlobs({ files: nodeFileSystem, database, clock }, workspace);
  return { database, blobs, events: createEventLog(database, clock, quiet), clock, workspace };
}

/** Returns a clip of half a second, 64×64 at 10 frames per second. */
export async function tinyClip(folder: string, picture = 'testsrc2'): Promise<Uint8Array> {
  const path = join(folder, `${createHash('sha1').update(picture).digest('hex')}-${randomUUID()}.mp4`);
  await makeClip(path, { seconds: 0.5, rate: '10', width: 64, height: 64, picture, sound: null });
  return readFile(path);
}

/** Returns a film of five frames with the asset `clip.mp4`, or with the given source attribute. */
export function tinyFilm(source = 'src="clip.mp4"'): string {
  return `<movie width="64" height="64" framerate="10"><scene duration="5"><video ${source}/></scene></movie>`;
}

function movieXml(database: Database, project: ProjectUid, name: string): string {
  const row = database.get('SELECT xml FROM movie WHERE project = ? AND name_key = ?', project, name.toLowerCase());
  if (row === undefined) throw new ServiceError('movie/not-found');
  return String(row['xml']);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
