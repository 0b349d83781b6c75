import { execFile, spawnSync } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { fits } from '#service/http/request-path.ts';
import { openService } from '#service/testing/open-service.ts';
import { callNames, callOf } from '#shared/contract/contract.ts';
import { cases } from '#shared/testing/scale.ts';

const run = promisify(execFile);
const MAKE_CLIPS = "await (await import('./build/example-media.mjs')).provideExampleMedia()";
const root = path.resolve(import.meta.dirname, '..');
// Whether curl exists. A machine without curl can run all other tests.
const hasCurl = spawnSync('curl', ['--version']).status === 0;

const pages = [
  {
    page: 'README.md',
    says: ['"Resource-Name":"blossom.mp4"', '"name":"greetings 2"', '"deleted"'],
    film: '/tmp/greeting.mp4',
    everyCall: false,
  },
  {
    page: 'docs/http-interface.md',
    says: ['"queue":', '"Resource-Name":"blossom.mp4"', 'index,filename,state'],
    film: null,
    everyCall: true,
  },
];

test.skipIf(!hasCurl).each(cases(1, pages))(
  'the walk through the service in $page works as it is printed',
  async ({ page, says, film, everyCall }) => {
    await run(process.execPath, ['--input-type=module', '-e', MAKE_CLIPS], { cwd: root });
    const text = await readFile(path.join(root, page), 'utf8');
    const [, walk = ''] = /<!-- walk:(.*?)<!-- end of walk -->/s.exec(text) ?? [];
    const blocks = [...walk.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block);
    expect(blocks.length).toBeGreaterThan(0);
    await using service = await openService();
    const script = blocks.join('').replace('http://127.0.0.1:7420', service.url);
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: root,
      env: {
        ...process.env,
        SCENEWRIGHT_API_KEY: service.credentials.key,
        SCENEWRIGHT_API_SECRET: service.credentials.secret,
      },
    });
    for (const words of says) expect(stdout).toContain(words);
    if (film !== null) expect((await stat(film)).size).toBeGreaterThan(10_000);
    if (everyCall) expect(callsNotMade(service.lines)).toEqual([]);
  },
);

const requestLine = z.object({ method: z.string(), path: z.string(), status: z.number() });

/** Returns the calls of the contract that have no request in the log. */
function callsNotMade(lines: readonly string[]): readonly string[] {
  const requests = lines.flatMap((line) => requestLine.safeParse(JSON.parse(line)).data ?? []);
  return callNames.filter((name) => {
    const call = callOf(name);
    return !requests.some(({ method, path }) => method === call.method && fits(path, call.path));
  });
}
