import type { LookupFunction } from 'node:net';
import { inEnglish } from '#shared/statements/in-english.ts';
import type { ReachFailure } from '../errors/source-failure.ts';
import { type AddressPolicy, checkedAddresses } from './address-guard.ts';

/** The name leads to where the service may not go. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
  readonly reason: ReachFailure['reason'];

  constructor(reason: ReachFailure['reason']) {
    super(inEnglish(reason));
    this.reason = reason;
  }
}

/**
 * Looks names up for connections to `url`'s port, and checks every answer: what was checked is what is connected to,
 * at each new connection, so that a name which leads elsewhere a minute later is refused then. An address in place of
 * a name is never looked up: check the URL itself too.
 */
export function checkedLookup(url: URL, policy: AddressPolicy): LookupFunction {
  return (host, options, answer) => {
    const address = new URL(url.origin);
    address.hostname = host;
    checkedAddresses(address, policy).then(
      (addresses) => {
        if (!addresses.ok) {
          const { code, reason } = addresses.error;
          if (code === 'source/refused') answer(new RefusedAddressError(reason), '', 4);
          else answer(Object.assign(new Error(inEnglish(reason)), { code: 'ENOTFOUND' }), '', 4);
          return;
        }
        const [first] = addresses.value;
        if (options.all) answer(null, [...addresses.value]);
        else if (first === undefined) answer(new Error('no address'), '', 4);
        else answer(null, first.address, first.family);
      },
      (error: unknown) => answer(error instanceof Error ? error : new Error(String(error)), '', 4),
    );
  };
}
