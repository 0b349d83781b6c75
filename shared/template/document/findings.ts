import { type Statement, statement } from '../../statements/statement.ts';
import type { DocumentNode, NodeId, TemplateDocument } from './document.ts';
import { type Finding, type ProblemCode, problemCodes, type Severity } from './problem.ts';

/** Of each severity; a template with more is told so. Keeps the answer to a hostile one small. */
const MOST_FINDINGS = 1_000;

/** Collects what is wrong with a document while it is judged. */
export interface FindingLog {
  /** `says` is only asked for when the finding is kept. */
  add(code: ProblemCode, at: Finding['at'], says: () => Statement): void;
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
        { code: 'template/more-problems', at: null, says: statement('template/more-problems', { count: left }) },
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
