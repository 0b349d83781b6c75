import { assertNever } from '../../lib/assert.ts';
import { err, ok } from '../../lib/result.ts';
import { message } from '../../messages/message.ts';
import type { ElementNode } from '../../template/document/document.ts';
import { effectsOf, isLayer, isSound, layersOf } from '../../template/tables/roles.ts';
import { type FrameRate, sameFrameRate } from '../../template/values/frame-rate.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { PasteCommand } from '../model/commands.ts';
import { copyOf, resourcesAdded } from '../planning/nodes.ts';
import { childIndex, planned, selectionOf } from '../planning/planned.ts';
import { elementsOfRoles, holderOf, type Plan, type Planning } from '../planning/planning.ts';
import { insertScenes } from '../planning/scene-list.ts';
import { type ClipboardContent, readClipboard } from './clipboard.ts';
import { elementAtRate } from './movie.ts';

/** Plans a paste. Adds fonts and variables that the pasted elements need and the movie lacks. */
export function planPaste(planning: Planning, command: PasteCommand): Plan {
  const content = readClipboard(command.text);
  if (!content.ok) return content;
  const pasted = planContent(planning, command, content.value);
  if (!pasted.ok || content.value.kind === 'keys') return pasted;
  const resources = content.value.resources.map((element) => copyOf(element, planning.newId));
  // Apply the edits of the resources last, because the other edits can replace all children of the movie.
  return ok({ ...pasted.value, edits: [...pasted.value.edits, ...resourcesAdded(planning, resources)] });
}

function planContent(planning: Planning, command: PasteCommand, content: ClipboardContent): Plan {
  switch (command.type) {
    case 'scenes/paste': {
      if (content.kind !== 'scenes') return err(REFUSALS[content.kind]);
      const scenes = copies(planning, content.scenes, content.rate);
      return planned(
        insertScenes(planning, scenes, command.at),
        message('step/paste-scenes', { count: scenes.length }),
        selectionOf(scenes),
      );
    }
    case 'layers/paste': {
      if (content.kind !== 'layers') return err(REFUSALS[content.kind]);
      return pasteLayers(planning, command, copies(planning, content.layers, content.rate));
    }
    case 'effects/paste': {
      if (content.kind !== 'effects') return err(REFUSALS[content.kind]);
      return pasteEffects(planning, command, content.effects);
    }
    default:
      return assertNever(command);
  }
}

/** The messages for a clipboard that lacks the content that the command needs. */
const REFUSALS = {
  scenes: message('clipboard/scenes'),
  layers: message('clipboard/layers'),
  effects: message('clipboard/effects'),
  keys: message('clipboard/keys'),
} as const;

/** Copies elements with new ids. Converts their times to the frame rate of this movie. */
function copies(planning: Planning, elements: readonly ElementNode[], rate: FrameRate | null): readonly ElementNode[] {
  const targetRate = planning.rate();
  return elements.map((element) => {
    const copy = copyOf(element, planning.newId);
    return rate === null || targetRate === null || sameFrameRate(rate, targetRate)
      ? copy
      : elementAtRate(copy, rate, targetRate, planning.language);
  });
}

/**
 * Inserts layers on top of the existing layers, and sounds after all children. Only sounds can be inserted into the
 * movie itself.
 */
function pasteLayers(
  planning: Planning,
  { parent: id }: Extract<PasteCommand, { type: 'layers/paste' }>,
  parts: readonly ElementNode[],
): Plan {
  const label = message('step/paste-layers', { count: parts.length });
  if (id === planning.document.root.id) {
    const sounds = parts.filter((part) => isSound(part));
    if (sounds.length < parts.length) return err(message('clipboard/layers'));
    return planned(insertScenes(planning, sounds, 0), label, selectionOf(sounds));
  }
  const parent = planning.index.elements.get(id)?.element;
  const refused = parts.map((part) => holderOf(planning, id, part)).find((result) => !result.ok);
  if (parent === undefined || refused?.ok === false) return err(message('edit/gone'));
  const existing = layersOf(parent, planning.language);
  const at = childIndex(parent, existing, existing.length);
  const [layers, sounds] = [parts.filter((part) => !isSound(part)), parts.filter((part) => isSound(part))];
  const children = [...parent.children.toSpliced(at, 0, ...layers), ...sounds];
  return ok({ edits: [{ type: 'set-children', node: id, children }], label, selection: selectionOf(parts) });
}

function pasteEffects(
  planning: Planning,
  { targets, mode }: Extract<PasteCommand, { type: 'effects/paste' }>,
  effects: Parameters<typeof selectionOf>[0],
): Plan {
  const elements = elementsOfRoles(planning, targets, ['scene', 'layer']);
  if (!elements.ok) return elements;
  const layers = new Set(elements.value.flatMap((element) => (isLayer(element) ? [element] : layersOf(element))));
  if (layers.size === 0) return err(message('edit/no-layer-for-effects'));
  const edits = [...layers].map((layer): DocumentEdit => {
    const existing = effectsOf(layer);
    const remaining =
      mode === 'replace'
        ? layer.children.filter((child) => child.kind !== 'element' || !existing.includes(child))
        : layer.children;
    const at = mode === 'replace' ? remaining.length : childIndex(layer, existing, existing.length);
    const copies = effects.map((effect) => copyOf(effect, planning.newId));
    return { type: 'set-children', node: layer.id, children: remaining.toSpliced(at, 0, ...copies) };
  });
  return ok({ edits, label: message('step/paste-effects', { count: effects.length, layers: layers.size }) });
}
