import type { Api } from '#renderer/api/api.ts';
import { problemCode } from '#renderer/api/client/problem-words.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { freeName } from '#renderer/project/project-list.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { splitName, usableName } from '#shared/names/usable-name.ts';

/** The project for the template: an existing one, or a new one with this name. */
export type TargetProject =
  | { readonly kind: 'project'; readonly uid: string }
  | { readonly kind: 'new'; readonly name: string };

export interface SavedFile {
  readonly project: string;
  readonly template: string;
}

/** Returns the name for the template and the project, based on a file name. */
export function nameOfFile(fileName: string): string {
  return usableName(splitName(fileName).stem);
}

/**
 * Saves a template byte for byte under the first unused name. If saving fails, throws the error of the service and
 * deletes the project if it was created for this template.
 */
export async function saveTemplateFile(
  api: Api,
  target: TargetProject,
  file: { readonly name: string; readonly body: string | Uint8Array; readonly keepsErrors?: boolean },
): Promise<SavedFile> {
  const project =
    target.kind === 'project'
      ? target.uid
      : (await api.client.call('createProject', { parameters: { name: target.name } })).uid;
  try {
    return { project, template: await saveUnderFreeName(api, project, file) };
  } catch (error) {
    if (target.kind === 'new')
      await api.client.call('deleteProject', { parameters: { project } }).catch(() => undefined);
    throw error;
  } finally {
    await api.queries.invalidateQueries({ queryKey: queryKeys.projects });
  }
}

async function saveUnderFreeName(
  { client, region }: Api,
  project: string,
  { name: requested, body, keepsErrors = false }: Parameters<typeof saveTemplateFile>[2],
): Promise<string> {
  const takenNames: string[] = [];
  for (;;) {
    const { templates } = await client.call('listTemplates', { parameters: { project } });
    const name = freeName(requested, [...templates.map((template) => template.name), ...takenNames]);
    try {
      await client.call('saveTemplate', {
        parameters: { region: await region(), project, name },
        ...(keepsErrors && { query: { errors: 'keep' } }),
        body,
        headers: { 'if-none-match': '*' },
      });
      return name;
    } catch (error) {
      // Another client has taken the name in the meantime, so try the next one.
      if (problemCode(error) !== 'template/precondition' || takenNames.includes(nameKey(name))) throw error;
      takenNames.push(nameKey(name));
    }
  }
}
