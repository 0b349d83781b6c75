import { chmod, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Credentials } from '#shared/contract/basic-credentials.ts';

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
