import { randomBytes } from 'node:crypto';
import { chmod, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Credentials } from '#shared/contract/basic-credentials.ts';
import { decodeText } from '#shared/lib/decode-text.ts';
import { ServiceError } from './errors/service-error.ts';
import { writePrivate } from './files/write-private.ts';

const storedCredentials = z.object({ key: z.string().min(8), secret: z.string().min(16) });

/** Where a workspace keeps the credentials that were made for it. */
export function credentialsFile(workspace: string): string {
  return join(workspace, 'credentials.json');
}

/** The workspace's own credentials, made the first time, for the owner's eyes alone. Throws `workspace/damaged`. */
export async function ownCredentials(workspace: string): Promise<Credentials> {
  return (await storedOwnCredentials(workspace)) ?? (await renewCredentials(workspace));
}

/** The workspace's own credentials, or null where none were made. Throws `workspace/damaged`. */
export async function storedOwnCredentials(workspace: string): Promise<Credentials | null> {
  const file = credentialsFile(workspace);
  const bytes = await readFile(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  // Empty, or of zeros after a power cut, is what an end in the middle of the first start left: nobody was told any.
  if (bytes === null) return null;
  const kept = decodeText(bytes) ?? 'no UTF-8';
  return /^[\0\s]*$/.test(kept) ? null : parse(kept, file);
}

/** Makes new credentials for the workspace, whole or not at all; the old ones are forgotten. */
export async function renewCredentials(workspace: string): Promise<Credentials> {
  const made = { key: random(12), secret: random(32) };
  await writePrivate(credentialsFile(workspace), `${JSON.stringify(made, null, 2)}\n`);
  return made;
}

function parse(text: string, file: string): Credentials {
  const kept = storedCredentials.safeParse(jsonOrNull(text));
  if (kept.success) return kept.data;
  // Without what was read: that is the secret.
  throw new ServiceError('workspace/damaged', `${file} is invalid. Delete it to create new credentials.`);
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Letters, digits, `-` and `_`, so that it can be typed and pasted anywhere. */
function random(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

/** Where curl finds the workspace's own credentials: `curl --config FILE`. */
function curlConfigFile(workspace: string): string {
  return join(workspace, 'curl.conf');
}

/**
 * Writes the credentials of the workspace for curl, whole or not at all and for the owner's eyes alone, so that no
 * command has to hold them. Null takes the file away: the credentials come from the environment, and are not written
 * down. Gives its path; null where there is none, or the workspace can't be written to.
 */
export async function keepCurlConfig(workspace: string, credentials: Credentials | null): Promise<string | null> {
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
    // It is a comfort: the service does its work without it.
    return null;
  }
}

async function writeSecret(path: string, text: string): Promise<void> {
  await using handle = await open(path, 'wx', 0o600);
  // A mask could have taken away what the owner needs.
  await chmod(path, 0o600);
  await handle.writeFile(text);
  await handle.sync();
}

function curlConfig({ key, secret }: Credentials): string {
  return `# Credentials of this workspace, for: curl --config THIS-FILE\nuser = "${quoted(`${key}:${secret}`)}"\n`;
}

/**
 * Within double quotes "the following escape sequences are available: \\\\, \\", \\t, \\n, \\r and \\v" (curl's manual,
 * `--config`).
 */
function quoted(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}
