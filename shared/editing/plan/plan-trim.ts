import { err, ok, type Result } from '../../lib/result.ts';
import { type Statement, statement } from '../../statements/statement.ts';
import type { StatementIn } from '../../statements/statement-in.ts';
import type { SubjectStatements } from '../../statements/templates/edit-statements.ts';
import { childElements, type DocumentNode, type ElementNode } from '../../template/document/document.ts';
import { roleOf } from '../../template/tables/roles.ts';
import { timesOf } from '../../template/variables/written-values.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { SceneCommand } from '../commands.ts';
import { withoutBeginning, withoutEnd } from '../planning/halves.ts';
import { sceneLabel } from '../planning/labels.ts';
import { cutStart, type LayerTimes, readLayerTimes, roomBefore } from '../planning/layer-times.ts';
import { copyOf, withAttribute } from '../planning/new-nodes.ts';
import { collect, elementOfRole, type Plan, type Planning } from '../planning/planning.ts';
import { isVariable, requireTime, subjectOf, timeEdits } from '../planning/written-value.ts';
import { selectNodes } from '../selection.ts';

type Of<Type extends SceneCommand['type']> = Extract<SceneCommand, { type: Type }>;

interface TimedLayer {
  readonly layer: ElementNode;
  readonly times: LayerTimes;
}

/**
 * Trims and slips are clamped: a scene keeps a frame, and no layer begins before its source does. Layers that are
 * switched off go along, so that they are right when they are switched on again.
 */
export function planTrim(
  planning: Planning,
  command: Of<'scene/trim-start'> | Of<'scene/trim-end'> | Of<'scene/slip'>,
): Plan {
  const found = elementOfRole(planning, command.scene, 'scene');
  if (!found.ok) return found;
  const scene = found.value;
  const what = sceneLabel(planning, scene);
  if (command.type === 'scene/trim-end') {
    const edits = timeEdits(planning, scene, 'duration', Math.max(1, Math.round(command.duration)));
    return edits.ok ? ok({ edits: edits.value, label: statement('step/trim-end', { what }) }) : edits;
  }
  const layers = timedLayers(planning, scene);
  if (!layers.ok) return layers;
  if (command.type === 'scene/slip') {
    const edits = slipEdits(planning, layers.value, Math.round(command.by));
    return edits.ok ? ok({ edits: edits.value, label: statement('step/slip', { what }) }) : edits;
  }
  const duration = requireTime(planning, scene, 'duration');
  if (!duration.ok) return duration;
  const room = roomBefore(layers.value.map(({ times }) => times));
  const by = Math.min(Math.max(Math.round(command.by), -room), duration.value - 1);
  const shorter = timeEdits(planning, scene, 'duration', duration.value - by);
  if (!shorter.ok) return shorter;
  const cut = collect(layers.value, ({ layer, times }) => cutEdits(planning, layer, cutStart(times, by)));
  return cut.ok ? ok({ edits: [...shorter.value, ...cut.value], label: statement('step/trim-start', { what }) }) : cut;
}

/** The layers of a scene, and its sounds, which keep their places in the film as well. */
function timedLayers(planning: Planning, scene: ElementNode): Result<readonly TimedLayer[], Statement> {
  return collect(timedIn(planning, scene), (layer) => {
    const times = readLayerTimes(planning, layer);
    return times.ok ? ok([{ layer, times: times.value }]) : times;
  });
}

function timedIn({ language }: Planning, scene: ElementNode): readonly ElementNode[] {
  return childElements(scene).filter((child) => ['layer', 'sound'].includes(roleOf(child, language) ?? ''));
}

/** Every source that runs begins so much later, whenever its layer does. */
function slipEdits(
  planning: Planning,
  layers: readonly TimedLayer[],
  wanted: number,
): Result<readonly DocumentEdit[], Statement> {
  const sources = layers.flatMap(({ layer, times: { inPoint, isSound } }) =>
    inPoint === null || isSound ? [] : [{ layer, inPoint }],
  );
  if (sources.length === 0) return err(statement('edit/nothing-to-slip'));
  const by = Math.max(wanted, -Math.min(...sources.map(({ inPoint }) => inPoint.count)));
  return collect(sources, ({ layer, inPoint }) => timeEdits(planning, layer, inPoint.name, inPoint.count + by));
}

function cutEdits(
  planning: Planning,
  layer: ElementNode,
  times: ReturnType<typeof cutStart>,
): Result<readonly DocumentEdit[], Statement> {
  if (times === null) return ok([{ type: 'remove-node', node: layer.id }]);
  return collect(times, ({ name, count }) => timeEdits(planning, layer, name, count));
}

/**
 * Two scenes for one, alike in all but their times: the second begins in its sources where the first ends. A layer that is
 * there in one of them only stands in that one. Both need fixed times, since no two placeholders could say together what
 * one of them said.
 */
export function planSplit(planning: Planning, command: Of<'scene/split'>): Plan {
  const found = elementOfRole(planning, command.scene, 'scene');
  if (!found.ok) return found;
  const scene = found.value;
  // In a choice the second half would never be chosen.
  if (planning.index.elements.get(scene.id)?.parent !== planning.document.root)
    return err(statement('edit/nested-scene'));
  const { at } = command;
  const duration = requireTime(planning, scene, 'duration');
  if (!duration.ok) return duration;
  if (at < 1 || at >= duration.value) return err(statement('edit/nothing-to-split'));
  const variable = firstVariableTime(planning, scene);
  if (variable !== null) return err(statement('edit/variable-in-split', { what: variable }));
  const layers = timedLayers(planning, scene);
  if (!layers.ok) return layers;
  const halves = secondHalves(layers.value, at);
  const children = scene.children.flatMap((child): readonly DocumentNode[] => {
    const half = halves.get(child);
    return half === undefined ? [child] : half === null ? [] : [half];
  });
  const half = withAttribute(copyOf({ ...scene, children }, planning.newId), 'duration', String(duration.value - at));
  const { root } = planning.document;
  const later = layers.value.filter(({ times }) => (times.start?.count ?? 0) >= at);
  const cut = layers.value.filter(
    ({ layer }) => halves.get(layer) != null && !later.some((each) => each.layer === layer),
  );
  return ok({
    edits: [
      { type: 'set-attribute', node: scene.id, name: 'duration', value: String(at) },
      ...later.map(({ layer }): DocumentEdit => ({ type: 'remove-node', node: layer.id })),
      ...cut.flatMap(({ layer }) => withoutEnd(planning, layer)),
      { type: 'insert-node', parent: root.id, index: root.children.indexOf(scene) + 1, node: half },
    ],
    label: statement('step/split', { what: sceneLabel(planning, scene) }),
    selection: selectNodes([half.id]),
  });
}

/** What sentences call the first time of a scene or of its layers that a variable gives and a split would change. */
function firstVariableTime(planning: Planning, scene: ElementNode): StatementIn<SubjectStatements> | null {
  for (const element of [scene, ...timedIn(planning, scene)]) {
    const time = timesOf(element, planning.language).find(
      ({ name, spec }) => spec.time !== undefined && isVariable(element, name),
    );
    if (time !== undefined) return subjectOf(planning, element, time.name);
  }
  return null;
}

/** Each layer as it is from a frame of its scene on; null where nothing is left of it. */
function secondHalves(layers: readonly TimedLayer[], at: number): ReadonlyMap<DocumentNode, ElementNode | null> {
  return new Map(
    layers.map(({ layer, times }) => {
      const cut = cutStart(times, at);
      const half = cut?.reduce<ElementNode>((each, { name, count }) => withAttribute(each, name, String(count)), layer);
      const wasThere = (times.start?.count ?? 0) < at;
      return [layer, half === undefined ? null : wasThere ? withoutBeginning(half) : half];
    }),
  );
}
