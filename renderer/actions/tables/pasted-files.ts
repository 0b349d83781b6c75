import { assetsByKey, readAllAssets } from '#renderer/api/client/asset-list.ts';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { digestOf } from '#renderer/api/uploads/digests.ts';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { type Client, ProblemError } from '#shared/contract/client.ts';
import type { ClipboardContent } from '#shared/editing/plan/clipboard.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { elementsOf } from '#shared/template/document/document.ts';
import { declarationOf } from '#shared/template/variables/declarations.ts';
import { literalSource, sourcesOf } from '#shared/template/variables/written-values.ts';
import type { ActionContext } from '../action.ts';

/**
 * Finds the files that pasted elements use and this project lacks, copies them from the source project, and shows a
 * message.
 */
export async function bringFiles(context: ActionContext, content: ClipboardContent, text: string): Promise<void> {
  const { editor, api, toasts, strings } = context;
  const project = editor?.document.state.project;
  const names = filesOf(content);
  if (project === undefined || names.length === 0) return;
  const from = await projectOfCopy(text);
  if (from === null || from === project) return;
  const words = strings.actions;
  const id = 'pasted-files';
  try {
    const assetsToBring = await assetsToCopy(api.client, from, project, names);
    if (assetsToBring.length === 0) return;
    toasts.show({ id, message: words.bringingFiles(assetsToBring.length), seconds: 0 });
    await copyAssets(api.client, from, project, assetsToBring);
    toasts.show({ id, message: words.broughtFiles(assetsToBring.length), tone: 'success' });
  } catch (error) {
    toasts.show({ id, message: words.filesStayed, detail: problemWords(error).detail, tone: 'danger' });
  }
}

/** Returns the names of the files that pasted elements use, including the defaults of variables. */
export function filesOf(content: ClipboardContent): readonly string[] {
  if (content.kind === 'keys') return [];
  const roots = [...elementsIn(content), ...content.resources];
  const names = roots
    .flatMap((root) => [...elementsOf(root)])
    .flatMap((element) => {
      const stated = sourcesOf(element).flatMap((source) =>
        source.form === 'asset' ? (literalSource(source) ?? []) : [],
      );
      const declared = declarationOf(element);
      const isFile = declared !== null && FILE_TYPES.has(declared.type ?? '') && declared.default !== null;
      return isFile ? [...stated, declared.default] : stated;
    });
  return [...new Map(names.filter((name) => name !== '').map((name) => [nameKey(name), name])).values()];
}

const FILE_TYPES: ReadonlySet<string> = new Set(['video', 'image', 'sound']);

function elementsIn(content: Exclude<ClipboardContent, { kind: 'keys' }>) {
  if (content.kind === 'scenes') return content.scenes;
  return content.kind === 'layers' ? content.layers : content.effects;
}

/**
 * Returns the requested names that exist in the source project and not in the target, spelled as in the source project.
 */
export async function assetsToCopy(
  client: Client<Response>,
  from: string,
  to: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const here = assetsByKey(await readAllAssets(client, to));
  const there = assetsByKey(await assetsIfThere(client, from));
  const requested = new Set(names.map(nameKey));
  return [...requested].flatMap((key) => (here.has(key) ? [] : (there.get(key)?.name ?? [])));
}

/**
 * Copies assets from another project, one after another. Throws if the target project has received an asset with the
 * same name since the check.
 */
export async function copyAssets(
  client: Client<Response>,
  from: string,
  to: string,
  names: readonly string[],
): Promise<void> {
  for (const name of names) await client.call('copyAsset', { parameters: { project: from, name }, body: { to } });
}

/** Reads the assets of a project; empty if the project was deleted. */
async function assetsIfThere(client: Client<Response>, project: string) {
  try {
    return await readAllAssets(client, project);
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'project/not-found') return [];
    throw error;
  }
}

const COPIED_FROM = 'copied-from';

/**
 * Stores the source project of a copied text. Another window on this machine can then also copy the project's files.
 */
export async function rememberSourceProject(project: string, text: string): Promise<void> {
  writeStored(COPIED_FROM, { project, sha256: await sha256Of(text) });
}

/** Returns the project from which a text was copied; null if another program or machine copied the text. */
export async function projectOfCopy(text: string): Promise<string | null> {
  const stored = readStored(COPIED_FROM);
  if (typeof stored !== 'object' || stored === null || !('project' in stored) || !('sha256' in stored)) return null;
  return typeof stored.project === 'string' && stored.sha256 === (await sha256Of(text)) ? stored.project : null;
}

/** Normalizes line endings before hashing, because some systems change them on the clipboard. */
async function sha256Of(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text.replaceAll('\r\n', '\n'));
  return (await digestOf(bytes.buffer)).hex;
}
