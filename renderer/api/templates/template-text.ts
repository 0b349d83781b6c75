import type { DeletedThing } from '#renderer/state/saving/saving.ts';
import type { Api } from '../api.ts';
import { problemCode } from '../client/problem-words.ts';

/** A template's text, and the entity tag that guards the next save. */
export interface TemplateText {
  readonly text: string;
  readonly etag: string;
}

/** The text as it was saved, or one of its last revisions. A byte order mark stays: saving gives back what was read. */
export async function readTemplateText(
  api: Pick<Api, 'client' | 'region'>,
  { project, name, revision }: { readonly project: string; readonly name: string; readonly revision?: number },
  signal?: AbortSignal,
): Promise<TemplateText> {
  const answer = await api.client.open('readTemplate', {
    parameters: { region: await api.region(), project, name },
    query: revision === undefined ? {} : { revision },
    ...(signal && { signal }),
  });
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer());
  return { text, etag: answer.headers.get('etag') ?? '' };
}

/** What an error of reading or saving says is not there any more; null for all others. */
export function deletedThing(error: unknown): DeletedThing | null {
  const code = problemCode(error);
  if (code === 'template/not-found') return 'template';
  return code === 'project/not-found' ? 'project' : null;
}
