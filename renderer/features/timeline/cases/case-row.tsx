import { clsx } from 'clsx';
import { memo, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { casePreviewOf, sameCase, toggleCase } from '#renderer/common/cases/case-preview.ts';
import type { InnerScene } from '#renderer/common/cases/nested-scenes.ts';
import { useEditor, useEditorStore } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { CELL, rowProps } from '../grid/roles.ts';
import type { CaseRow } from '../grid/row.ts';
import rows from '../grid/rows.module.css';
import { rowTitle } from '../model/row-words.ts';
import { useTimelineStore, useTimelineView } from '../model/timeline-context.tsx';
import type { useStretch } from '../model/use-stretch.ts';
import { CaseBar } from './case-bar.tsx';
import styles from './case-row.module.css';
import { useCase } from './use-case.ts';

interface CaseRowViewProps {
  readonly row: CaseRow;
  /** Pixels from the first row. */
  readonly top: number;
  readonly stretch: ReturnType<typeof useStretch>;
  readonly isTabStop: boolean;
}

/** A case of a choice: what it is played for, and its film where the choice stands in time. */
export const CaseRowView = memo(function CaseRowView({ row, top, stretch, isTabStop }: CaseRowViewProps) {
  const { timeline: words } = useStrings();
  const view = useTimelineStore();
  const ref = useRef<HTMLDivElement>(null);
  const selected = useEditor(({ selection }) => selection.ids.includes(row.id));
  const wantsFocus = useTimelineView(({ focus, focusWanted }) => focusWanted && focus?.part === row.id);
  const isDragged = useTimelineView(({ drag }) => drag?.kind === 'rows' && drag.parts.has(row.id));
  const inner = useCase(row.choice, row.id);
  useLayoutEffect(() => {
    if (!wantsFocus) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'nearest' });
    view.setState({ focusWanted: false });
  }, [wantsFocus, view]);
  const title = rowTitle(row);
  const when = row.isPlayed ? words.playsNow : whenPlayed(inner, words);
  return (
    <div
      ref={ref}
      {...rowProps({
        level: row.level,
        selected,
        label: words.caseLabel(title, row.end - row.start, when),
      })}
      tabIndex={isTabStop ? 0 : -1}
      data-part={row.id}
      data-row="case"
      className={clsx(rows.row, rows.ofScene, selected && rows.on, isDragged && rows.dragged)}
      style={{ top, height: row.height }}
    >
      <div {...CELL} className={clsx(rows.name, styles.name)} title={`${title} · ${when}`} data-row-name="">
        <PlaysRadio row={row} inner={inner} title={title} />
        <span className={rows.title}>{title}</span>
        <span className={styles.values}>{valuesOf(inner, words)}</span>
      </div>
      <div {...CELL} className={rows.lane}>
        <div className={rows.shift} style={{ '--base': `${stretch.base}px` }}>
          <CaseBar row={row} stretch={stretch} selected={selected} when={when} />
        </div>
      </div>
    </div>
  );
});

/** Shows the film with this case, in this window alone; the case that is played is marked. */
function PlaysRadio({
  row,
  inner,
  title,
}: {
  readonly row: CaseRow;
  readonly inner: InnerScene | null;
  readonly title: string;
}) {
  const { timeline: words } = useStrings();
  const editor = useEditorStore();
  const { shown } = useStore(casePreviewOf(editor));
  const wanted = inner?.playedWith ?? null;
  const label = words.previewCase(title);
  return (
    // biome-ignore lint/a11y/useSemanticElements: it stands in a cell of a tree, and its look is that of the timeline
    <button
      type="button"
      role="radio"
      tabIndex={-1}
      aria-checked={row.isPlayed}
      aria-label={label}
      title={wanted === null && !row.isPlayed ? words.noPreviewOfCase : label}
      disabled={wanted === null && !row.isPlayed}
      className={styles.radio}
      data-case-radio=""
      onClick={() => {
        if (wanted !== null && (!row.isPlayed || sameCase(shown, wanted))) toggleCase(editor, wanted);
      }}
    />
  );
}

type Words = ReturnType<typeof useStrings>['timeline'];

function valuesOf(inner: InnerScene | null, words: Words): string {
  return inner?.cases == null ? words.anyOtherCase : words.caseValues(listed(inner.cases));
}

/** When a case is played that is not played now. */
function whenPlayed(inner: InnerScene | null, words: Words): string {
  if (inner?.cases == null) return words.playsOtherwise;
  const variable = inner.playedWith?.variable;
  const values = words.caseValues(listed(inner.cases));
  return variable === undefined ? words.playsFor(values) : words.playsWhere(variable, values);
}

function listed(cases: string): readonly string[] {
  return cases.split(',').map((value) => value.trim());
}
