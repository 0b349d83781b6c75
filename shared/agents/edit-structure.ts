import { applyCommand } from '../editing/apply-command.ts';
import type { PlannableCommand, ScenePosition } from '../editing/model/commands.ts';
import { indexOf } from '../editing/model/document-index.ts';
import { copyOf } from '../editing/planning/nodes.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { message } from '../messages/message.ts';
import { childElements, type ElementNode, type NodeId } from '../template/document/document.ts';
import { elementSpecOf } from '../template/tables/language.ts';
import { roleOf } from '../template/tables/roles.ts';
import type { DocumentEdit } from '../template-xml/edit/edits.ts';
import { spliceTemplate } from '../template-xml/edit/splice.ts';
import type { TemplateSource } from '../template-xml/ranges/ranges.ts';
import { nodeIds } from '../template-xml/read/node-ids.ts';
import { readTemplate } from '../template-xml/read/read.ts';
import type { FieldsOf } from './command-fields.ts';
import { elementAt } from './places.ts';
import type { AgentRefusal } from './refusal.ts';

export const NO_VALUES: ReadonlyMap<string, string> = new Map();

/** Changes a template; a refusal names the reason. */
export type Change = Result<TemplateSource, AgentRefusal>;

/** A position for new elements: a parent and an index among its nodes. */
interface Target {
  readonly parent: ElementNode;
  readonly index: number;
}

export function placeIn(target: string): string {
  return target.slice(target.indexOf(':') + 1);
}

function targetOf(source: TemplateSource, target: string): Result<Target, AgentRefusal> {
  const found = elementAt(source.document, placeIn(target));
  if (!found.ok) return found;
  const element = found.value;
  if (target.startsWith('in:')) return ok({ parent: element, index: element.children.length });
  const parent = indexOf(source.document).elements.get(element.id)?.parent ?? null;
  if (parent === null) return err({ code: 'agents/place', detail: 'Nothing can stand beside the movie.' });
  const index = parent.children.indexOf(element);
  return ok({ parent, index: target.startsWith('after:') ? index + 1 : index });
}

export function addElements(source: TemplateSource, { to: target, xml }: FieldsOf<'add'>): Change {
  const place = targetOf(source, target);
  if (!place.ok) return place;
  const { parent, index } = place.value;
  // Parse the elements inside their parent, because it determines the meaning of white space and text.
  const read = readTemplate(`<${parent.name}>${xml}</${parent.name}>`);
  if (read.source === null || read.problems.length > 0)
    return err({ code: 'agents/refused', detail: read.problems[0]?.message ?? 'The XML can’t be read.' });
  const newId = nodeIds(source.document);
  const nodes = childElements(read.source.document.root).map((node) => copyOf(node, newId));
  const allowed = elementSpecOf(parent)?.children ?? [];
  const wrong = nodes.find(({ name }) => !allowed.includes(name));
  if (nodes.length === 0) return invalid('`xml` contains no element.');
  if (wrong !== undefined)
    return invalid(`\`${parent.name}\` takes no \`${wrong.name}\`. It takes ${allowed.join(', ') || 'no elements'}.`);
  const edits = nodes.map(
    (node, offset): DocumentEdit => ({ type: 'insert-node', parent: parent.id, index: index + offset, node }),
  );
  return splice(source, edits);
}

export function moveElements(source: TemplateSource, { at: places, to: target }: FieldsOf<'move'>): Change {
  const elements = elementsAt(source, places);
  if (!elements.ok) return elements;
  const scenes = elements.value.filter((element) => roleOf(element) === 'scene');
  const isTop = target.startsWith('in:')
    ? placeIn(target) === 'movie'
    : /^(?:movie\/)?scene[^/]*$/.test(placeIn(target));
  if (scenes.length === elements.value.length && isTop) {
    const place = sceneTarget(source, target);
    if (!place.ok) return place;
    return run(source, { type: 'scene/move', scenes: scenes.map(({ id }) => id), to: place.value });
  }
  let current = source;
  let after: NodeId | null = null;
  for (const { id } of elements.value) {
    const moved = moveOne(current, id, target, after);
    if (!moved.ok) return moved;
    current = moved.value;
    after = id;
  }
  return ok(current);
}

/** Moves an element to the target, or after `after`, the element that the same command moved last. */
function moveOne(source: TemplateSource, id: NodeId, target: string, after: NodeId | null): Change {
  const { elements } = indexOf(source.document);
  const moving = elements.get(id);
  const last = after === null ? undefined : elements.get(after);
  if (moving === undefined) return err({ code: 'agents/refused', detail: message('edit/gone') });
  const place: Result<Target, AgentRefusal> =
    last?.parent === undefined || last.parent === null
      ? targetOf(source, target)
      : ok({ parent: last.parent, index: last.parent.children.indexOf(last.element) + 1 });
  if (!place.ok) return place;
  const { parent, index } = place.value;
  if (elementSpecOf(parent)?.children.includes(moving.element.name) !== true)
    return invalid(`\`${parent.name}\` takes no \`${moving.element.name}\`.`);
  const isBehind = moving.parent === parent && parent.children.indexOf(moving.element) < index;
  return splice(source, [{ type: 'move-node', node: id, parent: parent.id, index: isBehind ? index - 1 : index }]);
}

export function sceneTarget(source: TemplateSource, target: string): Result<ScenePosition, AgentRefusal> {
  const found = elementAt(source.document, placeIn(target));
  if (!found.ok) return found;
  if (target.startsWith('in:')) return ok(Number.MAX_SAFE_INTEGER);
  const { id } = found.value;
  return ok(target.startsWith('before:') ? { before: id } : { after: id });
}

export function run(source: TemplateSource, command: PlannableCommand): Change {
  const applied = applyCommand({ source, values: NO_VALUES }, command);
  return applied.ok ? ok(applied.value.source) : err({ code: 'agents/refused', detail: applied.error });
}

export function splice(source: TemplateSource, edits: readonly DocumentEdit[]): Change {
  const spliced = spliceTemplate(source, edits);
  return spliced.ok ? spliced : err({ code: 'agents/refused', detail: spliced.error });
}

/**
 * Finds the elements at all places before the command changes the first one, because a change can shift the other
 * places.
 */
export function elementsAt(
  source: TemplateSource,
  places: readonly string[],
): Result<readonly ElementNode[], AgentRefusal> {
  const elements: ElementNode[] = [];
  for (const place of places) {
    const element = elementAt(source.document, place);
    if (!element.ok) return element;
    elements.push(element.value);
  }
  return ok(elements);
}

export function invalid(detail: string): Result<never, AgentRefusal> {
  return err({ code: 'request/invalid', detail });
}
