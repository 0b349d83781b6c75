import { clsx } from 'clsx';
import { memo, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { type FieldContext, useReading } from '#renderer/editor/fields.ts';
import { type InnerScene, nestedIn } from '#renderer/editor/nested-scenes.ts';
import { toggleCase } from '#renderer/editor/view-state.ts';
import { isEqual } from '#renderer/interaction/equality.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Scene } from '#shared/template/movie/movie.ts';
import { originalId } from '#shared/template/variables/repeats.ts';
import { rowTitle } from '../model/labels.ts';
import type { CaseRow } from '../model/row.ts';
import { useGestureState, useTimelineView, type useVisibleSpan } from '../model/timeline-context.tsx';
import { CELL, rowProps } from '../model/tree-roles.ts';
import { ClipFilmstrip } from '../scenes/clip-painting.tsx';
import styles from './case-row.module.css';
import rows from './rows.module.css';

interface CaseRowViewProps {
  readonly row: CaseRow;
  /** The distance from the first row in pixels. */
  readonly top: number;
  readonly segment: ReturnType<typeof useVisibleSpan>;
  readonly isTabStop: boolean;
}

/** The lane of a case: the values for which it plays, and its filmstrip at the position of the choice. */
export const CaseRowView = memo(function CaseRowView({ row, top, segment, isTabStop }: CaseRowViewProps) {
  const { timeline: strings } = useStrings();
  const { timeline: view } = useEditor();
  const ref = useRef<HTMLDivElement>(null);
  const selected = useEditorValue(({ document }) => document.state.selection.ids.includes(originalId(row.id)));
  const wantsFocus = useTimelineView(({ focus, focusRequested }) => focusRequested && focus?.part === row.id);
  const isDragged = useGestureState(({ drag }) => drag?.kind === 'rows' && drag.parts.has(row.id));
  const inner = useCase(row.choice, row.id);
  useLayoutEffect(() => {
    if (!wantsFocus) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'nearest' });
    view.set({ focusRequested: false });
  }, [wantsFocus, view]);
  const title = rowTitle(row);
  const when = row.isPlayed ? strings.playsNow : whenPlayed(inner, strings);
  return (
    <div
      ref={ref}
      {...rowProps({
        level: row.level,
        selected,
        label: strings.caseLabel(title, row.end - row.start, when),
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
        <span className={styles.values}>{valuesOf(inner, strings)}</span>
      </div>
      <div {...CELL} className={rows.lane}>
        <div className={rows.shift} style={{ '--base': `${segment.base}px` }}>
          <CaseBar row={row} segment={segment} selected={selected} when={when} />
        </div>
      </div>
    </div>
  );
});

/** A radio button that previews the movie with this case. It is checked for the case that plays now. */
function PlaysRadio({
  row,
  inner,
  title,
}: {
  readonly row: CaseRow;
  readonly inner: InnerScene | null;
  readonly title: string;
}) {
  const { timeline: strings } = useStrings();
  const editor = useEditor();
  const previewedCase = useEditorValue(({ view }) => view.state.previewedCase);
  const requested = inner?.playedWith ?? null;
  const label = strings.previewCase(title);
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is in a tree cell and has the style of the timeline
    <button
      type="button"
      role="radio"
      tabIndex={-1}
      aria-checked={row.isPlayed}
      aria-label={label}
      title={requested === null && !row.isPlayed ? strings.noPreviewOfCase : label}
      disabled={requested === null && !row.isPlayed}
      className={styles.radio}
      data-case-radio=""
      onClick={() => {
        if (requested !== null && (!row.isPlayed || isEqual(previewedCase, requested)))
          toggleCase(editor.view, requested);
      }}
    />
  );
}

type Words = ReturnType<typeof useStrings>['timeline'];

function valuesOf(inner: InnerScene | null, words: Words): string {
  return inner?.cases == null ? words.anyOtherCase : words.caseValues(valueList(inner.cases));
}

/** Returns a text with the values for which a case plays. It is shown for a case that does not play now. */
function whenPlayed(inner: InnerScene | null, words: Words): string {
  if (inner?.cases == null) return words.playsOtherwise;
  const variable = inner.playedWith?.variable;
  const values = words.caseValues(valueList(inner.cases));
  return variable === undefined ? words.playsFor(values) : words.playsWhere(variable, values);
}

function valueList(cases: string): readonly string[] {
  return cases.split(',').map((value) => value.trim());
}

/** Returns a case of a choice in the document; null if the case was deleted. */
function useCase(choice: NodeId, scene: NodeId): InnerScene | null {
  const read = useCallback(
    (context: FieldContext) => nestedIn(context, choice)?.scenes.find(({ id }) => id === scene) ?? null,
    [choice, scene],
  );
  return useReading(read, isEqual);
}

interface CaseBarProps {
  readonly row: CaseRow;
  readonly segment: ReturnType<typeof useVisibleSpan>;
  readonly selected: boolean;
  /** The text that explains when the case plays. */
  readonly when: string;
}

/** The minimum widths in pixels of a bar that shows its label, and of a bar that shows its duration. */
const MIN_WIDTH_FOR_LABEL = 72;
const MIN_WIDTH_FOR_DURATION = 32;

/** The bar of a case, with its duration and filmstrip. The bar is colored if the case plays. */
function CaseBar({ row, segment, selected, when }: CaseBarProps) {
  const { timeline: strings } = useStrings();
  const { base, pixelsPerFrame } = segment;
  const left = row.start * pixelsPerFrame;
  const width = Math.max(2, (row.end - row.start) * pixelsPerFrame);
  const lengths = row.scenes.map(({ duration }) => duration);
  const [only] = row.scenes;
  const hasEdges = only?.id === row.id;
  return (
    <div
      className={clsx(styles.bar, !row.isPlayed && styles.off, selected && styles.on)}
      style={{ left: left - base, width }}
      data-case-bar=""
    >
      {row.scenes.map((scene, at) => {
        const before = lengths.slice(0, at).reduce((sum, length) => sum + length, 0) * pixelsPerFrame;
        return (
          <CaseFilmstrip
            key={scene.id}
            scene={scene}
            left={before}
            segment={segment}
            from={left + before}
            height={row.height - 5}
          />
        );
      })}
      {width >= MIN_WIDTH_FOR_LABEL && <span className={styles.when}>{when}</span>}
      {width >= MIN_WIDTH_FOR_DURATION && (
        <span className={clsx(styles.length, 'tabular')} title={strings.frames(row.end - row.start)}>
          {row.end - row.start}
        </span>
      )}
      {hasEdges && (
        <>
          <i className={clsx(styles.edge, styles.start)} data-handle="start" />
          <i className={clsx(styles.edge, styles.end)} data-handle="end" />
        </>
      )}
    </div>
  );
}

interface CaseFilmstripProps {
  readonly scene: Scene;
  /** The left edge of the bar, in pixels of the scrolled layer. */
  readonly left: number;
  readonly from: number;
  readonly segment: ReturnType<typeof useVisibleSpan>;
  readonly height: number;
}

function CaseFilmstrip({ scene, left, from, segment, height }: CaseFilmstripProps) {
  const movie = useEditorValue(({ document }) => document.state.movie);
  // Enable the scene, because the filmstrip of a case is drawn even if the case is not played.
  const previewedCase = useMemo(() => (scene.enabled ? scene : { ...scene, enabled: true }), [scene]);
  const width = scene.duration * segment.pixelsPerFrame;
  const [first, last] = [Math.max(0, segment.from - from), Math.min(width, segment.to - from)];
  if (movie === null || width <= 14 || last <= first) return null;
  return (
    <div className={styles.film} style={{ left, width }}>
      <ClipFilmstrip
        movie={movie}
        scene={previewedCase}
        pixelsPerFrame={segment.pixelsPerFrame}
        width={width}
        from={first}
        to={last}
        height={height}
      />
    </div>
  );
}
