const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Uint8Array(128).fill(64);
for (const [value, digit] of [...DIGITS].entries()) VALUES[digit.charCodeAt(0)] = value;

/** The bytes of an address of `data:` (RFC 2397); null of any other. What is no digit of base 64 is stepped over. */
export function dataPicture(address: string): Uint8Array | null {
  const [head, isWritten] = [address.slice(0, address.indexOf(',') + 1), address.trimStart().startsWith('data:')];
  if (!isWritten || head === '') return null;
  const content = address.slice(head.length);
  if (!/;\s*base64\s*,$/i.test(head)) return latin1Bytes(percentDecoded(content));
  const bytes = new Uint8Array(Math.ceil((content.length * 3) / 4));
  let [held, bits, length] = [0, 0, 0];
  for (let at = 0; at < content.length; at++) {
    const value = VALUES[content.charCodeAt(at)] ?? 64;
    if (value === 64) continue;
    held = ((held << 6) | value) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length] = (held >> bits) & 255;
    length += 1;
  }
  return bytes.subarray(0, length);
}

function percentDecoded(text: string): string {
  return text
    .replace(
      /&(?:lt|gt|quot|amp|apos);/g,
      (name) => ({ '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" })[name] ?? '&',
    )
    .replace(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0) & 255);
}
