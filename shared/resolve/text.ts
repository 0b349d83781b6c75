import { Exact } from '../expressions/decimal.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { parseExpression } from '../expressions/parse.ts';
import { isNumber, isRecord, type Scope, type Value } from '../expressions/values.ts';
import { type NameUse, variablesIn } from '../expressions/variables-in.ts';
import { DEFAULT_LANGUAGE } from '../formats/languages.ts';
import { message } from '../messages/message.ts';
import {
  attributeValue,
  childElements,
  type ElementNode,
  elementsOf,
  type NodeId,
  type TextNode,
} from '../template/document/document.ts';
import { limits } from '../template/document/limits.ts';
import { createFindingLog } from '../template/document/problem.ts';
import type { TextLayer } from '../template/movie/movie.ts';
import { expressionIn, parseValue } from '../template/placeholders/placeholder.ts';
import { createValueBudget, evaluationContext, substitute } from '../template/placeholders/substitute.ts';
import { elementRegistry } from '../template/tables/elements.ts';
import { elementSpecOf, LANGUAGE } from '../template/tables/language.ts';
import { roleOf } from '../template/tables/roles.ts';
import type { ValuesOf } from '../template/value-types/attribute-types.ts';
import type { Animation } from '../template/values/animation.ts';
import {
  COUNTED_CONTENT,
  COUNTED_NAME,
  type CountedExpression,
  type CountedPiece,
  type CountedText,
  type PlainValue,
} from '../template/values/counted-text.ts';
import type { FrameRate } from '../template/values/frame-rate.ts';
import type { SpanFormat, TextSpan, TextStyle } from '../template/values/text-style.ts';
import { findingAt, textsOf } from '../template/variables/written-values.ts';
import { knownChildren } from './children.ts';
import { exactDecimal, readAttributes, resolvedText, warnOfUnknownAttributes } from './read-attributes.ts';
import { type ReadingContext, type ReadLayer, scopedContext } from './reading-context.ts';
import { readVisualAttributes, resolveInside } from './visual.ts';

const specs = elementRegistry.text.attributes;
const { value: valueSpec, content: contentSpec, ...otherSpecs } = specs;

/** Reads a text. Returns null if it is invalid or has no content. */
export function resolveText(context: ReadingContext, element: ElementNode, readLayer: ReadLayer): TextLayer | null {
  const { value } = readAttributes(context, element, { value: valueSpec }).values;
  const { complete } = readAttributes(context, element, otherSpecs);
  warnOfUnknownAttributes(context, element, [specs]);
  const inside = resolveInside(context, 'text', element, readLayer);
  const isMoving = inside.animations.some(animatesNumber);
  if (isMoving && attributeValue(element, 'value') === undefined)
    context.log.add('template/missing-attribute', { node: element.id }, () =>
      message('template/missing-attribute', { element: element.name, names: ['value'] }),
    );
  const number = typeof value === 'number' ? exactDecimal(context, element, 'value') : null;
  const inContent = number === null ? context : countedContext(context, element, number);
  const spanned =
    value === undefined
      ? contentWithoutNumber(context, element)
      : number !== null && isMoving
        ? movingContent(context, element, number, inside.animations)
        : contentAt(inContent, element, false);
  if (complete === null || value === undefined || spanned === null) return null;
  const { content, spans, written } = spanned;
  const { width, height, figures, decimals } = complete;
  const counted =
    number === null || !isMoving ? null : countedText(inContent, written, { number, decimals }, inside.animations);
  const digits = figures ?? (counted === null ? 'font' : 'tabular');
  const style = { ...styleOf(complete), ...(digits !== 'font' && { figures: digits }) };
  const parts = { ...(spans.length > 0 && { spans }), ...(counted !== null && { counted }) };
  const text = { content, ...parts, box: { width, height }, style };
  return { kind: 'text', ...readVisualAttributes(element, complete), ...inside, ...text };
}

/** Reads the attribute `content` or the content element. */
function contentAt(context: ReadingContext, element: ElementNode, isCounted: boolean): SpannedText | null {
  const attribute = readAttributes(context, element, { content: contentSpec }).values.content ?? null;
  return contentOf(context, element, attribute, isCounted);
}

/**
 * Reads the content of a text whose number is refused. Faults of expressions are omitted, because they follow from the
 * refused number. Returns null.
 */
function contentWithoutNumber(context: ReadingContext, element: ElementNode): null {
  const log = createFindingLog();
  contentAt(countedContext({ ...context, log }, element, '1'), element, false);
  context.log.addAll(log.findings().filter(({ code }) => code !== 'expression/value'));
  return null;
}

/**
 * Reads the content of a text with a moving number. A fault at the written number matters only in a frame that shows
 * this number, and the check of all frames reports it there. The content at rest is then the content at the start.
 */
function movingContent(
  context: ReadingContext,
  element: ElementNode,
  number: string,
  animations: readonly Animation[],
): SpannedText | null {
  const log = createFindingLog();
  const content = contentAt(countedContext({ ...context, log }, element, number), element, true);
  const findings = log.findings();
  if (content === null && findings.every(({ code }) => code === 'expression/value'))
    for (const start of startsOf(animations)) {
      const silent = { ...context, log: createFindingLog() };
      const other = contentAt(countedContext(silent, element, start), element, true);
      if (other !== null) return other;
    }
  context.log.addAll(findings);
  return content;
}

/** Returns the numbers from which animations count, and the numbers of their keyframes, up to a maximum of four. */
function startsOf(animations: readonly Animation[]): readonly string[] {
  const numbers = animations.flatMap((animation): readonly (string | undefined)[] => {
    if (!animation.enabled) return [];
    if (animation.kind === 'custom') return animation.keys.map(({ exactValue }) => exactValue);
    return animation.preset.type === 'countup' ? [String(animation.preset.start)] : [];
  });
  return numbers.filter((number) => number !== undefined).slice(0, MAX_STARTS);
}

const MAX_STARTS = 4;

/**
 * @param isCounted Whether to keep spans without text, because a counted number can give them a text in other frames.
 */
function contentOf(
  context: ReadingContext,
  element: ElementNode,
  content: string | null,
  isCounted: boolean,
): SpannedText | null {
  const { log } = context;
  const [child, second] = childElements(element).filter((childElement) => roleOf(childElement) === 'content');
  const isWritten = attributeValue(element, 'content') !== undefined;
  const surplus = isWritten ? child : second;
  if (surplus !== undefined)
    log.add('template/duplicate-attribute', { node: surplus.id, part: 'name' }, () => message('template/two-contents'));
  const isCounting = attributeValue(element, 'value') !== undefined;
  if (!isWritten && child === undefined && isCounting) return countedNumberText(context, element);
  if (!isWritten && child === undefined) {
    log.add('template/missing-attribute', { node: element.id }, () => message('template/no-content'));
    return null;
  }
  const written = [{ value: attributeValue(element, 'content') ?? '', at: { node: element.id, attribute: 'content' } }];
  const asWritten = content === null ? null : { content, spans: [], written };
  const spanned = isWritten || child === undefined ? asWritten : resolveContent(context, child, isCounted);
  if (spanned === null || spanned.content.length <= limits.textCharacters) return spanned;
  const at = isWritten ? { node: element.id, attribute: 'content' } : { node: child?.id ?? element.id };
  log.add('template/invalid-value', at, () => message('template/text-too-long', { most: limits.textCharacters }));
  return null;
}

function countedNumberText(context: ReadingContext, element: ElementNode): SpannedText | null {
  if (context.scope?.lookup(COUNTED_NAME) === undefined) return null;
  const text = substitute(parseValue(COUNTED_CONTENT), context, context.budget);
  const at = { node: element.id, attribute: 'value' };
  return text.kind === 'text' ? { content: text.text, spans: [], written: [{ value: COUNTED_CONTENT, at }] } : null;
}

/** Returns the style of a text or of captions. */
export function styleOf(values: Omit<ValuesOf<typeof specs>, 'content' | 'value' | 'decimals' | 'figures'>): TextStyle {
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

/** The content of a text with its styled ranges. */
interface SpannedText {
  readonly content: string;
  readonly spans: readonly TextSpan[];
  readonly written: readonly WrittenPiece[];
}

/** A written piece of the content, including placeholders. */
interface WrittenPiece {
  readonly value: string;
  readonly at: { readonly node: NodeId; readonly attribute?: string };
  /** The index of the span that contains the piece; absent outside spans. */
  readonly span?: number;
}

/**
 * Reads the text of a `content` element with its spans. Returns null if replacing the variables of a piece fails, for
 * example because a variable has no value.
 */
function resolveContent(context: ReadingContext, element: ElementNode, isCounted: boolean): SpannedText | null {
  warnOfUnknownAttributes(context, element, [elementRegistry.content.attributes]);
  const reading: Reading = { context, content: '', spans: [], written: [], count: 0, isWhole: true, isCounted };
  readInside(reading, 'content', element, { depth: 0, look: {} });
  const { content, spans, written, isWhole } = reading;
  return isWhole ? { content, spans, written } : null;
}

/** The state while reading the content. */
interface Reading {
  readonly context: ReadingContext;
  content: string;
  readonly spans: TextSpan[];
  readonly written: WrittenPiece[];
  count: number;
  isWhole: boolean;
  /** Whether to keep spans without text. */
  readonly isCounted: boolean;
}

interface SpanContext {
  readonly depth: number;
  /** The merged style of the spans around a piece. Inner spans take precedence. */
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
      else addText(reading, text, { value: child.text, at: { node: child.id } }, spanContext.look);
    } else if (child.kind === 'element' && spans.has(child)) readSpan(reading, child, spanContext);
  }
}

function readSpan(reading: Reading, element: ElementNode, { depth, look }: SpanContext): void {
  const { context } = reading;
  const at = { node: element.id, part: 'name' } as const;
  reading.count += 1;
  if (reading.count > limits.spans) {
    // Report only the first excess span. The movie cannot be rendered anyway.
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

function addText(reading: Reading, text: string, written: WrittenPiece, look: SpanFormat): void {
  const start = reading.content.length;
  reading.content += text;
  const end = reading.content.length;
  const isSpan = (end > start || reading.isCounted) && Object.keys(look).length > 0;
  reading.written.push({ ...written, ...(isSpan && { span: reading.spans.length }) });
  if (isSpan) reading.spans.push({ start, end, ...look });
}

/** Returns a context in which the name `value` has this number. */
function countedContext(context: ReadingContext, element: ElementNode, number: string): ReadingContext {
  const value = new Exact(number).plus(0);
  const counted = (outer: Scope | null | undefined): Scope => ({
    lookup: (name) => (name === COUNTED_NAME ? value : outer?.lookup(name)),
  });
  const scopes = new Map<NodeId, Scope>();
  for (const descendant of elementsOf(element))
    for (const { id } of [descendant, ...descendant.children]) {
      const scope = context.scopes?.get(id);
      if (scope !== undefined) scopes.set(id, counted(scope));
    }
  return { ...context, scope: counted(scopedContext(context, element).scope), scopes };
}

/** Returns whether an animation changes the number of a text. */
function animatesNumber(animation: Animation): boolean {
  if (!animation.enabled) return false;
  if (animation.kind === 'preset') return animation.preset.type === 'countup';
  return animation.keys.some(({ values }) => values.value !== undefined);
}

/** The frame rate that is used as long as the frame rate of the movie is invalid. */
const ANY_RATE: FrameRate = { numerator: 30, denominator: 1 };

/** Returns the content as constant texts and as expressions that depend on `value`. */
function countedText(
  context: ReadingContext,
  written: readonly WrittenPiece[],
  { number, decimals }: { readonly number: string; readonly decimals: number | null },
  animations: readonly Animation[],
): CountedText {
  const keys = animations.flatMap((animation) => (animation.kind === 'custom' ? animation.keys : []));
  const decimalsOf = (text: string) => text.split('.', 2)[1]?.length ?? 0;
  const most = Math.max(decimalsOf(number), ...keys.map(({ exactValue = '' }) => decimalsOf(exactValue)));
  return {
    value: number,
    decimals: decimals ?? most,
    language: context.language ?? DEFAULT_LANGUAGE,
    rate: context.rate ?? ANY_RATE,
    pieces: written.flatMap((piece) => countedPieces(context, piece)),
  };
}

function countedPieces(around: ReadingContext, { value, at, span }: WrittenPiece): readonly CountedPiece[] {
  const context = scopedContext(around, { id: at.node });
  const inSpan = span === undefined ? {} : { span };
  return parseValue(value).pieces.map((piece): CountedPiece => {
    if (piece.kind === 'placeholder' && piece.name === COUNTED_NAME)
      return { source: COUNTED_NAME, names: {}, place: { ...at, at: null }, ...inSpan };
    const expression = piece.kind === 'expression' ? expressionIn(piece) : null;
    if (piece.kind === 'expression' && expression?.ok === true) {
      const uses = variablesIn(expression.value);
      if (uses.some(({ name }) => name.split('.', 1)[0] === COUNTED_NAME))
        return {
          source: piece.source,
          names: plainNames(context, piece.source, uses),
          place: { ...at, at: piece.at },
          ...inSpan,
        };
    }
    const text = substitute({ pieces: [piece], faults: [] }, context);
    return { text: text.kind === 'text' ? text.text : '', ...inSpan };
  });
}

/** Returns the values of the names in an expression, except `value`. Omits names without a value. */
function plainNames(context: ReadingContext, source: string, uses: readonly NameUse[]): CountedExpression['names'] {
  const inside = evaluationContext(context, createValueBudget(), 'fault');
  const names: Record<string, PlainValue> = {};
  for (const { name, at, end } of uses) {
    const first = name.split('.', 1)[0] ?? name;
    const isKnown = context.scope?.lookup(first) !== undefined || inside.variable(name) !== undefined;
    if (first === COUNTED_NAME || !isKnown) continue;
    const path = parseExpression(source.slice(at, end));
    const read = path.ok ? evaluate(path.value, inside) : null;
    if (read?.ok === true) names[name] = plainValue(read.value);
  }
  return names;
}

function plainValue(value: Value): PlainValue {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (isNumber(value)) return { number: value.toFixed() };
  if (isRecord(value)) return { fields: [...value].map(([name, field]) => [name, plainValue(field)] as const) };
  return { list: value.map(plainValue) };
}

/**
 * Returns the text content of an element: all texts and CDATA sections, joined, after replacing variables. Reports
 * problems at the piece that contains them. Returns undefined if replacing a variable fails, for example because its
 * value is missing. Also returns undefined for an element that cannot have text.
 */
export function readContent(context: ReadingContext, element: ElementNode, language = LANGUAGE): string | undefined {
  if (elementSpecOf(element, language)?.content === undefined) return undefined;
  const pieces = textsOf(element, language).map((piece) => readPiece(context, element, piece));
  return pieces.includes(undefined) ? undefined : pieces.join('');
}

/**
 * Returns a piece of a text after replacing its variables; undefined if this fails, for example because a variable has
 * no value.
 */
export function readPiece(context: ReadingContext, element: ElementNode, { id, text }: TextNode): string | undefined {
  const log = createFindingLog();
  const resolved = resolvedText({ ...context, log }, element, { name: 'text', value: text });
  const at = findingAt({ node: element.id, attribute: null, text: id });
  for (const finding of log.findings()) {
    const { characters } = finding.at ?? {};
    context.log.addAll([{ ...finding, at: characters === undefined ? at : { ...at, characters } }]);
  }
  return resolved?.text;
}
