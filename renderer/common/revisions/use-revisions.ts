import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { readTemplateText, type TemplateText } from '#renderer/api/templates/template-text.ts';
import { useEditor, useEditorActions } from '#renderer/state/editor-context.tsx';
import { markRevisions, type Revision } from './revision-marks.ts';

/** The saved revisions of the open template, newest first; it follows what is saved, here or elsewhere. */
export function useRevisions() {
  const api = useApi();
  const project = useEditor((state) => state.project);
  const name = useEditor((state) => state.template);
  return useQuery({
    queryKey: queryKeys.revisions(project, name),
    queryFn: async ({ signal }): Promise<readonly Revision[]> => {
      const region = await api.region();
      return (await api.client.call('listRevisions', { parameters: { region, project, name }, signal })).revisions;
    },
    // Looked at again, it may have grown while nobody listened.
    staleTime: 0,
  });
}

/** The text of a revision; null asks for none. A number stands for another text once the template was made anew. */
export function useRevisionText(revision: Revision | null) {
  const api = useApi();
  const project = useEditor((state) => state.project);
  const name = useEditor((state) => state.template);
  return useQuery({
    queryKey: [...queryKeys.templateRevision(project, name, revision?.revision ?? 0), revision?.etag ?? ''],
    queryFn: ({ signal }): Promise<TemplateText> =>
      readTemplateText(api, { project, name, revision: revision?.revision ?? 0 }, signal),
    enabled: revision !== null,
  });
}

/** Which of the revisions is open, was opened, or was saved last from here. */
export function useRevisionMarks(revisions: readonly Revision[]) {
  const { savedEtag } = useEditorActions();
  const opened = useEditor((state) => state.opened);
  const saving = useEditor((state) => state.saving);
  const isSaved = saving.kind === 'saved';
  const mine = savedEtag();
  return useMemo(() => markRevisions(revisions, { mine, isSaved, opened }), [revisions, mine, isSaved, opened]);
}
