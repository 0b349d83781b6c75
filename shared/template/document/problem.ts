import { inEnglish } from '../../messages/in-english.ts';
import { type Message, message } from '../../messages/message.ts';
import type { DocumentNode, NodeId, TemplateDocument } from './document.ts';

export type Severity = 'error' | 'warning';

/** Every code a template can be faulted with, and how grave it is. Codes are stable: clients match on them. */
export const problemCodes = {
  // The text is not XML that we accept; nothing below it can be judged.
  'xml/encoding': 'error',
  'xml/too-large': 'error',
  'xml/too-deep': 'error',
  'xml/too-many-elements': 'error',
  'xml/not-well-formed': 'error',
  'xml/doctype': 'error',
  'xml/processing-instruction': 'error',
  // The JSON form is not a template.
  'json/not-a-template': 'error',
  // It is XML, but not a movie.
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
  // A font that a text asks for.
  'font/family': 'error',
  // Kept, and not rendered.
  'template/unknown-element': 'warning',
  'template/unknown-attribute': 'warning',
  'template/text': 'warning',
  // The film is made; something in it is not as it may be meant.
  'template/no-case': 'warning',
  'template/case': 'warning',
  'template/mixed-scene': 'warning',
  'template/transition-place': 'warning',
  'template/transition-shortened': 'warning',
  'template/layer-outside': 'warning',
  'template/key-outside': 'warning',
  // Beyond what is listed.
  'template/more-problems': 'warning',
  // The ways a variable can go wrong.
  'variable/malformed': 'error',
  'variable/missing': 'error',
  'variable/unused': 'warning',
  // Of a table: all its films have the default, and lines that make no film.
  'variable/no-column': 'warning',
  'table/blank-lines': 'warning',
  'table/repeated-key': 'warning',
  'variable/conflict': 'warning',
  'variable/refused': 'error',
  'variable/too-long': 'error',
  // A source that the film needs.
  'source/not-found': 'error',
  'source/unreadable': 'error',
  'source/refused': 'error',
  'source/fetch-failed': 'error',
  // It is something else than it is wanted for, or more than can be drawn.
  'source/kind': 'error',
  'source/too-large': 'error',
  'font/not-found': 'error',
  'font/unreadable': 'error',
  'cube/unreadable': 'error',
  'captions/unreadable': 'error',
  // Captions of which some are left out.
  'captions/cue': 'warning',
  // An image of which something is not shown.
  'image/not-shown': 'warning',
  // A text that is not wholly drawn, or not at all.
  'text/too-slow': 'error',
  'text/missing-glyph': 'warning',
  'text/overflow': 'warning',
  'text/too-small': 'warning',
  // A font that is not used, or not as it is asked for.
  'font/unused': 'warning',
  'font/weight': 'warning',
  // A source of which only the beginning can be read: the film is made of what there is.
  'source/damaged': 'warning',
  // A layer begins behind its source's end.
  'source/ended': 'warning',
  // Adapted to what the format can hold.
  'format/size': 'warning',
  'source/hdr': 'warning',
  'format/frame-rate': 'warning',
  'format/no-sound': 'warning',
} as const satisfies Record<string, Severity>;

export type ProblemCode = keyof typeof problemCodes;

/** What is wrong with a document, and which node it concerns: independent of how the document was spelled. */
export interface Finding {
  readonly code: ProblemCode;
  /** What is wrong, and what to do. */
  readonly says: Message;
  /** Null when it concerns no place in the document, such as a value that nothing uses. */
  readonly at: {
    readonly node: NodeId;
    /** The attribute at fault, if it is one. */
    readonly attribute?: string;
    /** Whether its name or its value is at fault; the value if not said. */
    readonly part?: 'name' | 'value';
  } | null;
}

/** Gives a finding its place. */
export function problemOf({ code, says }: Pick<Finding, 'code' | 'says'>, place: ProblemPlace): Problem {
  const { code: reason, values } = says;
  return { code, severity: problemCodes[code], message: inEnglish(says), reason, values: { ...values }, ...place };
}

/** A finding with its place in the text: what people and clients are shown. */
export interface Problem extends ProblemPlace {
  readonly code: ProblemCode;
  readonly severity: Severity;
  /** What {@link Finding.says} is in English. */
  readonly message: string;
  /** The code of {@link Finding.says}, which is finer than `code`, and its values. */
  readonly reason: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface ProblemPlace {
  /** From 1; a column counts UTF-16 units, as editors do. Null where the document has no text or it concerns no place. */
  readonly line: number | null;
  readonly column: number | null;
  /** Such as `movie/scene[3]/video/filter[1]@intensity`: from 1, with an index where siblings share the name. Empty for the whole document. */
  readonly path: string;
  /** The stretch of text at fault, in UTF-16 units from 0; `end` is exclusive. */
  readonly range: { readonly start: number; readonly end: number } | null;
}

/** Of each severity; a template with more is told so. Keeps the answer to a hostile one small. */
const MOST_FINDINGS = 1_000;

/** Collects what is wrong with a document while it is judged. */
export interface FindingLog {
  /** `says` is only asked for when the finding is kept. */
  add(code: ProblemCode, at: Finding['at'], says: () => Message): void;
  addAll(findings: Iterable<Finding>): void;
  hasErrors(): boolean;
  findings(): readonly Finding[];
}

export function createFindingLog(): FindingLog {
  const kept: Finding[] = [];
  const counts: Record<Severity, number> = { error: 0, warning: 0 };
  const add: FindingLog['add'] = (code, at, says) => {
    const severity = problemCodes[code];
    counts[severity] += 1;
    if (counts[severity] <= MOST_FINDINGS) kept.push({ code, at, says: says() });
  };
  return {
    add,
    addAll: (findings) => {
      for (const finding of findings) add(finding.code, finding.at, () => finding.says);
    },
    hasErrors: () => counts.error > 0,
    findings: () => {
      const left = Math.max(0, counts.error - MOST_FINDINGS) + Math.max(0, counts.warning - MOST_FINDINGS);
      if (left === 0) return kept;
      return [
        ...kept,
        { code: 'template/more-problems', at: null, says: message('template/more-problems', { count: left }) },
      ];
    },
  };
}

interface Place {
  /** How many nodes come before. */
  readonly node: number;
  readonly attributes: ReadonlyMap<string, number>;
}

/** Puts findings into the order of the nodes and attributes they concern; those without a place come last. */
export function inDocumentOrder(findings: readonly Finding[], document: TemplateDocument): readonly Finding[] {
  if (findings.length < 2) return findings;
  const judged = new Set(findings.map((finding) => finding.at?.node));
  const places = new Map<NodeId, Place>();
  let count = 0;
  const visit = (node: DocumentNode): void => {
    count += 1;
    if (judged.has(node.id)) places.set(node.id, { node: count, attributes: attributePlaces(node) });
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
