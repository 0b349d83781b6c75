import { useMutation, useQuery } from '@tanstack/react-query';
import type { JsonOf } from '../../../shared/contract/client.ts';
import { useApi } from '../api-context.tsx';
import { queryKeys } from '../client/query-keys.ts';

export type TemplateEntry = JsonOf<'listTemplates'>['templates'][number];

export function useTemplates(project: string) {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.templates(project),
    queryFn: async ({ signal }): Promise<readonly TemplateEntry[]> =>
      (await client.call('listTemplates', { parameters: { project }, signal })).templates,
  });
}

/** Creates a template of that name; refused with `template/precondition` where there is one. */
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
