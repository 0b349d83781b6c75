import type { PlannableCommand } from '#shared/editing/model/commands.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import {
  attributeValue,
  childElements,
  type ElementNode,
  type NodeId,
  type TemplateDocument,
} from '#shared/template/document/document.ts';
import { isScene, roleOf } from '#shared/template/tables/roles.ts';

/** The attributes that are not copied, because they belong to a single transition. */
const OWN_ATTRIBUTES: readonly string[] = ['name', 'condition', 'enabled'];

/**
 * Returns the commands that give all cuts of the same parent an equal transition. Existing transitions become equal,
 * and missing ones are added. In a choice or a sequence, the cuts are those between its scenes. Empty if all
 * transitions are already equal.
 */
export function copyTransitionEverywhere(document: TemplateDocument, transition: NodeId): readonly PlannableCommand[] {
  const found = indexOf(document).elements.get(transition);
  if (found === undefined) return [];
  const like = Object.fromEntries(
    found.element.attributes
      .filter(({ name }) => !OWN_ATTRIBUTES.includes(name))
      .map(({ name, value }) => [name, value]),
  );
  const siblings = childElements(found.parent ?? document.root);
  const commands: PlannableCommand[] = [];
  let before: ElementNode | null = null;
  let isJoined = false;
  for (const each of siblings) {
    if (roleOf(each) === 'transition') {
      isJoined = true;
      if (each.id !== transition) commands.push(...likeThat(each, like));
    } else if (isScene(each) && attributeValue(each, 'enabled') !== 'false') {
      if (before !== null && !isJoined) commands.push({ type: 'transition/add', at: { after: before.id }, like });
      before = each;
      isJoined = false;
    }
  }
  return commands;
}

function likeThat(other: ElementNode, like: Readonly<Record<string, string>>): readonly PlannableCommand[] {
  const written = other.attributes.map(({ name }) => name).filter((name) => !OWN_ATTRIBUTES.includes(name));
  return [...new Set([...Object.keys(like), ...written])].flatMap((name): readonly PlannableCommand[] => {
    const value = like[name] ?? null;
    if ((attributeValue(other, name) ?? null) === value) return [];
    return [{ type: 'attribute/set', node: other.id, name, value }];
  });
}
