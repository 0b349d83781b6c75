import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Call } from '../../../shared/contract/call.ts';
import type { CallName } from '../../../shared/contract/contract.ts';
import { readBody } from './bodies/bodies.ts';
import type { SlowestBody } from './bodies/body-stream.ts';
import { parseFields } from './bodies/form-fields.ts';
import type { CallAnswer, CallRequest } from './calls/handler.ts';
import { authorityOf } from './calls/request-path.ts';

/** Any handler, seen as one of any call. */
export type CallRunner = (request: CallRequest<CallName>) => Promise<CallAnswer> | CallAnswer;

export interface RawCall {
  /** Decoded, not yet checked. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly idleMilliseconds: number;
  readonly slowest: SlowestBody;
  readonly onWanted: () => void;
}

/** Checks a request against the contract and gives it to its handler. Throws what the handler and the checks throw. */
export async function runCall(
  handler: CallRunner,
  call: Call,
  raw: RawCall,
): Promise<{ readonly request: CallRequest<CallName>; readonly answer: CallAnswer }> {
  const { request, response } = raw;
  const head = {
    parameters: call.parameters.parse(raw.parameters),
    query: call.query.parse(parseFields(raw.query)),
    headers: pickHeaders(request, call.headers),
    head: request.method === 'HEAD',
    origin: `http://${authorityOf(request)}`,
    signal: goneSignal(response),
  };
  const body = await readBody(request, call.body, raw);
  // What was parsed by the call's own schemas is what its handler takes; only their names are lost here.
  const checked = { ...head, body } as CallRequest<CallName>;
  return { request: checked, answer: await handler(checked) };
}

function pickHeaders(
  { headers }: IncomingMessage,
  names: readonly string[],
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    names.map((name) => {
      const value = headers[name];
      return [name, Array.isArray(value) ? value.join(', ') : value];
    }),
  );
}

/** Aborted when the connection ends before the answer does. */
function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.closed) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
