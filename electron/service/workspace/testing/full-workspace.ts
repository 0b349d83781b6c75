import { openWorkspace } from '../open-workspace.ts';
import { never, streamOf } from './scratch-workspace.ts';

/**
 * Creates a workspace with a project of 10,000 assets, 100 renders, and 100 open uploads. Returns the project's uid.
 */
export async function fillWorkspace(folder: string): Promise<string> {
  const workspace = await openWorkspace({ folder, clock: Date.now });
  const { projects, assets, uploads, blobs, database } = workspace;
  const project = projects.create('Films').uid;
  const blob = await blobs.put(streamOf('same'), { limitBytes: 10, signal: never });
  const media = {
    ...{
      kind: 'other' as const,
      durationSeconds: null,
      pictureSeconds: null,
      width: null,
      height: null,
      frameRate: null,
    },
    ...{ damage: null, fontFamily: null, reason: null },
  };
  const form = JSON.stringify({
    ...{ format: 'mp4', quality: 'draft', variables: [], destination: null, onsuccess: null, onerror: null },
    ...{ origin: 'http://127.0.0.1', total: 1, uncounted: 0 },
  });
  const now = Date.now();
  database.transaction(() => {
    for (let n = 0; n < 10_000; n++) assets.assign(project, `Film ${n} – fertig.mp4`, blob, 'video/mp4');
    for (let n = 0; n < 100; n++) {
      const { id } = uploads.start(project, { name: `f${n}`, chunkCount: 1000, chunkSize: 2 ** 20 });
      for (let chunk = 1; chunk <= 20; chunk++)
        database.run('INSERT INTO chunk VALUES (?, ?, ?, ?, ?)', id, chunk, 2 ** 20, blob.sha256, `slot:${chunk - 1}`);
    }
    for (let n = 0; n < 100; n++)
      database.run(
        `INSERT INTO render (id, sequence, project, state, request, template, created_at, ended_at)
         VALUES (?, ?, ?, 'cancelled', ?, '<movie/>', ?, ?)`,
        ...[`r${n}`, n + 1, project, form, now, now],
      );
  });
  await assets.setMedia(blob.sha256, { ...media, videoCodec: null, audioCodec: null, hasAudio: false });
  await workspace.close();
  return project;
}
