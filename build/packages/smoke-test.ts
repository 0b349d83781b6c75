import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { programName } from './fuses.ts';
import type { PackagedApp } from './packaged-app.ts';
import { PackagingError } from './script.ts';

const PATIENCE_MS = 120_000;
const LOOK_MS = 250;

/**
 * Starts a packaged app with a separate home folder, waits until its service answers, and ends it. Returns the result
 * as a sentence. Throws {@link PackagingError} if the app does not start.
 */
export async function smokeTest({ folder, platform }: PackagedApp): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'scenewright-smoke-'));
  const app = join(folder, programName(platform, 'Scenewright'));
  const program = platform === 'darwin' ? join(app, 'Contents', 'MacOS', 'Scenewright') : app;
  const child = spawn(
    program,
    [`--user-data-dir=${join(home, 'data')}`, ...(platform === 'linux' ? ['--no-sandbox'] : [])],
    {
      env: { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_DATA_HOME: join(home, 'share') },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (printed += data.toString()));
  const ended = new Promise<string>((done) => {
    child.once('exit', (code, signal) => done(`it ended with ${code ?? signal}`));
    child.once('error', (error) => done(error.message));
  });
  try {
    const url = await Promise.race([serviceUrl(home), ended.then((how) => refuse(`${how}.\n${printed}`))]);
    const response = await fetch(`${url}/health`);
    if (!response.ok) refuse(`its service answers ${response.status}.`);
    return `The app starts, and its service at ${url} answers.`;
  } finally {
    child.kill();
    await ended;
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Returns the address of the service from the app's log. */
async function serviceUrl(home: string): Promise<string> {
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    const files = await readdir(home, { recursive: true }).catch(() => []);
    const log = files.find((file) => /[\\/]logs[\\/]app\.log$/.test(file));
    const text = log === undefined ? '' : await readFile(join(home, log), 'utf8');
    const [, url] = /"the service is ready".*?"url":"([^"]+)"/.exec(text) ?? [];
    if (url !== undefined) return url;
    await pause(LOOK_MS);
  }
  return refuse('its service did not answer within two minutes.');
}

function refuse(how: string): never {
  throw new PackagingError(`The packaged app does not start: ${how}`);
}
