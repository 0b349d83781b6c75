import { Fragment, type ReactNode, useMemo } from 'react';
import { childElements, type ElementNode, type NodeId } from '../../../shared/template/document/document.ts';
import { elementRegistry, isElementName } from '../../../shared/template/tables/elements.ts';
import { layersOf, roleOf } from '../../../shared/template/tables/roles.ts';
import { useEditor } from '../../state/editor-context.tsx';
import type { EditorState } from '../../state/editor-state.ts';
import { memoised } from '../../state/selectors.ts';
import { useSteady } from '../../state/use-steady.ts';
import { elementWords } from '../../strings/registry-words.ts';
import { useStrings } from '../../strings/use-strings.tsx';
import { ScrollArea } from '../../ui/layout/scroll-area.tsx';
import { EffectsSection } from './effects/effects-section.tsx';
import { EnabledSwitch } from './fields/enabled-switch.tsx';
import styles from './fields/inspector.module.css';
import { InspectorHead } from './inspector-head.tsx';
import { LayerHead } from './layers/layer-head.tsx';
import { LayerSection } from './layers/layer-section.tsx';
import { LayersSection } from './layers/layers-section.tsx';
import { holdersIn, type InspectorTarget, inspectorTarget, sameTarget } from './model/inspector-target.ts';
import { MovieSection } from './movie-section.tsx';
import { OverlaySection } from './overlay-section.tsx';
import { SceneForm } from './scene-form.tsx';
import { SceneSection } from './scene-section.tsx';
import { TransitionSection } from './transition-section.tsx';
import { VariablesHere } from './variables-here.tsx';

const selectTarget = memoised(
  ({ document, selection }: EditorState) => [document, selection] as const,
  inspectorTarget,
);

const selectOverlays = memoised(
  ({ document }: EditorState) => [document] as const,
  ({ root }) => childElements(root).filter((each) => roleOf(each) === 'overlay'),
);

/** What is selected, in forms: the film, scenes, a layer, its effects. */
export function InspectorPanel() {
  const target = useSteady(selectTarget, (each) => each, sameTarget);
  return (
    <div className={styles.panel}>
      <InspectorHead target={target} />
      <ScrollArea className={styles.body}>
        <Content target={target} />
      </ScrollArea>
    </div>
  );
}

function Content({ target }: { readonly target: InspectorTarget }) {
  switch (target.kind) {
    case 'movie':
      return <MovieContent />;
    case 'scene': {
      const { scene, holder, layers, layer, isLayerSelected, unknown } = target;
      const shown = layer !== null && isLayerSelected ? layer.element.id : scene;
      // Fields of another scene are others: no unfinished input and no open menu goes over to it.
      const fields = <SceneFields key={`${scene} ${layer?.element.id}`} target={target} />;
      return <FieldsAndLayers fields={fields} list={{ holder, layers, unknown }} nodes={[shown]} />;
    }
    case 'scenes':
      return <ScenesContent key={target.scenes.join(' ')} target={target} />;
    case 'layers': {
      const { layers, holder, beside, unknown } = target;
      const nodes = layers.map(({ id }) => id);
      const list = holder === null ? null : { holder, layers: beside, unknown };
      return (
        <FieldsAndLayers fields={<LayersFields key={nodes.join(' ')} layers={layers} />} list={list} nodes={nodes} />
      );
    }
    case 'transitions':
      return (
        <TransitionSection key={target.transitions.map(({ id }) => id).join(' ')} transitions={target.transitions} />
      );
    default:
      return target satisfies never;
  }
}

interface LayerList {
  readonly holder: NodeId;
  readonly layers: readonly ElementNode[];
  readonly unknown: readonly ElementNode[];
}

/** Fields of what is selected over the layers to choose from. The list stays the same while others of it are selected, and so does the focus in it. */
function FieldsAndLayers({
  fields,
  list,
  nodes,
}: {
  readonly fields: ReactNode;
  readonly list: LayerList | null;
  readonly nodes: readonly NodeId[];
}) {
  const key = nodes.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same ids are the same list
  const steady = useMemo(() => nodes, [key]);
  return (
    <>
      {fields}
      {list !== null && (
        <Fragment key={list.holder}>
          <div className={styles.line} />
          <LayersSection parent={list.holder} layers={list.layers} unknown={list.unknown} />
        </Fragment>
      )}
      <VariablesHere key={`variables ${key}`} nodes={steady} />
    </>
  );
}

function MovieContent() {
  const root = useEditor((state) => state.document.root.id);
  const nodes = useMemo(() => [root], [root]);
  const overlays = useEditor(selectOverlays);
  return (
    <>
      <MovieSection />
      {overlays.map((overlay) => (
        <OverlaySection key={overlay.id} overlay={overlay} />
      ))}
      <VariablesHere nodes={nodes} />
    </>
  );
}

function SceneFields({ target }: { readonly target: Extract<InspectorTarget, { kind: 'scene' }> }) {
  const { scene, number, holder, layers, layer, effect } = target;
  const shown = useMemo(() => (layer === null ? [] : [layer.element]), [layer]);
  // Also the only one of a group or mask: the fields of the scene would not be its own.
  const isOneOfSeveral = layer !== null && (layers.length > 1 || holder !== scene);
  return (
    <>
      {isOneOfSeveral ? <LayerHead layer={layer.element} /> : <SceneSection scene={scene} number={number} />}
      {layer !== null && (
        <>
          {!isOneOfSeveral && <div className={styles.line} />}
          <LayerSection layers={shown} />
          <EffectsSection layers={shown} selected={effect} />
          {holdersIn(layer.element).map((inner) => (
            <InnerLayers key={inner.id} holder={inner} />
          ))}
        </>
      )}
    </>
  );
}

/** The layers of a group or of a mask, to be selected and put in order. */
function InnerLayers({ holder }: { readonly holder: ElementNode }) {
  const { name } = holder;
  return (
    <>
      <div className={styles.line} />
      <LayersSection
        parent={holder.id}
        layers={layersOf(holder)}
        unknown={[]}
        heading={isElementName(name) ? elementWords(name).label : name}
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
          <LayerSection layers={layers} />
          <EffectsSection layers={layers} selected={null} />
        </>
      )}
      <VariablesHere nodes={scenes} />
    </>
  );
}

/** Several layers as one: what all of them have. Or one that stands in no scene. */
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
      <LayerSection layers={layers} />
      <EffectsSection layers={layers} selected={null} />
      {only !== undefined && holdersIn(only).map((inner) => <InnerLayers key={inner.id} holder={inner} />)}
    </>
  );
}
