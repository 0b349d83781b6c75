import { z } from 'zod';

/** The start parameters of a service that a parent process runs. */
const start = z.object({
  kind: z.literal('start'),
  /** The absolute path of the workspace; null for the default folder of the platform. */
  workspace: z.string().nullable(),
  /** The port; 0 for any free port. */
  port: z.int().min(0).max(65_535),
  /** The credentials; null for the credentials of the workspace. */
  credentials: z.object({ key: z.string(), secret: z.string() }).nullable(),
  /** Whether to replace the credentials of the workspace with new ones. */
  newCredentials: z.boolean().optional(),
  allowHosts: z.array(z.string()),
  bundledFfmpeg: z.string().nullable(),
  /** The path of the file with {@link watchedFiles}; absent if the parent process grants no files. */
  watchedFiles: z.string().optional(),
});

/** The paths of the files that the service can watch, by id. The parent process writes them after the user's choice. */
export const watchedFiles = z.record(z.string(), z.string());

/** The keys that renders and publications use by name. */
const keys = z.object({
  objectStores: z.record(z.string(), z.object({ accessKeyId: z.string(), secretAccessKey: z.string() })),
  clusters: z.record(
    z.string(),
    z.object({ url: z.string(), apiKey: z.string(), apiSecret: z.string(), region: z.string() }),
  ),
});

/** The messages from the parent process to the service. */
export const toService = z.discriminatedUnion('kind', [
  start.extend({ keys }),
  /** A message that replaces all keys. */
  z.object({ kind: z.literal('keys'), keys }),
  z.object({ kind: z.literal('power'), state: z.enum(['suspended', 'resumed']) }),
  /** A user withdrew the permission to watch a file. */
  z.object({ kind: z.literal('files-withdrawn') }),
  z.object({ kind: z.literal('stop') }),
]);

/** The messages from the service to the parent process. */
export const fromService = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ready'),
    url: z.string(),
    credentials: z.object({ key: z.string(), secret: z.string() }),
    workspace: z.string(),
    /** Whether the service uses a different port because the requested port was in use. */
    otherPort: z.boolean(),
  }),
  /** No live table uses these watched files any more. */
  z.object({ kind: z.literal('files-released'), ids: z.array(z.string()) }),
  /** The service cannot start, and its process ends. `message` is a sentence for users. */
  z.object({ kind: z.literal('failed'), code: z.string().nullable(), message: z.string() }),
]);

export type ToService = z.output<typeof toService>;
export type FromService = z.output<typeof fromService>;
export type StartService = Omit<Extract<ToService, { kind: 'start' }>, 'kind' | 'keys'>;
export type ServiceKeys = z.output<typeof keys>;
