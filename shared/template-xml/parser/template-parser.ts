import { SaxesParser } from 'saxes';
import { message } from '../../messages/message.ts';
import { shortened } from '../../messages/quoting.ts';
import { isBlank } from '../../template/document/names.ts';
import { keepsSpace } from '../../template/tables/language.ts';
import type { TextRange } from '../ranges/ranges.ts';
import { declaredEncoding, isUtf8Name } from './decode.ts';
import { type Fault, MOST_PROBLEMS } from './fault.ts';
import { recoverFrom } from './parser-recovery.ts';
import type { ParserSink } from './parser-sink.ts';
import { Interruption, ParserState } from './parser-state.ts';
import { repairText } from './repair.ts';
import { unfinishedMessage } from './saxes-messages.ts';

export interface Passage {
  /** Sorted by position, at most {@link MOST_PROBLEMS}. */
  readonly faults: readonly Fault[];
  /** Whether the sink was told the whole document. True also of a text that is refused for a document type or the like. */
  readonly whole: boolean;
}

/** Faults beside which a document is still what its text says. */
const HARMLESS_TO_THE_TREE = new Set(['xml/doctype', 'xml/processing-instruction', 'xml/encoding']);

/** saxes is told nothing but this: XML 1.0, to which documents of any version 1.x are held, as its section 2.8 has it. */
const PARSER_OPTIONS = { position: false, forceXMLVersion: true, defaultXMLVersion: '1.0' } as const;

/**
 * The strict gate before everything: tells `sink` what a text says, and what the text is refused for. After a fault it
 * goes on where the next construct begins, so that one forgotten quote is one fault.
 */
export function runParser(text: string, sink: ParserSink): Passage {
  const mended = repairText(text);
  if (mended.faults.length >= MOST_PROBLEMS) return { faults: mended.faults, whole: false };
  const gate = new TemplateParser(new ParserState(mended.text, mended.faults, sink), mended.hasDoctype);
  const reachedTheEnd = gate.pass();
  const { faults } = gate.state;
  const harmless = faults.every((fault) => HARMLESS_TO_THE_TREE.has(fault.code));
  return { faults, whole: reachedTheEnd && harmless && !gate.undefinedEntity };
}

/** As many as begin, well-formed or not. */
function countPlaceholders(value: string): number {
  let count = 0;
  for (let at = value.indexOf('${'); at !== -1; at = value.indexOf('${', at + 2)) count += 1;
  return count;
}

class TemplateParser {
  readonly state: ParserState;
  undefinedEntity = false;
  #parser = new RoomyParser(PARSER_OPTIONS);
  /** Offset in the text at which the parser's position is 0. */
  #base = 0;
  readonly #hasDoctype: boolean;
  #unfinished = false;
  #ending = false;
  #errors = 0;
  #textOutsideTold = false;
  #names = new Set<string>();

  constructor(state: ParserState, hasDoctype: boolean) {
    this.state = state;
    this.#hasDoctype = hasDoctype;
  }

  /** Passes through the text; false when it was left before its end. */
  pass(): boolean {
    try {
      let from: number | null = 0;
      while (from !== null) from = this.#parse(from);
      this.#finish();
      return true;
    } catch (interruption) {
      if (interruption instanceof Interruption) return false;
      throw interruption;
    }
  }

  /** Parses from an offset to the end, or to where a fault has to be got over: then says where to go on. */
  #parse(from: number): number | null {
    this.#countInterruption();
    const { text, open } = this.state;
    // A parser that is begun in the middle is a fragment's, and is first told which elements are open.
    this.#parser =
      from === 0 ? new RoomyParser(PARSER_OPTIONS) : new RoomyParser({ ...PARSER_OPTIONS, fragment: true });
    const opening = open.map((element) => `<${element.name}>`).join('');
    if (from > 0) this.#parser.write(opening);
    this.#base = from === 0 ? 0 : from - opening.length;
    this.#listen();
    try {
      this.#parser.write(from === 0 ? text : text.slice(from));
      this.#ending = true;
      this.#parser.close();
      return null;
    } catch (interruption) {
      if (!(interruption instanceof Interruption) || interruption.resumeAt === null) throw interruption;
      this.state.cursor = interruption.resumeAt;
      this.state.locateRepaired(interruption.resumeAt);
      return interruption.resumeAt;
    }
  }

  #listen(): void {
    const { state } = this;
    const parser = this.#parser;
    parser.on('opentagstart', (tag) =>
      state.begin(tag.name, state.text.lastIndexOf('<', this.#here() - tag.name.length - 1)),
    );
    parser.on('attribute', (attribute) => this.#attribute(attribute.name, attribute.value));
    parser.on('opentag', () => state.startTag(this.#here()));
    parser.on('closetag', (tag) => this.#endTag(tag.name, tag.isSelfClosing));
    parser.on('text', (text) => this.#text(text));
    parser.on('cdata', (text) => this.#cdata(text));
    parser.on('comment', (text) => this.#comment(text));
    parser.on('xmldecl', () => this.#declaration());
    parser.on('processinginstruction', () => this.#instruction());
    parser.on('error', (error) => this.#error(error.message));
  }

  /** Offset behind what the parser has read. */
  #here(): number {
    return Math.min(this.state.text.length, this.#base + this.#parser.position);
  }

  #attribute(name: string, value: string): void {
    const { state } = this;
    const { text } = state;
    const end = this.#here();
    const quote = text.charAt(end - 1);
    // Without quotes it was faulted already.
    if (quote !== '"' && quote !== "'") return;
    const valueStart = text.lastIndexOf(quote, end - 2) + 1;
    const equals = text.lastIndexOf('=', valueStart - 1);
    let nameEnd = equals;
    while (nameEnd > 0 && isBlank(text.charAt(nameEnd - 1))) nameEnd -= 1;
    const start = Math.max(0, nameEnd - name.length);
    state.locateRepaired(start);
    state.locateRepaired(end, name);
    if (this.#repeats(name)) {
      state.malformed(message('xml/duplicate-attribute', { name: shortened(name) }), start, nameEnd, name);
      return;
    }
    const place = {
      start,
      end,
      name: { start, end: nameEnd },
      value: { start: valueStart, end: end - 1 },
      quote,
    } as const;
    state.countLeaf(place, countPlaceholders(value));
    state.attributes.push({ name, value, place });
  }

  #repeats(name: string): boolean {
    if (this.state.attributes.length === 0) this.#names = new Set();
    if (this.#names.has(name)) return true;
    this.#names.add(name);
    return false;
  }

  #endTag(name: string, selfClosing: boolean): void {
    const { state } = this;
    if (selfClosing) {
      state.end(null);
      return;
    }
    const end = this.#here();
    const start = state.text.lastIndexOf('</', end - 1);
    const named = state.text.slice(start + 2, end - 1);
    if (named.startsWith(name) && isBlank(named.slice(name.length))) state.end({ start, end });
    else recoverFrom('unexpected close tag.', state, end);
  }

  #text(text: string): void {
    // At an early end saxes tells the rest as text, whatever it was going to be.
    if (this.#unfinished) return;
    const { state } = this;
    const start = state.cursor;
    const end = this.#ending ? state.text.length : this.#here() - 1;
    state.cursor = end;
    state.locateRepaired(end);
    if (state.top === null) this.#textOutside(start, end);
    else if (!isBlank(text) || (text !== '' && keepsSpace(state.top))) this.#leaf(text, false, { start, end });
  }

  #cdata(text: string): void {
    const { state } = this;
    const start = state.cursor;
    const end = this.#here();
    state.cursor = end;
    state.locateRepaired(end);
    if (state.top === null) this.#textOutside(start, end);
    else this.#leaf(text, true, { start, end });
  }

  #leaf(text: string, cdata: boolean, place: TextRange): void {
    this.state.countLeaf(place);
    this.state.sink.text(text, cdata, place);
  }

  #textOutside(start: number, end: number): void {
    const offset = this.state.text.slice(start, end).search(/[^ \t\r\n]/);
    if (offset === -1 || this.#textOutsideTold) return;
    this.#textOutsideTold = true;
    const says = this.state.sawRoot ? message('xml/text-after-root') : message('xml/text-before-root');
    this.state.malformed(says, start + offset, end);
  }

  #comment(text: string): void {
    const { state } = this;
    const start = state.cursor;
    const end = this.#here() + 1;
    // Two hyphens without `>` end nothing; saxes says so next.
    if (state.text.charAt(end - 1) !== '>') return;
    state.cursor = end;
    state.locateRepaired(end);
    state.countLeaf({ start, end });
    state.sink.comment(text, { start, end });
  }

  #declaration(): void {
    const { state } = this;
    state.cursor = this.#here();
    state.sink.declaration();
    const declared = declaredEncoding(state.text);
    if (declared === null || isUtf8Name(declared.name)) return;
    const says = message('xml/declared-encoding', { declared: declared.name });
    state.fault('xml/encoding', says, { start: declared.start, end: declared.start + declared.name.length });
  }

  #instruction(): void {
    const { state } = this;
    const start = state.cursor;
    state.cursor = this.#here();
    state.fault('xml/processing-instruction', message('xml/processing-instruction'), { start, end: state.cursor });
  }

  /** A text of nothing but errors, most of them consequences, is left before that takes time. */
  #countInterruption(): void {
    this.#errors += 1;
    if (this.#errors > 10 * MOST_PROBLEMS) throw new Interruption(null);
  }

  #error(words: string): void {
    this.#countInterruption();
    if (words === 'undefined entity.' && this.#hasDoctype) this.undefinedEntity = true;
    else if (words === 'unexpected end.') this.#unfinished = true;
    else recoverFrom(words, this.state, this.#here());
  }

  #finish(): void {
    const { state } = this;
    const { text, cursor, open } = state;
    const unfinished = this.#unfinished && cursor < text.length;
    if (unfinished) {
      const beginning = text.slice(cursor, cursor + 9);
      state.malformed(unfinishedMessage(beginning), cursor, cursor + 1);
    }
    state.locateRepaired(Number.POSITIVE_INFINITY);
    for (let element = open.at(-1); element !== undefined && !unfinished; element = open.at(-1)) {
      const { name, start } = element;
      if (!state.perhapsEmpty.has(element))
        state.malformed(message('xml/never-closed', { element: shortened(name) }), start, start + name.length + 1);
      open.pop();
    }
    if (!state.sawRoot && state.faults.length === 0) state.malformed(message('xml/no-root'), 0, 1);
  }
}

/** What is used of the parser, without its private fields. */
type Parser = Pick<SaxesParser, 'on' | 'write' | 'close' | 'position'>;

interface ParserOptions {
  readonly position: false;
  readonly forceXMLVersion: true;
  readonly defaultXMLVersion: '1.0';
  readonly fragment?: boolean;
}

const BaseParser: new (options: ParserOptions) => Parser = SaxesParser;

/**
 * saxes with room for its handlers. `on` adds each as a new property by a computed name, and from the eighth on V8 keeps
 * the whole parser as a hash table: parsing then takes five times as long. Fields that are there already are only set.
 */
class RoomyParser extends BaseParser {
  protected readonly xmldeclHandler = undefined;
  protected readonly piHandler = undefined;
  protected readonly openTagStartHandler = undefined;
  protected readonly attributeHandler = undefined;
  protected readonly openTagHandler = undefined;
  protected readonly closeTagHandler = undefined;
  protected readonly textHandler = undefined;
  protected readonly cdataHandler = undefined;
  protected readonly commentHandler = undefined;
  protected readonly errorHandler = undefined;
}
