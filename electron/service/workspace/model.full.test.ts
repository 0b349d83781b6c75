import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Asset, UploadStore, Workspace } from '#service/storage/stores.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { fc } from '#shared/testing/properties.ts';
import { amount } from '#shared/testing/scale.ts';
import { chunkOf, codeOf, incoming, never, scratchWorkspace, sha256 } from './testing/scratch-workspace.ts';

const RUNS = amount('modelRuns');

interface Model {
  readonly assets: Map<string, ModelAsset>;
  /** The latest asset comes first. */
  trash: readonly ModelAsset[];
  readonly uploads: ModelUpload[];
}
interface ModelAsset {
  readonly name: string;
  readonly text: string;
}
interface ModelUpload {
  readonly id: string;
  readonly name: string;
  readonly count: number;
  readonly size: number;
  first: 0 | 1 | null;
  readonly chunks: Map<number, string>;
  state: 'open' | 'finished' | 'abandoned';
  answer: string;
}

const name = fc.constantFrom('a.txt', 'A.TXT', 'straße', 'STRASSE', 'b', '映画');
const text = fc.constantFrom('one', 'two', 'three');
const condition = fc.constantFrom('none', 'create', 'absent', 'present', 'same');
const step = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), name, text, condition }),
  fc.record({ kind: fc.constant('delete' as const), name }),
  fc.record({ kind: fc.constantFrom('restore' as const, 'purge' as const), at: fc.nat(3) }),
  fc.record({
    kind: fc.constant('start' as const),
    name,
    count: fc.integer({ min: 1, max: 4 }),
    size: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    kind: fc.constant('chunk' as const),
    upload: fc.nat(2),
    id: fc.integer({ min: 0, max: 4 }),
    length: fc.integer({ min: 0, max: 4 }),
    letter: fc.constantFrom('x', 'y'),
  }),
  // Sends all missing chunks at the same time, in any order.
  fc.record({ kind: fc.constant('fill' as const), upload: fc.nat(2), seed: fc.nat(1000) }),
  fc.record({ kind: fc.constantFrom('finish' as const, 'abandon' as const), upload: fc.nat(2) }),
  fc.record({ kind: fc.constantFrom('sweep' as const, 'reopen' as const) }),
  fc.record({ kind: fc.constant('empty' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function outcomeOf(work: () => unknown): Promise<string> {
  let done = false;
  const run = async (): Promise<void> => {
    await work();
    done = true;
  };
  const code = await codeOf(run).catch((error: unknown) => (done ? 'done' : String(error)));
  return code;
}

/** Applies a chunk to the model; returns the code of the refusal, or `done`. */
function modelChunk(upload: ModelUpload, id: number, bytes: string): string {
  if (upload.state !== 'open') return upload.state === 'finished' ? 'upload/finished' : 'upload/not-found';
  const firstId = upload.first ?? (id === 0 ? 0 : id === upload.count ? 1 : null);
  if (firstId === null ? id > upload.count : id < firstId || id >= firstId + upload.count) return 'upload/chunk-id';
  const fits = (chunkId: number, length: number): boolean =>
    length === upload.size || (length < upload.size && chunkId === (firstId ?? 0) + upload.count - 1);
  if (!fits(id, bytes.length)) return 'upload/chunk-size';
  for (const [other, content] of upload.chunks)
    if (other !== id && !fits(other, content.length)) return 'upload/chunk-size';
  upload.first = firstId;
  upload.chunks.set(id, bytes);
  return 'done';
}

function missingIn(upload: ModelUpload): number[] {
  const first = upload.first ?? 1;
  return Array.from({ length: upload.count }, (_, index) => first + index).filter((id) => !upload.chunks.has(id));
}

async function take(workspace: Workspace, project: string, model: Model, now: Step): Promise<void> {
  const { assets, uploads } = workspace;
  switch (now.kind) {
    case 'write': {
      const key = nameKey(now.name);
      const before = model.assets.get(key);
      const conditions = {
        none: {},
        create: {},
        absent: { ifNoneMatch: '*' },
        present: { ifMatch: '*' },
        same: { ifMatch: `"${sha256('one')}"` },
      }[now.condition];
      const write = () =>
        now.condition === 'create'
          ? assets.create(project, now.name, incoming(now.text))
          : assets.put(project, now.name, incoming(now.text), conditions);
      const holds =
        now.condition === 'none' ||
        (now.condition === 'present'
          ? before !== undefined
          : now.condition === 'same'
            ? before?.text === 'one'
            : before === undefined);
      const refusal = now.condition === 'create' ? 'asset/exists' : 'asset/precondition';
      expect(await outcomeOf(write)).toBe(holds ? 'done' : refusal);
      if (holds) model.assets.set(key, { name: now.name, text: now.text });
      return;
    }
    case 'delete': {
      const there = model.assets.get(nameKey(now.name));
      expect(await outcomeOf(() => assets.delete(project, now.name))).toBe(there ? 'done' : 'asset/not-found');
      if (there === undefined) return;
      model.assets.delete(nameKey(now.name));
      model.trash = [there, ...model.trash];
      return;
    }
    case 'restore':
    case 'purge':
    case 'empty':
      return await takeTrash(workspace, project, model, now);
    case 'start': {
      const { id } = uploads.start(project, { name: now.name, chunkCount: now.count, chunkSize: now.size });
      const { name: called, count, size } = now;
      model.uploads.push({ id, name: called, count, size, first: null, chunks: new Map(), state: 'open', answer: '' });
      return;
    }
    case 'sweep':
      await workspace.sweep();
      return;
    case 'reopen':
      return;
    default:
      await takeUpload(workspace, project, model, now);
  }
}

async function takeTrash(
  { trash }: Workspace,
  project: string,
  model: Model,
  now: Extract<Step, { kind: 'restore' | 'purge' | 'empty' }>,
): Promise<void> {
  if (now.kind === 'empty') {
    expect(await trash.empty(project)).toBe(model.trash.length);
    model.trash = [];
    return;
  }
  const [there, row] = [model.trash[now.at], trash.list(project).assets[now.at]];
  expect(row?.name).toBe(there?.name);
  if (there === undefined || row === undefined) return;
  model.trash = model.trash.toSpliced(now.at, 1);
  if (now.kind === 'purge') {
    expect(trash.delete(project, row.id).name).toBe(there.name);
    return;
  }
  const { asset, formerName } = trash.restore(project, row.id);
  expect(formerName).toBe(there.name);
  const isTaken = model.assets.has(nameKey(there.name));
  expect(asset.name === there.name).toBe(!isTaken);
  expect(model.assets.has(nameKey(asset.name))).toBe(false);
  model.assets.set(nameKey(asset.name), { name: asset.name, text: there.text });
}

async function finishUpload(uploads: UploadStore, project: string, upload: ModelUpload, model: Model): Promise<void> {
  const complete = upload.state === 'open' && missingIn(upload).length === 0;
  const finish = () => uploads.finish(project, upload.id, never);
  const refusal = upload.state === 'abandoned' ? 'upload/not-found' : 'upload/incomplete';
  expect(await outcomeOf(finish)).toBe(complete || upload.state === 'finished' ? 'done' : refusal);
  if (upload.state === 'finished') expect((await finish()).sha256).toBe(upload.answer);
  if (!complete) return;
  upload.state = 'finished';
  const whole = [...upload.chunks]
    .toSorted(([a], [b]) => a - b)
    .map(([, bytes]) => bytes)
    .join('');
  upload.answer = sha256(whole);
  model.assets.set(nameKey(upload.name), { name: upload.name, text: whole });
}

async function takeUpload(
  { uploads }: Workspace,
  project: string,
  model: Model,
  now: Extract<Step, { kind: 'chunk' | 'fill' | 'finish' | 'abandon' }>,
): Promise<void> {
  const upload = model.uploads[now.upload];
  if (upload === undefined) return;
  const send = (id: number, bytes: string) => uploads.writeChunk(project, upload.id, id, chunkOf(bytes));
  if (now.kind === 'chunk') {
    const bytes = now.letter.repeat(now.length);
    expect(await outcomeOf(() => send(now.id, bytes))).toBe(modelChunk(upload, now.id, bytes));
  } else if (now.kind === 'fill') {
    if (upload.state !== 'open') return;
    const ids = missingIn(upload).toSorted((a, b) => ((a * 7 + now.seed) % 5) - ((b * 7 + now.seed) % 5));
    // Skip this step if earlier chunks do not determine the first id, because a short chunk could then cause refusals.
    // If the upload has no chunks, all are accepted, because one of the missing chunks determines the first id.
    if (upload.chunks.size > 0 && upload.first === null) return;
    await Promise.all(ids.map((id) => send(id, 'z'.repeat(upload.size))));
    for (const id of ids.toSorted((a, b) => b - a))
      expect(modelChunk(upload, id, 'z'.repeat(upload.size))).toBe('done');
  } else if (now.kind === 'finish') {
    await finishUpload(uploads, project, upload, model);
  } else {
    const expected = { open: 'done', finished: 'upload/finished', abandoned: 'upload/not-found' }[upload.state];
    expect(await outcomeOf(() => uploads.abandon(project, upload.id))).toBe(expected);
    if (upload.state === 'open') upload.state = 'abandoned';
  }
}

function compare({ assets, trash, uploads, blobs }: Workspace, project: string, model: Model): void {
  const read = ({ name: called, sha256: digest }: Asset) => ({
    name: called,
    text: readFileSync(blobs.pathOf(digest), 'utf8'),
  });
  expect(assets.list(project).assets.map(read)).toEqual(
    [...model.assets.values()].toSorted((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name))),
  );
  expect(trash.list(project).assets.map(read)).toEqual(model.trash);
  const open = model.uploads.filter(({ state }) => state === 'open');
  expect(new Map(uploads.list(project).map(({ id, received, missing }) => [id, { received, missing }]))).toEqual(
    new Map(
      open.map((upload) => [
        upload.id,
        {
          received: [...upload.chunks]
            .toSorted(([a], [b]) => a - b)
            .map(([chunkId, bytes]) => ({ chunkId, size: bytes.length, sha256: sha256(bytes) })),
          missing: missingIn(upload),
        },
      ]),
    ),
  );
}

test(`assets, trash, and uploads match a model (${RUNS} runs)`, {
  tags: ['promise:P1'],
  timeout: RUNS * 2000,
}, async () => {
  await using scratch = await scratchWorkspace();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const project = scratch.workspace.projects.create('Films').uid;
      const model: Model = { assets: new Map(), trash: [], uploads: [] };
      for (const now of steps) {
        if (now.kind === 'reopen') await scratch.reopen();
        await take(scratch.workspace, project, model, now);
        compare(scratch.workspace, project, model);
      }
    }),
    { numRuns: RUNS },
  );
});
