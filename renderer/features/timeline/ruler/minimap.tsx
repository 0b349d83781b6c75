import { clsx } from 'clsx';
import { type PointerEvent, type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { selectRate, selectSceneIds, selectTimeline, selectTotal } from '#renderer/editor/selectors.ts';
import { startDrag } from '#renderer/interaction/drag.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { tokenColor } from '#renderer/ui/browser/shown-theme.ts';
import { spanBetween } from '#shared/editing/model/editing-record.ts';
import { formatTimecode } from '#shared/editing/model/timecode.ts';
import { type SceneTimes, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Scene } from '#shared/template/movie/movie.ts';
import { usesAbsentAsset } from '../model/layer-sources.ts';
import { useTimelineContext, useTimelineView } from '../model/timeline-context.tsx';
import { type Paint, PaintedCanvas } from '../scenes/clip-painting.tsx';
import styles from './minimap.module.css';

const TONES = {
  plain: ['--scene', 0.4],
  selected: ['--accent', 1],
  missing: ['--danger', 0.8],
} as const satisfies Record<MinimapBlock['tone'], readonly [token: string, alpha: number]>;
const BLOCKS_HEIGHT = 8;

/** The overview: the whole timeline on one line, with the visible part and the duration. */
export function Minimap() {
  const { timeline: strings } = useStrings();
  const timeline = useEditorValue(({ document }) => selectTimeline(document.state));
  const rate = useEditorValue(({ document }) => selectRate(document.state));
  return (
    <div className={styles.row}>
      <MinimapTrack />
      <span className={clsx(styles.summary, 'tabular')}>
        {strings.summary(
          timeline.scenes.length,
          rate === null ? '0' : formatTimecode(timeline.total, rate),
          timeline.total,
        )}
      </span>
    </div>
  );
}

function MinimapTrack() {
  const { library, assets } = useTimelineContext();
  const timeline = useEditorValue(({ document }) => selectTimeline(document.state));
  const selectedIds = useEditorValue(({ document }) => selectSceneIds(document.state));
  const width = useTimelineView((view) => view.width);
  const paint = useMemo<Paint>(() => {
    // Compute the blocks again when the assets change, because different sources can then be missing.
    const missing = (scene: Scene) => assets !== null && usesAbsentAsset(library, scene);
    const selected = new Set(selectedIds);
    const blocks = minimapBlocks(timeline, { selected, isMissing: missing, least: 2 / Math.max(1, width) });
    return (context) => {
      for (const block of blocks) {
        const place = blockBox(block, width);
        const [token, alpha] = TONES[block.tone];
        context.fillStyle = tokenColor(token);
        context.globalAlpha = alpha;
        context.fillRect(place.left, 0, place.width, BLOCKS_HEIGHT);
      }
    };
  }, [timeline, selectedIds, library, assets, width]);
  const ref = useRef<HTMLDivElement>(null);
  const onPointerDown = useScrollDrag(ref);
  return (
    <div
      ref={ref}
      className={clsx('draggable', styles.map)}
      aria-hidden={true}
      data-minimap=""
      onPointerDown={onPointerDown}
    >
      <PaintedCanvas
        width={width}
        height={BLOCKS_HEIGHT}
        paint={paint}
        className={styles.blocks}
        style={{ width: '100%' }}
      />
      <MinimapRange />
      <MinimapWindow />
    </div>
  );
}

/** The range between the in and out points. */
function MinimapRange() {
  const points = useEditorValue(({ record }) => record.current);
  const total = useEditorValue(({ document }) => selectTotal(document.state));
  const span = spanBetween(points, total);
  if (span === null) return null;
  const left = `${(span.from / total) * 100}%`;
  const width = `${((span.to - span.from) / total) * 100}%`;
  return <i className={styles.range} style={{ left, width }} data-minimap-range="" />;
}

/** The visible part and the playhead. Both are moved without rendering. */
function MinimapWindow() {
  const editor = useEditor();
  const { timeline: view } = editor;
  const frame = useRef<HTMLElement>(null);
  const head = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      const { scroll, width, pixelsPerFrame } = view.state;
      const { movie, playhead } = editor.document.state;
      const total = Math.max(1, timelineOf(movie).total);
      const all = total * pixelsPerFrame;
      const from = Math.min(1, scroll / all);
      if (frame.current !== null) {
        frame.current.style.left = `${from * 100}%`;
        frame.current.style.width = `${Math.max(0.4, Math.min(1 - from, width / all) * 100)}%`;
      }
      if (head.current !== null) head.current.style.transform = `translateX(${(playhead / total) * 100}%)`;
    };
    place();
    const stops = [view.subscribe(place), editor.document.subscribe(place)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [view, editor]);
  return (
    <>
      <b ref={frame} className={styles.window} data-minimap-window="" />
      <u ref={head} className={styles.head} />
    </>
  );
}

/** Scrolls while the user drags in the overview. A press outside the visible part centers the view at the pointer. */
function useScrollDrag(ref: RefObject<HTMLDivElement | null>) {
  const editor = useEditor();
  const { timeline: view } = editor;
  return (event: PointerEvent) => {
    const element = ref.current;
    if (event.button !== 0 || element === null) return;
    const { scroll: before, pixelsPerFrame, width } = view.state;
    const { total } = timelineOf(editor.document.state.movie);
    const scale = (total * pixelsPerFrame) / Math.max(1, element.clientWidth);
    const pressed = (event.clientX - element.getBoundingClientRect().left) * scale;
    const isInside = pressed >= before && pressed <= before + width;
    const grip = isInside ? pressed - before : width / 2;
    const move = ({ x }: { readonly x: number }) => view.scrollTo(x * scale - grip, total);
    const cancel = () => view.scrollTo(before, total);
    startDrag(
      event,
      { start: move, move, end: () => undefined, cancel },
      { threshold: 0, capture: element, relativeTo: element, oncePerFrame: true },
    );
  };
}

/** A block of the overview. Its ends are fractions of the timeline. */
export interface MinimapBlock {
  readonly from: number;
  readonly to: number;
  readonly tone: 'plain' | 'selected' | 'missing';
}

/**
 * Returns the position of a block in an overview of this width in pixels. A gap of one pixel follows the block, unless
 * the block would then be narrower than a pixel.
 */
export function blockBox({ from, to }: MinimapBlock, width: number): { readonly left: number; readonly width: number } {
  return { left: from * width, width: Math.max(1, (to - from) * width - 1) };
}

/**
 * Divides the timeline into blocks whose minimum length is `least`, a fraction of the timeline. Shorter scenes share a
 * block, but selected and missing scenes have separate blocks.
 */
export function minimapBlocks(
  { scenes, starts, total }: SceneTimes,
  {
    selected,
    isMissing,
    least,
  }: { readonly selected: ReadonlySet<NodeId>; readonly isMissing: (scene: Scene) => boolean; readonly least: number },
): readonly MinimapBlock[] {
  const blocks: MinimapBlock[] = [];
  if (total === 0) return blocks;
  scenes.forEach((scene, index) => {
    const from = (starts[index] ?? total) / total;
    const to = (starts[index + 1] ?? total) / total;
    if (to <= from) return;
    const tone = selected.has(scene.id) ? 'selected' : isMissing(scene) ? 'missing' : 'plain';
    const last = blocks.at(-1);
    if (last !== undefined && last.tone === tone && last.to - last.from < least)
      blocks[blocks.length - 1] = { ...last, to };
    else blocks.push({ from, to, tone });
  });
  return blocks;
}
