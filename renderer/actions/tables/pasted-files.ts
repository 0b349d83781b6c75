import { assetsToCopy, copyAssets } from '#renderer/api/client/copied-assets.ts';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import type { ClipboardContent } from '#shared/editing/clipboard.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { elementsOf } from '#shared/template/document/document.ts';
import { declarationOf } from '#shared/template/variables/declarations.ts';
import { sourcesOf, statedSource } from '#shared/template/variables/sources.ts';
import type { ActionContext } from '../model/action-context.ts';
import { copiedFrom } from './copied-from.ts';

/** The files that pasted elements name, those among them that are the defaults of variables. */
export function filesOf(content: ClipboardContent): readonly string[] {
  if (content.kind === 'keys') return [];
  const roots = [...elementsIn(content), ...content.resources];
  const names = roots
    .flatMap((root) => [...elementsOf(root)])
    .flatMap((element) => {
      const stated = sourcesOf(element).flatMap((source) =>
        source.form === 'asset' ? (statedSource(source) ?? []) : [],
      );
      const declared = declarationOf(element);
      const isFile = declared !== null && FILE_TYPES.has(declared.type ?? '') && declared.default !== null;
      return isFile ? [...stated, declared.default] : stated;
    });
  return [...new Map(names.filter((name) => name !== '').map((name) => [nameKey(name), name])).values()];
}

const FILE_TYPES: ReadonlySet<string> = new Set(['video', 'image', 'sound']);

/** Copies the files that a paste needs, and that only the project has which it was copied from; says so. */
export async function bringFiles(context: ActionContext, content: ClipboardContent, text: string): Promise<void> {
  const { editor, api, toasts, strings } = context;
  const project = editor?.getState().project;
  const names = filesOf(content);
  if (project === undefined || names.length === 0) return;
  const from = await copiedFrom(text);
  if (from === null || from === project) return;
  const words = strings.actions;
  const id = 'pasted-files';
  try {
    const coming = await assetsToCopy(api.client, from, project, names);
    if (coming.length === 0) return;
    toasts.show({ id, message: words.bringingFiles(coming.length), seconds: 0 });
    await copyAssets(api.client, from, project, coming);
    toasts.show({ id, message: words.broughtFiles(coming.length), tone: 'success' });
  } catch (error) {
    toasts.show({ id, message: words.filesStayed, detail: problemWords(error).detail, tone: 'danger' });
  }
}

function elementsIn(content: Exclude<ClipboardContent, { kind: 'keys' }>) {
  if (content.kind === 'scenes') return content.scenes;
  return content.kind === 'layers' ? content.layers : content.effects;
}
