import { clsx } from 'clsx';
import { CircleSlash } from 'lucide-react';
import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { selectSceneIds } from '#renderer/editor/selectors.ts';
import type { Gap } from '#renderer/project/drop-target.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Tooltip } from '#renderer/ui/display/tooltip.tsx';
import { type SceneTimes, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie, Scene } from '#shared/template/movie/movie.ts';
import { sceneTitle } from '../model/labels.ts';
import { type Copies, clipWith, type ShownScenes, useShownScenes } from '../model/repeated-scenes.ts';
import { skippedRuns } from '../model/scene-geometry.ts';
import { useGestureState, useTimelineView, useVisibleSpan } from '../model/timeline-context.tsx';
import { CELL, rowProps, tabStopOf } from '../model/tree-roles.ts';
import { useOpenScenes, useSkipped } from '../model/visible-rows.ts';
import { useSkippedBy, useWhyNotPlayed } from '../model/why-not-played.ts';
import { ClipFilmstrip } from './clip-painting.tsx';
import { NameInput } from './name-input.tsx';
import { gapShift, liftDistance } from './scene-clips.tsx';
import styles from './skipped.module.css';

/** The chips of skipped scenes, each after its cut. */
export function SkippedScenes({ movie }: { readonly movie: Movie }) {
  const places = useSkipped();
  return places.length === 0 ? null : <SkippedRuns movie={movie} />;
}

/** The distance in pixels that chips can extend on either side of their cut. */
const CHIP_REACH = 400;

function SkippedRuns({ movie }: { readonly movie: Movie }) {
  const shown = useShownScenes();
  const skipped = useSkipped();
  const places = useMemo(() => {
    // The clip of a folded element represents its skipped scenes.
    const ids = new Set(shown.scenes.map(({ id }) => id));
    return skipped.filter(({ scene }) => ids.has(scene.id));
  }, [shown, skipped]);
  const { total } = timelineOf(movie);
  const { base, from, to, pixelsPerFrame } = useVisibleSpan();
  const drag = useGestureState((gesture) => gesture.drag);
  const width = useTimelineView((view) => view.width);
  const focus = useTimelineView((view) => view.focus);
  const focusRequested = useTimelineView((view) => view.focusRequested && view.focus?.part === null);
  const renaming = useTimelineView((view) => view.renaming);
  const selectedIds = useEditorValue(({ document }) => selectSceneIds(document.state));
  const open = useOpenScenes();
  const tabStop = tabStopOf(movie, focus?.scene ?? null, selectedIds);
  const runs = useMemo(() => {
    const alwaysShown = new Set<NodeId>(tabStop === null ? selectedIds : [...selectedIds, tabStop]);
    const isInView = (left: number) => left + CHIP_REACH >= from && left - CHIP_REACH <= to;
    return skippedRuns(places, { pixelsPerFrame, total, width }, alwaysShown).filter(
      ({ left, places: all }) => isInView(left) || all.some(({ scene }) => scene.id === tabStop),
    );
  }, [places, pixelsPerFrame, total, width, from, to, tabStop, selectedIds]);
  return runs.map(({ cut, left, shift, availableWidth: room, minChipWidth: least, places: all }) => (
    <div key={cut} role="none" className={styles.run} style={{ left: left - base }}>
      <i aria-hidden={true} className={styles.cut} />
      <div role="none" className={styles.chips} style={{ marginLeft: shift, maxWidth: room }}>
        {all.map((place) => (
          <SkippedChip
            key={place.scene.id}
            scene={place.scene}
            index={place.index}
            folded={shown.folded.get(place.scene.id) ?? null}
            least={least}
            selected={selectedIds.includes(place.scene.id)}
            tabStop={place.scene.id === tabStop && focus?.part == null}
            wantsFocus={focusRequested && focus?.scene === place.scene.id}
            open={open.has(place.scene.id)}
            renaming={renaming !== null && clipWith(shown, renaming) === place.scene.id}
            lift={liftDistance(drag, place)}
            gapOffset={gapShift(drag, { first: place.index, last: place.index })}
          />
        ))}
      </div>
    </div>
  ));
}

interface SkippedChipProps {
  readonly scene: Scene;
  readonly index: number;
  /** The copies that the chip represents; null for the chip of one scene. */
  readonly folded: Copies | null;
  /** The minimum width of a chip in pixels. */
  readonly least: number;
  readonly selected: boolean;
  /** Whether the chip is the tab stop of the timeline. */
  readonly tabStop: boolean;
  readonly wantsFocus: boolean;
  readonly open: boolean;
  readonly renaming: boolean;
  /** The distance in pixels by which a drag lifts the chip; null if the chip is not dragged. */
  readonly lift: number | null;
  /** The distance in pixels by which this chip moves to make space for another chip. */
  readonly gapOffset: number;
}

/**
 * The chip of a skipped scene: its name, the duration that it would have, and the values that skip it. Hovering over
 * the chip shows the picture of the scene.
 */
const SkippedChip = memo(function SkippedChip(props: SkippedChipProps) {
  const { scene, index, folded, least, selected, tabStop, wantsFocus, open, renaming, lift, gapOffset } = props;
  const { timeline: strings } = useStrings();
  const { timeline: view } = useEditor();
  const { document: edited } = useEditor();
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!wantsFocus) return;
    ref.current?.focus({ preventScroll: true });
    view.set({ focusRequested: false });
  }, [wantsFocus, view]);
  const title = folded?.title ?? sceneTitle(scene, strings);
  // A placeholder represents zero copies, which last zero frames.
  const duration = folded?.count === 0 ? null : scene.duration;
  const why = useWhyNotPlayed(scene) ?? strings.isOff;
  const by = useSkippedBy(scene) ?? strings.isOff;
  const label = `${strings.sceneLabel(index + 1, title, duration ?? 0)}, ${why}`;
  const shift = lift ?? gapOffset;
  if (renaming)
    return (
      <div className={clsx(styles.chip, styles.renaming)}>
        <NameInput
          label={strings.sceneName}
          value={folded?.title ?? scene.name ?? title}
          onDone={(name) => {
            view.set({ renaming: null, focusRequested: true });
            if (name !== null)
              edited.dispatch({ type: 'scene/rename', scene: folded?.element ?? scene.id, name: name || null });
          }}
        />
      </div>
    );
  return (
    <Tooltip
      side="top"
      disabled={lift !== null}
      content={
        <SkippedPicture
          scene={scene}
          title={duration === null ? title : strings.skippedLabel(title, duration)}
          by={by}
        />
      }
    >
      <div
        ref={ref}
        {...rowProps({ level: 1, selected, label, index: index + 1, expanded: open })}
        tabIndex={tabStop ? 0 : -1}
        data-scene={scene.id}
        data-skipped=""
        className={clsx(
          styles.chip,
          selected && styles.on,
          duration === null && styles.none,
          least < 20 && styles.narrow,
          lift === null ? styles.moving : styles.lifted,
        )}
        style={{ minWidth: least, ...(shift !== 0 && { transform: `translateX(${shift}px)` }) }}
      >
        <span {...CELL} className={styles.content}>
          <span className={styles.title}>
            <Icon icon={CircleSlash} size={12} />
            <span data-name="">{title}</span>
          </span>
          {duration !== null && <span className="tabular">{strings.shortFrames(duration)}</span>}
          <span className={styles.by}>{by}</span>
        </span>
      </div>
    </Tooltip>
  );
});

interface SkippedPictureProps {
  readonly scene: Scene;
  readonly title: string;
  /** The values that skip the scene, as text. */
  readonly by: string;
}

/** The height of the picture in pixels. */
const PICTURE_HEIGHT = 90;
/** The maximum width of the picture in pixels, which limits very wide movies. */
const MAX_PICTURE_WIDTH = 240;

/** The picture of a skipped scene, with the reason why it is skipped. */
function SkippedPicture({ scene, title, by }: SkippedPictureProps) {
  const movie = useEditorValue(({ document }) => document.state.movie);
  // Enable the scene, so that its picture is drawn even though the scene is skipped.
  const enabledScene = useMemo(() => ({ ...scene, enabled: true }), [scene]);
  if (movie === null) return null;
  const height = Math.round(Math.min(PICTURE_HEIGHT, (MAX_PICTURE_WIDTH * movie.height) / movie.width));
  const width = Math.round((height * movie.width) / movie.height);
  return (
    <span className={styles.card} data-skipped-picture="">
      <span className={styles.picture} style={{ width, height }}>
        <ClipFilmstrip
          movie={movie}
          scene={enabledScene}
          pixelsPerFrame={width / Math.max(1, scene.duration)}
          width={width}
          from={0}
          to={width}
          height={height}
        />
      </span>
      <span className={styles.cardTitle}>{title}</span>
      <span className={styles.cardBy}>{by}</span>
    </span>
  );
}

const NO_SCENE = '' as NodeId;

/** Returns the gap before or after a skipped scene if its chip is at this point of the window; null without a chip. */
export function gapAtChip(
  { scenes, starts, total }: SceneTimes,
  { folded }: ShownScenes,
  { x, y }: { readonly x: number; readonly y: number },
): Gap | null {
  const chip = document.elementFromPoint(x, y)?.closest('[data-skipped]');
  const index = scenes.findIndex(({ id }) => id === chip?.getAttribute('data-scene'));
  if (chip == null || index < 0) return null;
  const { left, width } = chip.getBoundingClientRect();
  const copies = folded.get(scenes[index]?.id ?? NO_SCENE)?.scenes;
  const [first, last] = [copies?.[0]?.index ?? index, copies?.at(-1)?.index ?? index];
  return { index: x < left + width / 2 ? first : last + 1, frame: starts[index] ?? total };
}
