import { SaxesParser } from 'saxes';

/** What is used of the parser, without its private fields. */
type Parser = Pick<SaxesParser, 'on' | 'write' | 'close' | 'position'>;

interface ParserOptions {
  readonly position: false;
  readonly forceXMLVersion: true;
  readonly defaultXMLVersion: '1.0';
  readonly fragment?: boolean;
}

const Base: new (options: ParserOptions) => Parser = SaxesParser;

/**
 * saxes with room for its handlers. `on` adds each as a new property by a computed name, and from the eighth on V8 keeps
 * the whole parser as a hash table: parsing then takes five times as long. Fields that are there already are only set.
 */
export class RoomyParser extends Base {
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
