import { type Message, message } from '../../messages/message.ts';
import { limits } from '../../template/document/limits.ts';
import type { ProblemCode } from '../../template/document/problem.ts';
import { isScene } from '../../template/tables/roles.ts';
import { type LinePosition, lineIndex } from '../ranges/line-index.ts';
import type { TextRange } from '../ranges/ranges.ts';
import { type Fault, MOST_PROBLEMS, type SeenElement } from './fault.ts';
import type { ParserSink, SeenAttribute } from './parser-sink.ts';

/** More than films have with as many scenes as may be; each takes as much memory and time as an element. */
const MOST_LEAVES = 250_000;
/** Placeholders; ten to each scene that a film may have. */
const MOST_PLACEHOLDERS = 100_000;

/** Leaves the parser in the middle of its work: to begin again at an offset, or for good when it is null. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
  readonly resumeAt: number | null;

  constructor(resumeAt: number | null) {
    super('the parser is left');
    this.resumeAt = resumeAt;
  }
}

/** What the gate knows while it passes through a text: the open elements, and the faults so far. */
export class ParserState {
  readonly text: string;
  readonly sink: ParserSink;
  readonly open: SeenElement[] = [];
  /** Those of the start tag that is being read. */
  attributes: SeenAttribute[] = [];
  /** Whether something in that start tag was faulted, so that what follows in it is probably a consequence. */
  tagFaulted = false;
  /** Elements whose start tag lacks its end, which may have been meant to be `/>`: no end tag of theirs is missed. */
  readonly perhapsEmpty = new Set<SeenElement>();
  /** End of the markup or text that was told last: where the next one begins. */
  cursor: number;
  sawRoot = false;
  /** Where the value begins in which a `<` was faulted last, and the attribute's name. */
  valueWithLessThan: { readonly from: number; readonly attribute: string | null } | null = null;
  /** Names behind a `<` that began no element: their end tags are no news. */
  readonly ignoredNames = new Set<string>();
  readonly #faults: Fault[] = [];
  readonly #faultedOffsets = new Set<number>();
  /** Faults from before the gate, whose element is not known yet. */
  readonly #mended: readonly Fault[];
  #mendedKnown = 0;
  #sawSecondRoot = false;
  #elements = 0;
  #leaves = 0;
  #placeholders = 0;
  #scenes = 0;
  #lines: ((offset: number) => LinePosition) | null = null;

  constructor(text: string, mended: readonly Fault[], sink: ParserSink) {
    this.text = text;
    this.sink = sink;
    this.#mended = mended;
    this.cursor = /^\uFEFF?[ \t\r\n]*/.exec(text)?.[0].length ?? 0;
  }

  /** Sorted by position. */
  get faults(): readonly Fault[] {
    return this.#faults.sort((left, right) => left.start - right.start).slice(0, MOST_PROBLEMS);
  }

  get top(): SeenElement | null {
    return this.open.at(-1) ?? null;
  }

  /** Records a fault, one at each offset. Leaves the parser when there are enough. */
  fault(code: ProblemCode, says: Message, range: TextRange, attribute: string | null = null): void {
    if (this.#faultedOffsets.has(range.start)) return;
    this.#faultedOffsets.add(range.start);
    const end = Math.min(this.text.length, Math.max(range.end, range.start + 1));
    this.#faults.push({ code, says, start: range.start, end, element: this.top, attribute });
    if (this.#faults.length >= MOST_PROBLEMS) throw new Interruption(null);
  }

  malformed(says: Message, start: number, end: number, attribute: string | null = null): void {
    this.fault('xml/not-well-formed', says, { start, end }, attribute);
  }

  lineOf(offset: number): number {
    this.#lines ??= lineIndex(this.text);
    return this.#lines(offset).line;
  }

  /** A start tag has begun. Leaves the parser for good when the template is too much. */
  begin(name: string, start: number): void {
    const parent = this.top;
    const ordinal = (parent?.childCounts.get(name) ?? 0) + 1;
    parent?.childCounts.set(name, ordinal);
    this.locateRepaired(start);
    if (parent === null && this.sawRoot && !this.#sawSecondRoot) {
      this.#sawSecondRoot = true;
      this.malformed(message('xml/second-root'), start, start + name.length + 1);
    }
    this.sawRoot = true;
    this.open.push({ name, parent, ordinal, childCounts: new Map(), start });
    this.attributes = [];
    this.tagFaulted = false;
    this.#count(name, { start, end: start + name.length + 1 });
  }

  /** The start tag of the innermost element ends. */
  startTag(end: number): void {
    const element = this.top;
    if (element === null) return;
    this.locateRepaired(end);
    this.sink.startTag(element.name, this.attributes, { start: element.start, end });
    this.cursor = end;
  }

  /** The innermost element ends, with a tag of its own or without. */
  end(tag: TextRange | null): void {
    this.locateRepaired(tag?.end ?? this.cursor);
    this.sink.endTag(tag);
    this.open.pop();
    if (tag !== null) this.cursor = tag.end;
  }

  /** Says of the mended places before `offset` that they stand in the innermost element. */
  locateRepaired(offset: number, attribute: string | null = null): void {
    for (let next = this.#mended[this.#mendedKnown]; next !== undefined; next = this.#mended[this.#mendedKnown]) {
      if (next.start >= offset) return;
      this.#mendedKnown += 1;
      this.fault(next.code, next.says, next, attribute);
    }
  }

  /** Counts a comment, a text or an attribute, and the placeholders in that. */
  countLeaf(range: TextRange, placeholders = 0): void {
    this.#leaves += 1;
    this.#placeholders += placeholders;
    if (this.#leaves <= MOST_LEAVES && this.#placeholders <= MOST_PLACEHOLDERS) return;
    const says =
      this.#leaves > MOST_LEAVES
        ? message('xml/too-many-leaves', { most: MOST_LEAVES })
        : message('xml/too-many-placeholders', { most: MOST_PLACEHOLDERS });
    this.fault('xml/too-many-elements', says, range);
    throw new Interruption(null);
  }

  #count(name: string, range: TextRange): void {
    this.#elements += 1;
    if (this.open.length === 2 && isScene({ name })) this.#scenes += 1;
    const { depth, elements, scenes } = limits;
    if (this.open.length > depth) {
      this.fault('xml/too-deep', message('xml/too-deep', { most: depth }), range);
    } else if (this.#elements > elements) {
      this.fault('xml/too-many-elements', message('xml/too-many-elements', { most: elements }), range);
    } else if (this.#scenes > scenes) {
      this.fault('template/too-many-scenes', message('xml/too-many-scenes', { most: scenes }), range);
    } else return;
    throw new Interruption(null);
  }
}
