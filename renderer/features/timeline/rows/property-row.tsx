import { clsx } from 'clsx';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { keysOfNode, useKeyField } from '#renderer/editor/keyframes.ts';
import { keyDisplayValue } from '#renderer/editor/shown-unit.ts';
import { KeyButton } from '#renderer/project/keyframe-button.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import type { AnimatedProperty } from '#shared/editing/keyframes/animated.ts';
import { numbersOf } from '../keyframes/curves.ts';
import styles from '../keyframes/keys.module.css';
import { PropertyLane } from '../keyframes/property-lane.tsx';
import { propertyTitle } from '../model/labels.ts';
import { withId } from '../model/open-scenes.ts';
import type { PropertyRow } from '../model/row.ts';
import { useTimelineView } from '../model/timeline-context.tsx';
import { CELL, indentOf, rowProps } from '../model/tree-roles.ts';
import rows from './rows.module.css';

export interface PropertyRowViewProps {
  readonly row: PropertyRow;
  /** The distance from the first row in pixels. */
  readonly top: number;
  readonly isTabStop: boolean;
}

/** The row of an animated property, with its name, its value at the playhead, and its keyframes or its curve. */
export function PropertyRowView({ row, top, isTabStop }: PropertyRowViewProps) {
  const { keys: strings } = useStrings();
  const { timeline: view } = useEditor();
  const ref = useRef<HTMLDivElement>(null);
  const keys = useEditorValue(({ document }) => keysOfNode(document.state, row.node));
  const animatedProperty = keys?.properties.find(({ name }) => name === row.property);
  const selected = useEditorValue(({ keyframes: { state } }) =>
    state.selected.some(({ node, property }) => node === row.node && property === row.property),
  );
  const wantsFocus = useTimelineView(({ focus, focusRequested }) => focusRequested && focus?.part === row.id);
  useLayoutEffect(() => {
    if (!wantsFocus) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'nearest' });
    view.set({ focusRequested: false });
  }, [wantsFocus, view]);
  const wasOpen = useRef(row.unfolded);
  useLayoutEffect(() => {
    if (row.unfolded === true && wasOpen.current !== true) ref.current?.scrollIntoView({ block: 'nearest' });
    wasOpen.current = row.unfolded;
  }, [row.unfolded]);
  const title = propertyTitle(row);
  const label = strings.lane(title, animatedProperty?.keys.length ?? 0);
  return (
    <div
      ref={ref}
      {...rowProps({ level: 3, selected, label, expanded: row.unfolded ?? undefined })}
      tabIndex={isTabStop ? 0 : -1}
      data-part={row.id}
      data-row="property"
      className={clsx(rows.row, rows.ofScene, selected && rows.on)}
      style={{ top, height: row.height }}
    >
      <PropertyName row={row} title={title} property={animatedProperty ?? null} />
      <div {...CELL} className={rows.lane}>
        {keys !== null && animatedProperty !== undefined && (
          <PropertyLane property={animatedProperty} clock={keys.clock} height={row.height - 1} />
        )}
      </div>
    </div>
  );
}

interface PropertyNameProps {
  readonly row: PropertyRow;
  readonly title: string;
  readonly property: AnimatedProperty | null;
}

function PropertyName({ row, title, property }: PropertyNameProps) {
  const { keys: strings } = useStrings();
  const { selection, timeline: view } = useEditor();
  const isOpen = row.unfolded === true;
  const field = useKeyField({ nodes: [row.node], name: row.property });
  return (
    <div
      {...CELL}
      className={rows.name}
      style={{ paddingLeft: 8 + indentOf(row) }}
      title={title}
      onPointerDown={(event) => {
        event.stopPropagation();
        if (event.target instanceof Element && event.target.closest('button') !== null) return;
        selection.select([row.node]);
      }}
    >
      <div className={styles.name}>
        <button
          type="button"
          tabIndex={-1}
          className={styles.twist}
          aria-label={isOpen ? strings.hideCurve(title) : strings.showCurve(title)}
          aria-expanded={isOpen}
          onClick={() => view.set(({ unfolded }) => ({ unfolded: withId(unfolded, row.id, !isOpen) }))}
        >
          <Icon icon={isOpen ? ChevronDown : ChevronRight} size={12} />
        </button>
        <span className={styles.title}>{title}</span>
        <span className={clsx(styles.value, 'tabular')}>
          {field?.text == null || property === null ? null : keyDisplayValue(property, field.text)}
        </span>
        {field !== null && <KeyButton field={field} label={title} value={field.text ?? ''} />}
        {isOpen && <CurveLineButtons row={row} />}
      </div>
    </div>
  );
}

/** Buttons that choose the line to edit, for a curve with two components. */
function CurveLineButtons({ row }: { readonly row: PropertyRow }) {
  const { keyframes: store } = useEditor();
  const line = useEditorValue(
    ({
      keyframes: {
        state: { lines },
      },
    }) => lines.get(row.id) ?? 0,
  );
  const count = useEditorValue(({ document }) => {
    const keys = keysOfNode(document.state, row.node);
    const animatedProperty = keys?.properties.find(({ name }) => name === row.property);
    return keys === null ? 0 : numbersOf(animatedProperty?.keys[0]?.value, keys.clock.whole).length;
  });
  if (count < 2) return null;
  return (
    <span className={styles.lines}>
      {['X', 'Y'].map((name, at) => (
        <button
          key={name}
          type="button"
          tabIndex={-1}
          aria-pressed={at === line}
          className={styles.line}
          onClick={() => store.set(({ lines }) => ({ lines: new Map([...lines, [row.id, at]]) }))}
        >
          <span className={styles.sample} />
          {name}
        </button>
      ))}
    </span>
  );
}
