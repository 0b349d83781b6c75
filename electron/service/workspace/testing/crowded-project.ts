import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { noMedia } from '#shared/contract/shapes/no-media.ts';
import { openWorkspace } from '../open-workspace.ts';
import { never, streamOf } from './scratch-workspace.ts';

/** The number of assets, movies, and events. */
const CROWD = 10_000;
/** The number of templates of the maximum size. */
const TEMPLATES = 10;

/**
 * Creates a project with 10,000 assets, 10,000 movies of 16 KB, ten templates of 5 MB, and the maximum number of events
 * in a workspace. Returns its uid.
 */
export async function makeCrowdedProject(folder: string): Promise<string> {
  const workspace = await openWorkspace({ folder, clock: Date.now });
  const { projects, assets, blobs, events, database } = workspace;
  const project = projects.create('Crowded').uid;
  const blob = await blobs.put(streamOf('same'), { limitBytes: 10, signal: never });
  const xml = `<movie width="64" height="64" framerate="25"><scene duration="1"/><!--${'x'.repeat(16_000)}--></movie>`;
  const large = Buffer.alloc(serviceLimits.templateBytes, xml);
  database.transaction(() => {
    for (let n = 0; n < CROWD; n++) {
      assets.assign(project, `Film ${n} – fertig.mp4`, blob, 'video/mp4');
      database.run(
        `INSERT INTO movie (project, name, name_key, xml, etag, duration_frames, variable_count, created_at, updated_at)
         VALUES (?, ?, ?, ?, '"a"', 25, 0, 1, 1)`,
        ...[project, `movie ${n}`, `movie ${n}`, xml],
      );
      events.record({ type: 'movie.saved', project, data: { name: `movie ${n}` } });
    }
    for (let n = 0; n < TEMPLATES; n++) {
      database.run(
        `INSERT INTO template (id, project, name, name_key, revision, etag, created_at, updated_at)
         VALUES (?, ?, ?, ?, 1, '"a"', 1, 1)`,
        ...[1000 + n, project, `film ${n}`, `film ${n}`],
      );
      database.run(
        'INSERT INTO template_revision (template, revision, bytes, etag, saved_at) VALUES (?, 1, ?, ?, 1)',
        ...[1000 + n, large, '"a"'],
      );
    }
  });
  // All assets are probed.
  await assets.setMedia(blob.sha256, noMedia);
  await workspace.close();
  return project;
}
