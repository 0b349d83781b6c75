import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { readTemplateText, type TemplateText } from '#renderer/editor/saving/template-service.ts';
import type { JsonOf } from '#shared/contract/client.ts';

export type Revision = JsonOf<'listRevisions'>['revisions'][number];

/** The facts that determine the marks of revisions. */
export interface SavedVersions {
  /** The etag of the version that this window last saved; null if it has saved no version. */
  readonly mine: string | null;
  /** Whether the open text equals that version. */
  readonly isSaved: boolean;
  /** The etag of the opened version, and the time of the opening in milliseconds since 1970. */
  readonly opened: { readonly etag: string | null; readonly at: number };
}

/**
 * `now` is the open version. `last` is the version that this window last saved, if the text was edited afterward.
 * `opened` is the version that this window opened.
 */
export type RevisionMark = 'now' | 'last' | 'opened';

/** Returns the marks of revisions by revision number. `revisions` must be newest first. */
export function markRevisions(
  revisions: readonly Revision[],
  { mine, isSaved, opened }: SavedVersions,
): ReadonlyMap<number, readonly RevisionMark[]> {
  const marks = new Map<number, RevisionMark[]>();
  const addMark = (revision: Revision | undefined, mark: RevisionMark): void => {
    if (revision === undefined) return;
    marks.set(revision.revision, [...(marks.get(revision.revision) ?? []), mark]);
  };
  addMark(
    revisions.find(({ etag }) => etag === mine),
    isSaved ? 'now' : 'last',
  );
  // The same text can have been saved again in the meantime, so find the version that existed at the time of opening.
  const sameText = revisions.filter(({ etag }) => etag === opened.etag);
  addMark(sameText.find(({ savedAt }) => Date.parse(savedAt) <= opened.at) ?? sameText.at(-1), 'opened');
  return marks;
}

/**
 * Returns the revision to compare: the chosen one, or else the newest revision that differs from the open version, or
 * else the newest one. Null without revisions.
 * @param chosen The number of the chosen revision; null if no revision is chosen.
 */
export function revisionToCompare(
  revisions: readonly Revision[],
  marks: ReadonlyMap<number, readonly RevisionMark[]>,
  chosen: number | null,
): Revision | null {
  const isOther = ({ revision }: Revision) => marks.get(revision)?.includes('now') !== true;
  return revisions.find(({ revision }) => revision === chosen) ?? revisions.find(isOther) ?? revisions[0] ?? null;
}

/** Queries the revisions of the open template, newest first. Saves here and elsewhere invalidate the list. */
export function useRevisions() {
  const api = useApi();
  const project = useEditorValue(({ document }) => document.state.project);
  const name = useEditorValue(({ document }) => document.state.template);
  return useQuery({
    queryKey: queryKeys.revisions(project, name),
    queryFn: async ({ signal }): Promise<readonly Revision[]> => {
      const region = await api.region();
      return (await api.client.call('listRevisions', { parameters: { region, project, name }, signal })).revisions;
    },
    // Read at each mount, because the list can be outdated.
    staleTime: 0,
  });
}

/**
 * Queries the text of a revision. Disabled if `revision` is null. The etag is part of the key, because revision numbers
 * restart when a template is deleted and created again.
 */
export function useRevisionText(revision: Revision | null) {
  const api = useApi();
  const project = useEditorValue(({ document }) => document.state.project);
  const name = useEditorValue(({ document }) => document.state.template);
  return useQuery({
    queryKey: [...queryKeys.templateRevision(project, name, revision?.revision ?? 0), revision?.etag ?? ''],
    queryFn: ({ signal }): Promise<TemplateText> =>
      readTemplateText(api, { project, name, revision: revision?.revision ?? 0 }, signal),
    enabled: revision !== null,
  });
}

/** Returns the marks of revisions by revision number. */
export function useRevisionMarks(revisions: readonly Revision[]) {
  const { savedEtag } = useEditor().saving;
  const opened = useEditorValue(({ document }) => document.state.opened);
  const saving = useEditorValue(({ document }) => document.state.saving);
  const isSaved = saving.kind === 'saved';
  const mine = savedEtag();
  return useMemo(() => markRevisions(revisions, { mine, isSaved, opened }), [revisions, mine, isSaved, opened]);
}
