// @module-tag full-scale

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { BlobDigest, ProjectUid } from '#service/storage/ports.ts';
import type { Workspace } from '#service/storage/stores.ts';
import {
  codeOf,
  HOUR,
  incoming,
  type ScratchWorkspace,
  scratchWorkspace,
} from '#service/workspace/testing/scratch-workspace.ts';
import { fc } from '#shared/testing/properties.ts';
import { amount } from '#shared/testing/scale.ts';
import { insertRender } from './accept/accept-render.ts';
import { requeueFailed } from './accept/retry-render.ts';
import { createNotifier } from './endings/notify-ended.ts';
import { findRenders, type RenderId, type RenderState, type StoredRequest } from './records/render-record.ts';
import * as transitions from './records/transitions.ts';

const RUNS = amount('modelRuns');
const CLIP = 'clip.mp4';

/** The model of a render. */
interface ModelJob {
  readonly id: RenderId;
  state: RenderState;
  attempt: number;
  /** The number of attempts that count toward the limit. */
  counted: number;
  film: BlobDigest | null;
  /** The digest of the clip that the render reads; null after the render has released the clip. */
  input: BlobDigest | null;
  ends: number;
}

const job = fc.nat(3);
/** The age of a ticket in attempts. Some tickets belong to an earlier attempt. */
const stale = fc.nat(1);
const step = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), text: fc.constantFrom('one', 'two') }),
  fc.record({ kind: fc.constantFrom('delete' as const, 'accept' as const, 'sweep' as const) }),
  fc.record({ kind: fc.constantFrom('stop' as const, 'crash' as const) }),
  fc.record({ kind: fc.constant('claim' as const), job }),
  fc.record({ kind: fc.constant('advance' as const), job, stale }),
  fc.record({ kind: fc.constant('keep' as const), job, stale }),
  fc.record({
    kind: fc.constant('end' as const),
    job,
    stale,
    how: fc.constantFrom('succeeded' as const, 'failed' as const),
  }),
  fc.record({ kind: fc.constantFrom('cancel' as const, 'retry' as const), job }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const isWorking = ({ state }: ModelJob): boolean => ['fetching', 'rendering', 'uploading'].includes(state);
const isOpen = (model: ModelJob): boolean => model.state === 'queued' || isWorking(model);

function recordsOf({ database, events, clock }: Workspace): transitions.RenderRecords {
  return { database, events, clock, notify: createNotifier(clock, () => undefined) };
}

function clipOf({ assets }: Workspace, project: ProjectUid): BlobDigest | null {
  return assets.find(project, CLIP)?.sha256 ?? null;
}

/** Stores the film of a render. Each render has different bytes. */
async function film(workspace: Workspace, id: RenderId): Promise<BlobDigest> {
  const signal = new AbortController().signal;
  return (await workspace.blobs.put(incoming(`film ${id}`).stream, { limitBytes: 1000, signal })).sha256;
}

async function take(scratch: ScratchWorkspace, project: ProjectUid, jobs: ModelJob[], now: Step): Promise<void> {
  const { workspace } = scratch;
  switch (now.kind) {
    case 'write':
      await workspace.assets.put(project, CLIP, incoming(now.text));
      return;
    case 'delete':
      if (clipOf(workspace, project) !== null) workspace.assets.delete(project, CLIP);
      return;
    case 'accept':
      accept(workspace, project, jobs);
      return;
    case 'sweep':
      scratch.advance(2 * HOUR);
      await workspace.sweep();
      return;
    case 'stop':
      for (const each of jobs.filter(isWorking)) {
        expect(transitions.requeueUncounted(recordsOf(workspace), each)).toBe(true);
        Object.assign(each, { state: 'queued', counted: each.counted - 1 });
      }
      await scratch.reopen();
      return;
    case 'crash':
      await scratch.reopen();
      recover(scratch.workspace, jobs);
      return;
    default: {
      const model = jobs[now.job];
      if (model !== undefined) await takeJob(workspace, project, model, now);
    }
  }
}

function accept(workspace: Workspace, project: ProjectUid, jobs: ModelJob[]): void {
  const id = randomUUID() as RenderId;
  const input = clipOf(workspace, project);
  const inputs = new Map(input === null ? [] : [[CLIP, input]]);
  const row = { id, project, batch: null, request, template: '<movie/>', secretName: null, inputs };
  workspace.database.transaction(() =>
    insertRender(workspace.database, { ...row, state: 'queued', now: workspace.clock() }),
  );
  jobs.push({ id, state: 'queued', attempt: 0, counted: 0, film: null, input, ends: 0 });
}

/** Recovers interrupted renders like a start. */
function recover(workspace: Workspace, jobs: readonly ModelJob[]): void {
  for (const record of findRenders(workspace.database, `state IN ('fetching', 'rendering', 'uploading')`))
    transitions.recoverRender(recordsOf(workspace), record);
  for (const model of jobs.filter(isWorking)) {
    if (model.counted < 3) model.state = 'queued';
    else end(model, 'failed');
  }
}

function end(model: ModelJob, state: 'succeeded' | 'failed' | 'cancelled'): void {
  Object.assign(model, { state, input: null, ends: model.ends + 1 });
  if (state === 'cancelled') model.film = null;
}

async function takeJob(
  workspace: Workspace,
  project: ProjectUid,
  model: ModelJob,
  now: Extract<Step, { readonly job: number }>,
): Promise<void> {
  const records = recordsOf(workspace);
  switch (now.kind) {
    case 'claim': {
      const isMine = model.state === 'queued';
      expect(transitions.claimRender(records, model.id) !== null).toBe(isMine);
      if (!isMine) return;
      model.state = model.film === null ? 'fetching' : 'uploading';
      model.attempt += 1;
      model.counted += 1;
      return;
    }
    case 'cancel': {
      const ends = isOpen(model);
      expect(transitions.cancelRender(records, model.id)).toBe(ends);
      if (ends) end(model, 'cancelled');
      return;
    }
    case 'retry': {
      const input = clipOf(workspace, project);
      const inputs = model.film !== null || input === null ? null : new Map([[CLIP, input]]);
      const retry = () => requeueFailed(model.id, inputs, records);
      if (model.state !== 'failed' && model.state !== 'cancelled') {
        expect(await codeOf(retry)).toBe('render/not-retryable');
        return;
      }
      retry();
      Object.assign(model, { state: 'queued', counted: 0, input: inputs === null ? null : input });
      return;
    }
    default:
      await takeTicket(workspace, model, now);
  }
}

/** Changes a render with a worker's ticket. A ticket of an earlier attempt must change nothing (F27). */
async function takeTicket(
  workspace: Workspace,
  model: ModelJob,
  now: Extract<Step, { readonly stale: number }>,
): Promise<void> {
  const records = recordsOf(workspace);
  const ticket = { id: model.id, attempt: model.attempt - now.stale };
  const isMine = now.stale === 0 && isWorking(model);
  const made = await film(workspace, model.id);
  const outcome = {
    url: null,
    frames: 5,
    durationSeconds: 0.5,
    bytes: 9,
    sha256: made,
    warnings: [],
    files: [],
    scenes: null,
  };
  if (now.kind === 'end') {
    const ending: transitions.Ending =
      now.how === 'succeeded'
        ? { state: 'succeeded', film: made, outcome }
        : { state: 'failed', error: { code: 'ffmpeg/failed', detail: '' } };
    expect(transitions.endRender(records, ticket, ending)).toBe(isMine);
    if (!isMine) return;
    if (now.how === 'succeeded') model.film = made;
    end(model, now.how);
  } else if (now.kind === 'keep') {
    const moves = isMine && model.state === 'rendering';
    expect(transitions.finishRendering(records, ticket, made, outcome)).toBe(moves);
    if (moves) Object.assign(model, { state: 'uploading', film: made });
  } else {
    const moves = isMine && model.state === 'fetching';
    expect(transitions.advanceRender(records, ticket, 'fetching', 'rendering')).toBe(moves);
    if (moves) model.state = 'rendering';
  }
}

/** Checks that each render equals its model, has reported its ends exactly once, and has its film. */
function compare({ database, blobs }: Workspace, project: ProjectUid, jobs: readonly ModelJob[]): void {
  const records = findRenders(database, 'project = ? ORDER BY sequence', project);
  expect(records.map(({ id, state, attempt, film }) => ({ id, state, attempt, film }))).toEqual(
    jobs.map(({ id, state, attempt, film }) => ({ id, state, attempt, film })),
  );
  for (const { id, ends, film: made, input } of jobs) {
    const notifications = database.get('SELECT COUNT(*) AS n FROM notification WHERE render = ?', id);
    expect(notifications?.['n']).toBe(ends);
    const inputs = database.all('SELECT sha256 FROM render_input WHERE render = ?', id).map((row) => row['sha256']);
    expect(inputs).toEqual(input === null ? [] : [input]);
    for (const needed of [made, input]) if (needed !== null) expect(existsSync(blobs.pathOf(needed))).toBe(true);
  }
}

const request: StoredRequest = {
  ...{ format: 'mp4', quality: 'standard', hardware: null, variables: [], range: null, check: null, destination: null },
  brand: [],
  language: null,
  loudness: null,
  truepeak: null,
  maxBytes: null,
  isStreamed: false,
  isConfined: false,
  package: null,
  ...{ onsuccess: 'https://hook.example/yes', onerror: 'https://hook.example/no', published: null, name: null },
  ...{ templateName: null, origin: 'http://127.0.0.1:1', author: null, total: 5, uncounted: 0 },
};

test(`renders match a model through stops, crashes, and sweeps (${RUNS} runs)`, {
  tags: ['promise:P6', 'promise:P8', 'promise:P9', 'promise:F24', 'promise:F26', 'promise:F27'],
  timeout: RUNS * 2000,
}, async () => {
  await using scratch = await scratchWorkspace();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
      const project = scratch.workspace.projects.create('Films').uid;
      const jobs: ModelJob[] = [];
      for (const now of steps) {
        await take(scratch, project, jobs, now);
        compare(scratch.workspace, project, jobs);
      }
      await scratch.workspace.projects.delete(project);
    }),
    { numRuns: RUNS },
  );
});
