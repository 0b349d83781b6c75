import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const SERVICE = join(import.meta.dirname, '..', 'out', 'service', 'main.js');
const KEY = 'bench';
const SECRET = 'secret-of-the-benchmarks';

/** The service of a benchmark, which stops at the end of the scope. */
export interface BenchService extends AsyncDisposable {
  /** The seconds from the start of the service to its first answer. */
  readonly startSeconds: number;
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
}

/**
 * @param ending The signal that ends the service. SIGKILL leaves the workspace in the state of a crash.
 * @param options Other options of the command line.
 */
export async function startService(
  workspace: string,
  { ending = 'SIGTERM', options = [] }: { readonly ending?: NodeJS.Signals; readonly options?: readonly string[] } = {},
): Promise<BenchService> {
  const environment = { ...process.env, SCENEWRIGHT_API_KEY: KEY, SCENEWRIGHT_API_SECRET: SECRET };
  const { child, url, seconds } = await startServer(
    [SERVICE, '--workspace', workspace, '--port', '0', ...options],
    environment,
  );
  const authorization = `Basic ${btoa(`${KEY}:${SECRET}`)}`;
  return {
    startSeconds: seconds,
    fetch: async (path, init = {}) => {
      const answer = await fetch(`${url}${path}`, { ...init, headers: { ...init.headers, authorization } });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer;
    },
    [Symbol.asyncDispose]: () => stopServer(child, ending),
  };
}

/** Returns the seconds from the start of a plain Node server to its first answer. */
export async function plainServerSeconds(): Promise<number> {
  const script = `require('node:http').createServer((_, answer) => answer.end('{}')).listen(0, '127.0.0.1', function () {
    console.log('listening on http://127.0.0.1:' + this.address().port) })`;
  const { child, seconds } = await startServer(['-e', script], process.env);
  await stopServer(child);
  return seconds;
}

async function startServer(
  nodeArguments: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly child: ChildProcess; readonly url: string; readonly seconds: number }> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...nodeArguments], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  let printed = '';
  for await (const text of child.stdout) {
    printed += String(text);
    const [, url] = /listening on (\S+)\n/.exec(printed) ?? [];
    if (url === undefined) continue;
    await (await fetch(`${url}/health`)).arrayBuffer();
    return { child, url, seconds: (performance.now() - startedAt) / 1000 };
  }
  throw new Error(`the server ended: ${printed}`);
}

async function stopServer(child: ChildProcess, ending: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(ending);
  await ended;
}
