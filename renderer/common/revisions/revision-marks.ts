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
