import { z } from 'zod';

/** What the service is started with, when a parent process runs it. */
const start = z.object({
  kind: z.literal('start'),
  /** Absolute; null for the folder that the platform has for it. */
  workspace: z.string().nullable(),
  /** 0 for any that is free. */
  port: z.int().min(0).max(65_535),
  /** Null for the workspace's own. */
  credentials: z.object({ key: z.string(), secret: z.string() }).nullable(),
  /** Has new ones made for the workspace, in place of its own. */
  newCredentials: z.boolean().optional(),
  allowHosts: z.array(z.string()),
  bundledFfmpeg: z.string().nullable(),
});

/** Keys that renders and publications use by name. */
const keys = z.object({
  objectStores: z.record(z.string(), z.object({ accessKeyId: z.string(), secretAccessKey: z.string() })),
  clusters: z.record(
    z.string(),
    z.object({ url: z.string(), apiKey: z.string(), apiSecret: z.string(), region: z.string() }),
  ),
});

/** What the parent process says to the service. */
export const toService = z.discriminatedUnion('kind', [
  start.extend({ keys }),
  /** Replaces all keys. */
  z.object({ kind: z.literal('keys'), keys }),
  z.object({ kind: z.literal('power'), state: z.enum(['suspended', 'resumed']) }),
  z.object({ kind: z.literal('stop') }),
]);

/** What the service says to the parent process. */
export const fromService = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ready'),
    url: z.string(),
    credentials: z.object({ key: z.string(), secret: z.string() }),
    workspace: z.string(),
    /** The port that was asked for was taken, so another one is used. */
    otherPort: z.boolean(),
  }),
  /** It cannot start; the process ends. The message is a sentence for people. */
  z.object({ kind: z.literal('failed'), code: z.string().nullable(), message: z.string() }),
]);

export type ToService = z.output<typeof toService>;
export type FromService = z.output<typeof fromService>;
export type StartService = Omit<Extract<ToService, { kind: 'start' }>, 'kind' | 'keys'>;
export type ServiceKeys = z.output<typeof keys>;
