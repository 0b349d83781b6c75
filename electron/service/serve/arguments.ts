import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import { err, ok, type Result } from '../../../shared/lib/result.ts';

/** What the service is started with. */
export interface ServeArguments {
  /** Null for the default. */
  readonly workspace: string | null;
  readonly port: number;
  readonly host: string;
  readonly region: string;
  readonly allowHosts: readonly string[];
}

export const serveHelp = `The media service: projects, assets, uploads, templates and rendering over HTTP.

  npm run service -- [options]

  --workspace FOLDER  where everything is kept (default: scenewright in your data folder)
  --port N            0 for any that is free (default: 7420)
  --host H            address to listen on (default: 127.0.0.1); others need SCENEWRIGHT_API_KEY and SCENEWRIGHT_API_SECRET
  --region R          the region in paths and host names (default: local)
  --allow-host HOST   a private host that sources, notifications and object stores may be at; repeatable
  --help              this text

Environment: SCENEWRIGHT_API_KEY, SCENEWRIGHT_API_SECRET, SCENEWRIGHT_HOST_NAMES (names it answers to, with commas
between), SCENEWRIGHT_CLUSTERS (a JSON file of other services: {"name": {"url", "apiKey", "apiSecret", "region"}}),
SCENEWRIGHT_FFMPEG, SCENEWRIGHT_FFPROBE.
`;

const DEFAULT_PORT = 7420;

/** Reads the arguments; the error is a sentence for people. */
export function parseServeArguments(args: readonly string[]): Result<ServeArguments | 'help', string> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        workspace: { type: 'string' },
        port: { type: 'string', default: String(DEFAULT_PORT) },
        host: { type: 'string', default: '127.0.0.1' },
        region: { type: 'string', default: 'local' },
        'allow-host': { type: 'string', multiple: true, default: [] },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return ok('help');
    const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN;
    if (!(port <= 65_535)) return err(`--port ${values.port}: give a number from 0 to 65535`);
    if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(values.region)) {
      return err(`--region ${values.region}: give lower-case letters, digits and hyphens`);
    }
    const { workspace = null, host, region } = values;
    if (workspace === '' || host === '') return err('an option is empty');
    return ok({ workspace, port, host, region, allowHosts: values['allow-host'] });
  } catch (error) {
    if (error instanceof TypeError) return err(error.message.split('. ', 1)[0] ?? error.message);
    throw error;
  }
}

/** Whether only this machine can reach an address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
