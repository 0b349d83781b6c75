import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explodingTemplates } from '#service/testing/exploding-templates.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';
import { type Bench, openBench } from './testing/run-command.ts';

/** The heap limit. It suffices for a template of 5 MiB, but not for the expanded templates. */
const HEAP_MEBIBYTES = 256;

let bench: Bench;
beforeAll(async () => {
  bench = await openBench({ NODE_OPTIONS: `--max-old-space-size=${HEAP_MEBIBYTES}` });
});
afterAll(() => bench[Symbol.asyncDispose]());

describe.each(cases(1, Object.entries(explodingTemplates)))('%s', (_, { xml, values, line, message: said }) => {
  beforeAll(async () => {
    await writeFile(join(bench.folder, 'bomb.xml'), xml);
    await writeFile(join(bench.folder, 'values.json'), JSON.stringify(values));
    await writeFile(join(bench.folder, 'rows.json'), JSON.stringify([{ other: '1', ...values }]));
  });

  test.each(cases(1, ['render', 'validate']))(
    'is refused with its position, with little memory: %s',
    { tags: ['promise:F35'] },
    async (command) => {
      const output = command === 'render' ? ['--out', 'film.mp4'] : [];
      const { code, stderr } = await bench.run(command, 'bomb.xml', '--vars', 'values.json', ...output);
      expect(code, stderr.slice(0, 500)).toBe(1);
      expect(stderr).toContain(`bomb.xml:${line}:27: error variable/too-long: ${said}\n`);
    },
  );

  full.test('is listed by variables with little memory', async () => {
    const { code, stdout, stderr } = await bench.run('variables', 'bomb.xml', '--json');
    expect(code, stderr.slice(0, 500)).toBe(0);
    expect(JSON.parse(stdout).variables).toMatchObject([{ name: 'v' }]);
  });

  full.test('fails in a batch with little memory', async () => {
    const { code, stderr } = await bench.run('batch', 'bomb.xml', '--rows', 'rows.json', '--out', 'films');
    expect(code, stderr.slice(0, 500)).toBe(1);
    expect(stderr).toContain(said);
  });
});
