import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { amount } from '#shared/testing/scale.ts';
import { seeded } from '#shared/testing/seeded.ts';
import { type Bench, openBench } from './testing/run-command.ts';

const TEMPLATE =
  '<movie width="64" height="64" framerate="10"><scene duration="5"><solid color="${color}"/></scene></movie>';
const WATCH = ['watch', 'film.xml', '--rows', 'rows.csv', '--out', 'out', '--json'];

interface RowEvent {
  readonly event: string;
  readonly key?: string;
  readonly state?: string;
}

async function openRows(): Promise<Bench> {
  const bench = await openBench();
  await writeFile(join(bench.folder, 'film.xml'), TEMPLATE);
  return bench;
}

const table = (bench: Bench, colors: readonly string[]) =>
  writeFile(join(bench.folder, 'rows.csv'), `id,color\n${colors.map((color, at) => `r${at},${color}\n`).join('')}`);

/** Returns the complete events in an output that may end in the middle of a line. */
function eventsIn(stdout: string): readonly RowEvent[] {
  const lines = stdout.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

const rendering = (stdout: string) =>
  eventsIn(stdout).flatMap(({ event, state, key }) => (event === 'row' && state === 'rendering' ? [key] : []));

async function digestsIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.mp4'));
  const digests = names.map(async (name) => {
    const bytes = await readFile(join(folder, name));
    return [name, createHash('sha256').update(bytes).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(digests));
}

test('a changed cell in 40 rows makes one film and one file', async () => {
  await using bench = await openRows();
  const colors = Array.from({ length: 40 }, (_, at) => `#0000${(at + 16).toString(16)}`);
  await table(bench, colors);
  const first = await bench.run(...WATCH, '--once');
  expect(first.stderr).toBe('');
  expect(first.code).toBe(0);
  expect(rendering(first.stdout)).toHaveLength(40);
  const times = async () => {
    const names = Object.keys(await digestsIn(join(bench.folder, 'out')));
    return new Map(
      await Promise.all(
        names.map(async (name) => [name, (await stat(join(bench.folder, 'out', name))).mtimeMs] as const),
      ),
    );
  };
  const before = await times();

  await table(bench, colors.with(7, '#ff0000'));
  const second = await bench.run(...WATCH, '--once');
  expect(rendering(second.stdout)).toEqual(['r7']);
  const after = await times();
  expect([...after].filter(([name, time]) => before.get(name) !== time).map(([name]) => name)).toEqual(['r7.mp4']);

  // Sort the rows and insert one above them.
  const rows = (await readFile(join(bench.folder, 'rows.csv'), 'utf8')).trimEnd().split('\n');
  const [header = '', ...body] = rows;
  await writeFile(join(bench.folder, 'rows.csv'), `${[header, 'new,#00ff00', ...body.toReversed()].join('\n')}\n`);
  const third = await bench.run(...WATCH, '--once');
  expect(rendering(third.stdout)).toEqual(['new']);
  const fourth = await bench.run(...WATCH, '--once');
  expect(rendering(fourth.stdout)).toEqual([]);
}, 240_000);

test('every row has a film with its values after each kill -9', {
  tags: ['promise:P2'],
  timeout: 1_800_000,
}, async () => {
  await using bench = await openRows();
  const random = seeded(20261129);
  const pick = (most: number) => Math.floor(random() * most);
  let colors = Array.from({ length: 6 }, (_, at) => `#00${(at + 16).toString(16)}00`);
  await table(bench, colors);
  for (let cycle = 0; cycle < amount('watchKills'); cycle += 1) {
    const child = bench.start(...WATCH);
    const moment = pick(14);
    await child.printed((output) => output.split('\n').length > moment || output.includes('"idle"'));
    // Kill the process either between two turns of its event loop or during one.
    for (let turn = pick(40); turn > 0; turn -= 1) await new Promise((resolve) => setImmediate(resolve));
    child.kill('SIGKILL');
    const { stdout } = await child.ended;
    const noted = new Set(
      eventsIn(stdout).flatMap(({ event, key, state }) => (event === 'row' && state === 'current' ? [key] : [])),
    );
    const next = await bench.run(...WATCH, '--once');
    expect(next.code, next.stdout).toBe(0);
    expect(rendering(next.stdout).filter((key) => noted.has(key))).toEqual([]);
    colors = colors.map((color) => (pick(3) === 0 ? `#${(pick(0xeeeeee) + 0x111111).toString(16)}` : color));
    await table(bench, colors);
  }
  const last = await bench.run(...WATCH, '--once', '--yes');
  expect(last.code).toBe(0);
  const batch = 'batch film.xml --rows rows.csv --out expected --name ${id}'.split(' ');
  expect((await bench.run(...batch)).code).toBe(0);
  expect(await digestsIn(join(bench.folder, 'out'))).toEqual(await digestsIn(join(bench.folder, 'expected')));
  const left = (await readdir(join(bench.folder, 'out'), { recursive: true })).filter((name) =>
    /part$|unfinished/.test(name),
  );
  expect(left).toEqual([]);
  expect(JSON.parse(await readFile(join(bench.folder, 'out/scenewright-state.json'), 'utf8'))).toMatchObject({
    version: 1,
  });
});

test('a second process is refused until Ctrl-C ends the watch', async () => {
  await using bench = await openRows();
  await table(bench, ['#112233']);
  const watch = bench.start(...WATCH);
  await watch.printed((output) => output.includes('"idle"'));
  const second = await bench.run(...WATCH, '--once');
  expect(second.code).toBe(1);
  expect(second.stdout).toContain(`Process ${watch.pid} already watches`);
  watch.kill('SIGINT');
  const { code, stdout } = await watch.ended;
  expect(code).toBe(130);
  expect(stdout.trimEnd().split('\n').at(-1)).toContain('"event":"ended"');
  expect(await bench.leftovers()).toEqual([]);
}, 60_000);
