import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';
import { type AddressPolicy, checkedAddresses } from '../network/address-guard.ts';
import { abortable } from '../waiting/abortable.ts';
import type { Destination } from './destination.ts';
import { type StoreAddress, storeAddress } from './store-address.ts';

/**
 * Parses a destination and checks the address of its host. Each connection checks the host again. A host name that
 * cannot be resolved now passes, because it may be known at the next attempt. Throws {@link ServiceError}
 * `destination/refused` and the signal's reason.
 */
export async function allowedAddress(
  destination: Destination,
  policy: AddressPolicy,
  signal: AbortSignal,
): Promise<StoreAddress> {
  const address = storeAddress(destination);
  const allowed = await abortable(checkedAddresses(new URL(address.url), policy), signal);
  if (!allowed.ok && allowed.error.code === 'source/refused')
    throw new ServiceError('destination/refused', message('destination/endpoint', { reason: allowed.error.reason }));
  return address;
}
