import { utf8Length } from '../../lib/utf8-length.ts';
import { type Message, message } from '../../messages/message.ts';
import { limits } from '../../template/document/limits.ts';
import { type Problem, problemOf } from '../../template/document/problem.ts';
import { decodeTemplate } from '../parser/decode.ts';
import { type Fault, pathOfElement } from '../parser/fault.ts';
import { runParser } from '../parser/template-parser.ts';
import { lineIndex } from '../ranges/line-index.ts';
import type { TemplateSource } from '../ranges/ranges.ts';
import { keepIds } from './keep-ids.ts';
import { nodeIds } from './node-ids.ts';
import { treeBuilder } from './tree-builder.ts';

export interface TemplateReading {
  /**
   * The document with its text; null if the text is not well-formed XML within the limits. Also present if the only
   * problems are a document type, a processing instruction, or a wrong encoding declaration, because further problems
   * can then be found.
   */
  readonly source: TemplateSource | null;
  /** All problems of the text, sorted by position. */
  readonly problems: readonly Problem[];
}

/**
 * Parses the XML of a template from a text or from the bytes of a file. Never throws. Nodes that are also in `previous`
 * keep their ids; all other nodes get new ids.
 */
export function readTemplate(
  input: string | Uint8Array,
  options: { readonly previous?: TemplateSource | undefined } = {},
): TemplateReading {
  if (isTooLarge(input)) {
    const mebibytes = limits.bytes / 1024 / 1024;
    return refusal('xml/too-large', message('xml/too-large', { mebibytes }), null);
  }
  const decoded = typeof input === 'string' ? ({ kind: 'text', text: input } as const) : decodeTemplate(input);
  if (decoded.kind === 'refused') return refusal(decoded.code, decoded.says, decoded.before);
  const { text } = decoded;
  const { previous } = options;
  const builder = treeBuilder(nodeIds(previous?.document));
  const { faults, whole } = runParser(text, builder);
  const read = whole ? builder.finish() : null;
  const problems = problemsOf(faults, text);
  if (read === null) return { source: null, problems };
  return { source: { text, ...(previous === undefined ? read : keepIds(read, previous.document)) }, problems };
}

function problemsOf(faults: readonly Fault[], text: string): readonly Problem[] {
  if (faults.length === 0) return [];
  const positionOf = lineIndex(text);
  return faults.map(({ code, says, start, end, element, attribute }) =>
    problemOf({ code, says }, { ...positionOf(start), path: pathOfElement(element, attribute), range: { start, end } }),
  );
}

/**
 * Returns the result of refusing a text before parsing. `before` is the text before the problem; null if the problem
 * has no position.
 */
function refusal(code: Problem['code'], says: Message, before: string | null): TemplateReading {
  const start = before?.length ?? 0;
  const position = before === null ? { line: null, column: null } : lineIndex(before)(start);
  const range = before === null ? null : { start, end: start + 1 };
  return { source: null, problems: [problemOf({ code, says }, { ...position, path: '', range })] };
}

function isTooLarge(input: string | Uint8Array): boolean {
  const { bytes: maxBytes } = limits;
  if (typeof input !== 'string') return input.length > maxBytes;
  // Count only if necessary: a UTF-16 unit takes at most three bytes in UTF-8.
  return input.length > maxBytes || (input.length * 3 > maxBytes && utf8Length(input) > maxBytes);
}
