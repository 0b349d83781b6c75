import { assertNever } from '../../lib/assert.ts';
import { err, ok } from '../../lib/result.ts';
import { statement } from '../../statements/statement.ts';
import { effectsOf, isLayer, layersOf } from '../../template/tables/roles.ts';
import { sameFrameRate } from '../../template/values/frame-rate.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import { readClipboard } from '../clipboard.ts';
import type { PasteCommand } from '../commands.ts';
import { copyOf } from './new-nodes.ts';
import { childIndex, planned, selectionOf } from './planned.ts';
import { elementsOfRoles, type Plan, type Planning } from './planning.ts';
import { insertScenes } from './scene-list.ts';
import { elementAtRate } from './times-at-rate.ts';

export function planPaste(planning: Planning, command: PasteCommand): Plan {
  const content = readClipboard(command.text);
  if (!content.ok) return content;
  switch (command.type) {
    case 'scenes/paste': {
      if (content.value.kind !== 'scenes') return err(statement('clipboard/effects'));
      const { rate } = content.value;
      const here = planning.rate();
      const scenes = content.value.scenes.map((scene) => {
        const copy = copyOf(scene, planning.newId);
        return rate === null || here === null || sameFrameRate(rate, here)
          ? copy
          : elementAtRate(copy, rate, here, planning.language);
      });
      return planned(
        insertScenes(planning, scenes, command.at),
        statement('step/paste-scenes', { count: scenes.length }),
        selectionOf(scenes),
      );
    }
    case 'effects/paste': {
      if (content.value.kind !== 'effects') return err(statement('clipboard/scenes'));
      return pasteEffects(planning, command, content.value.effects);
    }
    default:
      return assertNever(command);
  }
}

function pasteEffects(
  planning: Planning,
  { targets, mode }: Extract<PasteCommand, { type: 'effects/paste' }>,
  effects: Parameters<typeof selectionOf>[0],
): Plan {
  const found = elementsOfRoles(planning, targets, ['scene', 'layer']);
  if (!found.ok) return found;
  const layers = new Set(found.value.flatMap((element) => (isLayer(element) ? [element] : layersOf(element))));
  if (layers.size === 0) return err(statement('edit/no-layer-for-effects'));
  const edits = [...layers].map((layer): DocumentEdit => {
    const own = effectsOf(layer);
    const kept =
      mode === 'replace'
        ? layer.children.filter((child) => child.kind !== 'element' || !own.includes(child))
        : layer.children;
    const at = mode === 'replace' ? kept.length : childIndex(layer, own, own.length);
    const copies = effects.map((effect) => copyOf(effect, planning.newId));
    return { type: 'set-children', node: layer.id, children: kept.toSpliced(at, 0, ...copies) };
  });
  return ok({ edits, label: statement('step/paste-effects', { count: effects.length, layers: layers.size }) });
}
