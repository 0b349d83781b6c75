import { spawnSync } from 'node:child_process';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testedProgram } from '#service/testing/tested-program.ts';
import { full } from '#shared/testing/full.ts';
import { type Bench, openBench } from './testing/run-command.ts';

const movie = (scenes: string): string => `<movie width="320" height="180" framerate="25">\n${scenes}\n</movie>\n`;

let bench: Bench;

beforeAll(async () => {
  bench = await openBench();
  await write('clip.mp4', 'not looked into');
  await write('trip.xml', movie('  <scene duration="10"><video src="clip.mp4"/></scene>'));
  await write('greeting.xml', movie('  <scene duration="${length, 5}"><video src="${place}"/></scene>'));
  await write(
    'declared.xml',
    movie(
      '  <resources><variable name="plan" type="choice" label="Plan" group="Order" help="What was bought." required="true" choices="gold: Gold, silver"/><variable name="age" type="number" min="18" max="99" step="1" default="30"/><variable name="promo" type="boolean"/></resources>\n' +
        '  <scene duration="5" name="${plan} ${age}" condition="not ${promo}"/>',
    ),
  );
  await write('wrong.xml', movie('  <scene duration="x"><video src="clip.mp4" sound="1"/></scene>'));
});

afterAll(() => bench[Symbol.asyncDispose]());

async function write(name: string, text: string): Promise<void> {
  await writeFile(join(bench.folder, name), text);
}

const tiny = 'small.xml:2:24: warning text/tiny (0.1–2.0 s): The letters of “Hello” are 7.9 pixels high on a phone.';

test.each([
  ['a warning', [], 0, tiny],
  ['a warning that the gate refuses', ['--fail-on', 'warning'], 1, tiny],
  ['a check that is left out', ['--fail-on', 'warning', '--skip', 'text/tiny'], 0, 'small.xml: passed'],
] as const)('`check` prints findings and exits by the gate: %s', async (_, options, exit, line) => {
  await write('small.xml', movie('  <scene duration="50"><text size="3" content="${word, Hello}"/></scene>'));
  const { code, stdout } = await bench.run('check', 'small.xml', ...options);
  expect(stdout).toContain(line);
  expect(code).toBe(exit);
});

test('`check` uses the platforms and disabled checks of a brand file', async () => {
  const check = {
    platforms: [{ name: 'kiosk', margins: { top: 0.5, bottom: 0, left: 0, right: 0 } }],
    off: ['text/tiny'],
  };
  await write('brand.json', JSON.stringify({ check }));
  const text = '<text size="3" content="Hello" xalign="left" yalign="top"/>';
  await write('small.xml', movie(`  <scene duration="50">${text}</scene>`));
  const options = ['--brand', 'brand.json', '--platform', 'kiosk'];
  const { stdout } = await bench.run('check', 'small.xml', ...options);
  expect(stdout).toMatch(/text\/under-overlay .*kiosk/);
  expect(stdout).not.toContain('text/tiny');
  const checked = [...options, '--check', 'quick', '--fail-on', 'warning', '--out', 'small.mp4'];
  const rendered = await bench.run('render', 'small.xml', ...checked);
  expect(rendered).toMatchObject({ code: 1, stderr: expect.stringContaining('The check refuses small.xml') });
  const unknown = await bench.run('check', 'small.xml', '--brand', 'brand.json', '--platform', 'kiosks');
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('unknown platform kiosks; choose from') });
});

test('`check` combines equal findings of several rows', async () => {
  await write('small.xml', movie('  <scene duration="50"><text size="${size}" content="Hello"/></scene>'));
  await write('sizes.csv', 'size\n3\n6\n3\n');
  const { code, stdout } = await bench.run('check', 'small.xml', '--rows', 'sizes.csv', '--json');
  const { check } = JSON.parse(stdout);
  expect(check.rows.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['warned', 'passed', 'warned']);
  expect(check.findings).toMatchObject([{ code: 'text/tiny', variable: 'size', rows: [1, 3] }]);
  expect(code).toBe(0);
});

test('`validate` exits with 0 for a valid template', async () => {
  expect(await bench.run('validate', 'trip.xml')).toEqual({ code: 0, stdout: 'trip.xml is valid.\n', stderr: '' });
});

test('`validate` prints problems with their lines and exits with 1', async () => {
  const { code, stdout, stderr } = await bench.run('validate', 'wrong.xml');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(
    /^wrong\.xml:2:20: error template\/invalid-value: .*\n {3}2 \| {3}<scene duration="x">.*\n {5}\| {20}\^\n/,
  );
  expect(stderr).toMatch(/\nwrong\.xml:2:\d+: warning template\/unknown-attribute: .*/);
  expect(stderr).toMatch(/\nscenewright: wrong\.xml has an error\.\n$/);
});

full.test('a template that expands beyond 1 MiB is refused', async () => {
  const first = `<scene duration="1" name="\${v,'${'A'.repeat(45_000)}'}"/>`;
  const places = `<scene duration="1" name="${'${v}'.repeat(11_000)}"/>`;
  await write('bomb.xml', movie(`${first}${places.repeat(9)}`));
  const { code, stderr } = await bench.run('validate', 'bomb.xml');
  expect(code).toBe(1);
  expect(stderr).toMatch(/^bomb\.xml:2:\d+: error variable\/too-long: `name` of `scene` has more than 1 MiB with/);
});

test('--json prints one object for any result', async () => {
  const valid = await bench.run('validate', 'trip.xml', '--json');
  expect(JSON.parse(valid.stdout)).toEqual({
    ok: true,
    command: 'validate',
    template: 'trip.xml',
    problems: [],
    error: null,
  });
  const wrong = await bench.run('render', 'wrong.xml', '--out', 'wrong.mp4', '--json');
  expect(wrong).toMatchObject({ code: 1, stderr: '' });
  expect(JSON.parse(wrong.stdout)).toMatchObject({
    ok: false,
    problems: [
      {
        file: 'wrong.xml',
        code: 'template/invalid-value',
        severity: 'error',
        line: 2,
        column: 20,
        path: 'movie/scene@duration',
      },
      { severity: 'warning' },
    ],
    error: { code: 'command/problems', message: 'wrong.xml has an error.', log: [] },
  });
  const usage = await bench.run('render', '--json');
  expect(usage.code).toBe(2);
  expect(JSON.parse(usage.stdout)).toMatchObject({ ok: false, error: { code: 'command/usage' } });
});

test('`variables` lists variables with type, default, and uses', async () => {
  const { code, stdout } = await bench.run('variables', 'greeting.xml');
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout:
      'length: time, default "5", frames 0 to 5\n    line 2: movie/scene@duration\n' +
      'place: media, required, frames 0 to 5\n    line 2: movie/scene/video@src\n',
  });
  const json = JSON.parse((await bench.run('variables', 'greeting.xml', '--json')).stdout);
  expect(json.variables[1]).toEqual({
    name: 'place',
    type: 'media',
    defaultvalue: null,
    options: '',
    offset: 0,
    numframes: 5,
    uses: [{ path: 'movie/scene/video@src', attribute: 'src', line: 2, scene: 1 }],
  });
});

test('a declared variable is listed with its declaration', async () => {
  const { code, stdout } = await bench.run('variables', 'declared.xml');
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout:
      'plan: choice, required, frames 0 to 5\n    Order / Plan\n    What was bought.\n' +
      '    choices: gold: Gold, silver\n    line 3: movie/scene@name\n' +
      'age: number, default "30", from 18, to 99, in steps of 1, frames 0 to 5\n    line 3: movie/scene@name\n' +
      'promo: boolean, optional, frames 0 to 5\n    line 3: movie/scene@condition\n',
  });
});

test.each([
  ['no such file', ['render', 'none.xml', '--out', 'x.mp4'], 1, 'none.xml: the file doesn’t exist.'],
  ['a folder as template', ['validate', '.'], 1, '.: this is a folder, not a file.'],
  [
    'a folder as output',
    ['render', 'trip.xml', '--out', '.', '--format', 'mp4'],
    1,
    '. is a folder. Choose a file name in it.',
  ],
  ['a source as output', ['render', 'trip.xml', '--out', 'clip.mp4'], 1, 'clip.mp4 is a source of the film'],
  [
    'the template as output',
    ['render', 'trip.xml', '--out', 'trip.xml', '--format', 'mp4'],
    1,
    'trip.xml is a source of the film',
  ],
  [
    'no such assets folder',
    ['render', 'trip.xml', '--out', 'x.mp4', '--assets', 'no'],
    1,
    'no: the folder doesn’t exist',
  ],
  ['no such variables file', ['validate', 'trip.xml', '--vars', 'no.json'], 1, 'no.json: the file doesn’t exist.'],
  ['an unknown extension', ['render', 'trip.xml', '--out', 'x.doc'], 2, 'no format has the extension .doc'],
  [
    'an unknown command',
    ['frobnicate'],
    2,
    'unknown command frobnicate; choose from render, batch, watch, table, check, frame, sheet, test, validate, variables, designs, new, fonts, reference, service, worker, agents, mcp (see scenewright --help)',
  ],
  ['an unknown option', ['render', 'trip.xml', '--ouput', 'x.mp4'], 2, "Unknown option '--ouput'"],
] as const)('an error is one line: %s', async (_what, args, exit, message) => {
  const { code, stdout, stderr } = await bench.run(...args);
  expect({ code, stdout }).toEqual({ code: exit, stdout: '' });
  expect(stderr).toContain(`scenewright: ${message}`);
  expect(stderr).not.toContain('    at ');
});

test('a missing configured FFmpeg is reported with its code', async () => {
  const before = process.env['SCENEWRIGHT_FFMPEG'];
  process.env['SCENEWRIGHT_FFMPEG'] = '/nowhere/ffmpeg';
  const lost = await openBench();
  if (before === undefined) delete process.env['SCENEWRIGHT_FFMPEG'];
  else process.env['SCENEWRIGHT_FFMPEG'] = before;
  await using _closed = lost;
  const { code, stderr } = await lost.run('render', join(bench.folder, 'trip.xml'), '--out', 'x.mp4');
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^scenewright: ffmpeg\/not-found: /) });
});

test('`reference` prints pages, topics, and the JSON schema', async () => {
  expect((await bench.run('reference')).stdout).toMatch(/^conventions\n[\s\S]*^filter\/blur: /m);
  expect((await bench.run('reference', 'conventions')).stdout).toMatch(/^# Conventions\n/);
  expect((await bench.run('reference', 'blur')).stdout).toContain('`radius`');
  expect(JSON.parse((await bench.run('reference', 'schema/movie')).stdout)).toHaveProperty('$schema');
  const { code, stderr } = await bench.run('reference', 'blurr/x');
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('has no page blurr/x') });
});

test('`--help` and `--version` work without other arguments', async () => {
  expect((await bench.run('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  for (const name of ['render', 'batch', 'validate', 'variables'])
    expect((await bench.run(name, '--help')).stdout).toMatch(new RegExp(`^scenewright ${name} TEMPLATE\\.xml`));
});

test.runIf(testedProgram('command/main.ts').endsWith('.js')).each([
  ['short', 1],
  ['long, whose young generation is limited,', 21],
])('later runs accept the code that a %s render stored', async (_, scenes) => {
  await using own = await openBench({ NODE_COMPILE_CACHE: undefined });
  await writeFile(join(own.folder, 'film.xml'), movie('  <scene duration="1"/>\n'.repeat(scenes)));
  expect(await own.run('render', 'film.xml', '--out', 'film.mp4', '--no-cache')).toMatchObject({ code: 0 });
  const storedFiles = async () => {
    const names = (await readdir(own.cache, { recursive: true })).filter((name) => name.includes('program.cjs.'));
    return await Promise.all(names.map(async (name) => [name, (await stat(join(own.cache, name))).ino]));
  };
  const stored = await storedFiles();
  expect(stored.length).toBe(1);
  expect(await own.run('validate', 'film.xml')).toMatchObject({ code: 0 });
  // A rejected file would have been replaced.
  expect(await storedFiles()).toEqual(stored);
});

// The sources need WebAssembly themselves, because Node removes their types with it.
test.runIf(testedProgram('command/main.ts').endsWith('.js'))('a run without WebAssembly says so', async () => {
  await using own = await openBench({ NODE_OPTIONS: '--jitless' });
  await writeFile(join(own.folder, 'film.xml'), movie('  <scene duration="1"/>\n'));
  const message = expect.stringMatching(/^(?:scenewright: )?Node runs without WebAssembly, .* Remove --jitless .*\n?$/);
  expect(await own.run('validate', 'film.xml')).toEqual({ code: 1, stdout: '', stderr: message });
  const { code, stdout, stderr } = await own.run('render', 'film.xml', '--out', 'film.mp4', '--json');
  const error = { code: 'command/no-webassembly', message, log: [] };
  expect({ code, stderr, ...JSON.parse(stdout) }).toEqual({ code: 1, stderr: '', ok: false, problems: [], error });
  expect((await own.run('--version')).code).toBe(0);
});

test.runIf(testedProgram('serve/main.ts').endsWith('.js')).each([
  ['serve/main.ts', 2, ['--port', '0']],
  ['farm/worker/main.ts', 1, ['--queue', 'redis://127.0.0.1:1', '--store', 'store']],
] as const)('a program without WebAssembly ends with a sentence: %s', (source, status, options) => {
  const run = spawnSync(process.execPath, ['--jitless', testedProgram(source), ...options], { encoding: 'utf8' });
  const stderr = expect.stringMatching(/^scenewright: Node runs without WebAssembly, .*\n$/);
  expect(run).toMatchObject({ status, stdout: '', stderr });
});
