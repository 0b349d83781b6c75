import { type Message, message } from '../../messages/message.ts';
import { limits } from '../../template/document/limits.ts';
import type { ProblemCode } from '../../template/document/problem.ts';
import { isScene } from '../../template/tables/roles.ts';
import { type LinePosition, lineIndex } from '../ranges/line-index.ts';
import type { TextRange } from '../ranges/ranges.ts';
import { type Fault, MAX_PROBLEMS, type ParsedElement } from './fault.ts';
import type { ParsedAttribute, ParserSink } from './parser-sink.ts';

/**
 * The maximum number of texts, comments, and attributes, which is more than the largest movie needs. Each of them takes
 * as much memory and time as an element.
 */
const MAX_LEAVES = 250_000;
/** The maximum number of placeholders: ten per scene of the largest movie. */
const MAX_PLACEHOLDERS = 100_000;

/** An error that aborts parsing. Parsing continues at `resumeAt`, or stops if `resumeAt` is null. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
  readonly resumeAt: number | null;

  constructor(resumeAt: number | null) {
    super('the parser is left');
    this.resumeAt = resumeAt;
  }
}

/** The state of the parser: the open elements and the problems so far. */
export class ParserState {
  readonly text: string;
  readonly sink: ParserSink;
  readonly open: ParsedElement[] = [];
  /** The attributes of the current start tag. */
  attributes: ParsedAttribute[] = [];
  /** Whether the current start tag already has a problem. Any further problem is then probably a consequence. */
  tagFaulted = false;
  /**
   * Elements with an unclosed start tag. A missing end tag is not reported for them, because they may be self-closing.
   */
  readonly perhapsEmpty = new Set<ParsedElement>();
  /** The end of the last markup or text that was passed on, which is the start of the next one. */
  cursor: number;
  sawRoot = false;
  /** The value that contains the last reported `<`: its start, and the name of its attribute. */
  valueWithLessThan: { readonly from: number; readonly attribute: string | null } | null = null;
  /** Names after a `<` that did not start an element. End tags with these names are ignored. */
  readonly ignoredNames = new Set<string>();
  readonly #faults: Fault[] = [];
  readonly #faultedOffsets = new Set<number>();
  /** The problems that were found before parsing, whose elements are not known yet. */
  readonly #repairs: readonly Fault[];
  #locatedRepairs = 0;
  #sawSecondRoot = false;
  #elements = 0;
  #leaves = 0;
  #placeholders = 0;
  #scenes = 0;
  #lines: ((offset: number) => LinePosition) | null = null;

  constructor(text: string, repairs: readonly Fault[], sink: ParserSink) {
    this.text = text;
    this.sink = sink;
    this.#repairs = repairs;
    this.cursor = /^\uFEFF?[ \t\r\n]*/.exec(text)?.[0].length ?? 0;
  }

  /** The problems, sorted by position. */
  get faults(): readonly Fault[] {
    return this.#faults.sort((left, right) => left.start - right.start).slice(0, MAX_PROBLEMS);
  }

  get top(): ParsedElement | null {
    return this.open.at(-1) ?? null;
  }

  /**
   * Records a problem, unless there is already one at the same offset. Aborts parsing at the maximum number of
   * problems.
   */
  fault(code: ProblemCode, says: Message, range: TextRange, attribute: string | null = null): void {
    if (this.#faultedOffsets.has(range.start)) return;
    this.#faultedOffsets.add(range.start);
    const end = Math.min(this.text.length, Math.max(range.end, range.start + 1));
    this.#faults.push({ code, says, start: range.start, end, element: this.top, attribute });
    if (this.#faults.length >= MAX_PROBLEMS) throw new Interruption(null);
  }

  malformed(says: Message, start: number, end: number, attribute: string | null = null): void {
    this.fault('xml/not-well-formed', says, { start, end }, attribute);
  }

  lineOf(offset: number): number {
    this.#lines ??= lineIndex(this.text);
    return this.#lines(offset).line;
  }

  /** Opens an element. Aborts parsing if the template exceeds a limit. */
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

  /** Ends the start tag of the innermost element. */
  startTag(end: number): void {
    const element = this.top;
    if (element === null) return;
    this.locateRepaired(end);
    this.sink.startTag(element.name, this.attributes, { start: element.start, end });
    this.cursor = end;
  }

  /** Closes the innermost element, with or without an end tag. */
  end(tag: TextRange | null): void {
    this.locateRepaired(tag?.end ?? this.cursor);
    this.sink.endTag(tag);
    this.open.pop();
    if (tag !== null) this.cursor = tag.end;
  }

  /** Assigns the problems before `offset` that were found before parsing to the innermost element. */
  locateRepaired(offset: number, attribute: string | null = null): void {
    for (
      let next = this.#repairs[this.#locatedRepairs];
      next !== undefined;
      next = this.#repairs[this.#locatedRepairs]
    ) {
      if (next.start >= offset) return;
      this.#locatedRepairs += 1;
      this.fault(next.code, next.says, next, attribute);
    }
  }

  /** Counts a comment, a text, or an attribute, and its placeholders. */
  countLeaf(range: TextRange, placeholders = 0): void {
    this.#leaves += 1;
    this.#placeholders += placeholders;
    if (this.#leaves <= MAX_LEAVES && this.#placeholders <= MAX_PLACEHOLDERS) return;
    const says =
      this.#leaves > MAX_LEAVES
        ? message('xml/too-many-leaves', { most: MAX_LEAVES })
        : message('xml/too-many-placeholders', { most: MAX_PLACEHOLDERS });
    this.fault('xml/too-many-elements', says, range);
    throw new Interruption(null);
  }

  #count(name: string, range: TextRange): void {
    this.#elements += 1;
    if (this.open.length === 2 && isScene({ name })) this.#scenes += 1;
    const { depth: maxDepth, elements: maxElements, scenes: maxScenes } = limits;
    if (this.open.length > maxDepth) {
      this.fault('xml/too-deep', message('xml/too-deep', { most: maxDepth }), range);
    } else if (this.#elements > maxElements) {
      this.fault('xml/too-many-elements', message('xml/too-many-elements', { most: maxElements }), range);
    } else if (this.#scenes > maxScenes) {
      this.fault('template/too-many-scenes', message('xml/too-many-scenes', { most: maxScenes }), range);
    } else return;
    throw new Interruption(null);
  }
}
