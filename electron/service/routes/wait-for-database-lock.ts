import { type CallName, callNames, callOf } from '#shared/contract/contract.ts';
import type { Handlers } from '../http/handler.ts';
import type { Database } from '../storage/ports.ts';

type AnyHandler = (request: never) => unknown;

/**
 * Wraps all handlers. The handler of a call other than GET starts when no other process has the database lock. The wait
 * does not block other requests. After the time limit, the call fails with `storage/busy`.
 */
export function waitForDatabaseLock(handlers: Handlers, database: Pick<Database, 'waitForWriteLock'>): Handlers {
  const waiting = (name: CallName): AnyHandler => {
    const handler: AnyHandler = handlers[name];
    if (callOf(name).method === 'GET') return handler;
    return async (request) => {
      await database.waitForWriteLock();
      return await handler(request);
    };
  };
  // The cast is safe: each name keeps its handler, but the type of `Object.fromEntries` cannot express that.
  return Object.fromEntries(callNames.map((name) => [name, waiting(name)])) as unknown as Handlers;
}
