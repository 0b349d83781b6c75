import type { SaveDocument, SaveOutcome } from '#renderer/state/saving/saving.ts';
import { sayTold } from '#renderer/strings/say.ts';
import { ProblemError } from '#shared/contract/client.ts';
import type { Api } from '../api.ts';
import { createLastingClient } from '../client/lasting-client.ts';
import { problemCode, problemWords } from '../client/problem-words.ts';
import { queryKeys } from '../client/query-keys.ts';
import { deletedThing, readTemplateText, type TemplateText } from './template-text.ts';

/** How the editor saves a template: over the version that it was read from, or as a new one where there is none. */
export function createTemplateSaver(
  api: Api,
  place: { readonly project: string; readonly name: string },
): SaveDocument {
  const { project, name } = place;
  const lasting = createLastingClient();
  // Sent, and nobody knows whether they arrived: the line broke before the answer.
  let unanswered: readonly string[] = [];

  const send = async (text: string, etag: string | null, keepalive: boolean): Promise<SaveOutcome> => {
    const answer = await (keepalive ? lasting : api.client).open('saveTemplate', {
      parameters: { region: await api.region(), project, name },
      // What a person wrote is saved, whatever is wrong with it.
      query: { errors: 'keep' },
      body: text,
      headers: etag === null ? { 'if-none-match': '*' } : { 'if-match': etag },
    });
    return saved(text, answer.headers.get('etag') ?? '');
  };
  const saved = (text: string, etag: string): SaveOutcome => {
    unanswered = [];
    api.queries.setQueryData(queryKeys.templateText(project, name), { text, etag });
    return { kind: 'saved', etag };
  };
  /** What stands there may be what we sent ourselves; that is no other window's. */
  const meet = async (text: string, keepalive: boolean): Promise<SaveOutcome> => {
    const theirs = await readTheirs(api, place);
    if (theirs !== null && 'kind' in theirs) return theirs;
    if (theirs?.text === text) return saved(text, theirs.etag);
    if (theirs === null || !unanswered.includes(theirs.text)) return { kind: 'conflict', theirs };
    unanswered = [];
    return await send(text, theirs.etag, keepalive);
  };
  return async ({ text, etag, keepalive }) => {
    try {
      return await send(text, etag, keepalive).catch(async (error: unknown) => {
        if (isConflict(error)) return await meet(text, keepalive);
        throw error;
      });
    } catch (error) {
      if (isConflict(error)) {
        const theirs = await readTheirs(api, place);
        return theirs !== null && 'kind' in theirs ? theirs : { kind: 'conflict', theirs };
      }
      if (!(error instanceof ProblemError)) unanswered = [...unanswered, text].slice(-UNANSWERED_KEPT);
      return outcomeOf(error);
    }
  };
}

/** More are not under way: each is tried again before the next is sent. */
const UNANSWERED_KEPT = 4;

function isConflict(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.code === 'template/precondition';
}

/** What stands there; null where it cannot be read at the moment. */
async function readTheirs(
  api: Api,
  place: { readonly project: string; readonly name: string },
): Promise<TemplateText | Extract<SaveOutcome, { kind: 'deleted' }> | null> {
  try {
    return await readTemplateText(api, place);
  } catch (error) {
    const what = deletedThing(error);
    return what === null ? null : { kind: 'deleted', what };
  }
}

function outcomeOf(error: unknown): SaveOutcome {
  if (problemCode(error) === 'project/not-found') return { kind: 'deleted', what: 'project' };
  const { title, detail } = problemWords(error);
  if (!(error instanceof ProblemError)) return { kind: 'failed', reason: `${title}. ${detail}` };
  switch (error.problem.code) {
    case 'template/invalid':
    case 'request/too-large': {
      const [first] = error.problem.issues ?? [];
      return { kind: 'refused', reason: first === undefined ? detail : sayTold(first) };
    }
    default:
      return { kind: 'failed', reason: `${title}. ${detail}` };
  }
}
