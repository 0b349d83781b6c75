import { utf8Length } from '../../lib/utf8-length.ts';
import { type Message, message } from '../../messages/message.ts';
import { limits } from '../../template/document/limits.ts';
import { type Problem, problemOf } from '../../template/document/problem.ts';
import { decodeTemplate } from '../parser/decode.ts';
import { type Fault, pathOfSeen } from '../parser/fault.ts';
import { runParser } from '../parser/template-parser.ts';
import { lineIndex } from '../ranges/line-index.ts';
import type { TemplateSource } from '../ranges/ranges.ts';
import { keepIds } from './keep-ids.ts';
import { nodeIds } from './node-ids.ts';
import { treeBuilder } from './tree-builder.ts';

export interface TemplateReading {
  /**
   * Null when the text is not well-formed XML within the limits. Not null beside a document type, a processing
   * instruction or a wrong encoding declaration, so that what else is wrong can be told in the same go.
   */
  readonly source: TemplateSource | null;
  /** What the text is refused for, all of it, sorted by position. */
  readonly problems: readonly Problem[];
}

/**
 * Reads a template from its XML, as text or as the bytes of a file. Never throws, whatever the input.
 * Nodes that `previous` has too keep their ids; all others get ids that are in neither.
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
    problemOf({ code, says }, { ...positionOf(start), path: pathOfSeen(element, attribute), range: { start, end } }),
  );
}

/** A reading that ended before the parser; `before` is the text before the place at fault, if there is one. */
function refusal(code: Problem['code'], says: Message, before: string | null): TemplateReading {
  const start = before?.length ?? 0;
  const position = before === null ? { line: null, column: null } : lineIndex(before)(start);
  const range = before === null ? null : { start, end: start + 1 };
  return { source: null, problems: [problemOf({ code, says }, { ...position, path: '', range })] };
}

function isTooLarge(input: string | Uint8Array): boolean {
  const { bytes } = limits;
  if (typeof input !== 'string') return input.length > bytes;
  // A UTF-16 unit takes one to three bytes of UTF-8.
  return input.length > bytes || (input.length * 3 > bytes && utf8Length(input) > bytes);
}
