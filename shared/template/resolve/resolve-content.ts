import { statement } from '../../statements/statement.ts';
import type { ElementNode } from '../document/document.ts';
import { limits } from '../document/limits.ts';
import { readAttributes, warnOfUnknownAttributes } from '../reading/read-attributes.ts';
import { readPiece } from '../reading/read-content.ts';
import type { ReadingContext } from '../reading/reading-context.ts';
import { knownChildren } from '../reading/resolve-children.ts';
import { elementRegistry } from '../tables/elements.ts';
import type { SpanLook, TextSpan } from '../values/text-style.ts';
import { textsOf } from '../variables/written-values.ts';

/** What a text says, and which stretches of it look otherwise. */
export interface SpannedText {
  readonly content: string;
  readonly spans: readonly TextSpan[];
}

/** The text of a `content` with that of its spans; null where a piece of it has no value to go by. */
export function resolveContent(context: ReadingContext, element: ElementNode): SpannedText | null {
  warnOfUnknownAttributes(context, element, [elementRegistry.content.attributes]);
  const reading: Reading = { context, content: '', spans: [], count: 0, isWhole: true };
  readInside(reading, 'content', element, { depth: 0, look: {} });
  return reading.isWhole ? { content: reading.content, spans: reading.spans } : null;
}

/** What has been read so far. */
interface Reading {
  readonly context: ReadingContext;
  content: string;
  readonly spans: TextSpan[];
  count: number;
  isWhole: boolean;
}

interface Around {
  readonly depth: number;
  /** What the spans say that a piece stands in, the inner ones first. */
  readonly look: SpanLook;
}

function readInside(reading: Reading, parent: 'content' | 'span', element: ElementNode, around: Around): void {
  const { context } = reading;
  const texts = new Set(textsOf(element));
  const spans = new Set(knownChildren(context, parent, element).map((child) => child.element));
  for (const child of element.children) {
    if (child.kind === 'text' && texts.has(child)) {
      const text = readPiece(context, element, child);
      if (text === undefined) reading.isWhole = false;
      else addText(reading, text, around.look);
    } else if (child.kind === 'element' && spans.has(child)) readSpan(reading, child, around);
  }
}

function readSpan(reading: Reading, element: ElementNode, { depth, look }: Around): void {
  const { context } = reading;
  const at = { node: element.id, part: 'name' } as const;
  reading.count += 1;
  if (reading.count > limits.spans) {
    // Told once; the film is not made.
    if (reading.count === limits.spans + 1)
      context.log.add('template/too-many-layers', at, () =>
        statement('template/too-many-spans', { most: limits.spans }),
      );
    return;
  }
  if (depth >= limits.nestedSpans) {
    context.log.add('template/too-deep', at, () => statement('template/spans-too-deep', { most: limits.nestedSpans }));
    return;
  }
  const specs = elementRegistry.span.attributes;
  const { values } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  if (values.enabled === false) return;
  const { color, size, weight, style, font, underline, strike } = values;
  const own: SpanLook = {
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

function addText(reading: Reading, text: string, look: SpanLook): void {
  const start = reading.content.length;
  reading.content += text;
  const end = reading.content.length;
  if (end > start && Object.keys(look).length > 0) reading.spans.push({ start, end, ...look });
}
