import { spawn } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Workspace } from '#service/storage/stores.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { testedProgram } from '#service/testing/tested-program.ts';
import { amount } from '#shared/testing/scale.ts';
import { openWorkspace } from './open-workspace.ts';
import type { CrashLine } from './testing/crash-child.ts';

const CYCLES = amount('killCycles');
const CHILD = testedProgram('workspace/testing/crash-child.ts');
const HOUR = 3600 * 1000;

/** The allowed values by key: the last confirmed value, and the values of all later requests. */
type Allowed = Map<string, Set<string | null>>;

let answered = 0;

/** The number of answers before the countdown of a late kill starts. */
const ANSWERS = 3;
const isLate = (cycle: number) => cycle % 4 === 3;

/**
 * Runs the child until it is dead. In every second cycle, it dies at one of its own calls. In the remaining cycles, it
 * dies at a random time, alternately after its start and after its third answer.
 */
async function runAndKill(folder: string, cycle: number, allowed: Allowed): Promise<void> {
  const killAt = cycle % 2 === 0 ? randomInt(1, 120) : 0;
  let answersOfCycle = 0;
  const child = spawn(process.execPath, [CHILD, folder, String(randomInt(1, 2 ** 31)), String(killAt)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const errors: string[] = [];
  child.stderr.on('data', (text) => errors.push(String(text)));
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('close', (_, signal) => resolve(signal)));
  const killWithin = (milliseconds: number) =>
    void pause(randomInt(1, milliseconds), null, { ref: false }).then(() => child.kill('SIGKILL'));
  for await (const text of createInterface(child.stdout)) {
    const line = JSON.parse(text) as CrashLine;
    if (line.kind === 'ready') {
      // Also end a child with fewer calls than expected.
      if (killAt > 0) void pause(10_000, null, { ref: false }).then(() => child.kill('SIGKILL'));
      else if (!isLate(cycle)) killWithin(400);
      continue;
    }
    if (line.kind === 'ack' && ++answersOfCycle === ANSWERS && killAt === 0 && isLate(cycle)) killWithin(400);
    const values = allowed.get(line.key) ?? new Set([null]);
    if (line.kind === 'ack') {
      values.clear();
      answered += 1;
    }
    values.add(line.value);
    allowed.set(line.key, values);
  }
  expect({ signal: await ended, errors: errors.join('') }).toEqual({ signal: 'SIGKILL', errors: '' });
}

/** Opens the database like a backup or the program `sqlite3`, which writes the log into the database and removes it. */
function lookInto(folder: string): void {
  const other = new DatabaseSync(join(folder, 'db.sqlite'));
  other.prepare('SELECT COUNT(*) FROM sqlite_schema').get();
  other.close();
}

/** Compares the current values with the allowed ones, and then allows only the current ones. */
function check(workspace: Workspace, allowed: Allowed): void {
  const project = workspace.projects.list()[0]?.uid;
  if (project === undefined) return;
  const assets = new Map(workspace.assets.list(project).assets.map((asset) => [asset.name, asset]));
  const uploads = new Map(workspace.uploads.list(project).map((upload) => [upload.id, upload]));
  for (const [key, values] of allowed) {
    const [kind, name = '', chunkId] = key.split('/');
    if (kind === 'template') {
      const value = templateDigest(workspace, project, name);
      expect(values, key).toContain(value);
      allowed.set(key, new Set([value]));
      continue;
    }
    if (kind === 'asset') {
      const value = assets.get(name)?.sha256 ?? null;
      expect(values, key).toContain(value);
      allowed.set(key, new Set([value]));
      continue;
    }
    const upload = uploads.get(name);
    // The upload has become an asset, which has its own key.
    if (upload === undefined) allowed.delete(key);
    else {
      const value = upload.received.find((chunk) => chunk.chunkId === Number(chunkId))?.sha256 ?? null;
      expect(values, key).toContain(value);
      allowed.set(key, new Set([value]));
    }
  }
  for (const asset of assets.values()) {
    const bytes = readFileSync(workspace.blobs.pathOf(asset.sha256));
    expect(createHash('sha256').update(bytes).digest('hex'), asset.name).toBe(asset.sha256);
    expect(bytes.length).toBe(asset.size);
  }
}

/** Returns the digest of the template; its movie must have the same text. */
function templateDigest({ database }: Workspace, project: string, name: string): string | null {
  const row = database.get(
    `SELECT bytes, CAST(movie.xml AS BLOB) = bytes AS same FROM template
     JOIN template_revision ON template_revision.template = template.id AND template_revision.revision = template.revision
     LEFT JOIN movie ON movie.project = template.project AND movie.name = template.name
     WHERE template.project = ? AND template.name = ?`,
    project,
    name,
  );
  if (row === undefined) return null;
  expect(row['same'], name).toBe(1);
  return createHash('sha256')
    .update(row['bytes'] as Uint8Array)
    .digest('hex');
}

test(`every confirmed change is present after kill -9 (${CYCLES} times)`, {
  tags: [
    'promise:P2',
    'promise:P5',
    'promise:P12',
    'promise:F1',
    'promise:F2',
    'promise:F3',
    'promise:F4',
    'promise:F5',
  ],
  timeout: CYCLES * 10_000,
}, async () => {
  await using folder = await temporaryFolder();
  const allowed: Allowed = new Map();
  let ahead = 0;
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    await runAndKill(folder.path, cycle, allowed);
    if (cycle % 3 === 0) lookInto(folder.path);
    const workspace = await openWorkspace({ folder: folder.path, clock: () => Date.now() + ahead });
    try {
      check(workspace, allowed);
      expect(readdirSync(join(folder.path, 'tmp'))).toEqual([]);
      ahead = 2 * HOUR;
      await workspace.sweep();
      ahead = 0;
      const named = 'SELECT sha256 FROM asset UNION SELECT sha256 FROM trashed_asset';
      const needed = new Set(workspace.database.all(named).map((row) => row['sha256']));
      const present = readdirSync(join(folder.path, 'blobs'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name);
      expect(new Set(present)).toEqual(needed);
      check(workspace, allowed);
    } finally {
      await workspace.close();
    }
  }
  const lateCycles = Array.from({ length: CYCLES }, (_, cycle) => cycle).filter(isLate).length;
  expect(answered).toBeGreaterThanOrEqual(ANSWERS * lateCycles);
});
