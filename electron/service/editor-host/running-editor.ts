import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Credentials } from '../../../shared/contract/basic-credentials.ts';
import type { Service } from '../create-service.ts';
import { keptOwnCredentials } from '../credentials.ts';
import { editorLink } from './editor-links.ts';
import { cookieName } from './editor-sessions.ts';

const note = z.object({ url: z.url({ protocol: /^http$/ }), cookie: z.string() });

const ANSWER_MILLISECONDS = 2000;

/** Says in the workspace where the editor is served, or that it is not, for the next one who starts it. */
export async function noteEditor(
  workspace: string,
  { url, credentials, newEditorLink }: Pick<Service, 'url' | 'credentials' | 'newEditorLink'>,
): Promise<{ readonly remove: () => Promise<void> }> {
  const file = noteFile(workspace);
  const remove = () => rm(file, { force: true });
  if (newEditorLink === null) await remove();
  // The name of the cookie tells, without telling the secret, whose links work there.
  else await writeFile(file, JSON.stringify({ url, cookie: cookieName(credentials.secret) }), { mode: 0o600 });
  return { remove };
}

/**
 * A new link to the editor that another process serves from this workspace. Null where none answers, or where it was
 * started with an API secret that is not known here.
 */
export async function linkToRunningEditor(workspace: string, configured: Credentials | null): Promise<string | null> {
  const noted = await readNote(workspace);
  const credentials = configured ?? (await keptOwnCredentials(workspace));
  if (noted === null || credentials === null || noted.cookie !== cookieName(credentials.secret)) return null;
  return (await answers(noted.url)) ? editorLink(noted.url, credentials.secret, Date.now()) : null;
}

function noteFile(workspace: string): string {
  return join(workspace, 'editor.json');
}

async function readNote(workspace: string): Promise<z.output<typeof note> | null> {
  try {
    const read = note.safeParse(JSON.parse(await readFile(noteFile(workspace), 'utf8')));
    return read.success ? read.data : null;
  } catch {
    // It may be gone or half written; then nobody is told to go there.
    return null;
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(ANSWER_MILLISECONDS) });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    return false;
  }
}
