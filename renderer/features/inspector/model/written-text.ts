import { parseValue } from '#shared/template/placeholders/placeholder.ts';
import { formatValue } from '#shared/template/placeholders/placeholder-text.ts';

/** A text with a variable put in at a place, or without one behind all of it. */
export function inserted(text: string, variable: string, at: number | null): string {
  const place = at === null ? text.length : Math.min(Math.max(0, at), text.length);
  return `${text.slice(0, place)}\${${variable}}${text.slice(place)}`;
}

/** The text with a placeholder for each `{name}` of a known variable; as it is where a placeholder can't be read. */
export function withPlaceholders(text: string, isKnown: (name: string) => boolean): string {
  const { pieces, faults } = parseValue(text);
  if (faults.length > 0) return text;
  let isChanged = false;
  const named = pieces.map((piece) => {
    if (piece.kind !== 'text') return piece;
    const written = piece.text.replaceAll(/\{([\p{L}\p{M}\p{N}_.-]+)\}/gu, (braced: string, name: string) =>
      isKnown(name) ? `$${braced}` : braced,
    );
    isChanged ||= written !== piece.text;
    return { ...piece, text: written };
  });
  return isChanged ? formatValue(named) : text;
}
