import { Server } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { openService } from './testing/open-service.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

/** The tables that grow with the users' data. */
const GROWING = ['asset', 'blob', 'upload', 'chunk', 'render', 'render_input', 'event', 'movie', 'template_revision'];

test('a start answers before any query that scans a growing table', { tags: ['promise:P13'] }, async () => {
  await using folder = await temporaryFolder();
  await using first = await openService({ workspace: folder.path });
  await first.close();
  // The queries until the service listens.
  const asked: string[] = [];
  let listens = false;
  const { prepare } = DatabaseSync.prototype;
  const { listen } = Server.prototype;
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, sql) {
    if (!listens) asked.push(sql);
    return prepare.call(this, sql);
  });
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...parameters: unknown[]) {
    listens = true;
    return Reflect.apply(listen, this, parameters) as Server;
  });
  {
    await using _service = await openService({ workspace: folder.path });
  }
  vi.restoreAllMocks();
  expect(asked.length).toBeGreaterThan(3);
  using database = new DatabaseSync(join(folder.path, 'db.sqlite'), { readOnly: true });
  const plans = asked
    .filter((sql) => !/^\s*PRAGMA/i.test(sql))
    .flatMap((sql) =>
      database
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => `${String(detail)}: ${sql}`),
    );
  expect(plans.filter((plan) => GROWING.some((table) => plan.startsWith(`SCAN ${table}`)))).toEqual([]);
});
