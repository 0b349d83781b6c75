import { err, ok, type Result } from '../../lib/result.ts';
import { type Statement, statement } from '../../statements/statement.ts';
import type { ElementNode } from '../../template/document/document.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { Planning } from '../planning/planning.ts';
import type { KeyRef } from './animated.ts';
import { type KeyAnimation, type KeyEntry, readAnimations } from './read-keys.ts';
import { rewriteAnimation } from './rewrite-animation.ts';

export type Edits = Result<readonly DocumentEdit[], Statement>;

/** Whether an entry is one of these keys. */
export function isAmong(refs: readonly KeyRef[], { property, key }: KeyEntry): boolean {
  return refs.some((ref) => ref.key === key && ref.property === property);
}

/** Edits for the keys of each element that has some. */
export function eachOwner(
  planning: Planning,
  keys: readonly KeyRef[],
  length: number,
  edits: (owner: ElementNode, own: readonly KeyRef[], animations: readonly KeyAnimation[]) => Edits,
): Edits {
  if (keys.length === 0) return err(statement('edit/nothing-selected'));
  const all: Edits[] = [];
  for (const [node, own] of Map.groupBy(keys, (key) => key.node)) {
    const owner = planning.index.elements.get(node)?.element;
    if (owner === undefined) return err(statement('edit/gone'));
    const animations = readAnimations(planning, owner, length);
    const there = animations.flatMap(({ entries }) => entries);
    if (own.some((ref) => !there.some((entry) => isAmong([ref], entry)))) return err(statement('edit/gone'));
    all.push(edits(owner, own, animations));
  }
  return joined(all);
}

/** Edits for each animation that has one of the keys. */
export function eachAnimation(
  planning: Planning,
  owner: ElementNode,
  animations: readonly KeyAnimation[],
  keys: readonly KeyRef[],
  after: (animation: KeyAnimation) => Result<readonly KeyEntry[], Statement>,
): Edits {
  const changed = new Set(keys.map(({ property }) => property));
  return joined(
    animations
      .filter(({ entries }) => entries.some((entry) => isAmong(keys, entry)))
      .map((animation): Edits => {
        const entries = after(animation);
        return entries.ok ? rewriteAnimation({ planning, owner, animation, entries: entries.value, changed }) : entries;
      }),
  );
}

/** All of them, or the first that was refused. */
export function joined(results: readonly Edits[]): Edits {
  const refused = results.find((result) => !result.ok);
  return refused ?? ok(results.flatMap((result) => (result.ok ? result.value : [])));
}
