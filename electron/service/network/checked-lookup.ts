import type { LookupFunction } from 'node:net';
import { inEnglish } from '#shared/messages/english.ts';
import type { ReachFailure } from '../errors/source-failure.ts';
import { type AddressPolicy, checkedAddresses } from './address-guard.ts';

/** The error for a host name that resolves to a forbidden address. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
  readonly reason: ReachFailure['reason'];

  constructor(reason: ReachFailure['reason']) {
    super(inEnglish(reason));
    this.reason = reason;
  }
}

/**
 * Returns a lookup function for connections to the port of `url`. It checks every result. Because each new connection
 * is checked, a later change of a host name's address to a forbidden one is refused. A client does not look up a
 * literal IP address, so the caller must also check the URL.
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
