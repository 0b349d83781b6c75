import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { useEditor, useEditorActions } from '#renderer/editor/editor-context.tsx';
import { readTemplateText, type TemplateText } from '#renderer/editor/saving/template-service.ts';
import type { JsonOf } from '#shared/contract/client.ts';

export type Revision = JsonOf<'listRevisions'>['revisions'][number];

/** The facts about saved versions that the list marks. */
export interface SavedVersions {
  /** The entity tag of the version that this window saved last. */
  readonly mine: string | null;
  /** Whether that is what is open, to the byte. */
  readonly isSaved: boolean;
  /** The version that was opened, and when, in milliseconds since 1970. */
  readonly opened: { readonly etag: string | null; readonly at: number };
}

/** `now`: what is open. `last`: saved last from here, and edited since. `opened`: what this window began with. */
export type RevisionMark = 'now' | 'last' | 'opened';

/** What a list of revisions says beside their times, by revision; newest first in the list. */
export function markRevisions(
  revisions: readonly Revision[],
  { mine, isSaved, opened }: SavedVersions,
): ReadonlyMap<number, readonly RevisionMark[]> {
  const marks = new Map<number, RevisionMark[]>();
  const put = (revision: Revision | undefined, mark: RevisionMark): void => {
    if (revision === undefined) return;
    marks.set(revision.revision, [...(marks.get(revision.revision) ?? []), mark]);
  };
  put(
    revisions.find(({ etag }) => etag === mine),
    isSaved ? 'now' : 'last',
  );
  // The same text may have been saved again since.
  const same = revisions.filter(({ etag }) => etag === opened.etag);
  put(same.find(({ savedAt }) => Date.parse(savedAt) <= opened.at) ?? same.at(-1), 'opened');
  return marks;
}

/** The one to begin with: the newest that is not what is open. */
export function firstToCompare(
  revisions: readonly Revision[],
  marks: ReadonlyMap<number, readonly RevisionMark[]>,
): Revision | null {
  return revisions.find(({ revision }) => marks.get(revision)?.includes('now') !== true) ?? revisions[0] ?? null;
}

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
