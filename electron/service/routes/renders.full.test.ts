import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '#service/errors/service-error.ts';
import { readRender, requestOf, startRender } from '#service/renders/testing/calls.ts';
import { manualWorker } from '#service/renders/testing/hand-worker.ts';
import { openJobWorld, tinyClip, tinyFilm } from '#service/renders/testing/job-world.ts';
import { ffmpeg, makeClip } from '#service/testing/make-media.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { required } from '#shared/lib/assert.ts';
import { full } from '#shared/testing/full.ts';

async function openWorld(options: Parameters<typeof openJobWorld>[1] = {}) {
  const folder = await temporaryFolder();
  const world = await openJobWorld(folder.path, options);
  world.queue.start();
  return {
    world,
    folder: folder.path,
    [Symbol.asyncDispose]: async () => {
      await world[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function refusalOf(promise: Promise<unknown>): Promise<ServiceError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ServiceError)) throw new Error(`not refused: ${String(error)}`);
  return error;
}

const redness = async (path: string): Promise<number> => {
  const pixel = await ffmpeg(
    '-i',
    path,
    '-frames:v',
    '1',
    '-vf',
    'scale=1:1',
    '-pix_fmt',
    'rgb24',
    '-f',
    'rawvideo',
    '-',
  );
  return pixel[0] ?? 0;
};

describe('a synchronous render', () => {
  it('answers 200 with the film and its address', async () => {
    await using test = await openWorld();
    await test.world.putAsset(test.world.project, 'clip.mp4', await tinyClip(test.folder));
    const answer = await startRender(test.world, { template: tinyFilm() });
    expect(answer).toMatchObject({ status: 200, state: 'succeeded', format: 'mp4', frames: 5, issues: [] });
    expect(answer['url']).toBe(`http://127.0.0.1:7420/v1/renders/p1/${answer['id']}/film`);
    const parameters = { project: 'p1', render: String(answer['id']) };
    const film = await test.world.handlers.readFilm(requestOf<'readFilm'>({ parameters, query: {}, body: null }));
    expect(film).toMatchObject({ status: 200, file: { size: answer['bytes'], contentType: 'video/mp4' } });
  });

  full.test('reports a cut source at every scene that exceeds it', { tags: ['promise:F37'] }, async () => {
    await using test = await openWorld();
    const whole = await makeClip(join(test.folder, 'whole.mp4'), { extra: ['-movflags', '+faststart'] });
    const bytes = await readFile(whole);
    await test.world.putAsset(test.world.project, 'cut.mp4', bytes.subarray(0, Math.round(bytes.length * 0.6)));
    const template = `<movie width="64" height="36" framerate="25">
  <scene duration="5"><video src="cut.mp4"/></scene>
  <scene duration="50"><video src="cut.mp4"/></scene>
</movie>`;
    for (const _ of ['made', 'kept']) {
      const answer = await startRender(test.world, { template });
      expect(answer).toMatchObject({
        ...{ status: 200, state: 'succeeded', frames: 55 },
        issues: [{ code: 'source/damaged', severity: 'warning', line: 3, path: 'movie/scene[2]/video' }],
      });
      const [{ message = '' } = {}] = answer['issues'] as readonly { readonly message?: string }[];
      const [, there, all, held] =
        /^Only (\d+) of the (\d+) frames of “cut.mp4” can be read: .* (\d+) frames of this scene show the last/.exec(
          message,
        ) ?? [];
      expect([Number(all), Number(held)]).toEqual([50, 50 - Number(there)]);
    }
  });

  it('is canceled when its client disconnects, and continues if detached', { tags: ['promise:F25'] }, async () => {
    await using folder = await temporaryFolder();
    const worker = manualWorker(folder.path);
    await using test = await openWorld({ worker });
    const template = '<movie width="64" height="64" framerate="10"><scene duration="5"/></movie>';
    for (const detach of ['false', 'true']) {
      const client = new AbortController();
      const answer = startRender(test.world, { template, detach }, client.signal).catch(() => null);
      const before = worker.runs.length;
      await waitUntil(() => worker.runs.length > before);
      const run = required(worker.runs.at(-1), 'a run');
      client.abort();
      expect((await answer)?.['status']).toBe(detach === 'true' ? 202 : undefined);
      run.report({ kind: 'rendering' });
      await run.finish();
      const requested = detach === 'true' ? 'succeeded' : 'cancelled';
      await waitUntil(async () => (await readRender(test.world, run.work.render))['state'] === requested);
    }
  });

  it('is answered as queued if the service is stopping', async () => {
    await using folder = await temporaryFolder();
    const worker = manualWorker(folder.path);
    await using test = await openWorld({ worker });
    const template = '<movie width="64" height="64" framerate="10"><scene duration="5"/></movie>';
    const answer = startRender(test.world, { template });
    await waitUntil(() => worker.runs.length === 1);
    await test.world.queue.stop();
    const { status, id } = await answer;
    expect([status, (await readRender(test.world, id))['state']]).toEqual([202, 'queued']);
  });

  it('shows an asset as it was at acceptance', { tags: ['promise:P1', 'promise:F9'] }, async () => {
    await using test = await openWorld();
    const { world, folder } = test;
    await world.putAsset(world.project, 'clip.mp4', await tinyClip(folder, 'color=red'));
    const first = await startRender(world, { template: tinyFilm(), async: 'true' });
    const second = await startRender(world, { template: tinyFilm(), format: 'mkv', async: 'true' });
    await world.putAsset(world.project, 'clip.mp4', await tinyClip(folder, 'color=blue'));
    for (const { id } of [first, second]) {
      await waitUntil(async () => (await readRender(world, id))['state'] === 'succeeded');
      const film = world.foundation.database.get('SELECT film FROM render WHERE id = ?', String(id))?.['film'];
      const path = world.foundation.blobs.pathOf(film as Parameters<typeof world.foundation.blobs.pathOf>[0]);
      expect(await redness(path)).toBeGreaterThan(200);
    }
  });

  it('reads an asset from disk for a URL of this service', async () => {
    await using test = await openWorld();
    const { world } = test;
    await world.putAsset(world.addProject('p2'), 'clip.mp4', await tinyClip(test.folder));
    const template = tinyFilm('url="http://api-local.localhost:9999/v1/data/p2/clip.mp4"');
    expect(await startRender(world, { template })).toMatchObject({ status: 200, frames: 5 });
  });

  it('refuses a source in a private network', async () => {
    await using test = await openWorld();
    const error = await refusalOf(startRender(test.world, { template: tinyFilm('url="http://127.0.0.1:9/x.mp4"') }));
    expect([error.code, error.issues]).toMatchObject(['render/invalid', [{ code: 'source/refused', line: 1 }]]);
  });
});

describe('the form of a render', () => {
  it('refuses a film without an enabled scene', async () => {
    await using test = await openWorld();
    for (const scenes of ['', '<scene duration="1s" enabled="false"/>']) {
      const template = `<movie width="64" height="64" framerate="10">${scenes}</movie>`;
      const error = await refusalOf(startRender(test.world, { template }));
      expect([error.code, error.issues]).toMatchObject([
        'template/invalid',
        [{ code: 'template/no-scenes', severity: 'error', line: 1, path: 'movie' }],
      ]);
    }
  });

  it('reports all its issues together', async () => {
    await using test = await openWorld();
    const error = await refusalOf(
      startRender(test.world, {
        template:
          '<movie width="64" height="64" framerate="10">\n<scene duration="${n, 5}"><video src="no.mp4"/></scene></movie>',
        format: 'mp5',
        variables: '{"n": ',
        destination: '{"type": "s3", "secret_access_key": "canary", "filename": "a", "bucket": 7}',
        onerror: 'ftp://x',
      }),
    );
    expect(error.code).toBe('render/invalid');
    const reported = error.issues.map(({ code, path, line }) => [code, path, line]);
    expect(reported).toEqual(
      expect.arrayContaining([
        ['render/invalid', 'format', null],
        ['render/invalid', 'destination.bucket', null],
        ['render/invalid', 'onerror', null],
        ['render/invalid', 'variables', 1],
        ['source/not-found', 'movie/scene/video@src', 2],
      ]),
    );
    expect(JSON.stringify(error.issues)).not.toContain('canary');
  });

  it('is refused as a template that is always invalid', async () => {
    await using test = await openWorld();
    expect((await refusalOf(startRender(test.world, { template: '<movie>' }))).code).toBe('template/invalid');
  });

  it('can name a saved movie instead', async () => {
    await using test = await openWorld();
    test.world.putMovie(test.world.project, 'hello', tinyFilm('src="${clip}"'));
    await test.world.putAsset(test.world.project, 'clip.mp4', await tinyClip(test.folder));
    const variables = '{"clip": "clip.mp4"}';
    expect(await startRender(test.world, { movie: 'hello', variables, format: 'gif' })).toMatchObject({
      format: 'gif',
    });
    expect((await refusalOf(startRender(test.world, { movie: 'none' }))).code).toBe('movie/not-found');
  });
});

describe('the list of renders', () => {
  it('contains the newest render first, in pages', async () => {
    await using folder = await temporaryFolder();
    await using test = await openWorld({ worker: manualWorker(folder.path) });
    const template = '<movie width="64" height="64" framerate="10"><scene duration="5"/></movie>';
    const ids: unknown[] = [];
    for (let n = 0; n < 3; n++) ids.push((await startRender(test.world, { template, async: 'true' }))['id']);
    const page = async (cursor?: string) => {
      const query = { limit: 2, ...(cursor === undefined ? {} : { cursor }) };
      const answer = await test.world.handlers.listRenders(
        requestOf<'listRenders'>({ parameters: { project: 'p1' }, query, body: null }),
      );
      return 'json' in answer ? (answer.json as { renders: { id: string }[]; cursor: string | null }) : null;
    };
    const first = await page();
    const second = await page(first?.cursor ?? '');
    expect([first, second].map((each) => each?.renders.map(({ id }) => id))).toEqual([[ids[2], ids[1]], [ids[0]]]);
    expect(second?.cursor).toBeNull();
  });

  it('marks the formats that this machine can make', async () => {
    await using test = await openWorld();
    const answer = await test.world.handlers.listFormats(
      requestOf<'listFormats'>({ parameters: {}, query: {}, body: null }),
    );
    expect(JSON.stringify(answer)).toContain('"name":"mp4"');
  });
});

describe('the list of all renders', () => {
  const ended = async (world: Awaited<ReturnType<typeof openWorld>>['world'], id: unknown, state: string) =>
    waitUntil(async () => (await readRender(world, id))['state'] === state);

  it('contains the names of renders of all projects', async () => {
    await using test = await openWorld();
    const template = '<movie width="64" height="64" framerate="10"><scene duration="5"/></movie>';
    const { id } = await startRender(test.world, { template, async: 'true', name: 'Spring.mp4' });
    await ended(test.world, id, 'succeeded');
    const query = { batches: 'false' } as const;
    const list = await test.world.handlers.listAllRenders(
      requestOf<'listAllRenders'>({ parameters: {}, query, body: null }),
    );
    expect(list).toMatchObject({ json: { renders: [{ id, project: 'p1', name: 'Spring.mp4', destination: null }] } });
  });

  it('deletes ended renders and keeps running ones', async () => {
    await using folder = await temporaryFolder();
    const worker = manualWorker(folder.path);
    await using test = await openWorld({ worker });
    const template = '<movie width="64" height="64" framerate="10"><scene duration="5"/></movie>';
    const running = await startRender(test.world, { template, async: 'true' });
    const queued = await startRender(test.world, { template, async: 'true' });
    const parameters = { project: 'p1', render: String(queued['id']) };
    await test.world.handlers.cancelRender(requestOf<'cancelRender'>({ parameters, query: {}, body: null }));
    const received: string[] = [];
    test.world.foundation.events.subscribe(({ type }) => received.push(type));
    const answer = await test.world.handlers.forgetRenders(
      requestOf<'forgetRenders'>({ parameters: { project: 'p1' }, query: {}, body: null }),
    );
    expect(answer).toMatchObject({ json: { deleted: [queued['id']] } });
    expect(received).toEqual(['render.deleted']);
    expect((await readRender(test.world, running['id']))['state']).not.toBe('cancelled');
    const again = refusalOf(readRender(test.world, queued['id']));
    expect((await again).code).toBe('render/not-found');
  });

  it('lets a canceled render be retried', async () => {
    await using folder = await temporaryFolder();
    const worker = manualWorker(folder.path);
    await using test = await openWorld({ worker });
    const template = '<movie width="64" height="64" framerate="10"><scene duration="5"/></movie>';
    const { id } = await startRender(test.world, { template, async: 'true' });
    const at = { parameters: { project: 'p1', render: String(id) }, query: {}, body: null };
    await test.world.handlers.cancelRender(requestOf<'cancelRender'>(at));
    expect(await test.world.handlers.retryRender(requestOf<'retryRender'>(at))).toMatchObject({ status: 202 });
    await waitUntil(() => worker.runs.length === 2);
    const run = required(worker.runs.at(-1), 'a run');
    run.report({ kind: 'rendering' });
    await run.finish();
    await ended(test.world, id, 'succeeded');
  });
});
