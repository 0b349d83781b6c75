import { useVirtualizer } from '@tanstack/react-virtual';
import clsx from 'clsx';
import { EyeOff, ImageOff } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { equalRows, nextTile } from '#renderer/interaction/focus.ts';
import type { RowStatus } from '#renderer/project/batch-rows.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useWidth } from '#renderer/ui/browser/use-width.ts';
import { Slider } from '#renderer/ui/controls/slider.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { formatPercent } from '#renderer/ui/format/number.ts';
import { ContextMenu } from '#renderer/ui/overlays/context-menu.tsx';
import { rowValues } from '#shared/batch/row-values.ts';
import { mergeBrandValues } from '#shared/brand/brand-values.ts';
import styles from './contact-sheet.module.css';
import { createFrameQueue, type FrameQueue } from './frame-queue.ts';
import { chooseRows } from './model/prepared-batch.ts';
import { rowLabel } from './model/row-label.ts';
import { frameAtShare, SHEET_GAP, SHOWN_SHARE, sheetLayout } from './model/sheet-layout.ts';
import { frameQuery, loadRowFrame } from './row/load-row-frame.ts';
import type { RowPicture } from './row/row-preview.tsx';
import { RowStatusLabel } from './rows/row-status-label.tsx';
import type { RowTableProps } from './rows/row-table.tsx';
import { useRowMenu } from './rows/use-row-menu.ts';

export interface ContactSheetProps extends RowTableProps {
  readonly onOpen: (row: number) => void;
}

/**
 * The width of a picture in device pixels: twice the displayed size. The service never returns a frame larger than the
 * film.
 */
const PICTURE_WIDTH = 360;

/**
 * A contact sheet: a picture of each visible row's film, all at the same fraction of their films' durations. The sheet
 * is one tab stop.
 */
export function ContactSheet({
  model,
  prepared,
  commands,
  shown,
  current,
  onCurrent,
  request,
  onOpen,
}: ContactSheetProps) {
  const { batch } = useStrings();
  const api = useApi();
  const id = useId();
  const { template, project, uses, statuses, checks, brand } = model;
  const source = template?.source ?? null;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const width = useWidth(content);
  const [share, setShare] = useState(SHOWN_SHARE);
  const [draggedShare, setDraggedShare] = useState<number | null>(null);
  const queue = useMemo(() => createFrameQueue((query, signal) => loadRowFrame(api, query, signal)), [api]);
  // Films can have different aspect ratios, but all cells use the aspect ratio of the first film.
  const first = checks.ofRows.find((check) => check !== null && check.size !== null)?.size ?? { width: 16, height: 9 };
  const { columns, cellWidth, pictureHeight, lineHeight } = sheetLayout(width, first.width / first.height);
  const leftOut = useMemo(() => new Set(prepared.left), [prepared.left]);
  const virtualizer = useVirtualizer({
    count: Math.ceil(shown.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 1,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line height requires new measurements.
  useEffect(() => virtualizer.measure(), [virtualizer, lineHeight]);

  const at = Math.max(0, shown.indexOf(current));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new request scrolls, not a changed sheet.
  useEffect(() => {
    if (request !== null && shown.includes(request.row))
      virtualizer.scrollToIndex(Math.floor(shown.indexOf(request.row) / columns));
  }, [request]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || shown.length === 0) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / lineHeight));
    const to = nextTile(event.key, at, { rows: equalRows(shown.length, columns), page });
    const row = to === null ? undefined : shown[to];
    if (to !== null && row !== undefined) {
      virtualizer.scrollToIndex(Math.floor(to / columns));
      onCurrent(row);
    } else if (event.key === ' ') model.change((before) => chooseRows(before, [current], leftOut.has(current)));
    else if (event.key === 'Enter') onOpen(current);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const menuOf = useRowMenu(model, commands);
  const menuRow = useRef(0);
  const query = (row: number): string | null => {
    const { totalFrames: total, size } = checks.ofRows[row] ?? { totalFrames: null, size: null };
    if (source === null || total === null || size === null || statuses[row]?.kind === 'invalid') return null;
    const givenValues = rowValues(prepared.table.rows[row] ?? [], uses, template?.variables ?? []).values;
    // The service applies the brand anyway. Include its values here so that a changed brand changes the query.
    const values = mergeBrandValues(givenValues, Object.entries(brand));
    const frame = frameAtShare(share, total);
    return frameQuery({ project, text: source.text, values, frame, filmWidth: size.width }, PICTURE_WIDTH);
  };

  return (
    <>
      <div ref={scroller} className={styles.scroller}>
        <ContextMenu entries={() => menuOf(menuRow.current)}>
          <div
            ref={content}
            role="listbox"
            tabIndex={0}
            aria-label={batch.sheet}
            aria-activedescendant={shown.length === 0 ? undefined : `${id}-${shown[at]}`}
            className={styles.sheet}
            style={{ height: virtualizer.getTotalSize() }}
            onKeyDown={onKeyDown}
            onContextMenuCapture={({ target }) => {
              const row =
                target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined;
              menuRow.current = row === undefined ? current : Number(row);
              onCurrent(menuRow.current);
            }}
          >
            {width > 0 &&
              virtualizer.getVirtualItems().map(({ index: line, start }) => (
                <div
                  key={line}
                  role="presentation"
                  className={styles.line}
                  style={{
                    transform: `translateY(${start}px)`,
                    gridTemplateColumns: `repeat(${columns}, ${cellWidth}px)`,
                    gap: SHEET_GAP,
                  }}
                >
                  {shown.slice(line * columns, (line + 1) * columns).map((row, place) => {
                    const status = statuses[row];
                    return (
                      status !== undefined && (
                        <SheetCell
                          key={row}
                          id={`${id}-${row}`}
                          row={row}
                          index={line * columns + place}
                          count={shown.length}
                          label={rowLabel(prepared.table, uses, template?.variables ?? [], row)}
                          status={status}
                          isChosen={!leftOut.has(row)}
                          isCurrent={row === current}
                          pictureHeight={pictureHeight}
                          queue={queue}
                          query={query(row)}
                          onSelect={() => onCurrent(row)}
                          onOpen={() => onOpen(row)}
                        />
                      )
                    );
                  })}
                </div>
              ))}
          </div>
        </ContextMenu>
        {shown.length === 0 && <p className={styles.none}>{batch.noRowsShown}</p>}
      </div>
      <div className={styles.moment}>
        <span className={styles.momentLabel}>{batch.sheetMoment}</span>
        <div className={styles.momentSlider}>
          <Slider
            label={batch.sheetMoment}
            value={Math.round(100 * (draggedShare ?? share))}
            min={0}
            max={100}
            defaultValue={50}
            valueText={(value) => formatPercent(value / 100)}
            onPreview={(value) => setDraggedShare(value / 100)}
            onCancel={() => setDraggedShare(null)}
            onCommit={(value) => {
              setDraggedShare(null);
              setShare(value / 100);
            }}
          />
        </div>
        <span className={`${styles.momentValue} tabular`}>{formatPercent(draggedShare ?? share)}</span>
      </div>
    </>
  );
}

export interface SheetCellProps {
  readonly id: string;
  /** The index of the row in the table, from 0. */
  readonly row: number;
  /** The index among the visible rows, from 0. */
  readonly index: number;
  /** The number of visible rows. */
  readonly count: number;
  readonly label: string;
  readonly status: RowStatus;
  readonly isChosen: boolean;
  readonly isCurrent: boolean;
  readonly pictureHeight: number;
  readonly queue: FrameQueue;
  /** The query of the frame; null for a row that cannot be rendered. */
  readonly query: string | null;
  readonly onSelect: () => void;
  readonly onOpen: () => void;
}

/** A small picture of a row's film. */
function SheetCell(props: SheetCellProps) {
  const { id, row, index, count, label, status, isChosen, isCurrent, pictureHeight, queue, query } = props;
  const { batch } = useStrings();
  const picture = useSheetPicture(queue, query);
  const url = picture.kind === 'failed' ? null : picture.url;
  const isLeftOut = !isChosen && status.kind !== 'invalid';
  const words = [batch.row(row + 1, label), batch.states[status.kind], ...(isLeftOut ? [batch.sheetLeftOut] : [])];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the sheet handles the keys.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      data-row={row}
      aria-selected={isCurrent}
      aria-setsize={count}
      aria-posinset={index + 1}
      aria-label={words.join(', ')}
      className={clsx(styles.cell, isCurrent && styles.current, isLeftOut && styles.leftOut)}
      onClick={props.onSelect}
      onDoubleClick={props.onOpen}
    >
      <div
        className={styles.picture}
        style={{ height: pictureHeight }}
        data-busy={picture.kind === 'loading' || undefined}
      >
        {url !== null && <img src={url} alt="" draggable={false} />}
        {url === null && (picture.kind === 'failed' || query === null) && (
          <span className={styles.noPicture} title={picture.kind === 'failed' ? picture.reason : undefined}>
            <Icon icon={ImageOff} size={16} />
            {batch.previewFailed}
          </span>
        )}
        {isLeftOut && (
          <span className={styles.mark} title={batch.sheetLeftOut}>
            <Icon icon={EyeOff} size={14} />
          </span>
        )}
      </div>
      <div className={styles.caption}>
        <span className={`${styles.number} tabular`}>{row + 1}</span>
        <span className={styles.label}>{label}</span>
      </div>
      <div className={styles.state}>
        <RowStatusLabel status={status} row={row} />
      </div>
    </div>
  );
}

/** Returns the picture of a query. Until the queue has loaded it, returns the picture of the previous query. */
function useSheetPicture(queue: FrameQueue, query: string | null): RowPicture {
  const [picture, setPicture] = useState<RowPicture>({ kind: 'loading', url: null });
  useEffect(() => {
    if (query === null) return setPicture({ kind: 'loading', url: null });
    const stopped = new AbortController();
    const { signal } = stopped;
    setPicture((current) => ({ kind: 'loading', url: current.kind === 'failed' ? null : current.url }));
    queue.get(query, signal).then(
      (blob) => {
        if (!signal.aborted) setPicture({ kind: 'shown', url: URL.createObjectURL(blob) });
      },
      (error: unknown) => {
        if (!signal.aborted) setPicture({ kind: 'failed', reason: problemText(error) });
      },
    );
    return () => stopped.abort();
  }, [queue, query]);
  const url = picture.kind === 'failed' ? null : picture.url;
  useEffect(() => {
    if (url !== null) return () => URL.revokeObjectURL(url);
  }, [url]);
  return picture;
}
