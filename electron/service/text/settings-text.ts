import { decodeText, firstBadByte } from '#shared/lib/decode-text.ts';

/**
 * The error for an operator's file that is not UTF-8. `byte` is the first wrong byte, such as `0xFC`. Lines count from
 * 1.
 */
export class NotUtf8Error extends Error {
  override readonly name = 'NotUtf8Error';
  readonly byte: string;
  readonly line: number;
  constructor({ byte, line }: ReturnType<typeof firstBadByte>) {
    super(`the byte ${byte} in line ${line} isn’t UTF-8`);
    this.byte = byte;
    this.line = line;
  }
}

/**
 * Returns the text of an operator's file. Throws {@link NotUtf8Error}, because a password with a replacement character
 * would never match.
 */
export function settingsText(bytes: Uint8Array): string {
  const text = decodeText(bytes);
  if (text === null) throw new NotUtf8Error(firstBadByte(bytes));
  return text;
}
