import { useMemo } from 'react';
import type { ElementNode } from '../../../shared/template/document/document.ts';
import { elementRegistry } from '../../../shared/template/tables/elements.ts';
import { useEditor } from '../../state/editor-context.tsx';
import type { EditorState } from '../../state/editor-state.ts';
import { memoised } from '../../state/selectors.ts';
import { useSteady } from '../../state/use-steady.ts';
import { useStrings } from '../../strings/use-strings.tsx';
import { ScrollArea } from '../../ui/layout/scroll-area.tsx';
import { EffectsSection } from './effects/effects-section.tsx';
import { EnabledSwitch } from './fields/enabled-switch.tsx';
import { Form } from './fields/form.tsx';
import { formRows } from './fields/form-rows.ts';
import styles from './fields/inspector.module.css';
import { InspectorHead } from './inspector-head.tsx';
import { LayerHead } from './layers/layer-head.tsx';
import { LayerSection } from './layers/layer-section.tsx';
import { LayersSection } from './layers/layers-section.tsx';
import { type InspectorTarget, inspectorTarget, sameTarget } from './model/inspector-target.ts';
import { MovieSection } from './movie-section.tsx';
import { SceneSection } from './scene-section.tsx';
import { VariablesHere } from './variables-here.tsx';

const selectTarget = memoised(
  ({ document, selection }: EditorState) => [document, selection] as const,
  inspectorTarget,
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
    case 'scene':
      // Fields of another scene are others: no draft and no open menu goes over to it.
      return <SceneContent key={`${target.scene} ${target.layer?.element.id}`} target={target} />;
    case 'scenes':
      return <ScenesContent key={target.scenes.join(' ')} target={target} />;
    case 'layers':
      return <LayersContent key={target.layers.map(({ id }) => id).join(' ')} layers={target.layers} />;
    default:
      return target satisfies never;
  }
}

function MovieContent() {
  const root = useEditor((state) => state.document.root.id);
  const nodes = useMemo(() => [root], [root]);
  return (
    <>
      <MovieSection />
      <VariablesHere nodes={nodes} />
    </>
  );
}

function SceneContent({ target }: { readonly target: Extract<InspectorTarget, { kind: 'scene' }> }) {
  const { scene, number, holder, layers, layer, isLayerSelected, effect, unknown } = target;
  const shown = useMemo(() => (layer === null ? [] : [layer.element]), [layer]);
  const nodes = useMemo(
    () => [layer !== null && isLayerSelected ? layer.element.id : scene],
    [layer, isLayerSelected, scene],
  );
  // Also the only one of a group or mask: the fields of the scene would not be its own.
  const isOneOfSeveral = layer !== null && (layers.length > 1 || holder !== scene);
  return (
    <>
      {isOneOfSeveral ? <LayerHead layer={layer.element} /> : <SceneSection scene={scene} number={number} />}
      {layers.length !== 1 && !isOneOfSeveral && (
        <>
          <div className={styles.line} />
          <LayersSection parent={holder} layers={layers} unknown={unknown} />
        </>
      )}
      {layer !== null && (
        <>
          {!isOneOfSeveral && <div className={styles.line} />}
          <LayerSection layers={shown} />
          <EffectsSection layers={shown} selected={effect} />
        </>
      )}
      {(layers.length === 1 || isOneOfSeveral) && (
        <>
          <div className={styles.line} />
          <LayersSection parent={holder} layers={layers} unknown={unknown} />
        </>
      )}
      <VariablesHere nodes={nodes} />
    </>
  );
}

const sceneRows = formRows(elementRegistry.scene.attributes, ['name', 'enabled']);

function ScenesContent({ target }: { readonly target: Extract<InspectorTarget, { kind: 'scenes' }> }) {
  const { inspector } = useStrings();
  const { scenes, layers } = target;
  return (
    <>
      <div className={styles.head}>
        <span className={styles.many}>{inspector.scenes(scenes.length)}</span>
        <EnabledSwitch nodes={scenes} spec={elementRegistry.scene.attributes.enabled} />
      </div>
      <Form nodes={scenes} rows={sceneRows} />
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

/** Several layers as one: what all of them have. */
function LayersContent({ layers }: { readonly layers: readonly ElementNode[] }) {
  const { inspector } = useStrings();
  const nodes = useMemo(() => layers.map(({ id }) => id), [layers]);
  return (
    <>
      <div className={styles.head}>
        <span className={styles.many}>{inspector.layersSelected(layers.length)}</span>
      </div>
      <LayerSection layers={layers} />
      <EffectsSection layers={layers} selected={null} />
      <VariablesHere nodes={nodes} />
    </>
  );
}
