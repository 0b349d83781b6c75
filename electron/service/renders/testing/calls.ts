import type { CallRequest } from '#service/http/handler.ts';
import type { CallName } from '#shared/contract/contract.ts';
import type { RenderForm } from '../accept/render-form.ts';
import type { JobWorld } from './job-world.ts';

export const ORIGIN = 'http://127.0.0.1:7420';

/** Returns a request in the form that the server passes to a handler. */
export function requestOf<Name extends CallName>(
  parts: Pick<CallRequest<Name>, 'parameters' | 'query' | 'body'> & Partial<CallRequest<Name>>,
): CallRequest<Name> {
  return {
    headers: {},
    unusedFields: [],
    repeatedFields: [],
    unusedParameters: [],
    head: false,
    origin: ORIGIN,
    signal: new AbortController().signal,
    ...parts,
  };
}

/** Returns the JSON of an answer; an empty object for an answer without JSON. */
export function jsonOf(answer: object): Readonly<Record<string, unknown>> {
  if ('jsonParts' in answer) return JSON.parse((answer.jsonParts as readonly string[]).join(''));
  return 'json' in answer ? (answer.json as Readonly<Record<string, unknown>>) : {};
}

/** Calls `startRender`. Returns the JSON of the answer with its status. */
export async function startRender(
  { handlers, project }: JobWorld,
  form: RenderForm,
  signal: AbortSignal = new AbortController().signal,
): Promise<Readonly<Record<string, unknown>>> {
  const parameters = { region: 'local', project };
  const answer = await handlers.startRender(requestOf<'startRender'>({ parameters, query: {}, body: form, signal }));
  return { status: answer.status, ...('json' in answer ? (answer.json as object) : {}) };
}

/** Returns the current answer of `readRender`. */
export async function readRender(
  { handlers, project }: JobWorld,
  id: unknown,
): Promise<Readonly<Record<string, unknown>>> {
  const parameters = { project, render: String(id) };
  const answer = await handlers.readRender(requestOf<'readRender'>({ parameters, query: {}, body: null }));
  return 'json' in answer ? (answer.json as Readonly<Record<string, unknown>>) : {};
}
