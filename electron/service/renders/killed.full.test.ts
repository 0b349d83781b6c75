import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { BlobDigest } from '#service/storage/ports.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { testedProgram } from '#service/testing/tested-program.ts';
import { amount } from '#shared/testing/scale.ts';
import { openFoundation } from './testing/job-world.ts';

const SCRIPT = testedProgram('renders/testing/render-process.ts');
const KILLS = amount('renderKills');
/** The number of renders. It grows with the number of kills, because a render survives only three interruptions. */
const RENDERS = Math.max(8, KILLS);

/** Runs the process until it is idle, or kills it this many milliseconds after it is ready. */
async function life(folder: string, renders: number, killAfter: number | null, rows = 0): Promise<void> {
  const child = spawn(process.execPath, [SCRIPT, folder, String(renders), String(rows)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let text = '';
  for await (const part of child.stdout) {
    const wasReady = text.includes('ready');
    text += String(part);
    if (killAfter === null || wasReady || !text.includes('ready')) continue;
    await pause(killAfter);
    child.kill('SIGKILL');
  }
  await ended;
  if (killAfter === null) expect(text).toContain('idle');
}

describe('renders of a process that is killed repeatedly', { tags: ['promise:F24'] }, () => {
  it('end exactly once with one notification and complete films', {
    tags: ['promise:P8', 'promise:P9', 'promise:F29'],
  }, async () => {
    await using folder = await temporaryFolder();
    // Kill at fixed times, so that a failure is reproducible. The kills cover every stage of the first films.
    for (let kill = 0; kill < KILLS; kill++)
      await life(folder.path, kill === 0 ? RENDERS : 0, 40 + ((kill * 130) % 900));
    await life(folder.path, 0, null);

    const { database, blobs } = await openFoundation(folder.path);
    const renders = database.all('SELECT id, state, film, attempt FROM render');
    expect(renders).toHaveLength(RENDERS);
    for (const { id, state, film } of renders) {
      const ends = database.all(
        `SELECT data FROM event WHERE json_extract(data, '$.id') = ? AND json_extract(data, '$.state') NOT IN ('queued', 'fetching', 'rendering')`,
        String(id),
      );
      const notifications = database.all('SELECT url FROM notification WHERE render = ?', String(id));
      const requested = state === 'succeeded' ? 'https://hook.example/yes' : 'https://hook.example/no';
      expect([ends.length, notifications.map(({ url }) => url)]).toEqual([1, [requested]]);
      if (state === 'succeeded') expect((await stat(blobs.pathOf(String(film) as BlobDigest))).size).toBeGreaterThan(0);
      else expect(state).toBe('failed');
    }
    expect(database.all('SELECT * FROM render_input')).toEqual([]);
    database.close();
  });

  it('make each film in a run once', { tags: ['promise:P8', 'promise:F29'] }, async () => {
    await using folder = await temporaryFolder();
    // The first kills occur while the run is checked, written, and queued. The later kills occur while its films are
    // made.
    for (let kill = 0; kill < KILLS; kill++) await life(folder.path, 0, (kill * 37) % 900, RENDERS);
    await life(folder.path, 0, null, RENDERS);

    const { database } = await openFoundation(folder.path);
    expect(database.all('SELECT accepted FROM batch')).toEqual([{ accepted: 1 }]);
    const films = database.all(
      `SELECT id, state, filename, json_extract(cell, '$.row') AS row, json_extract(cell, '$.language') AS language,
         json_extract(request, '$.templateName') AS movie FROM render ORDER BY batch_index`,
    );
    const names = films.map(({ row, language, movie }) => `${movie}/${row}-${language}.mp4`);
    expect(films.map(({ filename }) => filename)).toEqual(names);
    expect(new Set(names).size).toBe(RENDERS * 4);
    for (const { id, state } of films) {
      const sql = `SELECT data FROM event WHERE json_extract(data, '$.id') = ? AND json_extract(data, '$.state') = ?`;
      // A film fails if the kills interrupt it three times. Each film ends once.
      expect(['succeeded', 'failed']).toContain(state);
      expect(database.all(sql, String(id), String(state))).toHaveLength(1);
    }
    database.close();
  });
});
