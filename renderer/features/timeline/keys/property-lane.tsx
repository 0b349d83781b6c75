import { useCallback, useMemo } from 'react';
import { useKeyState } from '#renderer/common/keys/use-keys.ts';
import { sameKey } from '#renderer/state/key-store.ts';
import type { PropertyKey } from '#shared/editing/keys/animated.ts';
import { PaintedCanvas } from '../clips/painted-canvas.tsx';
import { ROW_HEIGHT } from '../grid/row.ts';
import { useTimelineStore, useTimelineView } from '../model/timeline-context.tsx';
import styles from './keys.module.css';
import { paintLane } from './paint-keys.ts';
import { PropertyGraph } from './property-graph.tsx';
import type { PropertyLaneProps } from './property-lane-props.ts';
import { useKeyTip } from './use-key-tip.ts';
import { useLanePointer } from './use-lane-pointer.ts';

/** A property in time: its keys on a line, or its curve where it is unfolded. */
export function PropertyLane(props: PropertyLaneProps) {
  return props.height > ROW_HEIGHT ? <PropertyGraph {...props} /> : <KeyLine {...props} />;
}

function KeyLine({ property, clock, height }: PropertyLaneProps) {
  const timeline = useTimelineStore();
  const tell = useKeyTip();
  const pixelsPerFrame = useTimelineView((view) => view.pixelsPerFrame);
  const scroll = useTimelineView((view) => view.scroll);
  const width = useTimelineView((view) => view.width);
  const selected = useKeyState((state) => state.selected);
  const isSelected = useCallback((key: PropertyKey) => selected.some((ref) => sameKey(ref, key.ref)), [selected]);
  const paint = useCallback(
    (context: CanvasRenderingContext2D) =>
      paintLane(context, { property, clock, view: { pixelsPerFrame, scroll, width }, height, isSelected }),
    [property, clock, pixelsPerFrame, scroll, width, height, isSelected],
  );
  const lane = useMemo(
    () => ({ property, clock, view: () => timeline.getState(), lineAt: () => height / 2, tell }),
    [property, clock, timeline, height, tell],
  );
  const { box, ...pointer } = useLanePointer(lane);
  return (
    <div className={styles.lane} data-key-lane={property.name} {...pointer}>
      <PaintedCanvas width={width} height={height} paint={paint} className={styles.canvas} />
      {box !== null && (
        <span className={styles.box} style={{ left: Math.min(box.from, box.to), width: Math.abs(box.to - box.from) }} />
      )}
    </div>
  );
}
