import { type Message, message } from '../messages/message.ts';
import { createFindingLog, type Finding, type FindingLog, type ProblemCode } from '../template/document/problem.ts';
import { originalId, positionsOf } from '../template/variables/repeats.ts';

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
