import { describe, expect, it, vi } from 'vitest';
import { ServiceError } from '#service/errors/service-error.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { required } from '#shared/lib/assert.ts';
import { full } from '#shared/testing/full.ts';
import { jsonOf, ORIGIN, requestOf, startRender } from '../testing/calls.ts';
import { manualWorker } from '../testing/hand-worker.ts';
import { openJobWorld } from '../testing/job-world.ts';
import type { BatchBody } from './batch-values.ts';

const MOVIE = '<movie width="64" height="64" framerate="10"><scene duration="${frames, 5}" name="${title}"/></movie>';

async function openWorld() {
  const folder = await temporaryFolder();
  const worker = manualWorker(folder.path);
  const world = await openJobWorld(folder.path, { worker });
  world.putMovie(world.project, 'hello', MOVIE);
  world.queue.start();
  const { handlers } = world;
  const at = (batch: unknown) => ({ parameters: { project: 'p1', batch: String(batch) }, query: {}, body: null });
  return {
    world,
    worker,
    start: async (body: Partial<BatchBody>) =>
      jsonOf(
        await handlers.startBatch(
          requestOf<'startBatch'>({
            parameters: { region: 'local', project: 'p1' },
            query: {},
            body: { movie: 'hello', rows: [], filename: 'film-${title}.mp4', ...body },
          }),
        ),
      ),
    read: async (batch: unknown) => jsonOf(await handlers.readBatch(requestOf<'readBatch'>(at(batch)))),
    cancel: async (batch: unknown) => jsonOf(await handlers.cancelBatch(requestOf<'cancelBatch'>(at(batch)))),
    pause: async (batch: unknown) => jsonOf(await handlers.pauseBatch(requestOf<'pauseBatch'>(at(batch)))),
    resume: async (batch: unknown) => jsonOf(await handlers.resumeBatch(requestOf<'resumeBatch'>(at(batch)))),
    retry: async (batch: unknown) => jsonOf(await handlers.retryBatch(requestOf<'retryBatch'>(at(batch)))),
    csv: async (batch: unknown) => {
      const headers = { accept: 'text/csv' };
      const answer = await handlers.readManifest(requestOf<'readManifest'>({ ...at(batch), headers }));
      return 'text' in answer ? String(answer.text) : '';
    },
    /** Ends the render with this index in order of submission. */
    end: async (index: number, error?: unknown) => {
      await waitUntil(() => worker.runs.length > index);
      const run = required(worker.runs[index], 'a run');
      run.report({ kind: 'rendering' });
      if (error === undefined) await run.finish();
      else run.fail(error);
    },
    [Symbol.asyncDispose]: async () => {
      await world[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe('a batch', () => {
  it('reports issues by row and column and renders nothing', async () => {
    await using test = await openWorld();
    const rows = [{ title: 'a' }, { title: 'b', frames: 'many' }, { frames: 3 }];
    const error = await test.start({ rows }).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (!(error instanceof ServiceError)) throw new Error('not refused');
    expect([error.code, error.issues.map(({ path, line }) => [path, line])]).toEqual([
      'batch/invalid',
      [
        ['rows[2].frames', 2],
        ['rows[3].title', 3],
      ],
    ]);
    expect(test.world.foundation.database.all('SELECT id FROM render UNION ALL SELECT id FROM batch')).toEqual([]);
  });

  it('checks every row against the declared variables', async () => {
    await using test = await openWorld();
    const resources =
      '<resources><variable name="plan" type="choice" choices="gold, silver" required="true"/><variable name="title" maxlength="3"/></resources>';
    const scene = '<scene duration="5" name="${title} ${plan}"/>';
    test.world.putMovie(
      test.world.project,
      'declared',
      `<movie width="64" height="64" framerate="10">${resources}${scene}</movie>`,
    );
    const rows = [
      { title: 'a', plan: 'gold' },
      { title: 'b', plan: 'tin' },
      { title: 'c', plan: '' },
      { title: 'four', plan: 'silver' },
    ];
    const error = await test.start({ movie: 'declared', rows }).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (!(error instanceof ServiceError)) throw new Error('not refused');
    expect(error.issues.map(({ code, path, line }) => [code, path, line])).toEqual([
      ['variable/refused', 'rows[2].plan', 2],
      ['variable/missing', 'rows[3].plan', 3],
      ['variable/refused', 'rows[4].title', 4],
    ]);
    expect(test.world.foundation.database.all('SELECT id FROM render UNION ALL SELECT id FROM batch')).toEqual([]);
  });

  it('distinguishes a missing font from a missing picture', async () => {
    await using test = await openWorld();
    const shown = '<text content="${title}" font="${font}"/><image src="${logo}"/>';
    const film = `<movie width="64" height="64" framerate="10"><scene duration="5">${shown}</scene></movie>`;
    test.world.putMovie(test.world.project, 'branded', film);
    const rows = [{ title: 'a', font: 'brand.ttf', logo: 'logo.png' }];
    await expect(test.start({ movie: 'branded', rows })).rejects.toMatchObject({
      issues: [
        { code: 'font/not-found', path: 'rows[1].font', line: 1 },
        { code: 'source/not-found', path: 'rows[1].logo', line: 1 },
      ],
    });
  });

  it('makes a film per row under a unique name', async () => {
    await using test = await openWorld();
    const rows = [{ title: 'a/b' }, { title: 'A-B' }, { title: '=cmd()' }];
    const { id, counts } = await test.start({ rows });
    expect(counts).toMatchObject({ total: 3 });
    const ends: unknown[] = [];
    test.world.foundation.events.subscribe(({ type, data }) => {
      if (type === 'batch.changed' && 'state' in data && data.state === 'ended') ends.push(data);
    });
    for (let index = 0; index < 3; index++) await test.end(index);
    await waitUntil(async () => (await test.read(id))['state'] === 'ended');
    // The end of the batch is reported once, after the end of its last row.
    expect(ends).toEqual([{ id, state: 'ended' }]);
    const read = await test.read(id);
    expect(read['counts']).toEqual({ total: 3, queued: 0, running: 0, succeeded: 3, failed: 0, cancelled: 0 });
    const names = (read['rows'] as readonly { filename: string }[]).map(({ filename }) => filename);
    expect(names).toEqual(['film-a-b.mp4', 'film-A-B-2.mp4', 'film-=cmd().mp4']);
    const lines = (await test.csv(id)).split('\r\n');
    expect(lines[0]).toBe('index,filename,state,url,error,render,files,variables.title');
    expect(lines[1]).toContain(`1,film-a-b.mp4,succeeded,${ORIGIN}/v1/renders/p1/`);
    expect(lines[3]).toMatch(/,'=cmd\(\)$/);
  });

  it.each([
    ['error', 18],
    ['never', 20],
  ] as const)('renders only the films that its check accepts: %s', async (failOn, films) => {
    await using test = await openWorld();
    const shown = '<text size="8" content="${title}" position="${left, 0}, 0"/>';
    const film = `<movie width="64" height="64" framerate="10"><scene duration="30">${shown}</scene></movie>`;
    test.world.putMovie(test.world.project, 'checked', film);
    const rows = Array.from({ length: 20 }, (_, at) => ({ title: `T${at}`, left: at === 4 || at === 11 ? -30 : 0 }));
    const { id } = await test.start({ movie: 'checked', rows, check: 'quick', failOn, filename: 'film-${index}' });
    for (let index = 0; index < films; index++) await test.end(index);
    await waitUntil(async () => (await test.read(id))['state'] === 'ended');
    const read = await test.read(id);
    expect(read['counts']).toMatchObject({ total: 20, succeeded: films, failed: 20 - films });
    const all = read['rows'] as readonly { index: number; state: string; render: string; error: string }[];
    const refused = all.filter(({ state }) => state === 'failed');
    expect(refused.map(({ index }) => index)).toEqual(films === 20 ? [] : [5, 12]);
    for (const { error, render } of refused) {
      expect(error).toMatch(/^The check refuses the film, so it wasn’t rendered\. .*outside the frame/);
      const asked = requestOf<'readRender'>({ parameters: { project: 'p1', render }, query: {}, body: null });
      const answer = jsonOf(await test.world.handlers.readRender(asked));
      expect(answer['error']).toMatchObject({
        code: 'check/failed',
        issues: [{ code: 'text/off-frame', path: 'movie/scene/text', line: 1 }],
      });
    }
    if (films === 18) expect(await test.csv(id)).toMatch(/^5,film-5\.mp4,failed,,"?The check refuses the film/m);
  });

  it('refuses an unknown platform of its check', async () => {
    await using test = await openWorld();
    const rows = [{ title: 'a' }];
    await expect(test.start({ rows, check: 'quick', platforms: ['myspace'] })).rejects.toMatchObject({
      code: 'render/invalid',
      issues: [{ path: 'platforms' }],
    });
  });

  it('starts after single renders but is never blocked by them', async () => {
    await using test = await openWorld();
    await test.start({ rows: Array.from({ length: 3 }, (_, n) => ({ title: String(n) })) });
    const template = '<movie width="64" height="64" framerate="10"><scene duration="5"/></movie>';
    for (let n = 0; n < 6; n++) await startRender(test.world, { template, async: 'true' });
    for (let index = 0; index < 9; index++) await test.end(index);
    await waitUntil(() => test.world.queue.counts().running === 0);
    const kinds = test.worker.runs.map(({ work }) => (work.variables.size > 0 ? 'batch' : 'single'));
    expect(kinds.slice(0, 6)).toEqual(['batch', 'single', 'single', 'single', 'single', 'batch']);
  });

  it('can be canceled, and its failed rows retried', async () => {
    await using test = await openWorld();
    const { id } = await test.start({ rows: [{ title: 'a' }, { title: 'b' }, { title: 'c' }] });
    await test.end(0, new ServiceError('ffmpeg/failed'));
    await waitUntil(() => test.worker.runs.length === 2);
    expect((await test.cancel(id))['counts']).toMatchObject({ queued: 0, running: 0, failed: 1, cancelled: 2 });
    expect((await test.retry(id))['counts']).toMatchObject({ failed: 0, cancelled: 2 });
    await test.end(2);
    await waitUntil(async () => (await test.read(id))['state'] === 'ended');
    expect((await test.read(id))['counts']).toMatchObject({ succeeded: 1, cancelled: 2 });
  });

  it('starts no row while it is paused', async () => {
    await using test = await openWorld();
    const { id } = await test.start({ rows: [{ title: 'a' }, { title: 'b' }] });
    await waitUntil(() => test.worker.runs.length === 1);
    expect(await test.pause(id)).toMatchObject({ state: 'paused', counts: { queued: 1, running: 1 } });
    await test.end(0);
    await waitUntil(() => test.world.queue.counts().running === 0);
    expect(await test.read(id)).toMatchObject({ state: 'paused', counts: { queued: 1, succeeded: 1 } });
    // A failed row must not delay other renders.
    const template = '<movie width="64" height="64" framerate="10"><scene duration="5"/></movie>';
    await startRender(test.world, { template, async: 'true' });
    await test.end(1);
    expect(await test.resume(id)).toMatchObject({ state: 'running' });
    await test.end(2);
    await waitUntil(async () => (await test.read(id))['state'] === 'ended');
    expect(test.worker.runs.map(({ work }) => work.variables.get('title'))).toEqual(['a', undefined, 'b']);
  });

  it('can be canceled while it is paused', async () => {
    await using test = await openWorld();
    const { id } = await test.start({ rows: [{ title: 'a' }, { title: 'b' }] });
    await test.pause(id);
    await test.cancel(id);
    expect(await test.read(id)).toMatchObject({ state: 'ended', counts: { cancelled: 2 } });
  });

  full.test('can have 10,000 rows without blocking others', { tags: ['promise:P13'] }, async () => {
    await using test = await openWorld();
    const rows = Array.from({ length: 10_000 }, (_, n) => ({ title: `film ${n}` }));
    // Simulate a slow machine. Each step takes longer than a time slice, so the event loop runs between all steps.
    let time = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      time += 1000;
      return time;
    });
    const turnsOf = async <Value>(work: () => Promise<Value>): Promise<readonly [Value, number]> => {
      let turns = 0;
      const turn = (): void => {
        turns += 1;
        turning = setImmediate(turn);
      };
      let turning = setImmediate(turn);
      const value = await work();
      clearImmediate(turning);
      return [value, turns];
    };
    try {
      const [{ id }, accepting] = await turnsOf(() => test.start({ rows }));
      const [read, reading] = await turnsOf(() => test.read(id));
      const [cancelled, cancelling] = await turnsOf(() => test.cancel(id));
      expect((read['rows'] as unknown[]).length).toBe(10_000);
      expect(cancelled['counts']).toMatchObject({ total: 10_000, cancelled: 10_000 });
      expect({ accepting, reading, cancelling }).toEqual({
        accepting: expect.toSatisfy((turns: number) => turns > 1000, 'more than 1,000'),
        reading: expect.toSatisfy((turns: number) => turns >= 10, 'at least 10'),
        cancelling: expect.toSatisfy((turns: number) => turns >= 10, 'at least 10'),
      });
    } finally {
      clock.mockRestore();
    }
  });
});
