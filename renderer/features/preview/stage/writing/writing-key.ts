/** What a key means to a text that is being written: `none` does nothing, null belongs to the text. */
export type WritingKey = 'end' | 'undo' | 'none' | 'close' | 'take' | 'next' | 'previous';

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>;

/**
 * @param isOffering Whether variables are offered at the cursor.
 * @param count How many there are.
 * @param isFresh Whether it was just added, and nothing has been typed yet: Enter, by which writing begins elsewhere, does
 * not overwrite it, and undo takes the layer away, not what nobody typed.
 */
export function writingKey(
  { key, ctrlKey, metaKey }: Press,
  isOffering: boolean,
  count: number,
  isFresh = false,
): WritingKey | null {
  const mod = ctrlKey || metaKey;
  if (isFresh && mod && key === 'z') return 'undo';
  if (isFresh && key === 'Enter' && !mod) return 'none';
  if (key === 'Escape') return isOffering ? 'close' : 'end';
  if (key === 'Enter' && mod) return 'end';
  if (!isOffering || count === 0 || mod) return null;
  if (key === 'ArrowDown') return 'next';
  if (key === 'ArrowUp') return 'previous';
  return key === 'Enter' || key === 'Tab' ? 'take' : null;
}
