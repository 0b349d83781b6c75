import { z } from 'zod';
import { matchesPattern } from '#service/http/request-path.ts';
import { type CallName, callNames, callOf } from '#shared/contract/contract.ts';

const requestLine = z.object({ method: z.string(), path: z.string(), status: z.number() });

/** Returns the calls of the contract that have no request in the log of a service. */
export function callsNotMade(lines: readonly string[]): readonly CallName[] {
  const requests = lines.flatMap((line) => requestLine.safeParse(JSON.parse(line)).data ?? []);
  return callNames.filter((name) => {
    const call = callOf(name);
    return !requests.some(({ method, path }) => method === call.method && matchesPattern(path, call.path));
  });
}
