import { useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { JsonOf } from '#shared/contract/client.ts';
import type { Api } from '../api.ts';
import { useApi } from '../api-context.tsx';
import { queryKeys } from '../client/query-keys.ts';

export type TemplateEntry = JsonOf<'listTemplates'>['templates'][number];

export function useTemplates(project: string) {
  const { client } = useApi();
  return useQuery(templatesQuery(client, project));
}

/** Queries the templates of several projects. A project has no entry until its list is loaded. */
export function useTemplatesOf(
  projects: readonly string[],
  enabled: boolean,
): ReadonlyMap<string, readonly TemplateEntry[]> {
  const { client } = useApi();
  const combine = useCallback(
    (lists: readonly { readonly data: readonly TemplateEntry[] | undefined }[]) =>
      new Map(projects.flatMap((project, at) => (lists[at]?.data ? [[project, lists[at].data] as const] : []))),
    [projects],
  );
  return useQueries({
    queries: projects.map((project) => ({ ...templatesQuery(client, project), enabled })),
    combine,
  });
}

function templatesQuery(client: Api['client'], project: string) {
  return {
    queryKey: queryKeys.templates(project),
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly TemplateEntry[]> =>
      (await client.call('listTemplates', { parameters: { project }, signal })).templates,
  };
}

/** Creates a template. The service refuses with `template/precondition` if the name is taken. */
export function useCreateTemplate(project: string) {
  const api = useApi();
  return useMutation({
    mutationFn: async ({ name, text }: { readonly name: string; readonly text: string }) =>
      api.client.call('saveTemplate', {
        parameters: { region: await api.region(), project, name },
        body: text,
        headers: { 'if-none-match': '*' },
      }),
    onSuccess: () => api.queries.invalidateQueries({ queryKey: queryKeys.templates(project) }),
  });
}

/** Deletes a template and its movie. */
export function useDeleteTemplate(project: string) {
  const api = useApi();
  const queryKey = queryKeys.templates(project);
  return useMutation({
    mutationFn: async (name: string) =>
      api.client.call('deleteTemplate', { parameters: { region: await api.region(), project, name } }),
    onSuccess: (_answer, name) => {
      api.queries.removeQueries({ queryKey: queryKeys.template(project, name) });
      return api.queries.invalidateQueries({ queryKey });
    },
  });
}
