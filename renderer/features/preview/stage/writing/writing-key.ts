/** What a key means to a text that is being written; null for what belongs to the text. */
export type WritingKey = 'end' | 'close' | 'take' | 'next' | 'previous';

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>;

/**
 * @param isOffering Whether variables are offered at the cursor.
 * @param count How many there are.
 */
export function writingKey({ key, ctrlKey, metaKey }: Press, isOffering: boolean, count: number): WritingKey | null {
  const mod = ctrlKey || metaKey;
  if (key === 'Escape') return isOffering ? 'close' : 'end';
  if (key === 'Enter' && mod) return 'end';
  if (!isOffering || count === 0 || mod) return null;
  if (key === 'ArrowDown') return 'next';
  if (key === 'ArrowUp') return 'previous';
  return key === 'Enter' || key === 'Tab' ? 'take' : null;
}
