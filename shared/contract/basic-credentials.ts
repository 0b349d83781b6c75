/** The credentials of a client: user name and password of HTTP basic authentication. */
export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Returns the `Authorization` header by RFC 7617, in UTF-8. */
export function basicCredentials({ key, secret }: Credentials): string {
  return `Basic ${base64(utf8(`${key}:${secret}`))}`;
}

function utf8(text: string): readonly number[] {
  const encoded = encodeURIComponent(text.toWellFormed());
  return [...encoded.matchAll(/%([0-9A-F]{2})|[^%]/g)].map(([all, hex]) =>
    hex === undefined ? all.charCodeAt(0) : Number.parseInt(hex, 16),
  );
}

function base64(bytes: readonly number[]): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const [first = 0, second, third] = bytes.slice(index, index + 3);
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    const digits = [18, 12, 6, 0].map((shift) => DIGITS.charAt((bits >> shift) & 63));
    text += digits
      .slice(0, second === undefined ? 2 : third === undefined ? 3 : 4)
      .join('')
      .padEnd(4, '=');
  }
  return text;
}
