import { elementsOf, type TemplateDocument } from '../../template/document/document.ts';
import { type Layout, STANDARD_LAYOUT } from './markup.ts';
import type { TemplateSource } from './places.ts';

/** What the text before an offset indents its line by; null when more than white space precedes the offset there. */
export function indentationAt(text: string, offset: number): string | null {
  let start = offset;
  while (start > 0 && (text.charAt(start - 1) === ' ' || text.charAt(start - 1) === '\t')) start -= 1;
  const before = text.charAt(start - 1);
  return start === 0 || before === '\n' || before === '\r' || before === '\uFEFF' ? text.slice(start, offset) : null;
}

/** How the text of a document is laid out, judged by the first place that shows it; else as the formatter does it. */
export function layoutOf({ text, document, places }: TemplateSource): Layout {
  const newline = /\r\n|\n|\r/.exec(text)?.[0] ?? STANDARD_LAYOUT.newline;
  let indent: string | null = null;
  let beforeSlash: Layout['beforeSlash'] | null = null;
  for (const element of elementsOf(document.root)) {
    const place = places.get(element.id);
    if (place?.kind !== 'element') continue;
    if (place.endTag === null) beforeSlash ??= /[ \t\r\n]/.test(text.charAt(place.end - 3)) ? ' ' : '';
    const firstChild = places.get(element.children[0]?.id ?? element.id);
    if (firstChild !== undefined && firstChild !== place)
      indent ??= unitBetween(indentationAt(text, place.start), indentationAt(text, firstChild.start));
    if (indent !== null && beforeSlash !== null) break;
  }
  return { newline, indent: indent ?? STANDARD_LAYOUT.indent, beforeSlash: beforeSlash ?? STANDARD_LAYOUT.beforeSlash };
}

function unitBetween(outer: string | null, inner: string | null): string | null {
  if (outer === null || inner === null || !inner.startsWith(outer) || inner === outer) return null;
  return inner.slice(outer.length);
}

/** Offset behind the byte order mark and the XML declaration: where what can be edited begins. */
export function editableStart(text: string, document: TemplateDocument): number {
  if (document.declaration) return text.indexOf('?>') + 2;
  return text.startsWith('\uFEFF') ? 1 : 0;
}
