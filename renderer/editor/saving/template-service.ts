import type { Api } from '#renderer/api/api.ts';
import { problemCode, problemWords } from '#renderer/api/client/problem-words.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { sessionPathPrefix } from '#renderer/api/client/service-path.ts';
import { withUnreachableError } from '#renderer/api/client/unreachable-error.ts';
import { say } from '#renderer/strings/say.ts';
import { type Client, createClient, ProblemError } from '#shared/contract/client.ts';
import type { DeletedItem, SaveDocument, SaveOutcome, SaveRequest } from './saver.ts';

/** Returns a function that saves a template. It replaces the version with the given etag, or creates a new template. */
export function createTemplateSaver(
  api: Api,
  place: { readonly project: string; readonly name: string },
): SaveDocument {
  const { project, name } = place;
  const keepaliveClient = createKeepaliveClient();
  // The texts that were sent without a response. Any of these texts can be in the service.
  let unanswered: readonly string[] = [];

  const send = async (
    text: string,
    etag: string | null,
    { keepalive, label }: Pick<SaveRequest, 'keepalive' | 'label'>,
  ): Promise<SaveOutcome> => {
    const answer = await (keepalive ? keepaliveClient : api.client).open('saveTemplate', {
      parameters: { region: await api.region(), project, name },
      // With `keep`, the service saves the user's text even if it has errors.
      query: { errors: 'keep' },
      body: text,
      headers: {
        ...(etag === null ? { 'if-none-match': '*' } : { 'if-match': etag }),
        'scenewright-author-kind': 'person',
        // A header can contain ASCII only.
        ...(label !== undefined && { 'scenewright-label': encodeURIComponent(say(label).toWellFormed()) }),
      },
    });
    return savedOutcome(text, answer.headers.get('etag') ?? '');
  };
  const savedOutcome = (text: string, etag: string): SaveOutcome => {
    unanswered = [];
    api.queries.setQueryData(queryKeys.templateText(project, name), { text, etag });
    return { kind: 'saved', etag };
  };
  /**
   * Handles a failed precondition. If this window sent the stored text and lost the response, the text is overwritten.
   * Otherwise, the outcome is a conflict.
   */
  const handleConflict = async (
    text: string,
    request: Pick<SaveRequest, 'keepalive' | 'label'>,
  ): Promise<SaveOutcome> => {
    const theirs = await readTheirs(api, place);
    if (theirs !== null && 'kind' in theirs) return theirs;
    if (theirs?.text === text) return savedOutcome(text, theirs.etag);
    if (theirs === null || !unanswered.includes(theirs.text)) return { kind: 'conflict', theirs };
    unanswered = [];
    return await send(text, theirs.etag, request);
  };
  return async ({ text, etag, ...request }) => {
    try {
      return await send(text, etag, request).catch(async (error: unknown) => {
        if (isConflict(error)) return await handleConflict(text, request);
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

/**
 * The maximum number of remembered texts without a response. Usually there is only one, because a failed save is
 * retried before the next text is sent.
 */
const UNANSWERED_LIMIT = 4;

function isConflict(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.code === 'template/precondition';
}

/** Reads the stored version; null if it cannot be read. Reports a deleted template as an outcome. */
async function readTheirs(
  api: Api,
  place: { readonly project: string; readonly name: string },
): Promise<TemplateText | Extract<SaveOutcome, { kind: 'deleted' }> | null> {
  try {
    return await readTemplateText(api, place);
  } catch (error) {
    const deleted = deletedItem(error);
    return deleted === null ? null : { kind: 'deleted', what: deleted };
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
      return { kind: 'refused', reason: first === undefined ? detail : say(first) };
    }
    default:
      return { kind: 'failed', reason: `${title}. ${detail}` };
  }
}

/** The text of a template, with the etag that the next save sends. */
export interface TemplateText {
  readonly text: string;
  readonly etag: string;
}

/**
 * Reads the saved text, or the text of a revision. A byte order mark stays in the text, so that saving returns the same
 * bytes.
 */
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

/** Returns the item that an error reports as deleted; null for other errors. */
export function deletedItem(error: unknown): DeletedItem | null {
  const code = problemCode(error);
  if (code === 'template/not-found') return 'template';
  return code === 'project/not-found' ? 'project' : null;
}

/** The editing record of a template, with the etag that the next save sends. */
export interface EditingRecordAnswer {
  readonly record: Readonly<Record<string, unknown>>;
  readonly etag: string;
}

/** Reads the record as stored; `{}` if the template has none. The caller parses the fields that it needs. */
export async function readEditingRecord(
  { client }: Pick<Api, 'client'>,
  project: string,
  name: string,
  signal?: AbortSignal,
): Promise<EditingRecordAnswer> {
  const answer = await client.open('readEditing', { parameters: { project, name }, ...(signal && { signal }) });
  return answerOf(answer);
}

/**
 * Saves the record. With an etag, the service rejects the save with `template/precondition` if another window has saved
 * since the read.
 */
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
  const answer = await (keepalive ? createKeepaliveClient() : client).open('saveEditing', {
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

/**
 * Creates a client whose requests outlive the page. Their bodies are limited to 64 KiB (Fetch, 4.6); a larger one fails
 * immediately.
 */
function createKeepaliveClient(): Client<Response> {
  return createClient({
    fetch: withUnreachableError((url, request) => fetch(url, { ...request, keepalive: true })),
    baseUrl: sessionPathPrefix,
    credentials: null,
  });
}
