import { inEnglish } from '../../messages/english.ts';
import type { ItemOfList } from '../../messages/lists.en.ts';
import { type Message, message } from '../../messages/message.ts';
import type { DocumentNode, NodeId, TemplateDocument } from './document.ts';

export type Severity = 'error' | 'warning';

/** The codes of all findings with their severities. Do not change codes, because clients match on them. */
export const problemCodes = {
  // The text is invalid XML, or the program does not accept it. All other checks are skipped.
  'xml/encoding': 'error',
  'xml/too-large': 'error',
  'xml/too-deep': 'error',
  'xml/too-many-elements': 'error',
  'xml/not-well-formed': 'error',
  'xml/doctype': 'error',
  'xml/processing-instruction': 'error',
  // The JSON is not a template.
  'json/not-a-template': 'error',
  // The XML is well-formed but not a valid movie.
  'template/root': 'error',
  'template/misplaced-element': 'error',
  'template/missing-attribute': 'error',
  'template/invalid-value': 'error',
  'template/source': 'error',
  'template/effect-element': 'error',
  'template/too-many-scenes': 'error',
  'template/too-long': 'error',
  'template/no-scenes': 'error',
  'template/duplicate-attribute': 'error',
  'template/path': 'error',
  'template/condition': 'error',
  'template/sequence-length': 'error',
  'template/no-length': 'error',
  'template/duplicate-id': 'error',
  'template/unknown-ref': 'error',
  'template/duplicate-variable': 'error',
  'template/variable-limits': 'error',
  'template/key-order': 'error',
  'template/not-animatable': 'error',
  'template/no-keys': 'error',
  'template/too-many-layers': 'error',
  'template/too-deep': 'error',
  // A text requests an unknown font family.
  'font/family': 'error',
  // The document preserves the content, but it is not rendered.
  'template/unknown-element': 'warning',
  'template/unknown-attribute': 'warning',
  'template/text': 'warning',
  // The film is rendered, but a part of it may differ from the author's intention.
  'template/no-case': 'warning',
  'template/case': 'warning',
  'template/mixed-scene': 'warning',
  'template/transition-place': 'warning',
  'template/transition-shortened': 'warning',
  'template/layer-outside': 'warning',
  'template/key-outside': 'warning',
  // The formats of a language are unknown.
  'language/no-table': 'warning',
  // There are more findings than the maximum length of the list.
  'template/more-problems': 'warning',
  // Problems of variables.
  'variable/malformed': 'error',
  'variable/missing': 'error',
  'variable/unused': 'warning',
  'variable/repeated': 'warning',
  // A table has no column for a variable, so all films use its default, or a part of the table is unused.
  'variable/no-column': 'warning',
  'table/blank-lines': 'warning',
  'table/repeated-key': 'warning',
  'table/unused-member': 'warning',
  // A workbook has rows or cells that are read differently than they are displayed.
  'table/note': 'warning',
  'file-name/altered': 'warning',
  'variable/conflict': 'warning',
  'variable/refused': 'error',
  'variable/too-long': 'error',
  // Problems of expressions.
  'expression/syntax': 'error',
  'expression/function': 'error',
  'expression/arguments': 'error',
  'expression/value': 'error',
  'expression/too-slow': 'error',
  // Problems of lists.
  'list/unreadable': 'error',
  'list/count': 'error',
  'list/field': 'warning',
  'list/too-many': 'error',
  'list/too-deep': 'error',
  // Problems of a source that the film needs.
  'source/not-found': 'error',
  'source/unreadable': 'error',
  'source/refused': 'error',
  'source/fetch-failed': 'error',
  // The source has the wrong kind or exceeds a limit for drawings.
  'source/kind': 'error',
  'source/too-large': 'error',
  'font/not-found': 'error',
  'font/unreadable': 'error',
  'cube/unreadable': 'error',
  'captions/unreadable': 'error',
  // Some captions are omitted.
  'captions/cue': 'warning',
  // Words without times are distributed over their captions.
  'captions/words': 'warning',
  // Styling or placement in a caption file is ignored.
  'captions/ignored': 'warning',
  'captions/none': 'warning',
  // Parts of an image are not rendered.
  'image/not-shown': 'warning',
  // A text is drawn only in part or not at all.
  'text/too-slow': 'error',
  'text/missing-glyph': 'warning',
  'text/overflow': 'warning',
  'text/too-small': 'warning',
  // A code is empty, or its content does not fit into a QR code.
  'code/empty': 'error',
  'code/too-long': 'error',
  // A code is hard to read.
  'code/small': 'warning',
  'code/contrast': 'warning',
  'code/margin': 'warning',
  'code/short': 'warning',
  // A font is unused, or it lacks the requested variant.
  'font/unused': 'warning',
  'font/weight': 'warning',
  // Only the beginning of a source is readable, and the film uses more of it.
  'source/damaged': 'warning',
  // A layer starts after the end of its source.
  'source/ended': 'warning',
  // A layer plays a stream that its source lacks, so it is invisible or silent.
  'source/no-picture': 'warning',
  'source/no-sound': 'warning',
  // A property is adapted to the output format.
  'format/size': 'warning',
  'source/hdr': 'warning',
  'source/rotated': 'warning',
  'format/frame-rate': 'warning',
  'format/no-sound': 'warning',
  'format/no-alpha': 'warning',
  'format/alpha-threshold': 'warning',
  'sound/loudness': 'warning',
  'sound/silent': 'warning',
  // A part of a film's package is in a separate file or missing.
  'package/side-file': 'warning',
  'package/empty': 'warning',
  'package/cover': 'error',
} as const satisfies Record<string, Severity>;

export type ProblemCode = keyof typeof problemCodes;

/** A problem of a document, with the node that contains it. It does not depend on the notation of the document. */
export interface Finding {
  readonly code: ProblemCode;
  /** The problem and its solution. */
  readonly says: Message;
  /** The list items of the copy that contains the problem, outermost list first; absent outside copies. */
  readonly items?: readonly ItemOfList[];
  /**
   * The node and the attribute that contain the problem; null if the problem is elsewhere, for example in an unused
   * value.
   */
  readonly at: {
    readonly node: NodeId;
    /** The attribute that contains the problem; absent if it is not in an attribute. */
    readonly attribute?: string;
    /** Whether the problem is in the name or in the value of the attribute. The default is the value. */
    readonly part?: 'name' | 'value';
    /**
     * The range of the invalid characters in the value of the attribute or text, in UTF-16 units from 0; `end` is
     * exclusive. If absent, the whole value is invalid.
     */
    readonly characters?: { readonly start: number; readonly end: number };
  } | null;
}

/** Combines a finding with its location. */
export function problemOf(finding: Pick<Finding, 'code' | 'says' | 'items'>, place: ProblemPlace): Problem {
  const { code, says, items } = finding;
  const { code: reason, values } = says;
  return {
    ...{ code, severity: problemCodes[code], message: inEnglish(wordsOf(finding)), reason, values: { ...values } },
    ...place,
    ...(items !== undefined && { items }),
  };
}

/** Returns the message of a finding. Adds the list items of its copy. */
export function wordsOf({ says, items }: Pick<Finding, 'says' | 'items'>): Message {
  if (items === undefined) return says;
  const lists = items.map(({ list }) => list);
  return message('list/in-item', { problem: says, lists, indexes: items.map(({ index }) => index) });
}

/** A finding with its location in the text, as users and clients receive it. */
export interface Problem extends ProblemPlace {
  readonly code: ProblemCode;
  readonly severity: Severity;
  /** The message in English. */
  readonly message: string;
  /** The code of the message, which is more specific than `code`. */
  readonly reason: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** The list items of the copy that contains the problem, outermost list first; absent outside copies. */
  readonly items?: readonly ItemOfList[];
}

export interface ProblemPlace {
  /**
   * The line and the column, counted from 1; columns are in UTF-16 units. Both are null if the document has no text or
   * the location is unknown.
   */
  readonly line: number | null;
  readonly column: number | null;
  /**
   * The path, for example `movie/scene[3]/video/filter[1]@intensity`. An element has an index, from 1, if a sibling has
   * the same name. Empty for the whole document.
   */
  readonly path: string;
  /** The range in the text, in UTF-16 units from 0; `end` is exclusive. */
  readonly range: { readonly start: number; readonly end: number } | null;
}

/**
 * The maximum number of findings per severity, which limits the answer to a hostile template. One more finding contains
 * the number of omitted findings.
 */
const MAX_FINDINGS = 1_000;

/** Collects the findings of a document. */
export interface FindingLog {
  /** Adds a finding. Calls `says` only if the limit is not reached. */
  add(code: ProblemCode, at: Finding['at'], says: () => Message): void;
  addAll(findings: Iterable<Finding>): void;
  hasErrors(): boolean;
  findings(): readonly Finding[];
}

export function createFindingLog(): FindingLog {
  const listed: Finding[] = [];
  const counts: Record<Severity, number> = { error: 0, warning: 0 };
  const add: FindingLog['add'] = (code, at, says) => {
    const severity = problemCodes[code];
    counts[severity] += 1;
    if (counts[severity] <= MAX_FINDINGS) listed.push({ code, at, says: says() });
  };
  return {
    add,
    addAll: (findings) => {
      for (const finding of findings) add(finding.code, finding.at, () => finding.says);
    },
    hasErrors: () => counts.error > 0,
    findings: () => {
      const omitted = Math.max(0, counts.error - MAX_FINDINGS) + Math.max(0, counts.warning - MAX_FINDINGS);
      if (omitted === 0) return listed;
      return [
        ...listed,
        { code: 'template/more-problems', at: null, says: message('template/more-problems', { count: omitted }) },
      ];
    },
  };
}

/** A finding whose message is not yet made. */
interface RecordedFinding {
  readonly code: ProblemCode;
  readonly at: Finding['at'];
  readonly says: () => Message;
}

/** Returns a log that records all findings in order, without making their messages. */
export function recordFindings() {
  const findings: RecordedFinding[] = [];
  const log: FindingLog = {
    add: (code, at, says) => findings.push({ code, at, says }),
    addAll: (others) => {
      for (const { code, at, says } of others) findings.push({ code, at, says: () => says });
    },
    hasErrors: () => findings.some(({ code }) => problemCodes[code] === 'error'),
    findings: () => findings.map((finding) => ({ ...finding, says: finding.says() })),
  };
  return { log, findings };
}

interface Place {
  /** The position of the node in document order. */
  readonly node: number;
  readonly attributes: ReadonlyMap<string, number>;
}

/** Sorts findings by the nodes and attributes that contain the problems. Findings without a location come last. */
export function inDocumentOrder(findings: readonly Finding[], document: TemplateDocument): readonly Finding[] {
  if (findings.length < 2) return findings;
  const concerned = new Set(findings.map((finding) => finding.at?.node));
  const places = new Map<NodeId, Place>();
  let count = 0;
  const visit = (node: DocumentNode): void => {
    count += 1;
    if (concerned.has(node.id)) places.set(node.id, { node: count, attributes: attributePlaces(node) });
    if (node.kind === 'element') node.children.forEach(visit);
  };
  visit(document.root);
  const place = ({ at }: Finding): readonly [node: number, attribute: number] => {
    const found = at === null ? undefined : places.get(at.node);
    if (found === undefined) return [Number.POSITIVE_INFINITY, 0];
    return [found.node, found.attributes.get(at?.attribute ?? '') ?? -1];
  };
  return findings
    .map((finding) => ({ finding, place: place(finding) }))
    .sort((left, right) => compare(left.place[0], right.place[0]) || compare(left.place[1], right.place[1]))
    .map(({ finding }) => finding);
}

function attributePlaces(node: DocumentNode): Place['attributes'] {
  return new Map(node.kind === 'element' ? node.attributes.map(({ name }, index) => [name, index]) : []);
}

function compare(left: number, right: number): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
