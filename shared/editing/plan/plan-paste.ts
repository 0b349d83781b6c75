import { assertNever } from '../../lib/assert.ts';
import { err, ok } from '../../lib/result.ts';
import { statement } from '../../statements/statement.ts';
import type { ElementNode } from '../../template/document/document.ts';
import { effectsOf, isLayer, isSound, layersOf } from '../../template/tables/roles.ts';
import { type FrameRate, sameFrameRate } from '../../template/values/frame-rate.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import { type ClipboardContent, readClipboard } from '../clipboard.ts';
import type { PasteCommand } from '../commands.ts';
import { elementAtRate } from '../movie/times-at-rate.ts';
import { copyOf } from '../planning/new-nodes.ts';
import { childIndex, planned, selectionOf } from '../planning/planned.ts';
import { elementsOfRoles, holderOf, type Plan, type Planning } from '../planning/planning.ts';
import { resourcesAdded } from '../planning/resources.ts';
import { insertScenes } from '../planning/scene-list.ts';

/** What is pasted brings the fonts and variables that it asks for and the film has not. */
export function planPaste(planning: Planning, command: PasteCommand): Plan {
  const content = readClipboard(command.text);
  if (!content.ok) return content;
  const pasted = planContent(planning, command, content.value);
  if (!pasted.ok || content.value.kind === 'keys') return pasted;
  const coming = content.value.resources.map((element) => copyOf(element, planning.newId));
  // Behind the others: those may give the movie new children, which hold its resources as they were.
  return ok({ ...pasted.value, edits: [...pasted.value.edits, ...resourcesAdded(planning, coming)] });
}

function planContent(planning: Planning, command: PasteCommand, content: ClipboardContent): Plan {
  switch (command.type) {
    case 'scenes/paste': {
      if (content.kind !== 'scenes') return err(WRONG[content.kind]);
      const scenes = copies(planning, content.scenes, content.rate);
      return planned(
        insertScenes(planning, scenes, command.at),
        statement('step/paste-scenes', { count: scenes.length }),
        selectionOf(scenes),
      );
    }
    case 'layers/paste': {
      if (content.kind !== 'layers') return err(WRONG[content.kind]);
      return pasteLayers(planning, command, copies(planning, content.layers, content.rate));
    }
    case 'effects/paste': {
      if (content.kind !== 'effects') return err(WRONG[content.kind]);
      return pasteEffects(planning, command, content.effects);
    }
    default:
      return assertNever(command);
  }
}

/** What is on the clipboard instead of what was asked for. */
const WRONG = {
  scenes: statement('clipboard/scenes'),
  layers: statement('clipboard/layers'),
  effects: statement('clipboard/effects'),
  keys: statement('clipboard/keys'),
} as const;

/** Copies with ids of their own, and times of this film's rate. */
function copies(planning: Planning, elements: readonly ElementNode[], rate: FrameRate | null): readonly ElementNode[] {
  const here = planning.rate();
  return elements.map((element) => {
    const copy = copyOf(element, planning.newId);
    return rate === null || here === null || sameFrameRate(rate, here)
      ? copy
      : elementAtRate(copy, rate, here, planning.language);
  });
}

/** In front of the layers that are there; sounds behind all. In the movie itself only sounds can stand. */
function pasteLayers(
  planning: Planning,
  { parent: id }: Extract<PasteCommand, { type: 'layers/paste' }>,
  parts: readonly ElementNode[],
): Plan {
  const label = statement('step/paste-layers', { count: parts.length });
  if (id === planning.document.root.id) {
    const sounds = parts.filter((part) => isSound(part));
    if (sounds.length < parts.length) return err(statement('clipboard/layers'));
    return planned(insertScenes(planning, sounds, 0), label, selectionOf(sounds));
  }
  const parent = planning.index.elements.get(id)?.element;
  const refused = parts.map((part) => holderOf(planning, id, part)).find((found) => !found.ok);
  if (parent === undefined || refused?.ok === false) return err(statement('edit/gone'));
  const own = layersOf(parent, planning.language);
  const at = childIndex(parent, own, own.length);
  const [layers, sounds] = [parts.filter((part) => !isSound(part)), parts.filter((part) => isSound(part))];
  const children = [...parent.children.toSpliced(at, 0, ...layers), ...sounds];
  return ok({ edits: [{ type: 'set-children', node: id, children }], label, selection: selectionOf(parts) });
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
