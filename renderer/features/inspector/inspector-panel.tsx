import { type FocusEvent, Fragment, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { useEditorValue, useStableValue } from '#renderer/editor/editor-context.tsx';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { memoised } from '#renderer/editor/selectors.ts';
import { elementLabels } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { ScrollArea } from '#renderer/ui/layout/scroll-area.tsx';
import { childElements, type ElementNode, type NodeId } from '#shared/template/document/document.ts';
import { elementRegistry, isElementName } from '#shared/template/tables/elements.ts';
import { layersOf, roleOf } from '#shared/template/tables/roles.ts';
import { AnimatedProperties } from './animated-properties.tsx';
import { CasesSection, useNested, useSceneContainers } from './conditions/cases-section.tsx';
import { EnabledSwitch } from './fields/enabled-switch.tsx';
import { formRows } from './fields/form-rows.ts';
import styles from './fields/inspector.module.css';
import { UsedVariables } from './fields/used-variables.tsx';
import { Form } from './forms/form.tsx';
import { InspectorHead } from './inspector-head.tsx';
import { LayerSection } from './layers/layer-section.tsx';
import { LayerThumb } from './layers/layer-thumb.tsx';
import { LayersSection } from './layers/layers-section.tsx';
import { MaskSection } from './layers/mask-section.tsx';
import { useLayerName } from './layers/use-layer-name.ts';
import { type InspectorTarget, inspectorTarget, layerContainersIn, sameTarget } from './model/inspector-target.ts';
import { MovieSection } from './movie-section.tsx';
import { SceneForm } from './scene-form.tsx';
import { SceneSection } from './scene-section.tsx';
import { SelectedKeys } from './selected-keys.tsx';
import { LoudnessSection } from './sound/loudness-section.tsx';
import { SoundSection } from './sound/sound-section.tsx';
import { TransitionSection } from './transitions/transition-section.tsx';

const selectTarget = memoised(
  ({ document, selection }: EditorState) => [document, selection] as const,
  inspectorTarget,
);

const selectOverlays = memoised(
  ({ document }: EditorState) => [document] as const,
  ({ root }) => childElements(root).filter((child) => roleOf(child) === 'overlay'),
);

/** The inspector. It shows the selection as forms: the movie, scenes, layers, and their effects. */
export function InspectorPanel() {
  const target = useStableValue(selectTarget, (each) => each, sameTarget);
  const { panel, focus } = useFocusRestored(target);
  return (
    <div ref={panel} className={styles.panel} {...focus}>
      <InspectorHead target={target} />
      <ScrollArea className={styles.body}>
        <SelectedKeys />
        <Content target={target} />
      </ScrollArea>
    </div>
  );
}

/** Moves the focus to the path in the head if a selection inside the panel removes the focused element. */
function useFocusRestored(target: InspectorTarget) {
  const panel = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  /** The element that gets the focus next, while the focus moves inside the panel. */
  const next = useRef<Node | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the target removes fields
  useLayoutEffect(() => {
    if (!hasFocus.current || document.activeElement !== document.body) return;
    // A field that commits its text on blur can change the target before the next field has the focus.
    if (next.current?.isConnected === true) return;
    panel.current?.querySelector<HTMLElement>('nav [aria-current=true]')?.focus({ preventScroll: true });
  }, [target]);
  const focus = useMemo(
    () => ({
      onFocus: () => {
        hasFocus.current = true;
        next.current = null;
      },
      // React does not call `onBlur` when the focused element is removed.
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        next.current = relatedTarget instanceof Node && currentTarget.contains(relatedTarget) ? relatedTarget : null;
        hasFocus.current = next.current !== null;
      },
    }),
    [],
  );
  return { panel, focus };
}

function Content({ target }: { readonly target: InspectorTarget }) {
  switch (target.kind) {
    case 'movie':
      return <MovieContent />;
    case 'scene':
    case 'layers':
      return <SceneContent target={target} />;
    case 'scenes':
      return <ScenesContent key={target.scenes.join(' ')} target={target} />;
    case 'sounds':
      return <SoundsContent key={target.sounds.map(({ id }) => id).join(' ')} target={target} />;
    case 'transitions':
      return (
        <TransitionSection key={target.transitions.map(({ id }) => id).join(' ')} transitions={target.transitions} />
      );
    default:
      return target satisfies never;
  }
}

/**
 * The content for a scene, a layer, or several layers. One component renders all of them, so that the list of layers
 * keeps the focus when the selection changes.
 */
function SceneContent({ target }: { readonly target: Extract<InspectorTarget, { kind: 'scene' | 'layers' }> }) {
  const scene = target.kind === 'scene' ? target.scene : null;
  const nested = useNested(scene);
  // If a scene with layers is part of a choice or sequence, show its siblings.
  const parentId = useSceneContainers(nested === null ? scene : null).at(-1)?.id ?? null;
  const siblings = useNested(parentId);
  return (
    <>
      <FieldsAndLayers {...contentOf(target, nested !== null)} />
      {nested !== null && <CasesSection key={scene} nested={nested} />}
      {siblings !== null && <CasesSection key={parentId} nested={siblings} selected={scene} />}
    </>
  );
}

interface FieldsAndLayersProps {
  readonly fields: ReactNode;
  readonly list: LayerList | null;
  readonly nodes: readonly NodeId[];
}

function contentOf(
  target: Extract<InspectorTarget, { kind: 'scene' | 'layers' }>,
  hasCases: boolean,
): FieldsAndLayersProps {
  if (target.kind === 'layers') {
    const { layers, container, siblings, unknown } = target;
    const nodes = layers.map(({ id }) => id);
    const list = container === null ? null : { container, layers: siblings, unknown };
    return { fields: <LayersFields key={nodes.join(' ')} layers={layers} />, list, nodes };
  }
  const { scene, container, layers, layer, isLayerSelected, unknown } = target;
  const selected = layer !== null && isLayerSelected ? layer.element.id : scene;
  // The key resets the fields, including typed text and open menus, when another scene or layer is selected.
  const fields = <SceneFields key={`${scene} ${layer?.element.id}`} target={target} />;
  const list = hasCases && layers.length === 0 ? null : { container, layers, unknown };
  return { fields, list, nodes: [selected] };
}

interface LayerList {
  readonly container: NodeId;
  readonly layers: readonly ElementNode[];
  readonly unknown: readonly ElementNode[];
}

/**
 * The fields of the selection, with the list of layers below. The list keeps its focus when the user selects another
 * layer in it.
 */
function FieldsAndLayers({ fields, list, nodes }: FieldsAndLayersProps) {
  const key = nodes.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal ids mean the same list
  const stableNodes = useMemo(() => nodes, [key]);
  return (
    <>
      {fields}
      {list !== null && (
        <Fragment key={list.container}>
          <div className={styles.line} />
          <LayersSection parent={list.container} layers={list.layers} unknown={list.unknown} />
        </Fragment>
      )}
      <AnimatedProperties nodes={stableNodes} />
      <UsedVariables key={`variables ${key}`} nodes={stableNodes} />
    </>
  );
}

function SoundsContent({ target }: { readonly target: Extract<InspectorTarget, { kind: 'sounds' }> }) {
  const { sounds, belongToMovie } = target;
  const nodes = useMemo(() => sounds.map(({ id }) => id), [sounds]);
  return (
    <>
      <SoundSection sounds={sounds} belongToMovie={belongToMovie} />
      <LoudnessSection />
      <UsedVariables nodes={nodes} />
    </>
  );
}

function MovieContent() {
  const root = useEditorValue(({ document }) => document.state.document.root.id);
  const nodes = useMemo(() => [root], [root]);
  const overlays = useEditorValue(({ document }) => selectOverlays(document.state));
  return (
    <>
      <MovieSection />
      <LoudnessSection />
      {overlays.map((overlay) => (
        <OverlaySection key={overlay.id} overlay={overlay} />
      ))}
      <UsedVariables nodes={nodes} />
    </>
  );
}

function SceneFields({ target }: { readonly target: Extract<InspectorTarget, { kind: 'scene' }> }) {
  const { scene, number, container, layers, layer, effect, isLayerSelected } = target;
  const shownLayers = useMemo(() => (layer === null ? [] : [layer.element]), [layer]);
  // The fields of a layer usually follow the fields of its scene. They are shown without the scene in three cases: a
  // group or mask contains the layer, several layers are selected, or the layer itself is selected.
  const hasOwnHead =
    layer !== null && (layers.length > 1 || container !== scene || (isLayerSelected && effect === null));
  return (
    <>
      {hasOwnHead ? <LayerHead layer={layer.element} /> : <SceneSection scene={scene} number={number} />}
      {layer !== null && (
        <>
          {!hasOwnHead && <div className={styles.line} />}
          <LayerSection layers={shownLayers} effect={effect} isLayerForm={hasOwnHead} />
          <MaskSection layer={layer.element} />
          {layerContainersIn(layer.element)
            .filter((inner) => roleOf(inner) !== 'mask')
            .map((inner) => (
              <InnerLayers key={inner.id} container={inner} />
            ))}
        </>
      )}
    </>
  );
}

/** The layers of a group as a sortable list. */
function InnerLayers({ container }: { readonly container: ElementNode }) {
  const { name } = container;
  return (
    <>
      <div className={styles.line} />
      <LayersSection
        parent={container.id}
        layers={layersOf(container)}
        unknown={[]}
        heading={isElementName(name) ? elementLabels(name).label : name}
      />
    </>
  );
}

function ScenesContent({ target }: { readonly target: Extract<InspectorTarget, { kind: 'scenes' }> }) {
  const { inspector } = useStrings();
  const { scenes, layers } = target;
  return (
    <>
      <div className={styles.head}>
        <span className={styles.many}>{inspector.scenes(scenes.length)}</span>
        <EnabledSwitch nodes={scenes} spec={elementRegistry.scene.attributes.enabled} />
      </div>
      <SceneForm nodes={scenes} />
      {layers.length > 0 && (
        <>
          <div className={styles.line} />
          <LayerSection layers={layers} effect={null} isLayerForm={false} />
        </>
      )}
      <UsedVariables nodes={scenes} />
    </>
  );
}

/** The common fields of several layers, or the fields of a layer outside scenes. */
function LayersFields({ layers }: { readonly layers: readonly ElementNode[] }) {
  const { inspector } = useStrings();
  const nodes = useMemo(() => layers.map(({ id }) => id), [layers]);
  const [first, ...others] = layers;
  const only = others.length === 0 ? first : undefined;
  return (
    <>
      {only === undefined ? (
        <div className={styles.head}>
          <span className={styles.many}>{inspector.layersSelected(layers.length)}</span>
          <EnabledSwitch nodes={nodes} spec={elementRegistry.video.attributes.enabled} />
        </div>
      ) : (
        <LayerHead layer={only} />
      )}
      <LayerSection layers={layers} effect={null} isLayerForm />
      {only !== undefined && layerContainersIn(only).map((inner) => <InnerLayers key={inner.id} container={inner} />)}
    </>
  );
}

const { attributes } = elementRegistry.overlay;
const rows = formRows(attributes, ['enabled']);

/** The fields of an overlay, and its layers as a sortable list. */
function OverlaySection({ overlay }: { readonly overlay: ElementNode }) {
  const { id } = overlay;
  const { label } = elementLabels('overlay');
  const nodes = useMemo(() => [id], [id]);
  return (
    <section aria-label={label}>
      <div className={styles.line} />
      <div className={styles.head}>
        <span className={styles.many}>{label}</span>
        <EnabledSwitch nodes={nodes} spec={attributes.enabled} />
      </div>
      <Form nodes={nodes} rows={rows} />
      <LayersSection parent={id} layers={layersOf(overlay)} unknown={[]} />
    </section>
  );
}

/** The thumbnail and the name of a layer, and the switch that enables it. */
function LayerHead({ layer }: { readonly layer: ElementNode }) {
  const { inspector } = useStrings();
  const name = useLayerName(layer);
  const nodes = useMemo(() => [layer.id], [layer.id]);
  return (
    <div className={styles.head}>
      <LayerThumb layer={layer.id} />
      <span className={styles.many}>{name ?? inspector.notSet}</span>
      <EnabledSwitch nodes={nodes} spec={elementRegistry.video.attributes.enabled} />
    </div>
  );
}
