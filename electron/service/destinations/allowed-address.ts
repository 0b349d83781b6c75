import { message } from '#shared/messages/message.ts';
import { fieldIssue, refusal } from '../errors/issues.ts';
import { type Issue, ServiceError } from '../errors/service-error.ts';
import { type AddressPolicy, checkedAddresses } from '../network/address-guard.ts';
import { abortable } from '../waiting/abortable.ts';
import type { Destination } from './destination.ts';
import { type StoreAddress, storeAddress } from './store-address.ts';

/**
 * Parses a destination and checks the address of its host. Each connection checks the host again. A host name that
 * cannot be resolved now is accepted, because it may be resolvable at the next attempt. Throws {@link ServiceError}
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

/** The addresses to which a film and its notifications are sent. */
interface FilmAddresses {
  readonly destination: { readonly place: Destination } | null;
  readonly onsuccess: string | null;
  readonly onerror: string | null;
}

/**
 * Checks the addresses of a film, as {@link allowedAddress} does. Throws `destination/refused`, or `render/invalid` with
 * each notification address that is not allowed.
 */
export async function requireAllowedAddresses(
  { destination, onsuccess, onerror }: FilmAddresses,
  policy: AddressPolicy,
  signal: AbortSignal,
): Promise<void> {
  if (destination !== null) await allowedAddress(destination.place, policy, signal);
  const issues: Issue[] = [];
  for (const [field, address] of Object.entries({ onsuccess, onerror })) {
    if (address === null) continue;
    const allowed = await abortable(checkedAddresses(new URL(address), policy), signal);
    if (allowed.ok || allowed.error.code !== 'source/refused') continue;
    const host = new URL(address).hostname;
    issues.push(fieldIssue('render/invalid', field, message('field/address-not-public', { field, host })));
  }
  if (issues.length > 0) throw refusal('render/invalid', issues);
}
