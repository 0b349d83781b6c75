import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { sourceName } from '../../../shared/editing/labels.ts';
import { planningOf } from '../../../shared/editing/planning.ts';
import { attributeValue, type ElementNode, type NodeId } from '../../../shared/template/document.ts';
import { useEditor, useEditorStore } from '../../state/editor-context.tsx';
import { useStrings } from '../../strings/use-strings.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import styles from './inspector.module.css';
import { elementLabel } from './inspector-target.ts';
import { LayerThumb } from './layer-thumb.tsx';
import { SourceList } from './source-list.tsx';
import { UnknownCard } from './unknown-card.tsx';
import { useFieldContext } from './use-field-context.ts';
import { useInspectorDispatch } from './use-field-edit.ts';

export interface LayersSectionProps {
  readonly scene: NodeId;
  /** From the lowest. */
  readonly layers: readonly ElementNode[];
  readonly unknown: readonly ElementNode[];
}

/** The layers of a scene, the topmost first, as they lie over each other. */
export function LayersSection({ scene, layers, unknown }: LayersSectionProps) {
  const { inspector } = useStrings();
  return (
    <section aria-label={inspector.layers}>
      <div className={styles.section}>
        <h2>{inspector.layers}</h2>
        <span className={styles.count}>{layers.length}</span>
        <span className={styles.space} />
        <AddLayer scene={scene} />
      </div>
      {layers.length === 0 && <p className={styles.note}>{inspector.noLayers}</p>}
      {layers.length > 1 && <p className={styles.note}>{inspector.layersHint}</p>}
      <ul className={styles.layers}>
        {layers.toReversed().map((layer) => (
          <LayerItem key={layer.id} scene={scene} layer={layer} index={layers.indexOf(layer)} count={layers.length} />
        ))}
      </ul>
      {unknown.map((element) => (
        <UnknownCard key={element.id} element={element} label={elementLabel(element)} />
      ))}
    </section>
  );
}

function AddLayer({ scene }: { readonly scene: NodeId }) {
  const { inspector } = useStrings();
  const dispatch = useInspectorDispatch();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={inspector.addLayer}
      open={open}
      onOpenChange={setOpen}
      align="end"
      flush
      trigger={<IconButton icon={Plus} label={inspector.addLayer} size="sm" iconSize={14} />}
    >
      <SourceList
        value={null}
        onChoose={(source) => {
          setOpen(false);
          dispatch({ type: 'layer/add', scene, source });
        }}
      />
    </Popover>
  );
}

interface LayerItemProps {
  readonly scene: NodeId;
  readonly layer: ElementNode;
  readonly index: number;
  readonly count: number;
}

function LayerItem({ scene, layer, index, count }: LayerItemProps) {
  const { inspector } = useStrings();
  const store = useEditorStore();
  const dispatch = useInspectorDispatch();
  const context = useFieldContext();
  const isSelected = useEditor(({ selection }) => selection.kind === 'layer' && selection.id === layer.id);
  const planning = planningOf(context);
  const source = planning.resolved(layer, 'src') ?? planning.resolved(layer, 'url');
  const written = attributeValue(layer, 'src') ?? attributeValue(layer, 'url');
  const name = source?.kind === 'text' ? sourceName(source.text) : (written ?? inspector.notSet);
  const enabled = planning.resolved(layer, 'enabled');
  const isOff = enabled?.kind === 'text' && enabled.text.trim() === 'false';
  const move = (by: -1 | 1) => dispatch({ type: 'layer/move', layer: layer.id, scene, index: index + by });
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const to = index + (event.key === 'ArrowUp' ? 1 : -1);
    if (to >= 0 && to < count) move(event.key === 'ArrowUp' ? 1 : -1);
  };
  return (
    <li className={styles.layer} data-selected={isSelected || undefined} data-off={isOff || undefined}>
      <button
        type="button"
        className={styles.layerName}
        aria-current={isSelected || undefined}
        onClick={() => store.actions.select({ kind: 'layer', id: layer.id })}
        onKeyDown={onKeyDown}
      >
        <LayerThumb layer={layer.id} />
        <span className={styles.cut}>{name}</span>
        <span className={styles.dim}>{inspector.layer(index + 1)}</span>
      </button>
      {count > 1 && (
        <>
          <IconButton
            icon={ArrowUp}
            label={`${inspector.moveUp}: ${name}`}
            size="sm"
            iconSize={14}
            disabled={index === count - 1}
            onClick={() => move(1)}
          />
          <IconButton
            icon={ArrowDown}
            label={`${inspector.moveDown}: ${name}`}
            size="sm"
            iconSize={14}
            disabled={index === 0}
            onClick={() => move(-1)}
          />
        </>
      )}
      <IconButton
        icon={Trash2}
        label={`${inspector.removeLayer}: ${name}`}
        size="sm"
        iconSize={14}
        onClick={() => dispatch({ type: 'layer/remove', layers: [layer.id] })}
      />
    </li>
  );
}
