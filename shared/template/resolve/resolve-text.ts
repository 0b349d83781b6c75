import { statement } from '../../statements/statement.ts';
import { attributeValue, childElements, type ElementNode } from '../document/document.ts';
import { limits } from '../document/limits.ts';
import type { CaptionsLayer, TextLayer } from '../movie/movie.ts';
import { readAttributes, warnOfUnknownAttributes } from '../reading/read-attributes.ts';
import type { ReadingContext, ReadLayer } from '../reading/reading-context.ts';
import { checkSource, mediaSource } from '../reading/resolve-source.ts';
import { elementRegistry } from '../tables/elements.ts';
import { roleOf } from '../tables/roles.ts';
import type { ValuesOf } from '../value-types/attribute-spec.ts';
import type { TextStyle } from '../values/text-style.ts';
import { resolveContent, type SpannedText } from './resolve-content.ts';
import { resolveInside, seenOf } from './resolve-seen.ts';

const specs = elementRegistry.text.attributes;

/** Reads a text; null where it cannot be read, or nothing is said of what it says. */
export function resolveText(context: ReadingContext, element: ElementNode, readLayer: ReadLayer): TextLayer | null {
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  const inside = resolveInside(context, 'text', element, readLayer);
  const said = contentOf(context, element, complete?.content ?? null);
  if (complete === null || said === null) return null;
  const { content, spans } = said;
  const { width, height } = complete;
  const style = styleOf(complete);
  const text = { content, ...(spans.length > 0 && { spans }), box: { width, height }, style };
  return { kind: 'text', ...seenOf(element, complete), ...inside, ...text };
}

/** Reads captions; null where they cannot be read, or no file is named. */
export function resolveCaptions(
  context: ReadingContext,
  element: ElementNode,
  readLayer: ReadLayer,
): CaptionsLayer | null {
  const { attributes } = elementRegistry.captions;
  const { complete } = readAttributes(context, element, attributes);
  warnOfUnknownAttributes(context, element, [attributes]);
  checkSource(context, element);
  const inside = resolveInside(context, 'captions', element, readLayer);
  if (complete === null) return null;
  const { url, src, skip, mode, width, height } = complete;
  const source = mediaSource(url, src);
  if (source === null) return null;
  const shown = { source, skip, mode, box: { width, height }, style: styleOf(complete) };
  return { kind: 'captions', ...seenOf(element, complete), ...inside, ...shown };
}

function contentOf(context: ReadingContext, element: ElementNode, written: string | null): SpannedText | null {
  const { log } = context;
  const [child, second] = childElements(element).filter((each) => roleOf(each) === 'content');
  const isWritten = attributeValue(element, 'content') !== undefined;
  const surplus = isWritten ? child : second;
  if (surplus !== undefined)
    log.add('template/duplicate-attribute', { node: surplus.id, part: 'name' }, () =>
      statement('template/two-contents'),
    );
  if (!isWritten && child === undefined) {
    log.add('template/missing-attribute', { node: element.id }, () => statement('template/no-content'));
    return null;
  }
  const asWritten = written === null ? null : { content: written, spans: [] };
  const said = isWritten || child === undefined ? asWritten : resolveContent(context, child);
  if (said === null || said.content.length <= limits.textCharacters) return said;
  const at = isWritten ? { node: element.id, attribute: 'content' } : { node: child?.id ?? element.id };
  log.add('template/invalid-value', at, () => statement('template/text-too-long', { most: limits.textCharacters }));
  return null;
}

function styleOf(values: Omit<ValuesOf<typeof specs>, 'content'>): TextStyle {
  const { font, size, weight, style, color, xalign, yalign, direction, lineheight, letterspacing } = values;
  const { width, height, autosize, minsize, maxlines, outline, shadow, background, padding, radius } = values;
  const lines = (['underline', 'strike'] as const).filter((line) => values[line]);
  return {
    families: font ?? [],
    size,
    weight,
    slant: style,
    color,
    xAlign: xalign === 'middle' ? 'center' : xalign,
    yAlign: yalign === 'center' ? 'middle' : yalign,
    direction,
    lineHeight: lineheight,
    letterSpacing: letterspacing,
    autosize: autosize ?? (width !== null && height !== null ? 'shrink' : 'none'),
    minSize: minsize ?? size / 4,
    maxLines: maxlines,
    outline,
    shadow,
    background,
    padding,
    radius,
    ...(lines.length > 0 && { lines }),
  };
}
