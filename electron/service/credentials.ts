import { randomBytes } from 'node:crypto';
import { chmod, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Credentials } from '#shared/contract/basic-credentials.ts';
import { decodeText } from '#shared/lib/decode-text.ts';
import { ServiceError } from './errors/service-error.ts';
import { writePrivate } from './files/write-private.ts';

const storedCredentials = z.object({ key: z.string().min(8), secret: z.string().min(16) });

/** Returns the path of a workspace's own credentials. */
export function credentialsFile(workspace: string): string {
  return join(workspace, 'credentials.json');
}

/**
 * Returns the workspace's own credentials. The first call creates them with access for the owner only. Throws
 * `workspace/damaged`.
 */
export async function loadOrCreateCredentials(workspace: string): Promise<Credentials> {
  return (await readCredentials(workspace)) ?? (await renewCredentials(workspace));
}

/** Returns the workspace's own credentials; null if none exist. Throws `workspace/damaged`. */
export async function readCredentials(workspace: string): Promise<Credentials | null> {
  const file = credentialsFile(workspace);
  const bytes = await readFile(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  // An interrupted first start leaves an empty file, or zeros after a power failure. In that case, no client has
  // received credentials.
  if (bytes === null) return null;
  const text = decodeText(bytes) ?? 'no UTF-8';
  return /^[\0\s]*$/.test(text) ? null : parse(text, file);
}

/** Replaces the workspace's credentials atomically. */
export async function renewCredentials(workspace: string): Promise<Credentials> {
  const made = { key: random(12), secret: random(32) };
  await writePrivate(credentialsFile(workspace), `${JSON.stringify(made, null, 2)}\n`);
  return made;
}

function parse(text: string, file: string): Credentials {
  const parsed = storedCredentials.safeParse(jsonOrNull(text));
  if (parsed.success) return parsed.data;
  // The message omits the content, which is the secret.
  throw new ServiceError('workspace/damaged', `${file} is invalid. Delete it to create new credentials.`);
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns a random text of letters, digits, `-`, and `_`, which can be typed and pasted anywhere. */
function random(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

/** Returns the path of the credentials for curl: `curl --config FILE`. */
function curlConfigFile(workspace: string): string {
  return join(workspace, 'curl.conf');
}

/**
 * Writes the credentials for curl atomically, with access for the owner only, so that commands can refer to the file.
 * Null removes the file: credentials of the environment are not stored. Returns the path. Returns null if the file is
 * removed or the workspace is read-only.
 */
export async function writeCurlConfig(workspace: string, credentials: Credentials | null): Promise<string | null> {
  const file = curlConfigFile(workspace);
  const unfinished = `${file}.new`;
  try {
    if (credentials === null) {
      await rm(file, { force: true });
      return null;
    }
    await rm(unfinished, { force: true });
    await writeSecret(unfinished, curlConfig(credentials));
    await rename(unfinished, file);
    return file;
  } catch {
    // The service works without this optional file.
    return null;
  }
}

async function writeSecret(path: string, text: string): Promise<void> {
  await using handle = await open(path, 'wx', 0o600);
  // Set the permissions again, because a umask may have removed permissions that the owner needs.
  await chmod(path, 0o600);
  await handle.writeFile(text);
  await handle.sync();
}

function curlConfig({ key, secret }: Credentials): string {
  return `# Credentials of this workspace, for: curl --config THIS-FILE\nuser = "${quoted(`${key}:${secret}`)}"\n`;
}

/**
 * Escapes text within double quotes: "the following escape sequences are available: \\\\, \\", \\t, \\n, \\r and \\v"
 * (curl's manual, `--config`).
 */
function quoted(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}
