import type { Api } from '../api.ts';
import { createLastingClient } from '../client/lasting-client.ts';

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
