/**
 * Returns the number of UTF-8 bytes of a text. Counts a lone surrogate as two bytes, like each half of a surrogate
 * pair.
 */
export function utf8Length(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x80) length += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return length;
}
