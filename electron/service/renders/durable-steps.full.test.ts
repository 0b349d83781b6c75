import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failingDatabase } from '#service/storage/database/testing/failing-database.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { openWorkspace } from '#service/workspace/open-workspace.ts';
import { codeOf, scratchWorkspace } from '#service/workspace/testing/scratch-workspace.ts';
import { cases } from '#shared/testing/scale.ts';
import { durableSteps } from './testing/durable-steps.ts';

/**
 * The sizes in bytes of the header of SQLite's WAL and of the header of each frame (https://sqlite.org/walformat.html).
 */
const LOG_HEAD = 32;
const FRAME_HEAD = 24;
const PAGE = 4096;

/** Opens a workspace with these SQLite files, like a start after a power failure. */
async function foundAfterCut(files: { readonly database: Uint8Array; readonly log: Uint8Array }) {
  const folder = await temporaryFolder();
  writeFileSync(join(folder.path, 'db.sqlite'), files.database);
  writeFileSync(join(folder.path, 'db.sqlite-wal'), files.log);
  writeFileSync(join(folder.path, 'owner.json'), '{"pid":1,"database":"open"}');
  const workspace = await openWorkspace({ folder: folder.path, clock: Date.now });
  return {
    workspace,
    [Symbol.asyncDispose]: async () => {
      await workspace.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe.each(cases(1, durableSteps))('a $name', (step) => {
  test('can be repeated after a failed statement or commit', {
    tags: ['promise:P7', 'promise:P11', 'promise:F12'],
  }, async () => {
    let calls = 0;
    for (let n = 1; ; n += 1) {
      await using scratch = await scratchWorkspace();
      const { workspace } = scratch;
      await step.prepare(workspace);
      const old = step.look(workspace);
      const failing = failingDatabase(workspace.database);
      failing.failCall(n);
      const run = () => step.run(workspace, failing.database);
      const outcome = await run().then(
        () => 'done',
        (error: unknown) => codeOf(() => Promise.reject(error)),
      );
      if (!failing.failed()) {
        expect(outcome).toBe('done');
        break;
      }
      calls = n;
      expect(outcome, `call ${n}`).toBe('storage/full');
      expect(step.look(workspace), `call ${n}`).toEqual(old);
      await run();
      expect(step.look(workspace), `call ${n}`).not.toEqual(old);
    }
    expect(calls).toBeGreaterThanOrEqual(3);
  });

  test('a power cut within the log leaves the old or new state', {
    tags: ['promise:P2', 'promise:F6'],
  }, async () => {
    await using scratch = await scratchWorkspace();
    const { workspace, folder } = scratch;
    await step.prepare(workspace);
    const old = step.look(workspace);
    const bytesOf = (name: string) => readFileSync(join(folder, name));
    const before = bytesOf('db.sqlite-wal').length;
    await step.run(workspace, workspace.database);
    const done = step.look(workspace);
    const files = { database: bytesOf('db.sqlite'), log: bytesOf('db.sqlite-wal') };
    // Acknowledged changes are on disk. The rest of the log may be cut at any byte, or end with zeros.
    const cuts = new Set([before, files.log.length]);
    for (let at = before; at < files.log.length; at += FRAME_HEAD + PAGE)
      for (const inside of [FRAME_HEAD, FRAME_HEAD + PAGE / 2, FRAME_HEAD + PAGE - 1]) cuts.add(at + inside);
    expect((files.log.length - LOG_HEAD) % (FRAME_HEAD + PAGE)).toBe(0);
    for (const cut of cuts)
      for (const tail of ['lost', 'zeros'] as const) {
        const log = Buffer.from(files.log.subarray(0, tail === 'lost' ? cut : undefined));
        log.fill(0, cut);
        await using found = await foundAfterCut({ ...files, log });
        const left = step.look(found.workspace);
        expect([old, done], `${cut} ${tail}`).toContainEqual(left);
        if (cut === files.log.length) expect(left).toEqual(done);
      }
  });

  test('a power cut during a checkpoint loses nothing', { tags: ['promise:F6'] }, async () => {
    await using scratch = await scratchWorkspace();
    const { workspace, folder } = scratch;
    await step.prepare(workspace);
    workspace.database.get('PRAGMA wal_checkpoint(TRUNCATE)');
    await step.run(workspace, workspace.database);
    const done = step.look(workspace);
    const path = join(folder, 'db.sqlite');
    const log = readFileSync(`${path}-wal`);
    const old = readFileSync(path);
    await workspace.close();
    expect(existsSync(`${path}-wal`)).toBe(false);
    const after = readFileSync(path);
    const before = Buffer.concat([old, Buffer.alloc(Math.max(0, after.length - old.length))]);
    expect(before.equals(after)).toBe(false);
    // The WAL is complete, because SQLite empties it only after it has synced the database.
    for (let way = 0; way < 6; way += 1) {
      const database = Buffer.alloc(after.length);
      for (let page = 0; page * PAGE < database.length; page += 1) {
        const from = (page + way) % 3 === 0 ? before : after;
        // Some pages are torn: their first half is new, and their second half is old.
        const half = (page + way) % 5 === 0 ? PAGE / 2 : PAGE;
        from.copy(database, page * PAGE, page * PAGE, (page + 1) * PAGE);
        after.copy(database, page * PAGE, page * PAGE, page * PAGE + half * ((page + way) % 2));
      }
      await using found = await foundAfterCut({ database, log });
      expect(step.look(found.workspace), `way ${way}`).toEqual(done);
    }
  });
});
