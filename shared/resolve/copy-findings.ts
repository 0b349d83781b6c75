import type { ItemOfList } from '../messages/lists.en.ts';
import { type Message, message } from '../messages/message.ts';
import { childElements, type ElementNode, type NodeId } from '../template/document/document.ts';
import { createFindingLog, type Finding, type FindingLog, type ProblemCode } from '../template/document/problem.ts';
import { isRepeated, originalId, positionsOf } from '../template/variables/repeats.ts';
import { listNameOf } from './list-items.ts';

/** The maximum number of copies of an element in which the same problem is reported. */
const MAX_COPIES = 3;

interface Repetition {
  count: number;
  readonly code: ProblemCode;
  readonly at: NonNullable<Finding['at']>;
  readonly says: Message;
}

/**
 * Creates a log that lists the same problem in the copies of an element at most three times. A last finding has the
 * number of the others.
 */
export function createCopyLog(): FindingLog {
  const log = createFindingLog();
  const repetitions = new Map<string, Repetition>();
  const isListed = (code: ProblemCode, at: Finding['at'], says: () => Message): boolean => {
    if (at === null || positionsOf(at.node).length === 0) return true;
    const { node, attribute = '', part = '', characters } = at;
    const key = `${code} ${originalId(node)} ${attribute} ${part} ${characters?.start ?? ''}`;
    const known = repetitions.get(key);
    if (known === undefined) repetitions.set(key, { count: 1, code, at, says: says() });
    else known.count += 1;
    return known === undefined || known.count <= MAX_COPIES;
  };
  return {
    add: (code, at, says) => {
      if (isListed(code, at, says)) log.add(code, at, says);
    },
    addAll: (findings) => {
      for (const finding of findings) if (isListed(finding.code, finding.at, () => finding.says)) log.addAll([finding]);
    },
    hasErrors: () => log.hasErrors(),
    findings: () => {
      const others = [...repetitions.values()].flatMap(({ count, code, at, says }): readonly Finding[] =>
        count <= MAX_COPIES
          ? []
          : [
              {
                code,
                at: { ...at, node: originalId(at.node) },
                says: message('list/others', { problem: says, count: count - MAX_COPIES }),
              },
            ],
      );
      return [...log.findings(), ...others];
    },
  };
}

/** Returns findings at the elements of the document, with the items of the copies in which the problems are. */
export function findingsOfCopies(findings: readonly Finding[], root: ElementNode): readonly Finding[] {
  if (!findings.some(({ at }) => at !== null && originalId(at.node) !== at.node)) return findings;
  const lists = listsAround(root);
  return findings.map((finding) => {
    const { at } = finding;
    const node = at === null ? null : originalId(at.node);
    if (at === null || node === null || node === at.node) return finding;
    const names = lists.get(node) ?? [];
    const items = positionsOf(at.node).map((index, depth): ItemOfList => ({ list: names[depth] ?? '', index }));
    return { ...finding, at: { ...at, node }, items };
  });
}

/** Returns the names of the lists around each node of the repeated elements, from the outermost. */
function listsAround(root: ElementNode): ReadonlyMap<NodeId, readonly string[]> {
  const lists = new Map<NodeId, readonly string[]>();
  const visit = (element: ElementNode, around: readonly string[]): void => {
    const names = isRepeated(element) ? [...around, listNameOf(element)] : around;
    if (names.length > 0) {
      lists.set(element.id, names);
      for (const child of element.children) lists.set(child.id, names);
    }
    for (const child of childElements(element)) visit(child, names);
  };
  visit(root, []);
  return lists;
}
