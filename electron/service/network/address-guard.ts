import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { message } from '#shared/messages/message.ts';
import type { ReachFailure } from '../errors/source-failure.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export interface AddressPolicy {
  /** The hosts whose addresses are not checked, as `host` or `host:port` in lower case. */
  readonly allowHosts: ReadonlySet<string>;
  /** Whether requests to this machine are allowed. */
  readonly allowLoopback: boolean;
  /**
   * Whether a redirect to another host is refused with `agents/address`; false by default. It is true for downloads of
   * assistants that cannot use new addresses.
   */
  readonly isConfined?: boolean;
  /** Resolves a host name; by default with the resolver of the system. */
  readonly resolve?: (host: string) => Promise<readonly ResolvedAddress[]>;
}

/**
 * The networks outside of the public internet: the networks of the IANA special-purpose registries, multicast, and the
 * platform address of Azure (168.63.129.16). They include the metadata addresses of clouds.
 */
const NOT_PUBLIC_V4 = blockList('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);
/**
 * The part of the IPv6 address space that has been allocated for the public internet. It excludes addresses that
 * contain an IPv4 address (mapped, NAT64).
 */
const PUBLIC_V6 = blockList('ipv6', ['2000::/3']);
/** The ranges of {@link PUBLIC_V6} that are not public: protocol assignments with Teredo, documentation, and 6to4. */
const NOT_PUBLIC_V6 = blockList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);
const LOOPBACK_V4 = blockList('ipv4', ['127.0.0.0/8']);
const LOOPBACK_V6 = blockList('ipv6', ['::1/128', '::ffff:127.0.0.0/104']);

/** Checks whether an IP address is part of the public internet. Returns false for text that is not an IP address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !NOT_PUBLIC_V4.check(address, 'ipv4');
  return family === 6 && PUBLIC_V6.check(address, 'ipv6') && !NOT_PUBLIC_V6.check(address, 'ipv6');
}

export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  return (family === 4 && LOOPBACK_V4.check(address, 'ipv4')) || (family === 6 && LOOPBACK_V6.check(address, 'ipv6'));
}

/**
 * Resolves the host of an address and checks every result. A connection may use only the returned addresses. If any
 * address is forbidden, the host name is refused, because a name with both kinds of addresses is an attempt to evade
 * the check. The reason of the error continues a sentence that starts with the address.
 */
export async function checkedAddresses(
  url: URL,
  policy: AddressPolicy,
): Promise<Result<readonly ResolvedAddress[], ReachFailure>> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refused(message('fetch/no-web-address'));
  if (url.username !== '' || url.password !== '') return refused(message('fetch/credentials'));
  // The URL parser has already converted 0x7f000001, 017700000001, and similar spellings to dotted decimal.
  const host = url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  const family = isIP(host);
  const addresses = family === 0 ? await resolved(host, policy) : [{ address: host, family }];
  if (addresses === null) return err({ code: 'source/fetch-failed', reason: message('fetch/unknown-host', { host }) });
  if (isAllowedHost(url, host, policy)) return ok(addresses);
  const forbidden = addresses.find(
    ({ address }) => !isPublicAddress(address) && !(policy.allowLoopback && isLoopbackAddress(address)),
  );
  if (forbidden === undefined) return ok(addresses);
  return refused(message('fetch/not-public', { host, address: family === 0 ? forbidden.address : null }));
}

async function resolved(host: string, policy: AddressPolicy): Promise<readonly ResolvedAddress[] | null> {
  const resolve = policy.resolve ?? ((name) => lookup(name, { all: true, verbatim: true }));
  const addresses = await resolve(host).catch(() => []);
  return addresses.length === 0 ? null : addresses;
}

function isAllowedHost(url: URL, host: string, { allowHosts }: AddressPolicy): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return [host, url.hostname, `${host}:${port}`, `${url.hostname}:${port}`].some((name) => allowHosts.has(name));
}

function refused(reason: ReachFailure['reason']): Result<never, ReachFailure> {
  return err({ code: 'source/refused', reason });
}

function blockList(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}
