/** A text with a variable put in at a place, or without one behind all of it. */
export function inserted(text: string, variable: string, at: number | null): string {
  const place = at === null ? text.length : Math.min(Math.max(0, at), text.length);
  return `${text.slice(0, place)}\${${variable}}${text.slice(place)}`;
}
