import { useQuery } from '@tanstack/react-query';
import { useApi } from '#renderer/api/api-context.tsx';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { templatesUsing } from './asset-uses.ts';

/** Queries the templates that use at least one of the assets. The query runs each time a dialog opens. */
export function useTemplatesUsing(names: readonly string[]) {
  const api = useApi();
  const editor = useEditor();
  const { project } = editor.document.state;
  return useQuery({
    queryKey: [...queryKeys.project(project), 'templates-using', ...names],
    queryFn: ({ signal }) => {
      const { template, document } = editor.document.state;
      return templatesUsing(api, project, names, { name: template, document }, signal);
    },
    staleTime: 0,
    gcTime: 0,
  });
}
