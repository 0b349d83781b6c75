import { SaxesParser } from 'saxes';
import { type Message, message } from '../../messages/message.ts';
import { shortened } from '../../messages/quoting.ts';
import { isBlank } from '../../template/document/names.ts';
import { keepsSpace } from '../../template/tables/language.ts';
import type { TextRange } from '../ranges/ranges.ts';
import { declaredEncoding, isUtf8Name } from './decode.ts';
import { type Fault, MAX_PROBLEMS } from './fault.ts';
import { recoverFrom } from './parser-recovery.ts';
import type { ParserSink } from './parser-sink.ts';
import { Interruption, ParserState } from './parser-state.ts';
import { repairText } from './repair.ts';

export interface ParserResult {
  /** The problems, sorted by position; at most {@link MAX_PROBLEMS}. */
  readonly faults: readonly Fault[];
  /**
   * Whether the sink received the complete document. Also true if the only problems are a document type, a processing
   * instruction, or the encoding.
   */
  readonly whole: boolean;
}

/** Problems that leave the parsed document complete. */
const HARMLESS_TO_THE_TREE = new Set(['xml/doctype', 'xml/processing-instruction', 'xml/encoding']);

/** Forces XML 1.0. Section 2.8 of XML 1.0 requires that a document with any version 1.x is parsed as 1.0. */
const PARSER_OPTIONS = { position: false, forceXMLVersion: true, defaultXMLVersion: '1.0' } as const;

/**
 * Parses a text strictly and passes its content to `sink`. After a problem, parsing continues at the next construct, so
 * that a missing quote, for example, causes only one problem.
 */
export function runParser(text: string, sink: ParserSink): ParserResult {
  const repaired = repairText(text);
  if (repaired.faults.length >= MAX_PROBLEMS) return { faults: repaired.faults, whole: false };
  const parser = new TemplateParser(new ParserState(repaired.text, repaired.faults, sink), repaired.hasDoctype);
  const reachedTheEnd = parser.pass();
  const { faults } = parser.state;
  const harmless = faults.every((fault) => HARMLESS_TO_THE_TREE.has(fault.code));
  return { faults, whole: reachedTheEnd && harmless && !parser.undefinedEntity };
}

/** Counts the placeholders that start in a value. Includes malformed ones. */
function countPlaceholders(value: string): number {
  let count = 0;
  for (let at = value.indexOf('${'); at !== -1; at = value.indexOf('${', at + 2)) count += 1;
  return count;
}

class TemplateParser {
  readonly state: ParserState;
  undefinedEntity = false;
  #parser = new FastSaxesParser(PARSER_OPTIONS);
  /** The offset in the text that corresponds to position 0 of the parser. */
  #base = 0;
  readonly #hasDoctype: boolean;
  #unfinished = false;
  #ending = false;
  #errors = 0;
  #isOutsideTextReported = false;
  #names = new Set<string>();

  constructor(state: ParserState, hasDoctype: boolean) {
    this.state = state;
    this.#hasDoctype = hasDoctype;
  }

  /** Parses the text. Returns false if parsing is aborted. */
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

  /** Parses from an offset. Returns the offset at which to continue after a problem; null at the end of the text. */
  #parse(from: number): number | null {
    this.#countInterruption();
    const { text, open } = this.state;
    // In the middle of the text, parse a fragment. The parser must first receive the start tags of the open elements.
    this.#parser =
      from === 0 ? new FastSaxesParser(PARSER_OPTIONS) : new FastSaxesParser({ ...PARSER_OPTIONS, fragment: true });
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

  /** Returns the offset up to which the parser has read. */
  #here(): number {
    return Math.min(this.state.text.length, this.#base + this.#parser.position);
  }

  #attribute(name: string, value: string): void {
    const { state } = this;
    const { text } = state;
    const end = this.#here();
    const quote = text.charAt(end - 1);
    // Skip a missing quote, which is already reported.
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
    const writtenName = state.text.slice(start + 2, end - 1);
    if (writtenName.startsWith(name) && isBlank(writtenName.slice(name.length))) state.end({ start, end });
    else recoverFrom('unexpected close tag.', state, end);
  }

  #text(text: string): void {
    // Ignore the text after an unexpected end: saxes passes it on as character data, even inside a tag.
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
    if (offset === -1 || this.#isOutsideTextReported) return;
    this.#isOutsideTextReported = true;
    const says = this.state.sawRoot ? message('xml/text-after-root') : message('xml/text-before-root');
    this.state.malformed(says, start + offset, end);
  }

  #comment(text: string): void {
    const { state } = this;
    const start = state.cursor;
    const end = this.#here() + 1;
    // Without a `>` after the two hyphens, the comment continues. saxes reports the hyphens next.
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

  /** Aborts parsing if a text has too many errors. Most of them are consequences, and parsing would take too long. */
  #countInterruption(): void {
    this.#errors += 1;
    if (this.#errors > 10 * MAX_PROBLEMS) throw new Interruption(null);
  }

  #error(saxesMessage: string): void {
    this.#countInterruption();
    if (saxesMessage === 'undefined entity.' && this.#hasDoctype) this.undefinedEntity = true;
    else if (saxesMessage === 'unexpected end.') this.#unfinished = true;
    else recoverFrom(saxesMessage, this.state, this.#here());
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

/**
 * Returns the message for a text that ends inside a construct. The message depends on the beginning of the construct.
 */
function unfinishedMessage(beginning: string): Message {
  if (beginning.startsWith('<!--')) return message('xml/unfinished-comment');
  if (beginning.startsWith('<![CDATA[')) return message('xml/unfinished-cdata');
  if (beginning.startsWith('<!')) return message('xml/unfinished-markup');
  if (beginning.startsWith('<?xml')) return message('xml/unfinished-declaration');
  if (beginning.startsWith('<?')) return message('xml/unfinished-instruction');
  if (beginning.startsWith('</')) return message('xml/unfinished-end-tag');
  if (!beginning.startsWith('<')) return message('xml/unfinished-text');
  return message('xml/unfinished-tag');
}

/** The methods of the saxes parser that this parser uses, without its private fields. */
type Parser = Pick<SaxesParser, 'on' | 'write' | 'close' | 'position'>;

interface ParserOptions {
  readonly position: false;
  readonly forceXMLVersion: true;
  readonly defaultXMLVersion: '1.0';
  readonly fragment?: boolean;
}

const BaseParser: new (options: ParserOptions) => Parser = SaxesParser;

/**
 * saxes with declared handler fields, which make parsing five times faster. Without them, `on` adds each handler as a
 * new property with a computed name. From the eighth property on, V8 would store the parser as a hash table.
 */
class FastSaxesParser extends BaseParser {
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
