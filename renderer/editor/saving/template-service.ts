import type { Api } from '#renderer/api/api.ts';
import { createLastingClient } from '#renderer/api/client/lasting-client.ts';
import { problemCode, problemWords } from '#renderer/api/client/problem-words.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { sayServiceMessage } from '#renderer/strings/say.ts';
import { ProblemError } from '#shared/contract/client.ts';
import type { DeletedItem, SaveDocument, SaveOutcome } from './saver.ts';

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
      if (!(error instanceof ProblemError)) unanswered = [...unanswered, text].slice(-UNANSWERED_LIMIT);
      return outcomeOf(error);
    }
  };
}

/** More are not under way: each is tried again before the next is sent. */
const UNANSWERED_LIMIT = 4;

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
    const what = deletedItem(error);
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
      return { kind: 'refused', reason: first === undefined ? detail : sayServiceMessage(first) };
    }
    default:
      return { kind: 'failed', reason: `${title}. ${detail}` };
  }
}

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
export function deletedItem(error: unknown): DeletedItem | null {
  const code = problemCode(error);
  if (code === 'template/not-found') return 'template';
  return code === 'project/not-found' ? 'project' : null;
}

/** What the editor keeps of a template beside its text, and the entity tag that guards the next save. */
export interface EditingRecordAnswer {
  readonly record: Readonly<Record<string, unknown>>;
  readonly etag: string;
}

/** The record as it came; `{}` of a template that has none. Whoever uses it parses what it knows. */
export async function readEditingRecord(
  { client }: Pick<Api, 'client'>,
  project: string,
  name: string,
  signal?: AbortSignal,
): Promise<EditingRecordAnswer> {
  const answer = await client.open('readEditing', { parameters: { project, name }, ...(signal && { signal }) });
  return answerOf(answer);
}

/** Saves the record; with an entity tag it is refused (`template/precondition`) where somebody else saved since. */
export async function saveEditingRecord(
  { client }: Pick<Api, 'client'>,
  input: {
    readonly project: string;
    readonly name: string;
    readonly record: Readonly<Record<string, unknown>>;
    readonly etag: string | null;
    /** Whether the request outlives the page. */
    readonly keepalive?: boolean;
  },
): Promise<EditingRecordAnswer> {
  const { project, name, record, etag, keepalive = false } = input;
  const answer = await (keepalive ? createLastingClient() : client).open('saveEditing', {
    parameters: { project, name },
    body: record,
    headers: etag === null ? {} : { 'if-match': etag },
  });
  return answerOf(answer);
}

async function answerOf(answer: Response): Promise<EditingRecordAnswer> {
  const record: unknown = await answer.json();
  return { record: isRecord(record) ? record : {}, etag: answer.headers.get('etag') ?? '' };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
