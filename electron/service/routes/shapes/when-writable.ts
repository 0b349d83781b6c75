import { type CallName, callNames, callOf } from '#shared/contract/contract.ts';
import type { Handlers } from '../../http/calls/handler.ts';
import type { Database } from '../../storage/ports.ts';

/** Any handler, seen as one of any call. */
type AnyHandler = (request: never) => unknown;

/**
 * The same handlers, of which those that change something begin when no other process has the database's lock: it is
 * waited for without keeping others waiting, and `storage/busy` is thrown when it stays.
 */
export function whenWritable(handlers: Handlers, database: Pick<Database, 'freeToWrite'>): Handlers {
  const waiting = (name: CallName): AnyHandler => {
    const handler: AnyHandler = handlers[name];
    if (callOf(name).method === 'GET') return handler;
    return async (request) => {
      await database.freeToWrite();
      return await handler(request);
    };
  };
  // Each name keeps its own handler, which the types of a table cannot say.
  return Object.fromEntries(callNames.map((name) => [name, waiting(name)])) as unknown as Handlers;
}
