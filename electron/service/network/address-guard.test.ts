import { describe, expect, test } from 'vitest';
import { type AddressPolicy, checkedAddresses, isPublicAddress } from './address-guard.ts';
import { displayedAddress } from './shown-address.ts';

describe('addresses outside the public internet', { tags: ['promise:F34'] }, () => {
  test.each([
    '0.0.0.0',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:10::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:a00:1::1',
    '3fff::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '4000::1',
    'not an address',
    '',
    '1.2.3',
  ])('are not public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('do not include a public address: %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

const strict: AddressPolicy = { allowHosts: new Set(), allowLoopback: false };
const resolvingTo = (...addresses: readonly string[]): AddressPolicy => ({
  ...strict,
  resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
});

async function outcome(url: string, policy = strict): Promise<string> {
  const result = await checkedAddresses(new URL(url), policy);
  return result.ok ? result.value.map(({ address }) => address).join(' ') : result.error.code;
}

describe("the check of an address's host", () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://[fd00:ec2::254]/',
    'http://１２７.0.0.1/',
    'http://0/',
    'http://127.0.0.1./',
  ])('refuses an address in any spelling: %s', async (url) => {
    expect(await outcome(url)).toBe('source/refused');
  });

  test.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:video/mp4,x',
    'http://user@example.com/',
    'http://user:secret@example.com/',
  ])('refuses another scheme or credentials: %s', async (url) => {
    expect(await outcome(url, resolvingTo('8.8.8.8'))).toBe('source/refused');
  });

  test('returns the resolved addresses of a host name', async () => {
    expect(await outcome('http://example.com/', resolvingTo('8.8.8.8', '2606:4700::1111'))).toBe(
      '8.8.8.8 2606:4700::1111',
    );
  });

  test('refuses a host name with any forbidden address', async () => {
    expect(await outcome('http://example.com/', resolvingTo('8.8.8.8', '10.0.0.1'))).toBe('source/refused');
  });

  test('reports an unknown host name as not fetchable', async () => {
    expect(await outcome('http://example.com/', resolvingTo())).toBe('source/fetch-failed');
  });

  test('can allow only this machine', async () => {
    const local = { ...strict, allowLoopback: true };
    expect(await outcome('http://127.0.0.1:8080/', local)).toBe('127.0.0.1');
    expect(await outcome('http://[::1]/', local)).toBe('::1');
    expect(await outcome('http://10.0.0.1/', local)).toBe('source/refused');
  });

  test('accepts any address of an allowed host', async () => {
    const allowing = (...hosts: readonly string[]) => ({ ...resolvingTo('10.0.0.1'), allowHosts: new Set(hosts) });
    expect(await outcome('http://media.intern/', allowing('media.intern'))).toBe('10.0.0.1');
    expect(await outcome('http://MEDIA.intern.:80/', allowing('media.intern:80'))).toBe('10.0.0.1');
    expect(await outcome('https://media.intern/', allowing('media.intern:443'))).toBe('10.0.0.1');
    expect(await outcome('http://media.intern:8080/', allowing('media.intern:80'))).toBe('source/refused');
    expect(await outcome('http://other.intern/', allowing('media.intern'))).toBe('source/refused');
  });
});

test.each([
  ['https://example.org/a%20b.mp4?key=1', 'https://example.org/a%20b.mp4?…'],
  ['file:///etc/film.mp4', 'file:///etc/film.mp4'],
  ['gopher://me:secret@example.org/film#end', 'gopher://example.org/film'],
  ['data:text/plain,film', 'data:text/plain,film'],
])('an address is displayed with its scheme: %s', (address, text) => {
  expect(displayedAddress(new URL(address))).toBe(text);
});
