import { clsx } from 'clsx';
import { ChevronRight, Ellipsis } from 'lucide-react';
import { Fragment, useCallback, useState } from 'react';
import { actionEntries, useActions } from '#renderer/actions/use-actions.tsx';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { type FieldContext, useReading } from '#renderer/editor/fields.ts';
import type { SceneContainer } from '#renderer/editor/nested-scenes.ts';
import { isEqual } from '#renderer/interaction/equality.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { elementLabels } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { MOVIE_SELECTION, type Selection, selectNodes } from '#shared/editing/model/selection.ts';
import { planningOf } from '#shared/editing/planning/planning.ts';
import type { ElementNode, NodeId } from '#shared/template/document/document.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { roleOf } from '#shared/template/tables/roles.ts';
import { useSceneContainers } from './conditions/cases-section.tsx';
import { optionLabel } from './controls/options.ts';
import styles from './fields/inspector.module.css';
import type { InspectorTarget } from './model/inspector-target.ts';
import { layerName } from './model/layer-name.ts';
import { galleryType, joinedScenes } from './transitions/neighbours.ts';

/** The head of the inspector: the path to the selection in the movie, and the actions for it. */
export function InspectorHead({ target }: { readonly target: InspectorTarget }) {
  const { inspector } = useStrings();
  const editor = useEditor();
  const runtime = useActions();
  const [open, setOpen] = useState(false);
  const containers = useSceneContainers(target.kind === 'scene' ? target.scene : null);
  const transition = useTransitionTitle(target);
  const inner = useInnerPath(target);
  const crumbs = crumbsOf(target, containers, inner, { ...inspector, transition });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a pointer shortcut; the menu and a key are alternatives
    <div
      className={styles.crumbs}
      onDoubleClick={({ target: where }) => {
        if (where instanceof Element && where.closest('button') === null) void runtime.run('view/inspector-height');
      }}
    >
      <nav aria-label={inspector.path} className={styles.path}>
        {crumbs.map(({ key, label, selection, isName }, index) => (
          <Fragment key={key}>
            {index > 0 && <Icon icon={ChevronRight} size={12} />}
            <button
              type="button"
              className={clsx(styles.crumb, isName && styles.named)}
              title={label}
              aria-current={index === crumbs.length - 1 ? 'true' : undefined}
              onClick={() => editor.selection.set(selection)}
            >
              {label}
            </button>
          </Fragment>
        ))}
      </nav>
      <Menu
        align="end"
        onOpenChange={setOpen}
        trigger={<IconButton icon={Ellipsis} label={inspector.more} size="sm" />}
        entries={open ? actionEntries(runtime, [...menus[target.kind], null, 'view/inspector-height']) : []}
      />
    </div>
  );
}

/**
 * Returns the title of a transition: its type and the scenes that it joins. Null unless the target is a single
 * transition.
 */
function useTransitionTitle(target: InspectorTarget): string | null {
  const { inspector } = useStrings();
  const only = target.kind === 'transitions' && target.transitions.length === 1 ? target.transitions[0] : undefined;
  return useReading(
    useCallback(
      (context: FieldContext) => {
        const element = only === undefined ? undefined : indexOf(context.document).elements.get(only.id)?.element;
        if (element === undefined) return null;
        const typeText = planningOf(context).resolved(element, 'type');
        const type = galleryType(typeText?.kind === 'text' ? typeText.text.trim() : null);
        const title = optionLabel(elementRegistry.transition.attributes.type, type ?? 'crossfade');
        const { from, to } = joinedScenes(context.document, element.id);
        return inspector.transitionBetween(title, from, to);
      },
      [only, inspector],
    ),
  );
}

interface Crumb {
  readonly key: string;
  readonly label: string;
  readonly selection: Selection;
  /** Whether the label is a name from the user, which can be long. */
  readonly isName?: boolean;
}

/** A layer, group, or mask on the path to the selection. */
interface PathStep {
  readonly id: NodeId;
  /** The name; null for a mask, and for a layer whose file is unknown. */
  readonly name: string | null;
  readonly isMask: boolean;
  /** The element that a click selects. For a mask, it is the masked layer. */
  readonly selectedId: NodeId;
}

/** Returns the path to the displayed layer: the layers and masks around it, outermost first, and the layer itself. */
function useInnerPath(target: InspectorTarget): readonly PathStep[] {
  const displayedLayer =
    target.kind === 'scene' ? target.layer?.element.id : target.kind === 'layers' ? target.layers[0]?.id : undefined;
  return useReading(
    useCallback(
      (context: FieldContext) => (displayedLayer === undefined ? [] : innerPath(context, displayedLayer)),
      [displayedLayer],
    ),
    isEqual,
  );
}

function innerPath(context: FieldContext, displayedLayer: NodeId): readonly PathStep[] {
  const planning = planningOf(context);
  const steps: PathStep[] = [];
  let entry = planning.index.elements.get(displayedLayer) ?? null;
  while (entry !== null) {
    const { element, parent }: { element: ElementNode; parent: ElementNode | null } = entry;
    const role = roleOf(element);
    if (role !== 'layer' && role !== 'mask') break;
    const isMask = role === 'mask';
    const name = isMask ? null : layerName(planning, element);
    steps.unshift({ id: element.id, name, isMask, selectedId: isMask && parent !== null ? parent.id : element.id });
    entry = parent === null ? null : (planning.index.elements.get(parent.id) ?? null);
  }
  return steps;
}

function stepCrumbs(steps: readonly PathStep[], numbered: string): readonly Crumb[] {
  return steps.map(({ id, name, isMask, selectedId }, index) => ({
    key: id,
    label: isMask
      ? elementLabels('mask').label
      : (name ?? (index === steps.length - 1 ? numbered : elementLabels('group').label)),
    isName: name !== null,
    selection: selectNodes([selectedId]),
  }));
}

const sceneMenu = [
  'scene/split',
  'edit/duplicate',
  'scene/toggle-enabled',
  null,
  'edit/cut',
  'edit/copy',
  'edit/paste',
  null,
  'effects/copy-all',
  'effects/paste',
  'effects/replace',
  'effects/remove-all',
  null,
  'edit/delete',
] as const;

const menus = {
  movie: ['edit/paste', 'edit/select-all', null, 'variables/rename', 'variables/data-sets'],
  scene: sceneMenu,
  scenes: sceneMenu,
  layers: sceneMenu,
  sounds: ['edit/delete'],
  transitions: ['edit/delete'],
} as const satisfies Record<InspectorTarget['kind'], readonly (string | null)[]>;

function crumbsOf(
  target: InspectorTarget,
  containers: readonly SceneContainer[],
  inner: readonly PathStep[],
  words: Catalogue['inspector'] & { readonly transition: string | null },
): readonly Crumb[] {
  const movie: Crumb = { key: 'movie', label: words.movie, selection: MOVIE_SELECTION };
  switch (target.kind) {
    case 'movie':
      return [movie];
    case 'scenes':
      return [
        movie,
        { key: 'scenes', label: words.scenes(target.scenes.length), selection: selectNodes(target.scenes) },
      ];
    case 'layers': {
      const { layers, siblings } = target;
      const selection = selectNodes(layers.map(({ id }) => id));
      const [first, ...others] = layers;
      if (first !== undefined && others.length === 0)
        return [movie, ...stepCrumbs(inner, words.layer(siblings.indexOf(first) + 1))];
      return [movie, { key: 'layers', label: words.layersSelected(layers.length), selection }];
    }
    case 'sounds': {
      const { sounds, scene } = target;
      const selection = selectNodes(sounds.map(({ id }) => id));
      const sound: Crumb = { key: 'sounds', label: words.sounds(sounds.length), selection };
      if (scene === null) return [movie, sound];
      return [movie, { key: scene.id, label: words.scene(scene.number), selection: selectNodes([scene.id]) }, sound];
    }
    case 'transitions': {
      const selection = selectNodes(target.transitions.map(({ id }) => id));
      const label = words.transition ?? words.transitions(target.transitions.length);
      return [movie, { key: 'transitions', label, selection }];
    }
    case 'scene': {
      const { scene, number, layer } = target;
      const holderCrumbs = containers.map(({ id, kind, name }) => ({
        key: id,
        label: name ?? words.holders[kind],
        isName: name !== null,
        selection: selectNodes([id]),
      }));
      // A selected choice or sequence has no scene number, so the path shows it only as a parent.
      const isHolder = containers.some(({ id }) => id === scene);
      const sceneCrumb = { key: scene, label: words.scene(number), selection: selectNodes([scene]) };
      const crumbs = [movie, ...holderCrumbs, ...(isHolder ? [] : [sceneCrumb])];
      if (layer === null) return crumbs;
      return [...crumbs, ...stepCrumbs(inner, words.layer(layer.number))];
    }
    default:
      return target satisfies never;
  }
}
