import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { FARM_OPTIONS, type FarmArguments } from '../farm/settings/farm-fields.ts';
import { LOG_LEVELS, type LogLevel } from '../log/service-log.ts';

/** The arguments of the service. */
export interface ServeArguments {
  /** The path of the workspace; null for the default folder. */
  readonly workspace: string | null;
  /** The port; null for the default port. */
  readonly port: number | null;
  readonly host: string;
  readonly region: string;
  readonly allowHosts: readonly string[];
  /** Whether the service also serves the editor to browsers that open a link. */
  readonly editor: boolean;
  /** The folder of the tables that live tables can refer to; null for none. */
  readonly tables: string | null;
  readonly log: LogLevel;
  /** The addresses of the queue and the store of a farm, from the arguments. */
  readonly farm: FarmArguments;
}

export const serveHelp = `Runs the media service: projects, assets, uploads, templates, and rendering over HTTP.

  scenewright service [options]      (in a checkout: npm run service -- [options])

  --workspace FOLDER  folder for all data (default: scenewright in your data folder)
  --port N            port; 0 for any free port (default: 7420; with --editor the next free port)
  --host H            address to listen on (default: 127.0.0.1); addresses that other machines can reach need
                      SCENEWRIGHT_API_KEY and SCENEWRIGHT_API_SECRET
  --region R          region in paths (default: local)
  --allow-host HOST   private host that sources, notifications, and object stores can use; repeatable
  --editor            serve the editor, too, and print a link that opens it in a browser. The link works once within ten
                      minutes. If such a service is already running, print a link to it
  --tables FOLDER     folder of tables that live tables can watch
  --log LEVEL         info (default), warn, or error
  --queue ADDRESS     queue of a render farm: redis://host:port or rediss://host:port (TLS)
  --store PLACE       storage of the render farm: s3://bucket/prefix, or a folder that all machines share
  --store-endpoint A  address of an S3-compatible store (default: Amazon S3)
  --store-region R    region of the store
  --farm-prefix NAME  prefix of all names in the queue, if several farms share it (default: scenewright)
  --farm-plain        allow passwords and keys to be sent to public hosts without TLS
  -h, --help          show this help

Environment: SCENEWRIGHT_API_KEY, SCENEWRIGHT_API_SECRET (or SCENEWRIGHT_API_KEY_FILE, SCENEWRIGHT_API_SECRET_FILE: files
that contain them), SCENEWRIGHT_HOST_NAMES (host names to accept, separated by commas), SCENEWRIGHT_CLUSTERS (a JSON file
of other services: {"name": {"url", "apiKey", "apiSecret", "region"}}),
SCENEWRIGHT_QUEUE_USERNAME, SCENEWRIGHT_QUEUE_PASSWORD, SCENEWRIGHT_STORE_ACCESS_KEY_ID,
SCENEWRIGHT_STORE_SECRET_ACCESS_KEY (each also as …_FILE: a file that contains it), SCENEWRIGHT_QUEUE_CA_FILE,
SCENEWRIGHT_STORE_CA_FILE (certificates of their certificate authorities),
SCENEWRIGHT_FFMPEG, SCENEWRIGHT_FFPROBE, SCENEWRIGHT_EDITOR (folder of the built editor, if it isn't next to the service).
`;

export const DEFAULT_PORT = 7420;

/** Parses the arguments. The error is a sentence for users. */
export function parseServeArguments(args: readonly string[]): Result<ServeArguments | 'help', string> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        workspace: { type: 'string' },
        port: { type: 'string' },
        host: { type: 'string', default: '127.0.0.1' },
        region: { type: 'string', default: 'local' },
        'allow-host': { type: 'string', multiple: true, default: [] },
        editor: { type: 'boolean', default: false },
        tables: { type: 'string' },
        log: { type: 'string', default: 'info' },
        ...FARM_OPTIONS,
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return ok('help');
    const port = values.port === undefined ? null : portIn(values.port);
    if (Number.isNaN(port)) return err(`--port ${values.port}: use a number from 0 to 65535`);
    if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(values.region)) {
      return err(`--region ${values.region}: use lowercase letters, digits, and hyphens`);
    }
    const { workspace = null, host, region, editor, tables = null } = values;
    if (workspace === '' || host === '' || tables === '') return err('an option has no value');
    if (editor && !isLoopback(host)) {
      return err(
        `--host ${host}: the editor is available on this machine only; to reach it from other machines, use an SSH tunnel`,
      );
    }
    const log = LOG_LEVELS.find((level) => level === values.log);
    if (log === undefined) return err(`--log ${values.log}: use ${LOG_LEVELS.join(', ')}`);
    const { 'allow-host': allowHosts } = values;
    return ok({ workspace, port, host, region, allowHosts, editor, tables, log, farm: farmIn(values) });
  } catch (error) {
    if (error instanceof TypeError) return err(error.message.split('. ', 1)[0] ?? error.message);
    throw error;
  }
}

/**
 * Returns the settings of the farm from the arguments. Missing settings can come from the environment or the workspace.
 */
function farmIn(
  values: {
    readonly [option in keyof typeof FARM_OPTIONS]?: string | boolean | undefined;
  },
): FarmArguments {
  const text = (value: string | boolean | undefined) => (typeof value === 'string' ? value : null);
  return {
    queue: text(values.queue),
    store: text(values.store),
    storeEndpoint: text(values['store-endpoint']),
    storeRegion: text(values['store-region']),
    farmPrefix: text(values['farm-prefix']),
    farmPlain: values['farm-plain'] === true,
  };
}

function portIn(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535 ? port : Number.NaN;
}

/** Returns whether only this machine can reach an address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
