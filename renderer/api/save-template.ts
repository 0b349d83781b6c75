import { createClient, ProblemError } from '../../shared/contract/client.ts';
import type { SaveDocument, SaveOutcome } from '../state/saving.ts';
import type { Api } from './api.ts';
import { problemWords } from './problem-words.ts';
import { queryKeys } from './query-keys.ts';
import { readTemplateText } from './template-text.ts';
import { tellingFetch } from './unreachable-error.ts';

/** How the editor saves a template: over the version that it was read from, or as a new one where there is none. */
export function createTemplateSaver(
  api: Api,
  place: { readonly project: string; readonly name: string },
): SaveDocument {
  const { project, name } = place;
  // Requests that outlive the page are marked as such; the contract's client knows nothing of pages.
  const lasting = createClient({
    fetch: tellingFetch((url, request) => fetch(url, { ...request, keepalive: true })),
    baseUrl: '',
    credentials: null,
  });
  return async ({ text, etag, keepalive }) => {
    try {
      const answer = await (keepalive ? lasting : api.client).open('saveTemplate', {
        parameters: { region: await api.region(), project, name },
        body: text,
        headers: etag === null ? { 'if-none-match': '*' } : { 'if-match': etag },
      });
      const saved = { text, etag: answer.headers.get('etag') ?? '' };
      api.queries.setQueryData(queryKeys.templateText(project, name), saved);
      return { kind: 'saved', etag: saved.etag };
    } catch (error) {
      return outcomeOf(api, place, error);
    }
  };
}

async function outcomeOf(
  api: Api,
  place: { readonly project: string; readonly name: string },
  error: unknown,
): Promise<SaveOutcome> {
  const { title, detail } = problemWords(error);
  if (!(error instanceof ProblemError)) return { kind: 'failed', reason: `${title}. ${detail}` };
  switch (error.problem.code) {
    case 'template/precondition':
      // Deleted, or not to be reached at the moment: then there is nothing to compare with.
      return { kind: 'conflict', theirs: await readTemplateText(api, place).catch(() => null) };
    case 'template/invalid':
    case 'request/too-large':
      return { kind: 'refused', reason: error.problem.issues?.[0]?.message ?? detail };
    default:
      return { kind: 'failed', reason: `${title}. ${detail}` };
  }
}
