import { setTimeout as pause } from 'node:timers/promises';
import { tinyClip } from '#service/renders/testing/job-world.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import type { TestClient } from '#service/testing/test-client.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import type { Client } from '#shared/contract/client.ts';

const POLL_MILLISECONDS = 200;
/** A film of 0.6 s with two scenes: one scene that differs in each film, and one that all films share. */
const SHORT =
  '<movie width="64" height="64" framerate="10"><scene duration="3" background="${color}"/>' +
  '<scene duration="3"><video src="clip.mp4"/></scene></movie>';
/** A film with enough work to be divided (see `farm/making/divide-film.ts`). It shares no scene with other films. */
const LONG = `<movie width="1280" height="720" framerate="30">${Array.from(
  { length: 20 },
  (_, index) => `<scene duration="${22 + index}" background="\${color}"/>`,
).join('')}</movie>`;

const MOVIES = { short: SHORT, long: LONG };

export interface FilmRow {
  readonly movie: keyof typeof MOVIES;
  readonly color: string;
}

/** Returns rows for different films; every twentieth is long. */
export function filmRows(count: number, first = 0): readonly FilmRow[] {
  return Array.from({ length: count }, (_, index) => ({
    movie: (first + index) % 20 === 7 ? 'long' : 'short',
    color: `#${(1 + first + index).toString(16).padStart(6, '0')}`,
  }));
}

/** Creates a project with the clip and both movies; returns its uid. */
export async function createSmallProject(service: TestClient): Promise<string> {
  await using folder = await temporaryFolder();
  const project = await service.createProject('Farm');
  const clip = await tinyClip(folder.path);
  await service.putAsset(project, 'clip.mp4', clip);
  for (const [movie, xml] of Object.entries(MOVIES))
    await service.client.call('createMovie', { parameters: { project, movie }, query: {}, body: xml });
  return project;
}

/** Starts the rows as batches, one per movie. The notifications of the rows go to `hook`. */
export async function startRows(
  client: Client<Response>,
  project: string,
  rows: readonly FilmRow[],
  hook: string | null = null,
): Promise<readonly string[]> {
  const batches: string[] = [];
  for (const movie of ['short', 'long'] as const) {
    const colors = rows.filter((row) => row.movie === movie).map(({ color }) => ({ color }));
    if (colors.length === 0) continue;
    const { id } = await client.call('startBatch', {
      parameters: { region: 'local', project },
      query: {},
      body: {
        movie,
        rows: colors,
        filename: `${movie}-\${color}.mp4`,
        ...(hook !== null && { onsuccess: `${hook}/yes`, onerror: `${hook}/no` }),
      },
    });
    batches.push(id);
  }
  return batches;
}

/** Waits until all batches have ended. Repeats failed requests, because the service may be down for a moment. */
export async function batchesEnded(
  client: () => Client<Response>,
  project: string,
  batches: readonly string[],
  seconds: number,
): Promise<void> {
  const hasEnded = async (batch: string): Promise<boolean> => {
    const read = client().call('readBatch', { parameters: { project, batch }, query: {} });
    return await read.then(
      ({ state }) => state === 'ended',
      () => false,
    );
  };
  await waitUntil(async () => {
    // Pause between requests, because each request costs the service time.
    await pause(POLL_MILLISECONDS);
    return (await Promise.all(batches.map(hasEnded))).every(Boolean);
  }, seconds);
}
