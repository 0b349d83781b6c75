import { ArrowDown, ArrowUp, Eye, ReplaceAll, RotateCcw, Sparkles, Trash2 } from 'lucide-react';
import { type Action, type ActionContext, reordering, withLayerAction } from '#renderer/actions/action.ts';
import { openDialog } from '#renderer/actions/dialogs.ts';
import { dispatch, stateOf } from '#renderer/actions/targets.ts';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { caseOf } from '#renderer/editor/nested-scenes.ts';
import { selectTargetLayers } from '#renderer/editor/selectors.ts';
import { type CaseValue, toggleCase } from '#renderer/editor/view-state.ts';
import { effectLabels } from '#renderer/strings/registry-strings.ts';
import { effectIcon } from '#renderer/ui/display/effect-icons.ts';
import type { PlannableCommand } from '#shared/editing/model/commands.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { effectsToClipboard } from '#shared/editing/plan/clipboard.ts';
import type { ElementNode, NodeId } from '#shared/template/document/document.ts';
import { effectTypes, needsFile } from '#shared/template/effects/effects.ts';
import { withNestedLayers } from '#shared/template/movie/used-sources.ts';
import { effectsOf, isEffect, isLayer, isScene } from '#shared/template/tables/roles.ts';

const editor = { scope: 'editor', group: 'edit' } as const;

/** The actions on an effect, on all effects of the selected layers, and on the previewed case. */
export const inspectorActions: readonly Action[] = [
  ...effectTypes.map(
    (type): Action => ({
      ...editor,
      id: `effect/add-${type}`,
      label: ({ inspector }) => inspector.actions.add(effectLabels(type).label),
      icon: effectIcon(type),
      ...onLayers((layers) => ({ type: 'effect/add', layers: layers.map(({ id }) => id), effect: type })),
      // The inspector shows the files of the project.
      ...(needsFile(type) && { run: () => openDialog('effectFile', { effect: type }) }),
    }),
  ),
  {
    id: 'scene/preview-case',
    label: ({ inspector }) => inspector.actions.previewCase,
    keys: ['P'],
    icon: Eye,
    scope: 'editor',
    group: 'view',
    enabled: (context) => previewedCaseOf(context) !== null || caseOfSelection(context) !== null,
    whyNot: ({ inspector }) => inspector.actions.needsCase,
    checked: (context) => previewedCaseOf(context) !== null,
    run: (context) => {
      if (context.editor !== null)
        toggleCase(context.editor.view, caseOfSelection(context) ?? previewedCaseOf(context));
    },
  },
  {
    ...editor,
    id: 'effect/move-up',
    label: ({ inspector }) => inspector.actions.moveUp,
    keys: ['Alt+ArrowUp'],
    icon: ArrowUp,
    repeats: true,
    ...withLayerAction(
      reordering(1),
      onEffect((place) => moveCommand(place, -1)),
    ),
  },
  {
    ...editor,
    id: 'effect/move-down',
    label: ({ inspector }) => inspector.actions.moveDown,
    keys: ['Alt+ArrowDown'],
    icon: ArrowDown,
    repeats: true,
    ...withLayerAction(
      reordering(-1),
      onEffect((place) => moveCommand(place, 1)),
    ),
  },
  {
    ...editor,
    id: 'effect/toggle',
    label: ({ inspector }) => inspector.actions.toggle,
    icon: Eye,
    ...onEffect(({ effect }, { movie }) => {
      const containers = movie === null ? [] : [...movie.scenes, ...movie.overlays];
      const layers = withNestedLayers(containers.flatMap((container) => container.layers));
      const effects = layers.flatMap((layer) => layer.effects);
      const isOn = effects.find(({ id }) => id === effect)?.enabled ?? true;
      return { type: 'effect/set-enabled', effects: [effect], enabled: !isOn };
    }),
  },
  {
    ...editor,
    id: 'effect/reset',
    label: ({ inspector }) => inspector.actions.reset,
    icon: RotateCcw,
    ...onEffect(({ effect }) => ({ type: 'effect/reset', effects: [effect] })),
  },
  {
    ...editor,
    id: 'effects/copy-all',
    label: ({ inspector }) => inspector.copyAllEffects,
    icon: Sparkles,
    enabled: (context) => layersOf(context).some((layer) => effectsOf(layer).length > 0),
    whyNot: ({ inspector }) => inspector.actions.needsLayer,
    run: (context) => {
      const state = stateOf(context);
      const [first] = layersOf(context).filter((layer) => effectsOf(layer).length > 0);
      if (state !== null && first !== undefined)
        context.clipboard.write(effectsToClipboard(state.document, [first.id]));
    },
  },
  {
    ...editor,
    id: 'effects/replace',
    label: ({ inspector }) => inspector.actions.replace,
    icon: ReplaceAll,
    enabled: (context) => layersOf(context).length > 0,
    whyNot: ({ inspector }) => inspector.actions.needsLayer,
    run: async (context) => {
      const text = await context.clipboard.read();
      const targets = layersOf(context).map(({ id }) => id);
      if (text !== '') dispatch(context, { type: 'effects/paste', text, targets, mode: 'replace' });
    },
  },
  {
    ...editor,
    id: 'effects/remove-all',
    label: ({ inspector }) => inspector.actions.removeAll,
    icon: Trash2,
    ...onLayers((layers) => {
      const effects = layers.flatMap(effectsOf).map(({ id }) => id);
      return effects.length === 0 ? null : { type: 'node/remove', nodes: effects };
    }),
  },
];

interface EffectPosition {
  readonly effect: NodeId;
  readonly layer: NodeId;
  readonly index: number;
  readonly count: number;
}

function moveCommand({ effect, layer, index, count }: EffectPosition, by: -1 | 1): PlannableCommand | null {
  const to = index + by;
  return to < 0 || to >= count ? null : { type: 'effect/move', effect, layer, index: to };
}

function onEffect(plan: (place: EffectPosition, state: EditorState) => PlannableCommand | null) {
  const commandOf = (context: ActionContext): PlannableCommand | null => {
    const state = stateOf(context);
    const place = state === null ? null : effectPosition(state);
    return state === null || place === null ? null : plan(place, state);
  };
  return commandAction(commandOf, ({ inspector }) => inspector.actions.needsEffect);
}

function onLayers(plan: (layers: readonly ElementNode[]) => PlannableCommand | null) {
  const commandOf = (context: ActionContext): PlannableCommand | null => {
    const layers = layersOf(context);
    return layers.length === 0 ? null : plan(layers);
  };
  return commandAction(commandOf, ({ inspector }) => inspector.actions.needsLayer);
}

function commandAction(
  commandOf: (context: ActionContext) => PlannableCommand | null,
  whyNot: NonNullable<Action['whyNot']>,
) {
  return {
    enabled: (context: ActionContext) => commandOf(context) !== null,
    whyNot,
    run: (context: ActionContext) => {
      const command = commandOf(context);
      if (command !== null) dispatch(context, command);
    },
  };
}

function effectPosition({ document, selection }: EditorState): EffectPosition | null {
  const [only, ...others] = selection.ids;
  const entry = only === undefined || others.length > 0 ? undefined : indexOf(document).elements.get(only);
  if (!entry?.parent || !isEffect(entry.element) || !isLayer(entry.parent)) return null;
  const effects = effectsOf(entry.parent);
  return {
    effect: entry.element.id,
    layer: entry.parent.id,
    index: effects.indexOf(entry.element),
    count: effects.length,
  };
}

function layersOf(context: ActionContext): readonly ElementNode[] {
  const state = stateOf(context);
  return state === null ? [] : selectTargetLayers(state);
}

/** Returns the value for which a choice plays the selected scene; null for scenes outside choices. */
function caseOfSelection({ editor: store }: ActionContext): CaseValue | null {
  if (store === null) return null;
  const { document, values, selection } = store.document.state;
  const scene = selection.primary === null ? null : indexOf(document).elements.get(selection.primary)?.element;
  if (!scene || !isScene(scene)) return null;
  return caseOf({ document, values: new Map(Object.entries(values)), findings: [], rate: null }, scene.id);
}

function previewedCaseOf({ editor: store }: ActionContext): CaseValue | null {
  return store === null ? null : store.view.state.previewedCase;
}
