import { err, ok, type Result } from '../../lib/result.ts';
import { type Statement, statement } from '../../statements/statement.ts';
import type { DocumentNode, ElementNode, NodeId } from '../../template/document/document.ts';
import { roleOf } from '../../template/tables/roles.ts';
import type { TimeMeaning } from '../../template/value-types/attribute-types.ts';
import { timeNamed } from '../../template/variables/written-values.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { LayerCommand } from '../commands.ts';
import { inDocumentOrder, outermost } from '../document-order.ts';
import type { PartTimes } from '../layer-moves.ts';
import { withoutBeginning, withoutEnd } from '../planning/halves.ts';
import { elementLabel, layersLabel, type Target } from '../planning/labels.ts';
import { copyOf, withAttribute } from '../planning/new-nodes.ts';
import { planned, selectionOf } from '../planning/planned.ts';
import { collect, elementsOfRoles, type Plan, type Planning } from '../planning/planning.ts';
import { isVariable, subjectOf, timeEdits } from '../planning/written-value.ts';

type Of<Type extends LayerCommand['type']> = Extract<LayerCommand, { type: Type }>;
type Times = Omit<PartTimes, 'part'>;

/** What the tables call each time; `overlap` is called the same everywhere. */
const MEANINGS: readonly (readonly [time: keyof Times, meaning: TimeMeaning | null])[] = [
  ['offset', 'start'],
  ['duration', 'length'],
  ['skip', 'in-point'],
  ['overlap', null],
];

/** Layers and sounds, in document order. */
function partsOf(planning: Planning, ids: readonly NodeId[]): Result<readonly ElementNode[], Statement> {
  const found = elementsOfRoles(planning, ids, ['layer', 'sound']);
  if (!found.ok) return found;
  const ordered = inDocumentOrder(planning.document, ids);
  return ok(ordered.flatMap((id) => found.value.find((element) => element.id === id) ?? []));
}

/** What steps call layers and sounds. */
function partsLabel(planning: Planning, parts: readonly ElementNode[]): Target {
  const [only] = parts;
  if (only !== undefined && parts.length === 1 && roleOf(only, planning.language) === 'sound')
    return elementLabel(planning, only);
  return layersLabel(planning, parts);
}

/** Under which names an element has these times. */
function named({ language }: Planning, element: ElementNode, times: Times): readonly (readonly [string, number])[] {
  return MEANINGS.flatMap(([time, meaning]) => {
    const value = times[time];
    const name = meaning === null ? time : timeNamed(element, meaning, language);
    const least = time === 'duration' ? 1 : 0;
    return value === undefined || name === null ? [] : [[name, Math.max(least, Math.round(value))] as const];
  });
}

export function planTimes(planning: Planning, { times, as }: Of<'layer/set-times'>): Plan {
  const found = partsOf(
    planning,
    times.map(({ part }) => part),
  );
  if (!found.ok) return found;
  const edits = collect(times, ({ part, ...wanted }) => {
    const element = found.value.find(({ id }) => id === part);
    if (element === undefined) return err(statement('edit/gone'));
    return collect(named(planning, element, wanted), ([name, value]) => timeEdits(planning, element, name, value));
  });
  const what = partsLabel(planning, found.value);
  const label =
    as === 'move'
      ? statement('step/move', { what })
      : as === 'trim'
        ? statement('step/trim-end', { what })
        : statement('step/slip', { what });
  return planned(edits, label);
}

export function planLayerSplit(planning: Planning, { cuts }: Of<'layer/split'>): Plan {
  const found = partsOf(
    planning,
    cuts.map(({ part }) => part),
  );
  if (!found.ok) return found;
  const halves: ElementNode[] = [];
  const edits: DocumentEdit[] = [];
  for (const element of found.value) {
    const cut = cuts.find(({ part }) => part === element.id);
    const length = timeNamed(element, 'length', planning.language);
    const parent = planning.index.elements.get(element.id)?.parent;
    if (cut === undefined || length === null || parent == null) return err(statement('edit/gone'));
    const second = named(planning, element, cut.second);
    // No two placeholders could say together what one of them said.
    const variable = [length, ...second.map(([name]) => name)].find((name) => isVariable(element, name));
    if (variable !== undefined)
      return err(statement('edit/variable-in-split', { what: subjectOf(planning, element, variable) }));
    const copy = withoutBeginning(copyOf(element, planning.newId));
    const half = second.reduce((each, [name, value]) => withAttribute(each, name, String(value)), copy);
    halves.push(half);
    edits.push(
      { type: 'set-attribute', node: element.id, name: length, value: String(cut.length) },
      ...withoutEnd(planning, element),
    );
  }
  edits.push(...insertions(planning, found.value, halves));
  return ok({
    edits,
    label: statement('step/split', { what: partsLabel(planning, found.value) }),
    selection: selectionOf(halves),
  });
}

export function planDuplicate(planning: Planning, { layers }: Of<'layer/duplicate'>): Plan {
  const found = partsOf(planning, layers);
  if (!found.ok) return found;
  const parts = outermost(planning.document, found.value);
  const copies = parts.map((part) => copyOf(part, planning.newId));
  return ok({
    edits: insertions(planning, parts, copies),
    label: statement('step/duplicate', { what: partsLabel(planning, parts) }),
    selection: selectionOf(copies),
  });
}

/** Puts each of `made` right behind its original. From the last on, so that places before it stay. */
function insertions(
  { index }: Planning,
  originals: readonly ElementNode[],
  made: readonly ElementNode[],
): readonly DocumentEdit[] {
  return originals
    .flatMap((original, at): readonly DocumentEdit[] => {
      const parent = index.elements.get(original.id)?.parent;
      const node: DocumentNode | undefined = made[at];
      if (parent == null || node === undefined) return [];
      return [{ type: 'insert-node', parent: parent.id, index: parent.children.indexOf(original) + 1, node }];
    })
    .toReversed();
}
