import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { agentScope } from '#shared/contract/shapes/agent-shapes.ts';

/** Returns the path of the socket of a workspace, which the service and the command compute alike. */
export function socketPath(
  workspace: string,
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string {
  const digest = createHash('sha256').update(workspace).digest('hex').slice(0, 32);
  if (platform === 'win32') return `\\\\.\\pipe\\scenewright-${digest}`;
  const path = join(workspace, 'agents.sock');
  if (Buffer.byteLength(path) <= MAX_PATH) return path;
  return join(environment['XDG_RUNTIME_DIR'] ?? tmpdir(), 'scenewright', `${digest}.sock`);
}

/** The first line of a connection: what the person who started the program permits it. */
export const socketHello = z.object({
  scenewright: z.literal(1),
  /** Whether the other service leaves the workspace to this one. */
  leave: z.boolean().optional(),
  /** The name of the program; by default the name that the program states. */
  name: z.string().min(1).max(80).optional(),
  scopes: z.array(agentScope).min(1).optional(),
  projects: z.array(z.string()).nullable().optional(),
  files: z.array(z.string()).optional(),
  films: z.string().nullable().optional(),
});
export type SocketHello = z.input<typeof socketHello>;

/** The maximum length of a path of a socket in bytes: 104 on macOS, with a NUL. */
const MAX_PATH = 100;
