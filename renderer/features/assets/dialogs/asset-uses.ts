import type { Api } from '#renderer/api/api.ts';
import { readTemplateText } from '#renderer/editor/saving/template-service.ts';
import { assetSpellings, relinkText } from '#renderer/project/asset-commands.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { TemplateDocument } from '#shared/template/document/document.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';

/** The open template as edited, saved or not. */
export interface OpenTemplate {
  readonly name: string;
  readonly document: TemplateDocument;
}

/**
 * Returns the names of the templates in a project that use one of the assets. Reads every template, so call it only
 * before an action.
 */
export async function templatesUsing(
  { client, region }: Pick<Api, 'client' | 'region'>,
  project: string,
  assets: readonly string[],
  open: OpenTemplate,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const keys = assets.map(nameKey);
  const isUsing = (document: TemplateDocument) => {
    const spellings = assetSpellings(document);
    return keys.some((key) => spellings.has(key));
  };
  const { templates } = await client.call('listTemplates', { parameters: { project }, ...(signal && { signal }) });
  const using = await Promise.all(
    templates.map(async ({ name }) => {
      if (name === open.name) return isUsing(open.document);
      const { text } = await readTemplateText({ client, region }, { project, name }, signal);
      const { source } = readTemplate(text);
      return source !== null && isUsing(source.document);
    }),
  );
  return templates.flatMap(({ name }, at) => (using[at] === true ? [name] : []));
}

/** Replaces an asset in saved templates. Returns the names of the templates that could not be changed. */
export async function relinkTemplates(
  api: Pick<Api, 'client' | 'region'>,
  project: string,
  templates: readonly string[],
  rename: { readonly from: string; readonly to: string },
): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const name of templates) {
    const isDone = await relinkTemplate(api, project, name, rename).catch(() => false);
    if (!isDone) failed.push(name);
  }
  return failed;
}

async function relinkTemplate(
  { client, region }: Pick<Api, 'client' | 'region'>,
  project: string,
  name: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const { text, etag } = await readTemplateText({ client, region }, { project, name });
  const relinked = relinkText(text, from, to);
  if (!relinked.ok) return false;
  if (relinked.value === text) return true;
  await client.call('saveTemplate', {
    parameters: { region: await region(), project, name },
    body: relinked.value,
    headers: { 'if-match': etag },
  });
  return true;
}
