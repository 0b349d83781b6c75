import { type CallName, callOf } from '#shared/contract/contract.ts';

/**
 * Makes a call that the walk of a client does not make yet, with texts for its parameters. The service can refuse the
 * values. Throws if the service does not find the call.
 */
export async function probe(name: CallName, make: (input: object) => Promise<unknown>): Promise<void> {
  const call = callOf(name);
  const values = Object.fromEntries(Object.keys(call.parameters.shape).map((parameter) => [parameter, 'x']));
  const input = { ...values, ...(call.body.kind !== 'none' && { body: {} }) };
  const error = await make(input).then(
    () => null,
    (thrown: unknown) => thrown as { readonly code?: string },
  );
  if (error?.code === 'request/not-found') throw new Error(`The service does not find ${name}.`);
}
