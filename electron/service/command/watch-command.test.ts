import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loopbackServer } from '#service/testing/loopback-server.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { parseInvocation } from './arguments.ts';
import type { RowToRender } from './batch-command.ts';
import { CommandError, type Report } from './shown/report.ts';
import { watchCommand } from './watch-command.ts';
import { watchInputs } from './watch-films.ts';
import type { WatchEvent } from './watched-table.ts';

const TEMPLATE = '<movie width="64" height="64" framerate="10"><scene duration="5" name="${title}"/></movie>';
const made: Report = { failure: null, problems: [], source: null, result: {}, lines: [] };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
  await mkdir(join(folder.path, 'assets'));
  await writeFile(join(folder.path, 'film.xml'), TEMPLATE);
});
afterEach(() => folder[Symbol.asyncDispose]());

const inFolder = (name: string) => join(folder.path, name);
const table = (rows: string) => writeFile(inFolder('rows.csv'), rows);

interface Watching {
  readonly events: WatchEvent[];
  readonly rendered: string[];
  /** Waits until `count` events match. */
  until(matches: (event: WatchEvent) => boolean, count?: number): Promise<void>;
  readonly ended: Promise<Report>;
  stop(): Promise<void>;
}

function invocationOf(args: string, rows = 'rows.csv') {
  const words = `watch film.xml --rows ${rows} --out out --assets assets ${args}`;
  const parsed = parseInvocation(words.trim().split(' '));
  if (!parsed.ok || parsed.value.command !== 'watch') throw new Error(parsed.ok ? 'no watch' : parsed.error);
  return parsed.value;
}

/** Starts `scenewright watch` with a renderer that writes the title into the film file. */
function watching(
  args = '',
  options: {
    rows?: string;
    silent?: boolean;
    environment?: Record<string, string>;
    wait?: () => Promise<void>;
    /** Waits during a render. */
    duringRender?: (title: string) => Promise<void>;
  } = {},
): Watching {
  const invocation = invocationOf(args, options.rows);
  // Nothing writes to the table during a single reading. The tests of a watched table use the clock of the system.
  const isSingle = invocation.once;
  const events: WatchEvent[] = [];
  const rendered: string[] = [];
  const stopping = new AbortController();
  let wake: () => void = () => undefined;
  const ended = watchCommand(invocation, {
    folder: folder.path,
    environment: { SCENEWRIGHT_CACHE: inFolder('cache'), ...options.environment },
    umask: 0o022,
    machine: { cores: 2, memoryBytes: 16 * 2 ** 30 },
    signal: stopping.signal,
    onEvent: (event) => {
      events.push(event);
      wake();
    },
    render: async ({ values, output }: RowToRender): Promise<Report> => {
      const title = values.get('title') ?? '';
      if (title === 'fails') throw new CommandError('command/output-refused', 'the disk is full.');
      await options.duringRender?.(title);
      await writeFile(output, `film of ${title}`);
      rendered.push(title);
      return made;
    },
    ...(isSingle && { wait: () => Promise.resolve() }),
    ...(options.wait && { wait: options.wait }),
    ...(options.silent && { watchFolder: () => ({ [Symbol.dispose]: () => undefined }) }),
  });
  ended.catch(() => undefined);
  return {
    events,
    rendered,
    ended,
    until: async (matches, count = 1) => {
      while (events.filter(matches).length < count) {
        const change = Promise.withResolvers<void>();
        wake = change.resolve;
        await Promise.race([change.promise, ended.then(() => Promise.reject(new Error('the watch has ended')))]);
      }
    },
    stop: async () => {
      stopping.abort();
      await ended.catch((error: unknown) => {
        if (!stopping.signal.aborted || !(error instanceof Error) || error.name !== 'AbortError') throw error;
      });
    },
  };
}

const isIdle = ({ event }: WatchEvent) => event === 'idle';
const isPaused = ({ event }: WatchEvent) => event === 'paused';
const once = async (args = '', options = {}) => {
  const watch = watching(`--once ${args}`, options);
  return { ...watch, report: await watch.ended };
};
const films = async () =>
  (await readdir(inFolder('out'))).filter((name) => !name.startsWith('.') && !name.endsWith('.json')).sort();
const state = async () => JSON.parse(await readFile(inFolder('out/scenewright-state.json'), 'utf8'));

describe('a single reading', () => {
  test('keeps the films of rows whose list is in a file beside the table', async () => {
    const list = '<resources><variable name="goods" type="list"><field name="name"/></variable></resources>';
    const scenes = '<scene each="${goods}" as="good" duration="5" name="${title}${good.name}"/>';
    await writeFile(inFolder('film.xml'), TEMPLATE.replace('<scene', `${list}${scenes}<scene`));
    await table('id,title\n1,One\n2,Two\n');
    await writeFile(inFolder('rows.goods.csv'), 'id,name\n1,a\n2,b\n');
    expect((await once()).rendered.sort()).toEqual(['One', 'Two']);
    expect(await once()).toMatchObject({ rendered: [], report: { failure: null } });
    await writeFile(inFolder('rows.goods.csv'), 'id,name\n1,a\n2,c\n');
    expect(await once()).toMatchObject({ rendered: ['Two'], report: { failure: null } });
    await rm(inFolder('rows.goods.csv'));
    expect((await once()).report.failure?.code).toBe('command/rows-guarded');
  });

  test('makes only the films of changed rows', async () => {
    await table('id,title\n1,One\n2,Two\n3,Three\n');
    const first = await once();
    expect(first.report.failure).toBeNull();
    expect(await films()).toEqual(['1.mp4', '2.mp4', '3.mp4']);
    await table('id,title\n3,Three\n1,One\n0,Zero\n2,Zwei\n');
    const second = await once();
    expect(second.rendered.sort()).toEqual(['Zero', 'Zwei']);
    expect(second.events).toContainEqual({
      event: 'changed',
      added: ['0'],
      changed: ['2'],
      removed: [],
      make: ['0', '2'],
    });
    expect(await readFile(inFolder('out/2.mp4'), 'utf8')).toBe('film of Zwei');
    const third = await once();
    expect(third.rendered).toEqual([]);
    expect((await state()).readings).toBe(2);
  });

  test('makes a film again whose file or template changed', async () => {
    await table('id,title\n1,One\n2,Two\n');
    await once();
    await rm(inFolder('out/1.mp4'));
    await writeFile(inFolder('out/2.mp4'), 'something else');
    expect((await once()).rendered.sort()).toEqual(['One', 'Two']);
    await writeFile(inFolder('film.xml'), TEMPLATE.replace('duration="5"', 'duration="6"'));
    expect((await once()).rendered.sort()).toEqual(['One', 'Two']);
  });

  test('reports failed rows, and makes them again at the next start', async () => {
    await table('id,title\n1,One\n2,fails\n');
    const { report, events } = await once();
    expect(report.failure).toMatchObject({ code: 'command/rows-failed', message: '1 of 2 rows failed.' });
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'row', key: '2', state: 'failed', error: 'the disk is full.' }),
    );
    await table('id,title\n1,One\n2,Two\n');
    expect((await once()).rendered).toEqual(['Two']);
  });

  test('prints the planned actions with --dry-run', async () => {
    await table('id,title\n1,One\n2,Two\n');
    const { events, rendered } = await once('--dry-run');
    expect(events).toContainEqual({ event: 'changed', added: ['1', '2'], changed: [], removed: [], make: ['1', '2'] });
    expect(rendered).toEqual([]);
    await expect(readdir(inFolder('out'))).rejects.toThrow();
  });

  test('keeps films of removed rows, or moves them to the trash', async () => {
    await table('id,title\n1,One\n2,Two\n3,Three\n');
    await once();
    await table('id,title\n1,One\n2,Two\n');
    await once();
    expect(await films()).toEqual(['1.mp4', '2.mp4', '3.mp4']);
    await table('id,title\n1,One\n');
    const { events } = await once('--removed trash');
    expect(events).toContainEqual({ event: 'removed', key: '2', file: '2.mp4', stays: false });
    expect(await films()).toEqual(['1.mp4', '3.mp4']);
    const [day = ''] = await readdir(inFolder('out/.trash'));
    expect(await readdir(inFolder(`out/.trash/${day}`))).toEqual(['2.mp4']);
  });

  test('a space around a key keeps the name of its film', async () => {
    await table('id,title\na,One\n');
    await once();
    await table('id,title\n a ,Two\n');
    expect((await once('--yes')).rendered).toEqual(['Two']);
    expect(await films()).toEqual(['a.mp4']);
  });

  test('renames films of unchanged values without rendering them', async () => {
    await table('title\nOne\nTwo\nThree\n');
    await once();
    expect(await films()).toEqual(['1.mp4', '2.mp4', '3.mp4']);
    await table('title\nThree\nOne\nTwo\n');
    const { rendered } = await once();
    expect(rendered).toEqual([]);
    const contents = await Promise.all([1, 2, 3].map((name) => readFile(inFolder(`out/${name}.mp4`), 'utf8')));
    expect(contents).toEqual(['film of Three', 'film of One', 'film of Two']);
  });

  test('keeps the film for a repeated key, and names both cells', async () => {
    await table('id,title\n1,One\n2,Two\n');
    await once();
    await table('id,title\n1,One\n2,Two\n2,Zwei\n3,Three\n');
    const { events, rendered } = await once();
    expect(rendered).toEqual(['Three']);
    expect(events.filter(({ event }) => event === 'problem')).toHaveLength(1);
    expect(JSON.stringify(events)).toContain('A3 and A4 (“id”) both have');
    expect(events.filter(isIdle)).toEqual([{ event: 'idle', current: 2, failed: 2 }]);
    expect(await readFile(inFolder('out/2.mp4'), 'utf8')).toBe('film of Two');
  });

  test.each(['', '--dry-run'])(
    'fails for rows without a unique key, and reports each problem once %s',
    async (option) => {
      await table('id,title\n1,One\n2,Two\n2,Zwei\n2,Dos\n,None\n3,fails\n');
      const { report, events, rendered } = await once(`--key id ${option}`);
      const failed = option === '' ? 5 : 4;
      expect(report.failure).toMatchObject({ code: 'command/rows-failed', message: `${failed} of 6 rows failed.` });
      expect(rendered).toEqual(option === '' ? ['One'] : []);
      const problems = events.flatMap((each) => (each.event === 'problem' ? each.message : []));
      expect(problems.map((text) => text.match(/A\d/g))).toEqual([['A3', 'A4'], ['A3', 'A5'], ['A6']]);
      if (option === '') expect(events.filter(isIdle)).toEqual([{ event: 'idle', current: 1, failed: 5 }]);
    },
  );
});

describe('guards', () => {
  const many = (titles: (row: number) => string, rows = 30) =>
    `id,title\n${Array.from({ length: rows }, (_, at) => `${at},${titles(at)}\n`).join('')}`;

  test.each([
    ['an empty file', ''],
    ['a header alone', 'id,title\n'],
    ['a table that is cut', many((at) => `T${at}`, 15)],
    ['a table of other values', many((at) => `other ${at}`)],
    ['a table without a used column', many((at) => `T${at}`).replace('title', 'titel')],
  ])('stop %s', async (_, rows) => {
    await table(many((at) => `T${at}`));
    expect((await once()).rendered).toHaveLength(30);
    const before = await readFile(inFolder('out/scenewright-state.json'), 'utf8');
    await table(rows);
    const { report, rendered, events } = await once('--removed trash');
    expect(report.failure?.code).toBe('command/rows-guarded');
    expect(events.filter(isPaused)).toHaveLength(1);
    expect(rendered).toEqual([]);
    expect(await films()).toHaveLength(30);
    expect(await readFile(inFolder('out/scenewright-state.json'), 'utf8')).toBe(before);
  });

  test('allow a reading with --yes', async () => {
    await table(many((at) => `T${at}`));
    await once();
    await table(many((at) => `T${at}`, 15));
    const { report } = await once('--yes --removed trash');
    expect(report.failure).toBeNull();
    expect(await films()).toHaveLength(15);
  });
});

describe('the state', () => {
  test('is refused if a newer version wrote it', async () => {
    await table('id,title\n1,One\n');
    await once();
    const file = inFolder('out/scenewright-state.json');
    await writeFile(file, JSON.stringify({ ...(await state()), version: 2 }));
    await expect(watching('--once').ended).rejects.toThrow('newer version');
  });

  test('is moved aside if it is damaged, and its films are recognized', async () => {
    await table('id,title\n1,One\n2,Two\n');
    await once();
    await writeFile(inFolder('out/scenewright-state.json'), '{"version": 1, "ro');
    const { rendered, events } = await once();
    expect(rendered).toEqual([]);
    expect(JSON.stringify(events)).toContain('set aside');
    expect((await readdir(inFolder('out'))).some((name) => name.includes('damaged'))).toBe(true);
  });
});

describe('a watched table', () => {
  test.each([
    ['with events', false],
    ['whose events never come', true],
  ])('is read after each change, %s', async (_, silent) => {
    await table('id,title\n1,One\n2,Two\n');
    const watch = watching('', { silent });
    await watch.until(isIdle);
    await table('id,title\n1,Uno\n2,Two\n');
    await watch.until(isIdle, 2);
    await writeFile(inFolder('new.csv'), 'id,title\n1,Uno\n2,Dos\n');
    await rename(inFolder('new.csv'), inFolder('rows.csv'));
    await watch.until(isIdle, 3);
    await writeFile(inFolder('film.xml'), TEMPLATE.replace('duration="5"', 'duration="7"'));
    await watch.until(isIdle, 4);
    await watch.stop();
    expect(watch.rendered.slice(0, 4)).toEqual(['One', 'Two', 'Uno', 'Dos']);
    expect(watch.rendered.slice(4).sort()).toEqual(['Dos', 'Uno']);
  });

  test('is read again after a guard and after a missing file', async () => {
    await table('id,title\n1,One\n2,Two\n');
    const watch = watching();
    await watch.until(isIdle);
    await rm(inFolder('rows.csv'));
    await watch.until(isPaused);
    expect(watch.events.find(isPaused)).toMatchObject({
      reason: 'unreadable',
      message: expect.stringContaining('no longer exists'),
    });
    await table('id,title\n1,One\n2,Zwei\n');
    await watch.until(isIdle, 2);
    await watch.stop();
    expect(watch.rendered).toEqual(['One', 'Two', 'Zwei']);
  });

  test('a reading during a render does not make its film again', async () => {
    await table('id,title\n1,One\n2,Two\n');
    const reading = Promise.withResolvers<void>();
    const watch = watching('--jobs 1', { duringRender: () => reading.promise });
    await watch.until(({ event }) => event === 'row');
    await table('id,title\n1,One\n2,Zwei\n');
    await watch.until(({ event }) => event === 'changed', 2);
    await table('id,title\n1,One\n2,Zwei\n');
    await watch.until(({ event }) => event === 'read', 3);
    reading.resolve();
    await watch.until(isIdle);
    await watch.stop();
    expect(watch.rendered).toEqual(['One', 'Zwei']);
    expect(watch.events.filter(({ event }) => event === 'changed')[1]).toMatchObject({ changed: ['2'], make: ['2'] });
    expect((await state()).rows.map((row: { state: string }) => row.state)).toEqual(['current', 'current']);
  });

  test('waits for used files although others change', async () => {
    const asked: string[] = [];
    const isUsed = (key: string) => asked.push(key) > 0 && key === 'one.png';
    const output = { path: inFolder('out'), isOwn: () => false };
    using inputs = await watchInputs(invocationOf(''), folder.path, output, isUsed);
    let isChanged = false;
    const { signal } = new AbortController();
    const next = inputs.next(signal).then(() => {
      isChanged = true;
    });
    // An unused file is compared at each check, so a second question shows that the first had no effect.
    await appendFile(inFolder('assets/watch.log'), 'a line\n');
    await Promise.race([next, waitUntil(() => asked.length >= 2)]);
    expect(isChanged).toBe(false);
    await writeFile(inFolder('assets/One.png'), 'a picture');
    await next;
  });

  test('repeats a reading for a used file', async () => {
    const image = '<image src="${title}.png" duration="5"/></scene>';
    await writeFile(inFolder('film.xml'), TEMPLATE.replace('/></movie>', `>${image}</movie>`));
    await writeFile(inFolder('assets/One.png'), 'a picture');
    await table('id,title\n1,One\n');
    const watch = watching();
    await watch.until(isIdle);
    await writeFile(inFolder('assets/One.png'), 'another picture');
    await watch.until(isIdle, 2);
    await watch.stop();
    expect(watch.events.filter(({ event }) => event === 'read')).toHaveLength(2);
  });

  test('reads a file once that a program writes in pieces', async () => {
    const rows = Array.from({ length: 100 }, (_, at) => `${at},${at === 0 ? 'First' : 'Title'} ${'x'.repeat(100)}`);
    const text = `id,title\n${rows.join('\n')}\n`;
    const textOf = (at: number) => text.slice((at * text.length) / 20, ((at + 1) * text.length) / 20);
    const pieces: string[] = [];
    await table('id,title\n0,First\n');
    // The file has grown at each check.
    const wait = async () => {
      const piece = pieces.shift();
      if (piece !== undefined) await appendFile(inFolder('rows.csv'), piece);
    };
    const watch = watching('', { wait });
    await watch.until(isIdle);
    await writeFile(inFolder('new.csv'), textOf(0));
    pieces.push(...Array.from({ length: 19 }, (_, at) => textOf(at + 1)));
    await rename(inFolder('new.csv'), inFolder('rows.csv'));
    await watch.until(({ event }) => event === 'read', 2);
    await watch.until(isIdle, 2);
    await watch.stop();
    const reads = watch.events.filter(({ event }) => event === 'read');
    expect(reads).toEqual([expect.objectContaining({ rows: 1 }), expect.objectContaining({ rows: 100 })]);
    expect(watch.events.filter(({ event }) => event === 'removed' || event === 'paused')).toEqual([]);
  });

  test('refuses a second process with the number of the first', async () => {
    await table('id,title\n1,One\n');
    const watch = watching();
    await watch.until(isIdle);
    await expect(watching('--once').ended).rejects.toThrow(`Process ${process.pid} already watches`);
    await watch.stop();
    expect((await once()).report.failure).toBeNull();
  });
});

describe('a table at an address', () => {
  test.each([
    ['Host: films.example', 'can’t be set'],
    ['Content-Length: 5', 'can’t be set'],
    ['X-Key: a\r\nX-Other: b', 'in one line'],
    ['X Key: a', 'Write the name of a header'],
    ['Authorization', 'isn’t a header'],
  ])('refuses the header %j', async (header, message) => {
    const environment = { SCENEWRIGHT_TABLE_HEADER: header };
    const { ended } = watching('--once', { rows: 'https://films.example/rows.csv', environment });
    await expect(ended).rejects.toThrow(message);
  });

  test('receives its ETag and its header, which no output contains', async () => {
    await using server = await loopbackServer((request, response) => {
      if (request.headers.authorization !== 'Bearer s3cret') response.writeHead(401).end();
      else if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"1"' }).end('id,title\n1,One\n');
    });
    const rows = `${server.url}/rows.csv`;
    const environment = { SCENEWRIGHT_TABLE_HEADER: 'Authorization: Bearer s3cret' };
    const { rendered, events } = await once('--allow-host 127.0.0.1', { rows, environment });
    expect(rendered).toEqual(['One']);
    expect(`${JSON.stringify(events)}${await readFile(inFolder('out/scenewright-state.json'), 'utf8')}`).not.toContain(
      's3cret',
    );
    await expect(watching('--once --allow-host 127.0.0.1', { rows }).ended).rejects.toThrow('answered 401');
  });

  test('sends its header only to its own origin', async () => {
    await using other = await loopbackServer((_, response) => response.end('id,title\n1,One\n'));
    await using server = await loopbackServer((_, response) => response.writeHead(302, { location: other.url }).end());
    const environment = { SCENEWRIGHT_TABLE_HEADER: 'Authorization: Bearer s3cret' };
    await once('--allow-host 127.0.0.1', { rows: `${server.url}/rows.csv`, environment });
    expect(server.requests[0]?.headers.authorization).toBe('Bearer s3cret');
    expect(other.requests[0]?.headers.authorization).toBeUndefined();
  });

  test('requires https unless its host is allowed', async () => {
    const ended = watching('--once', { rows: 'http://films.example/rows.csv?key=s3cret' }).ended;
    await expect(ended).rejects.toThrow('must begin with https');
    await expect(ended).rejects.not.toThrow('s3cret');
  });
});
