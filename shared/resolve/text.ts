import { message } from '../messages/message.ts';
import { attributeValue, childElements, type ElementNode, type TextNode } from '../template/document/document.ts';
import { limits } from '../template/document/limits.ts';
import { createFindingLog } from '../template/document/problem.ts';
import type { CaptionsLayer, TextLayer } from '../template/movie/movie.ts';
import { elementRegistry } from '../template/tables/elements.ts';
import { elementSpecOf, LANGUAGE } from '../template/tables/language.ts';
import { roleOf } from '../template/tables/roles.ts';
import type { ValuesOf } from '../template/value-types/attribute-types.ts';
import type { SpanFormat, TextSpan, TextStyle } from '../template/values/text-style.ts';
import { findingAt, textsOf } from '../template/variables/written-values.ts';
import { checkSource, knownChildren, mediaSource } from './children.ts';
import { readAttributes, resolvedText, warnOfUnknownAttributes } from './read-attributes.ts';
import type { ReadingContext, ReadLayer } from './reading-context.ts';
import { readVisualAttributes, resolveInside } from './visual.ts';

const specs = elementRegistry.text.attributes;

/** Reads a text. Returns null if it is invalid or has no content. */
export function resolveText(context: ReadingContext, element: ElementNode, readLayer: ReadLayer): TextLayer | null {
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  const inside = resolveInside(context, 'text', element, readLayer);
  const spanned = contentOf(context, element, complete?.content ?? null);
  if (complete === null || spanned === null) return null;
  const { content, spans } = spanned;
  const { width, height } = complete;
  const style = styleOf(complete);
  const text = { content, ...(spans.length > 0 && { spans }), box: { width, height }, style };
  return { kind: 'text', ...readVisualAttributes(element, complete), ...inside, ...text };
}

/** Reads captions. Returns null if they are invalid or have no file. */
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
  const captions = { source, skip, mode, box: { width, height }, style: styleOf(complete) };
  return { kind: 'captions', ...readVisualAttributes(element, complete), ...inside, ...captions };
}

function contentOf(context: ReadingContext, element: ElementNode, written: string | null): SpannedText | null {
  const { log } = context;
  const [child, second] = childElements(element).filter((each) => roleOf(each) === 'content');
  const isWritten = attributeValue(element, 'content') !== undefined;
  const surplus = isWritten ? child : second;
  if (surplus !== undefined)
    log.add('template/duplicate-attribute', { node: surplus.id, part: 'name' }, () => message('template/two-contents'));
  if (!isWritten && child === undefined) {
    log.add('template/missing-attribute', { node: element.id }, () => message('template/no-content'));
    return null;
  }
  const asWritten = written === null ? null : { content: written, spans: [] };
  const spanned = isWritten || child === undefined ? asWritten : resolveContent(context, child);
  if (spanned === null || spanned.content.length <= limits.textCharacters) return spanned;
  const at = isWritten ? { node: element.id, attribute: 'content' } : { node: child?.id ?? element.id };
  log.add('template/invalid-value', at, () => message('template/text-too-long', { most: limits.textCharacters }));
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

/** The content of a text and its styled ranges. */
interface SpannedText {
  readonly content: string;
  readonly spans: readonly TextSpan[];
}

/**
 * Reads the text of a `content` element with its spans. Returns null if the substitution of a piece fails, for example
 * because a variable has no value.
 */
function resolveContent(context: ReadingContext, element: ElementNode): SpannedText | null {
  warnOfUnknownAttributes(context, element, [elementRegistry.content.attributes]);
  const reading: Reading = { context, content: '', spans: [], count: 0, isWhole: true };
  readInside(reading, 'content', element, { depth: 0, look: {} });
  return reading.isWhole ? { content: reading.content, spans: reading.spans } : null;
}

/** The state while the content is read. */
interface Reading {
  readonly context: ReadingContext;
  content: string;
  readonly spans: TextSpan[];
  count: number;
  isWhole: boolean;
}

interface SpanContext {
  readonly depth: number;
  /** The styles of the spans around a piece, from the innermost. */
  readonly look: SpanFormat;
}

function readInside(
  reading: Reading,
  parent: 'content' | 'span',
  element: ElementNode,
  spanContext: SpanContext,
): void {
  const { context } = reading;
  const texts = new Set(textsOf(element));
  const spans = new Set(knownChildren(context, parent, element).map((child) => child.element));
  for (const child of element.children) {
    if (child.kind === 'text' && texts.has(child)) {
      const text = readPiece(context, element, child);
      if (text === undefined) reading.isWhole = false;
      else addText(reading, text, spanContext.look);
    } else if (child.kind === 'element' && spans.has(child)) readSpan(reading, child, spanContext);
  }
}

function readSpan(reading: Reading, element: ElementNode, { depth, look }: SpanContext): void {
  const { context } = reading;
  const at = { node: element.id, part: 'name' } as const;
  reading.count += 1;
  if (reading.count > limits.spans) {
    // Report the first excess only. The movie is not rendered anyway.
    if (reading.count === limits.spans + 1)
      context.log.add('template/too-many-layers', at, () => message('template/too-many-spans', { most: limits.spans }));
    return;
  }
  if (depth >= limits.nestedSpans) {
    context.log.add('template/too-deep', at, () => message('template/spans-too-deep', { most: limits.nestedSpans }));
    return;
  }
  const specs = elementRegistry.span.attributes;
  const { values } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  if (values.enabled === false) return;
  const { color, size, weight, style, font, underline, strike } = values;
  const own: SpanFormat = {
    ...(color && { color }),
    ...(typeof size === 'number' && { size }),
    ...(typeof weight === 'number' && { weight }),
    ...(style && { slant: style }),
    ...(font && { families: font, namedBy: element.id }),
    ...(typeof underline === 'boolean' && { underline }),
    ...(typeof strike === 'boolean' && { strike }),
  };
  readInside(reading, 'span', element, { depth: depth + 1, look: { ...look, ...own } });
}

function addText(reading: Reading, text: string, look: SpanFormat): void {
  const start = reading.content.length;
  reading.content += text;
  const end = reading.content.length;
  if (end > start && Object.keys(look).length > 0) reading.spans.push({ start, end, ...look });
}

/**
 * Returns the text content of an element: all texts and CDATA sections, joined, with their variables substituted.
 * Reports problems at the piece that contains them. Returns undefined if a substitution fails, for example because a
 * value is missing, and for elements without text content.
 */
export function readContent(context: ReadingContext, element: ElementNode, language = LANGUAGE): string | undefined {
  if (elementSpecOf(element, language)?.content === undefined) return undefined;
  const pieces = textsOf(element, language).map((piece) => readPiece(context, element, piece));
  return pieces.includes(undefined) ? undefined : pieces.join('');
}

/**
 * Returns a piece of a text with its variables substituted; undefined if a substitution fails, for example because a
 * value is missing.
 */
function readPiece(context: ReadingContext, element: ElementNode, { id, text }: TextNode): string | undefined {
  const log = createFindingLog();
  const resolved = resolvedText({ ...context, log }, element, { name: 'text', value: text });
  const at = findingAt({ node: element.id, attribute: null, text: id });
  for (const finding of log.findings()) {
    const { characters } = finding.at ?? {};
    context.log.addAll([{ ...finding, at: characters === undefined ? at : { ...at, characters } }]);
  }
  return resolved?.text;
}
