import { paint } from '#shared/template/value-types/paint-type.ts';
import type { Paint } from '#shared/template/values/paint.ts';

/** The fill that is drawn of what is written; null where none is, or where it cannot be read. */
export function shownFill(
  text: string,
  { initial, isLine }: { readonly initial: string; readonly isLine: boolean },
): Paint | null {
  if (text === '' && isLine) return null;
  const read = paint().parse(text === '' ? initial : text, null);
  return read.ok ? read.value : null;
}
