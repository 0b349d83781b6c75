import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { chromiumProgram } from '#renderer/testing/chromium.ts';
import { full } from '#shared/testing/full.ts';
import type { RecoveryRecord } from './recovery.ts';

const PAGE = `<!doctype html><title>Journal</title><script type="module">
  import { createIndexedJournal, beginSession } from '/indexed-journal.js';
  Object.assign(window, { journal: createIndexedJournal(), beginSession });
</script>`;

let server: Server;
let address: string;
let profile: string;
let running: { readonly program: ChildProcess; readonly browser: Browser } | null = null;

beforeAll(async () => {
  const source = await readFile(new URL('./indexed-journal.ts', import.meta.url), 'utf8');
  const script = stripTypeScriptTypes(source);
  server = createServer(({ url }, response) => {
    const isScript = url === '/indexed-journal.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : PAGE);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address();
  address = `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}/`;
});

beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'scenewright-profile-'));
});

afterEach(async () => {
  await kill();
  // Retry the removal, because exiting browser processes can still write into the folder.
  await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
});

afterAll(() => {
  server.close();
});

const record = (key: string, at: number): RecoveryRecord => ({
  key,
  project: 'p',
  template: 't',
  text: '<movie/>',
  etag: '"1"',
  at,
});

/** Starts a browser with the profile in its own process group, so that all its processes can be killed together. */
async function start(): Promise<Browser> {
  const program = spawn(
    chromiumProgram() ?? chromium.executablePath(),
    [
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--no-first-run',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  for await (const line of createInterface({ input: program.stderr })) {
    const url = /^DevTools listening on (\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    const browser = await chromium.connectOverCDP(url);
    running = { program, browser };
    return browser;
  }
  throw new Error('Chromium did not start');
}

/** Sends SIGKILL to the browser and all its processes. */
async function kill(): Promise<void> {
  if (running === null) return;
  const { program, browser } = running;
  running = null;
  const ended = once(program, 'exit');
  if (program.pid !== undefined) process.kill(-program.pid, 'SIGKILL');
  await ended;
  await browser.close().catch(() => undefined);
}

async function newWindow(browser: Browser): Promise<Page> {
  const [context] = browser.contexts();
  const page = await context?.newPage();
  if (page === undefined) throw new Error('the browser has no window');
  await page.goto(address);
  return page;
}

const write = (page: Page, entry: RecoveryRecord) => page.evaluate(`journal.write(${JSON.stringify(entry)})`);
const list = (page: Page) => page.evaluate(`journal.list('p', 't')`);

test('a record survives a kill of all browser processes', { tags: ['promise:P12'] }, async () => {
  const page = await newWindow(await start());
  await write(page, record('a', 1));
  await write(page, record('b', 2));
  await write(page, { ...record('a', 3), text: '<movie>ä' });
  await write(page, { ...record('c', 4), template: 'other' });
  await kill();
  const again = await newWindow(await start());
  expect(await list(again)).toEqual([{ ...record('a', 3), text: '<movie>ä' }, record('b', 2)]);
  await again.evaluate(`journal.remove('a')`);
  expect(await list(again)).toEqual([record('b', 2)]);
});

full.test('other windows see a journal record only after its session ends', async () => {
  const browser = await start();
  const [one, other] = [await newWindow(browser), await newWindow(browser)];
  const session = String(await one.evaluate('(window.session = beginSession()).name'));
  const ended = String(await one.evaluate('(window.ended = beginSession()).name'));
  await write(one, record(session, 1));
  await write(one, record(ended, 2));
  expect(await list(other)).toEqual([]);
  await one.evaluate('ended.end()');
  expect(await list(one)).toEqual([record(ended, 2)]);
  await one.close();
  await expect.poll(() => list(other)).toEqual([record(ended, 2), record(session, 1)]);
});
