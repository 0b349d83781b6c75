import { Plus } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useInspectorDispatch } from '#renderer/common/edits/use-field-edit.ts';
import { SourceList } from '#renderer/common/sources/source-list.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import type { ElementNode, NodeId } from '#shared/template/document/document.ts';
import { UnknownCard } from '../effects/unknown-card.tsx';
import styles from '../fields/inspector.module.css';
import { elementLabel } from '../model/inspector-target.ts';
import { markOf } from '../model/reorder.ts';
import { useReorder } from '../model/use-reorder.ts';
import { LayerItem } from './layer-item.tsx';

export interface LayersSectionProps {
  /** What holds them. */
  readonly parent: NodeId;
  /** From the lowest. */
  readonly layers: readonly ElementNode[];
  readonly unknown: readonly ElementNode[];
  /** What holds them, where it is not the scene. */
  readonly heading?: string;
  /** What else can be done, at the end of the heading. */
  readonly extra?: ReactNode;
}

/** As many of the topmost layers of a list are shown at first; a few more are not worth a button. */
const SHOWN_AT_FIRST = 40;
const WORTH_A_BUTTON = 50;

/** The layers of a scene, the topmost first, as they lie over each other. */
export function LayersSection({ parent, layers, unknown, heading, extra }: LayersSectionProps) {
  const { inspector } = useStrings();
  const dispatch = useInspectorDispatch();
  const words = heading ?? inspector.layers;
  // As it is shown, from the topmost; the document counts from the lowest.
  const all = useMemo(() => layers.toReversed(), [layers]);
  const [isWhole, setIsWhole] = useState(false);
  const isCut = !isWhole && all.length > WORTH_A_BUTTON;
  const shown = isCut ? all.slice(0, SHOWN_AT_FIRST) : all;
  const { list, reordering, handle } = useReorder<HTMLUListElement>('[data-layer]', (from, to) => {
    const layer = shown[from];
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
        {shown.map((layer, at) => (
          <LayerItem
            key={layer.id}
            parent={parent}
            layer={layer}
            index={all.length - 1 - at}
            count={all.length}
            isDragged={reordering?.from === at}
            mark={markOf(reordering, at, shown.length)}
            grip={handle(at)}
          />
        ))}
      </ul>
      {isCut && (
        <Button className={styles.showAll} onClick={() => setIsWhole(true)}>
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
