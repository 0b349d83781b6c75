import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type MouseEvent, memo, useCallback } from 'react';
import type { FieldContext } from '#renderer/common/edits/field-model.ts';
import { useInspectorDispatch } from '#renderer/common/edits/use-field-edit.ts';
import { useReading } from '#renderer/common/edits/use-reading.ts';
import { useEditor, useEditorStore } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { planningOf } from '#shared/editing/planning/planning.ts';
import { clickElement } from '#shared/editing/selected-nodes.ts';
import { selectMode } from '#shared/editing/selection.ts';
import type { ElementNode, NodeId } from '#shared/template/document/document.ts';
import { sourcesOf } from '#shared/template/variables/sources.ts';
import cardStyles from '../effects/effect-card.module.css';
import styles from '../fields/inspector.module.css';
import { LayerThumb } from './layer-thumb.tsx';
import { useLayerName } from './use-layer-name.ts';

export interface LayerItemProps {
  readonly parent: NodeId;
  readonly layer: ElementNode;
  /** From the lowest. */
  readonly index: number;
  readonly count: number;
  readonly isDragged: boolean;
  readonly mark: 'above' | 'below' | undefined;
  /** Events of what it is dragged by. */
  readonly grip: ComponentProps<'button'>;
}

/** A layer in the list of its scene: it is selected by a click, with Ctrl or Shift together with others, and moved by dragging, by buttons, or by Alt and arrows. */
export const LayerItem = memo(function LayerItem(props: LayerItemProps) {
  const { parent, layer, index, count, isDragged, mark, grip } = props;
  const { inspector } = useStrings();
  const store = useEditorStore();
  const dispatch = useInspectorDispatch();
  const isSelected = useEditor(({ selection }) => selection.ids.includes(layer.id));
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
    store.actions.select(clickElement(store.getState(), layer.id, mode));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Browsers make a click of Enter, but not while Ctrl is held down.
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
        className={clsx(styles.layerName, count > 1 && styles.drags)}
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
