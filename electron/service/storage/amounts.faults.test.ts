import { expect, test } from 'vitest';
import { startServiceProcess } from '../testing/service-process.ts';
import { summarizeTimes } from '../testing/summarize-times.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createDatabase, openDatabaseFile } from './database.ts';
import { createHealth } from './health.ts';
import { openWorkspace } from './open-workspace.ts';
import { never, streamOf } from './testing/scratch-workspace.ts';

/** “restart to ready with 10,000 assets, 100 jobs, 100 open uploads: < 2 s”; “a project of 10,000 assets listed: p99 < 100 ms”. */
const READY_MILLISECONDS = 2000;
const LISTED_MILLISECONDS = 100;
const ROUNDS = 5;
const LISTS = 100;

/** A workspace with that in it, left by a process that was killed. */
async function fill(folder: string): Promise<string> {
  const workspace = await openWorkspace({ folder, clock: Date.now });
  const { projects, assets, uploads, blobs, database } = workspace;
  const project = projects.create('Films').uid;
  const blob = await blobs.put(streamOf('same'), { limitBytes: 10, signal: never });
  const media = { kind: 'other', durationSeconds: null, width: null, height: null, frameRate: null } as const;
  const form = JSON.stringify({
    ...{ format: 'mp4', quality: 'draft', variables: [], destination: null, onsuccess: null, onerror: null },
    ...{ origin: 'http://127.0.0.1', total: 1, uncounted: 0 },
  });
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
         VALUES (?, ?, ?, 'cancelled', ?, '<movie/>', 0, 1)`,
        ...[`r${n}`, n + 1, project, form],
      );
  });
  assets.setMedia(blob.sha256, { ...media, videoCodec: null, audioCodec: null, hasAudio: false });
  await workspace.close();
  return project;
}

test('a restart with 10,000 assets, 100 jobs and 100 open uploads is ready, and lists the assets, in time', async () => {
  await using folder = await temporaryFolder();
  const project = await fill(folder.path);
  const ready: number[] = [];
  const listed: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // Killed each time: the next start checks everything.
    await using service = await startServiceProcess(folder.path);
    ready.push(service.readyAfter);
    for (let list = 0; list < LISTS / ROUNDS; list++) {
      const startedAt = performance.now();
      const answer = await service.fetch(`/v1/list/data/${project}`);
      const text = await answer.text();
      listed.push(performance.now() - startedAt);
      expect(text.length).toBeGreaterThan(1_000_000);
    }
    const uploads = (await (await service.fetch(`/chunked/videos/${project}`)).json()) as {
      readonly uploads: unknown[];
    };
    expect(uploads.uploads).toHaveLength(100);
  }
  process.stderr.write(
    `ready ${JSON.stringify(summarizeTimes(ready))}, listed ${JSON.stringify(summarizeTimes(listed))}\n`,
  );
  expect(summarizeTimes(ready).median).toBeLessThan(READY_MILLISECONDS);
  expect(summarizeTimes(listed).median).toBeLessThan(LISTED_MILLISECONDS);
  const database = createDatabase(openDatabaseFile(`${folder.path}/db.sqlite`, 1000), createHealth(console), console);
  expect(database.get('PRAGMA integrity_check')?.['integrity_check']).toBe('ok');
  database.close();
});
