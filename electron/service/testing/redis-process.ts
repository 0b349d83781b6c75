import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { loopbackCertificate } from './loopback-certificate.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A real Redis (or Valkey) on a free port of this machine, without a user's data. */
export interface RedisProcess extends AsyncDisposable {
  /** The address `redis://127.0.0.1:40123`, or `rediss://` with TLS, without a name and a password. */
  readonly url: string;
  readonly port: number;
  readonly password: string | null;
  /** The certificate authority in PEM; null without TLS. */
  readonly authority: string | null;
  /** Stops the server and waits for its end. The server first writes data that must survive. */
  stop(): Promise<void>;
  /** Kills the server and waits for its end. */
  kill(): Promise<void>;
  /** Starts the server again on the same port. Stops it first if it is running. */
  restart(): Promise<void>;
  /** Removes all data. */
  flush(): Promise<void>;
  /** Pauses the server until the returned function is called; connections stay open. */
  pause(): () => void;
  /** Runs a command, as `redis-cli` does, and returns the answer in the form of the protocol. */
  command(...words: readonly string[]): Promise<string>;
}

export interface RedisOptions {
  /**
   * Whether the server writes each change to disk, so that a restart keeps the data. Otherwise, a restart loses all
   * data.
   */
  readonly keeps?: boolean;
  readonly password?: string;
  readonly tls?: boolean;
  /** Further arguments, such as `['--maxmemory', '10mb']`. */
  readonly args?: readonly string[];
}

const STARTS = 5;

/** Starts the server of `SCENEWRIGHT_REDIS_SERVER`, or `redis-server`. It ends with the scope and with this process. */
export async function redisProcess(options: RedisOptions = {}): Promise<RedisProcess> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const files = options.tls === true ? await writeCertificate(folder.path) : [];
  let port = await freePort();
  let running = await startServer(argumentsOf(port, folder.path, files, options));
  for (let tries = 1; running === null && tries < STARTS; tries++) {
    // Another process took the port in the meantime.
    port = await freePort();
    running = await startServer(argumentsOf(port, folder.path, files, options));
  }
  if (running === null) throw new Error('no free port for a redis-server');
  let server = running;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    // A paused process receives no other signal.
    server.kill('SIGCONT');
    server.kill(signal);
    await ended;
  };
  stack.defer(() => end('SIGKILL'));
  const held = stack.move();
  const command = (...words: readonly string[]) => ask(words, port, options);
  return {
    url: `${options.tls === true ? 'rediss' : 'redis'}://127.0.0.1:${port}`,
    port,
    password: options.password ?? null,
    authority: options.tls === true ? loopbackCertificate.certificate : null,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    restart: async () => {
      await end('SIGTERM');
      const again = await startServer(argumentsOf(port, folder.path, files, options));
      if (again === null) throw new Error(`port ${port} was taken while its redis-server was down`);
      server = again;
    },
    flush: async () => {
      await command('FLUSHALL');
    },
    pause: () => {
      const paused = server;
      paused.kill('SIGSTOP');
      return () => void paused.kill('SIGCONT');
    },
    command,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

function argumentsOf(port: number, folder: string, certificate: readonly string[], options: RedisOptions): string[] {
  const { keeps = false, password, args = [] } = options;
  return [
    ...['--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', keeps ? 'yes' : 'no'],
    ...(keeps ? ['--appendfsync', 'always'] : []),
    ...(certificate.length > 0
      ? ['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no', ...certificate]
      : ['--port', String(port)]),
    ...(password === undefined ? [] : ['--requirepass', password]),
    ...args,
  ];
}

async function writeCertificate(folder: string): Promise<string[]> {
  const certificate = join(folder, 'certificate.pem');
  const key = join(folder, 'key.pem');
  await writeFile(certificate, loopbackCertificate.certificate);
  await writeFile(key, loopbackCertificate.key, { mode: 0o600 });
  return ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', certificate];
}

/** Starts the server. Returns null if its port is taken. */
async function startServer(args: readonly string[]): Promise<ChildProcess | null> {
  const named = process.env['SCENEWRIGHT_REDIS_SERVER'] ?? '';
  const program = named === '' ? 'redis-server' : named;
  const server = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const ready = Promise.withResolvers<boolean>();
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (data) => {
      output = (output + String(data)).slice(-10_000);
      if (/ready to accept connections/i.test(output)) ready.resolve(true);
    });
  server.on('error', (error) => ready.reject(new Error(`${program} is needed and does not start`, { cause: error })));
  server.on('exit', () => {
    if (/address already in use|failed listening on port/i.test(output)) ready.resolve(false);
    else ready.reject(new Error(`${program} ended before it was ready: ${output}`));
  });
  if (server.pid !== undefined) endWithUs(server, server.pid);
  return (await ready.promise) ? server : null;
}

/**
 * Ends the server when this process ends for any reason. The input of a shell then closes, and the shell kills the
 * server.
 */
function endWithUs(server: ChildProcess, pid: number): void {
  const watch = spawn('/bin/sh', ['-c', `read -r _ || kill -s KILL ${pid}`], { stdio: ['pipe', 'ignore', 'ignore'] });
  server.on('exit', () => watch.kill('SIGKILL'));
  // The shell must not keep the test running. Its own end is harmless.
  watch.unref();
  watch.on('error', () => undefined);
  watch.stdin.on('error', () => undefined);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('a server of TCP has a port');
  return address.port;
}

async function ask(words: readonly string[], port: number, { password, tls = false }: RedisOptions): Promise<string> {
  const { Redis } = await import('ioredis');
  const client = new Redis({
    host: '127.0.0.1',
    port,
    lazyConnect: true,
    retryStrategy: () => null,
    ...(password === undefined ? {} : { password }),
    ...(tls ? { tls: { ca: loopbackCertificate.certificate } } : {}),
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const [name = '', ...rest] = words;
    const answer: unknown = await client.call(name, ...rest);
    return typeof answer === 'string' ? answer : JSON.stringify(answer);
  } finally {
    client.disconnect();
  }
}
