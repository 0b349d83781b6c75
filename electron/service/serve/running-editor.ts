import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import type { Credentials } from '#shared/contract/basic-credentials.ts';
import type { Service } from '../create-service.ts';
import { readCredentials } from '../credentials.ts';
import { editorLink } from '../editor-host/editor-links.ts';
import { cookieName } from '../editor-host/editor-sessions.ts';

const note = z.object({
  url: z.url({ protocol: /^http$/ }),
  cookie: z.string(),
  /**
   * The digest of the served page. The page contains the digests of its scripts, so each build has a different page.
   */
  page: z.string(),
  process: z.int(),
});

/** The editor that another process serves from the workspace. It has a link only if it is the same build. */
export type RunningEditor =
  | { readonly kind: 'same'; readonly link: string }
  | { readonly kind: 'other-build'; readonly url: string; readonly process: number };

const ANSWER_MILLISECONDS = 2000;

/**
 * Writes the address of the served editor into a note in the workspace, which the next start reads. Removes the note if
 * no editor is served.
 *
 * @param pages The folder of the built editor; null if no editor is served.
 */
export async function recordRunningEditor(
  workspace: string,
  pages: string | null,
  { url, credentials, newEditorLink }: Pick<Service, 'url' | 'credentials' | 'newEditorLink'>,
): Promise<{ readonly remove: () => Promise<void> }> {
  const file = noteFile(workspace);
  const remove = () => rm(file, { force: true });
  if (newEditorLink === null || pages === null) await remove();
  else {
    // The cookie name identifies the secret that signs the links without revealing it.
    const record: z.input<typeof note> = {
      url,
      cookie: cookieName(credentials.secret),
      page: await pageDigest(pages),
      process: process.pid,
    };
    await writeFile(file, JSON.stringify(record), { mode: 0o600 });
  }
  return { remove };
}

/**
 * Returns the editor that another process serves from this workspace, with a new link. Returns null if no process
 * answers, or if that process has an unknown API secret.
 */
export async function runningEditor(
  workspace: string,
  pages: string,
  configured: Credentials | null,
): Promise<RunningEditor | null> {
  const record = await readNote(workspace);
  const credentials = configured ?? (await readCredentials(workspace));
  if (record === null || credentials === null || record.cookie !== cookieName(credentials.secret)) return null;
  if (!(await isReachable(record.url))) return null;
  // Return no link to another build, because its page would request scripts that this service does not have.
  if (record.page !== (await pageDigest(pages)))
    return { kind: 'other-build', url: record.url, process: record.process };
  return { kind: 'same', link: editorLink(record.url, credentials.secret, Date.now()) };
}

async function pageDigest(pages: string): Promise<string> {
  const page = await readFile(join(pages, 'index.html')).catch(() => '');
  return createHash('sha256').update(page).digest('hex');
}

function noteFile(workspace: string): string {
  return join(workspace, 'editor.json');
}

async function readNote(workspace: string): Promise<z.output<typeof note> | null> {
  try {
    const read = note.safeParse(JSON.parse(await readFile(noteFile(workspace), 'utf8')));
    return read.success ? read.data : null;
  } catch {
    // A missing or incomplete note means that no editor is running.
    return null;
  }
}

async function isReachable(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(ANSWER_MILLISECONDS) });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    return false;
  }
}
