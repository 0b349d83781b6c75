/** A tag, comment, CDATA section, or processing instruction of a text that can be malformed. `end` is exclusive. */
export interface Construct {
  readonly kind: 'open' | 'self-closing' | 'close' | 'other';
  readonly start: number;
  /**
   * The offset after the `>`. If the `>` is missing, the construct ends at the next construct or at the end of the
   * text.
   */
  readonly end: number;
  readonly closed: boolean;
  /** The name of a tag; empty for other constructs. */
  readonly name: string;
}

const NAME = /[^\s<>/="'?!]*/y;

/** Yields the constructs that start before `limit`, in order. The text can be incomplete. */
export function* constructsOf(text: string, limit = text.length): Generator<Construct> {
  let at = text.indexOf('<');
  while (at !== -1 && at < limit) {
    const construct = constructAt(text, at);
    yield construct;
    at = text.indexOf('<', Math.max(construct.end, at + 1));
  }
}

const delimited: readonly (readonly [string, string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
];

function constructAt(text: string, start: number): Construct {
  for (const [opening, closing] of delimited) {
    if (!text.startsWith(opening, start)) continue;
    const closingAt = text.indexOf(closing, start + opening.length);
    const end = closingAt === -1 ? text.length : closingAt + closing.length;
    return { kind: 'other', start, end, closed: closingAt !== -1, name: '' };
  }
  const isClosing = text[start + 1] === '/';
  NAME.lastIndex = start + (isClosing ? 2 : 1);
  const name = NAME.exec(text)?.[0] ?? '';
  const { end, closed } = tagEnd(text, start + 1);
  if (isClosing) return { kind: 'close', start, end, closed, name };
  return { kind: closed && text[end - 2] === '/' ? 'self-closing' : 'open', start, end, closed, name };
}

const PLAIN = /[^<>"']*/y;
const QUOTED = { '"': /"[^"<]*"?/y, "'": /'[^'<]*'?/y } as const;

/**
 * Returns the offset after the first `>` outside quotes. A `<` also ends an unclosed tag, because XML does not allow
 * `<` in quotes.
 */
function tagEnd(text: string, from: number): { readonly end: number; readonly closed: boolean } {
  let at = from;
  for (;;) {
    PLAIN.lastIndex = at;
    PLAIN.test(text);
    at = PLAIN.lastIndex;
    const unit = text[at];
    if (unit === '>') return { end: at + 1, closed: true };
    if (unit !== '"' && unit !== "'") return { end: at, closed: false };
    const quoted = QUOTED[unit];
    quoted.lastIndex = at;
    quoted.test(text);
    at = quoted.lastIndex;
  }
}

/** An attribute of a start tag, possibly incomplete. */
export interface WrittenAttribute {
  readonly name: string;
  readonly start: number;
  readonly nameEnd: number;
  /**
   * The range of the value between the quotes; null if the value has no quotes. If the closing quote is missing, the
   * range extends to the end of the tag.
   */
  readonly value: { readonly start: number; readonly end: number } | null;
}

const ATTRIBUTE = /([^\s<>/="'?!]+)(?:\s*=\s*(?:"([^"]*)("?)|'([^']*)('?)))?/gy;

export function attributesOf(text: string, { start, end, name, closed }: Construct): readonly WrittenAttribute[] {
  const tag = text.slice(start, closed ? end - 1 : end);
  const attributes: WrittenAttribute[] = [];
  let at = 1 + name.length;
  while (at < tag.length) {
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(tag);
    if (match === null) {
      at += 1;
      continue;
    }
    const [whole, attribute = '', double, doubleEnd, single, singleEnd] = match;
    const value = double ?? single;
    const behind = start + at + whole.length - (doubleEnd ?? singleEnd ?? '').length;
    attributes.push({
      name: attribute,
      start: start + at,
      nameEnd: start + at + attribute.length,
      value: value === undefined ? null : { start: behind - value.length, end: behind },
    });
    at += whole.length;
  }
  return attributes;
}

/** Returns the open elements at an offset, outermost first. */
export function openElements(text: string, offset: number): readonly Construct[] {
  const open: Construct[] = [];
  for (const construct of constructsOf(text, offset)) {
    if (construct.end > offset) break;
    if (construct.kind === 'open' && construct.name !== '') open.push(construct);
    if (construct.kind !== 'close') continue;
    const opened = open.findLastIndex(({ name }) => name === construct.name);
    if (opened !== -1) open.length = opened;
  }
  return open;
}
