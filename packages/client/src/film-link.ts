import { base64, encoded } from './transport.ts';

const RESERVED = ['sig', 'expires', 'vary', 'frame', 'quality', 'width'];

/**
 * Returns the link key of an API secret: 32 bytes. A program with only this key can create links but cannot make calls.
 */
export async function linkKey(secret: string): Promise<Uint8Array<ArrayBuffer>> {
  return hmac(new TextEncoder().encode(secret), 'scenewright film links');
}

/**
 * Returns the signed path of a film with its query, such as `/v1/render/PROJECT/greeting.mp4?name=Ada&sig=…`. Put the
 * public address of the service in front of it. `parameters` are the values of variables and the settings
 * `expires`, `vary`, `quality`, `frame`, and `width`. A variable with the name of a setting has the prefix `var.`.
 */
export async function filmLink(
  key: Uint8Array<ArrayBuffer>,
  project: string,
  film: string,
  parameters: Readonly<Record<string, string | number>> = {},
): Promise<string> {
  const path = `/v1/render/${encode(project)}/${encode(film)}`;
  const free = new Set(String(parameters['vary'] ?? '').split(','));
  const all = Object.entries(parameters).filter(([name]) => name !== 'sig');
  const signed = all.filter(([name]) => RESERVED.includes(name) || !free.has(name));
  const text = `scenewright film link 1\n${path}\n${queryOf(signed)}`;
  const signature = base64(await hmac(key, text))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  return `${path}?${all.length === 0 ? '' : `${queryOf(all)}&`}sig=${signature}`;
}

function queryOf(parameters: readonly (readonly [string, string | number])[]): string {
  return parameters
    .map(([name, value]) => `${encode(name)}=${encode(String(value))}`)
    .sort()
    .join('&');
}

/** Percent-encodes all characters except the unreserved ones of RFC 3986, 2.3. */
function encode(text: string): string {
  return encoded(text).replaceAll(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(text)));
}
