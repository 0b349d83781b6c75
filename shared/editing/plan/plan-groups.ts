import { err, ok, type Result } from '../../lib/result.ts';
import { type Statement, statement } from '../../statements/statement.ts';
import { childElements, type DocumentNode, type ElementNode, type NodeId } from '../../template/document/document.ts';
import { roleOf } from '../../template/tables/roles.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { LayerCommand } from '../commands.ts';
import { inDocumentOrder, outermost } from '../document-order.ts';
import { layersLabel } from '../planning/labels.ts';
import { newElement, withAttribute } from '../planning/new-nodes.ts';
import { planned, selectionOf } from '../planning/planned.ts';
import { elementsOfRoles, holderOf, type Plan, type Planning } from '../planning/planning.ts';
import { isVariable, readTime, subjectOf } from '../planning/written-value.ts';

type Of<Type extends LayerCommand['type']> = Extract<LayerCommand, { type: Type }>;

const GROUP = 'group';
/** What a group may say without changing its layers. */
const SAYS_NOTHING = ['name', 'id', 'offset', 'duration'];

/** A group has the clock and the frame of what it stands in, so that its layers stay where and when they are. */
export function planGroup(planning: Planning, { layers: ids }: Of<'layer/group'>): Plan {
  const { document, index } = planning;
  const found = elementsOfRoles(planning, ids, ['layer']);
  if (!found.ok) return found;
  const layers = inDocumentOrder(document, ids).flatMap((id) => index.elements.get(id)?.element ?? []);
  const parents = new Set(layers.map(({ id }) => index.elements.get(id)?.parent?.id));
  const [parentId] = parents;
  if (parentId === undefined || parents.size > 1) return err(statement('edit/groups-of-one-parent'));
  const group = newElement(planning.newId, GROUP, [], layers);
  const parent = holderOf(planning, parentId, group);
  if (!parent.ok) return parent;
  const taken = new Set<DocumentNode>(layers);
  const last = layers.at(-1);
  const children = parent.value.children.flatMap((child): readonly DocumentNode[] =>
    child === last ? [group] : taken.has(child) ? [] : [child],
  );
  return ok({
    edits: [{ type: 'set-children', node: parentId, children }],
    label: statement('step/group', { what: layersLabel(planning, layers) }),
    selection: selectionOf([group]),
  });
}

export function planUngroup(planning: Planning, { groups: ids }: Of<'layer/ungroup'>): Plan {
  const found = elementsOfRoles(planning, ids, ['layer']);
  if (!found.ok) return found;
  const groups = outermost(
    planning.document,
    found.value.filter(({ name }) => name === GROUP),
  );
  if (groups.length === 0) return err(statement('edit/no-group'));
  const freed: ElementNode[] = [];
  // Several of one parent at once: each is taken out of what the one before left.
  const left = new Map<NodeId, readonly DocumentNode[]>();
  for (const group of groups) {
    const parent = planning.index.elements.get(group.id)?.parent;
    const inner = innerLayers(planning, group);
    if (!inner.ok) return inner;
    if (parent == null) return err(statement('edit/gone'));
    freed.push(...inner.value);
    const children = left.get(parent.id) ?? parent.children;
    left.set(parent.id, children.toSpliced(children.indexOf(group), 1, ...inner.value));
  }
  const edits = [...left].map(([node, children]): DocumentEdit => ({ type: 'set-children', node, children }));
  return planned(ok(edits), statement('step/ungroup', { what: layersLabel(planning, groups) }), selectionOf(freed));
}

/** The layers of a group with the times that they have without it; refused where it does more than hold them. */
function innerLayers(planning: Planning, group: ElementNode): Result<readonly ElementNode[], Statement> {
  const inner = childElements(group);
  const isPlain =
    group.attributes.every(({ name }) => SAYS_NOTHING.includes(name)) &&
    inner.every((child) => roleOf(child, planning.language) === 'layer');
  if (!isPlain) return err(statement('edit/group-does-more'));
  const offset = readTime(planning, group, 'offset');
  if (!offset.ok) return offset;
  const duration = readTime(planning, group, 'duration');
  if (!duration.ok) return duration;
  const begin = offset.value ?? 0;
  const moved: ElementNode[] = [];
  for (const layer of inner) {
    const placed = laterBy(planning, layer, begin, duration.value);
    if (!placed.ok) return placed;
    moved.push(placed.value);
  }
  return ok(moved);
}

/** A layer that begins so much later, and ends where its group did at the latest. */
function laterBy(
  planning: Planning,
  layer: ElementNode,
  begin: number,
  groupLength: number | null,
): Result<ElementNode, Statement> {
  if (begin === 0 && groupLength === null) return ok(layer);
  for (const name of ['offset', 'duration'])
    if (isVariable(layer, name)) return err(statement('edit/put-together', { what: subjectOf(planning, layer, name) }));
  const offset = readTime(planning, layer, 'offset');
  if (!offset.ok) return offset;
  const own = readTime(planning, layer, 'duration');
  if (!own.ok) return own;
  const start = offset.value ?? 0;
  const later = begin === 0 ? layer : withAttribute(layer, 'offset', String(start + begin));
  if (groupLength === null) return ok(later);
  const left = Math.max(1, groupLength - start);
  return ok(own.value !== null && own.value <= left ? later : withAttribute(later, 'duration', String(left)));
}
