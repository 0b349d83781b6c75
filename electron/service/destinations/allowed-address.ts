import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';
import { type AddressPolicy, checkedAddresses } from '../network/address-guard.ts';
import { abortable } from '../waiting/abortable.ts';
import type { Destination } from './destination.ts';
import { type StoreAddress, storeAddress } from './store-address.ts';

/**
 * Reads a destination and looks where it leads. A name is checked again at each connection; one that nobody knows may
 * be known when it is asked for again, so it passes. Throws {@link ServiceError} `destination/refused`, the signal's
 * reason.
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
