import { writeSync } from 'node:fs';
import { createMovieInspector } from '#service/inspection/inspector.ts';
import { createTemplateStore } from '#service/movies/template-store.ts';
import type { Workspace } from '#service/storage/stores.ts';
import { openWorkspace } from '../open-workspace.ts';
import { failingFiles } from './failing-files.ts';
import { chunkOf, incoming, never, sha256 } from './scratch-workspace.ts';

/**
 * Changes a workspace until the process is killed: `node crash-child.ts FOLDER SEED KILL_AT`. Each JSON line on stdout
 * is a change that starts (`begin`) or was answered (`ack`). With a KILL_AT above 0, the process kills itself at the
 * file call with that number.
 */
const [folder = '', seed = '1', killAt = '0'] = process.argv.slice(2);
const CHUNK = 40_000;
const random = randomNumbers(Number(seed));
const failing = failingFiles();

export type CrashLine =
  | { readonly kind: 'ready' }
  | { readonly kind: 'begin' | 'ack'; readonly key: string; readonly value: string | null };

function say(line: CrashLine): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

async function change<Value>(key: string, value: string | null, work: () => Promise<Value>): Promise<void> {
  say({ kind: 'begin', key, value });
  await work();
  say({ kind: 'ack', key, value });
}

/** Returns the bytes of a chunk, which depend only on its id. */
function chunkBytes(upload: string, chunkId: number, isLast: boolean): Buffer {
  return Buffer.alloc(isLast ? CHUNK / 3 : CHUNK, `${upload}/${chunkId};`);
}

async function put(workspace: Workspace, project: string): Promise<void> {
  const name = `asset-${random(4)}.bin`;
  const bytes = Buffer.alloc(1 + random(200_000), `${seed} ${random(1e9)};`);
  await change(`asset/${name}`, sha256(bytes), () => workspace.assets.put(project, name, incoming(bytes)));
}

async function remove(workspace: Workspace, project: string): Promise<void> {
  const name = `asset-${random(4)}.bin`;
  if (workspace.assets.find(project, name) === null) return;
  await change(`asset/${name}`, null, async () => workspace.assets.delete(project, name));
}

async function upload(workspace: Workspace, project: string): Promise<void> {
  const { uploads } = workspace;
  const chunkCount = 1 + random(5);
  const open =
    uploads.list(project)[0] ?? uploads.start(project, { name: `film-${random(3)}.bin`, chunkCount, chunkSize: CHUNK });
  const { id, name } = open;
  const all = Array.from({ length: open.chunkCount }, (_, index) => index + 1);
  const bytesOf = (chunkId: number): Buffer => chunkBytes(id, chunkId, chunkId === open.chunkCount);
  const send = (chunkId: number, bytes: Buffer): Promise<void> =>
    change(`chunk/${id}/${chunkId}`, sha256(bytes), () => uploads.writeChunk(project, id, chunkId, chunkOf(bytes)));
  // Some chunks are first sent with other bytes and then replaced.
  const wrong = all.filter(() => random(3) === 0);
  await Promise.all(wrong.map((chunkId) => send(chunkId, Buffer.alloc(bytesOf(chunkId).length, 'wrong'))));
  await Promise.all(all.toSorted(() => random(3) - 1).map((chunkId) => send(chunkId, bytesOf(chunkId))));
  const whole = Buffer.concat(all.map(bytesOf));
  await change(`asset/${name}`, sha256(whole), () => uploads.finish(project, id, never));
}

async function saveTemplate(project: string): Promise<void> {
  const name = `template-${random(3)}`;
  // Some templates are large, so a thread reads them.
  const note = random(4) === 0 ? ` note ${'x'.repeat(80_000)} ` : '';
  const xml = `<movie width="64" height="64" framerate="25"><scene duration="${1 + random(1e6)}"/><!--${note}--></movie>`;
  const bytes = Buffer.from(xml);
  await change(`template/${name}`, sha256(bytes), () => templates.save(project, name, bytes));
}

/** Makes a linear congruential generator of integers from 0 to `limit - 1`. */
function randomNumbers(start: number): (limit: number) => number {
  let state = start >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const workspace = await openWorkspace({ folder, clock: Date.now, files: failing.files });
const project = workspace.projects.list()[0]?.uid ?? workspace.projects.create('Films').uid;
const templates = createTemplateStore({ ...workspace, inspector: createMovieInspector() });
say({ kind: 'ready' });
if (Number(killAt) > 0) failing.failCall(Number(killAt), 'SIGKILL');
while (true) {
  const choice = random(6);
  if (choice < 2) await put(workspace, project);
  else if (choice < 3) await remove(workspace, project);
  else if (choice < 5) await upload(workspace, project);
  else await saveTemplate(project);
}
