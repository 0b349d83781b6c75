import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, GripVertical, Plus, Trash2 } from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useCallback,
  useMemo,
  useState,
} from 'react';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useInspectorDispatch } from '#renderer/editor/field-edit.ts';
import { type FieldContext, useReading } from '#renderer/editor/fields.ts';
import { SourceList } from '#renderer/project/source-picker.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import { selectMode } from '#shared/editing/model/selection.ts';
import { planningOf } from '#shared/editing/planning/planning.ts';
import type { ElementNode, NodeId } from '#shared/template/document/document.ts';
import { sourcesOf } from '#shared/template/variables/written-values.ts';
import cardStyles from '../effects/effect-card.module.css';
import { UnknownCard } from '../effects/unknown-card.tsx';
import styles from '../fields/inspector.module.css';
import { markOf } from '../model/reorder.ts';
import { elementLabel } from '../model/unknown-elements.ts';
import { useReorder } from '../model/use-reorder.ts';
import { LayerThumb } from './layer-thumb.tsx';
import { useLayerName } from './use-layer-name.ts';

export interface LayersSectionProps {
  readonly parent: NodeId;
  /** The layers, from back to front. */
  readonly layers: readonly ElementNode[];
  readonly unknown: readonly ElementNode[];
  /** The heading of the list; by default, the heading for a scene. */
  readonly heading?: string;
  /** Additional content at the end of the heading. */
  readonly extra?: ReactNode;
}

/** The number of layers that a long list initially shows. A button shows the others. */
const INITIAL_COUNT = 40;
const MAX_WITHOUT_BUTTON = 50;

/** The layers of a parent as a list, from front to back. */
export function LayersSection({ parent, layers, unknown, heading, extra }: LayersSectionProps) {
  const { inspector } = useStrings();
  const dispatch = useInspectorDispatch();
  const words = heading ?? inspector.layers;
  // The list is ordered from front to back, the document from back to front.
  const all = useMemo(() => layers.toReversed(), [layers]);
  const [showsAll, setShowsAll] = useState(false);
  const isShortened = !showsAll && all.length > MAX_WITHOUT_BUTTON;
  const listedLayers = isShortened ? all.slice(0, INITIAL_COUNT) : all;
  const { list, reordering, handle } = useReorder<HTMLUListElement>('[data-layer]', (from, to) => {
    const layer = listedLayers[from];
    if (layer !== undefined) dispatch({ type: 'layer/move', layer: layer.id, parent, index: all.length - 1 - to });
  });
  return (
    <section aria-label={words}>
      <div className={styles.section}>
        <h2>{words}</h2>
        <span className={styles.count}>{layers.length}</span>
        <span className={styles.space} />
        <AddLayer parent={parent} />
        {extra}
      </div>
      {layers.length === 0 && <p className={styles.note}>{inspector.noLayers}</p>}
      {layers.length > 1 && <p className={styles.note}>{inspector.layersHint}</p>}
      <ul ref={list} className={styles.layers}>
        {listedLayers.map((layer, at) => (
          <LayerItem
            key={layer.id}
            parent={parent}
            layer={layer}
            index={all.length - 1 - at}
            count={all.length}
            isDragged={reordering?.from === at}
            mark={markOf(reordering, at, listedLayers.length)}
            grip={handle(at)}
          />
        ))}
      </ul>
      {isShortened && (
        <Button className={styles.showAll} onClick={() => setShowsAll(true)}>
          {inspector.showAllLayers(all.length)}
        </Button>
      )}
      {unknown.map((element) => (
        <UnknownCard key={element.id} element={element} label={elementLabel(element)} />
      ))}
    </section>
  );
}

function AddLayer({ parent }: { readonly parent: NodeId }) {
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
          dispatch({ type: 'layer/add', parent, source });
        }}
      />
    </Popover>
  );
}

export interface LayerItemProps {
  readonly parent: NodeId;
  readonly layer: ElementNode;
  /** The index of the layer, from 0 at the backmost layer. */
  readonly index: number;
  readonly count: number;
  readonly isDragged: boolean;
  readonly mark: 'above' | 'below' | undefined;
  /** The event handlers of the drag handle. */
  readonly grip: ComponentProps<'button'>;
}

/**
 * A layer in the list. A click selects it, and a click with Ctrl or Shift extends the selection. The user reorders
 * layers by dragging, with buttons, or with Alt and an arrow key.
 */
const LayerItem = memo(function LayerItem(props: LayerItemProps) {
  const { parent, layer, index, count, isDragged, mark, grip } = props;
  const { inspector } = useStrings();
  const editor = useEditor();
  const dispatch = useInspectorDispatch();
  const isSelected = useEditorValue(({ document }) => document.state.selection.ids.includes(layer.id));
  const written = sourcesOf(layer)[0]?.value;
  const name = useLayerName(layer) ?? written ?? inspector.notSet;
  const isOff = useReading(
    useCallback(
      (context: FieldContext) => {
        const enabled = planningOf(context).resolved(layer, 'enabled');
        return enabled?.kind === 'text' && enabled.text.trim() === 'false';
      },
      [layer],
    ),
  );
  const move = (by: -1 | 1) => dispatch({ type: 'layer/move', layer: layer.id, parent, index: index + by });
  const select = ({ shiftKey, ctrlKey, metaKey }: KeyboardEvent | MouseEvent) => {
    const mode = selectMode({ shift: shiftKey, mod: ctrlKey || metaKey });
    editor.selection.click(layer.id, mode);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // For Ctrl+Enter and Ctrl+Space, browsers do not send a click event on all elements.
    if ((event.ctrlKey || event.metaKey) && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      select(event);
      return;
    }
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const to = index + (event.key === 'ArrowUp' ? 1 : -1);
    if (to >= 0 && to < count) move(event.key === 'ArrowUp' ? 1 : -1);
  };
  return (
    <li
      className={clsx(styles.layer, isDragged && cardStyles.dragged, mark !== undefined && cardStyles[mark])}
      data-layer={layer.id}
      data-selected={isSelected || undefined}
      data-off={isOff || undefined}
    >
      <button
        {...(count > 1 && grip)}
        type="button"
        className={clsx(styles.layerName, count > 1 && ['draggable', styles.drags])}
        aria-current={isSelected || undefined}
        onClick={select}
        onKeyDown={onKeyDown}
      >
        {count > 1 && <Icon icon={GripVertical} size={12} className={styles.dim} />}
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
        onClick={() => dispatch({ type: 'node/remove', nodes: [layer.id] })}
      />
    </li>
  );
});
