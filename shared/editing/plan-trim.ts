import { err, ok } from '../lib/result.ts';
import type { ElementNode } from '../template/document.ts';
import type { DocumentEdit } from '../template-xml/edits.ts';
import type { SceneCommand } from './commands.ts';
import { layersOf } from './document-index.ts';
import { sceneLabel } from './labels.ts';
import { copyOf, withAttribute } from './new-nodes.ts';
import { collect, elementNamed, type Plan, type Planning } from './planning.ts';
import { isVariable, readTime, timeEdits } from './written-value.ts';

type Of<Type extends SceneCommand['type']> = Extract<SceneCommand, { type: Type }>;

/**
 * Trims and slips are clamped: a scene keeps a frame, and no layer begins before its source does. Layers that are
 * switched off go along, so that they are right when they are switched on again.
 */
export function planTrim(
  planning: Planning,
  command: Of<'scene/trim-start'> | Of<'scene/trim-end'> | Of<'scene/slip'>,
): Plan {
  const found = elementNamed(planning, command.scene, ['scene']);
  if (!found.ok) return found;
  const scene = found.value;
  const name = sceneLabel(planning, scene);
  if (command.type === 'scene/trim-end') {
    const edits = timeEdits(planning, scene, 'duration', Math.max(1, Math.round(command.duration)));
    return edits.ok ? ok({ edits: edits.value, label: `Trim ${name}` }) : edits;
  }
  const layers = layersOf(scene);
  const skips = collect(layers, (layer) => {
    const skip = readTime(planning, layer, 'skip');
    return skip.ok ? ok([skip.value]) : skip;
  });
  if (!skips.ok) return skips;
  // Without a layer there is no source to run out of.
  const room = Math.min(...skips.value);
  if (command.type === 'scene/slip') {
    if (layers.length === 0) return err('The scene has no video to slip.');
    const edits = shiftLayers(planning, layers, Math.max(Math.round(command.by), -room));
    return edits.ok ? ok({ edits: edits.value, label: `Slip ${name}` }) : edits;
  }
  const duration = readTime(planning, scene, 'duration');
  if (!duration.ok) return duration;
  const by = Math.min(Math.max(Math.round(command.by), -room), duration.value - 1);
  const shorter = timeEdits(planning, scene, 'duration', duration.value - by);
  if (!shorter.ok) return shorter;
  const shifted = shiftLayers(planning, layers, by);
  return shifted.ok ? ok({ edits: [...shorter.value, ...shifted.value], label: `Trim start of ${name}` }) : shifted;
}

function shiftLayers(planning: Planning, layers: readonly ElementNode[], by: number) {
  return collect<ElementNode, DocumentEdit>(layers, (layer) => {
    const skip = readTime(planning, layer, 'skip');
    return skip.ok ? timeEdits(planning, layer, 'skip', skip.value + by) : skip;
  });
}

/**
 * Two scenes for one, alike in all but their times: the second begins in its sources where the first ends. Both need fixed
 * times, since no two placeholders could say together what one of them said.
 */
export function planSplit(planning: Planning, command: Of<'scene/split'>): Plan {
  const found = elementNamed(planning, command.scene, ['scene']);
  if (!found.ok) return found;
  const scene = found.value;
  const { at } = command;
  const duration = readTime(planning, scene, 'duration');
  if (!duration.ok) return duration;
  if (at < 1 || at >= duration.value)
    return err('There is nothing to split here: the playhead is at the edge of the scene.');
  if (isVariable(scene, 'duration'))
    return err('The duration is a variable; turn it into a fixed value before the scene is split.');
  if (layersOf(scene).some((layer) => isVariable(layer, 'skip')))
    return err('The in-point is a variable; turn it into a fixed value before the scene is split.');
  const second = copyOf(scene, planning.newId);
  const children = second.children.map((child) => {
    if (child.kind !== 'element' || child.name !== 'video') return child;
    const skip = readTime(planning, child, 'skip');
    return skip.ok ? withAttribute(child, 'skip', String(skip.value + at)) : child;
  });
  const half = withAttribute({ ...second, children }, 'duration', String(duration.value - at));
  const { root } = planning.document;
  return ok({
    edits: [
      { type: 'set-attribute', node: scene.id, name: 'duration', value: String(at) },
      { type: 'insert-node', parent: root.id, index: root.children.indexOf(scene) + 1, node: half },
    ],
    label: `Split ${sceneLabel(planning, scene)}`,
    selection: { kind: 'scenes', ids: [half.id], anchor: half.id },
  });
}
