import { clsx } from 'clsx';
import { CircleSlash } from 'lucide-react';
import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import { useEditor, useEditorActions } from '#renderer/editor/editor-context.tsx';
import { selectSceneIds } from '#renderer/editor/selectors.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Tooltip } from '#renderer/ui/display/tooltip.tsx';
import { type SceneTimes, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie, Scene } from '#shared/template/movie/movie.ts';
import { sceneTitle } from '../model/labels.ts';
import { skippedRuns } from '../model/scene-geometry.ts';
import type { Gap } from '../model/scene-plans.ts';
import { useTimelineStore, useTimelineView, useVisibleSpan } from '../model/timeline-context.tsx';
import { CELL, rowProps, tabStopOf } from '../model/tree-roles.ts';
import { useOpenScenes, useSkipped } from '../model/visible-rows.ts';
import { useSkippedBy, useWhyNotPlayed } from '../model/why-not-played.ts';
import { ClipFilmstrip } from './clip-painting.tsx';
import { NameInput } from './name-input.tsx';
import { liftOf, nudgeOf } from './scene-clips.tsx';
import styles from './skipped.module.css';

/** What takes no time in the film: a chip for each such scene, behind the cut that it stands at. */
export function SkippedScenes({ movie }: { readonly movie: Movie }) {
  const places = useSkipped();
  return places.length === 0 ? null : <Runs movie={movie} />;
}

/** Pixels that chips reach to either side of their cut. */
const REACH = 400;

function Runs({ movie }: { readonly movie: Movie }) {
  const places = useSkipped();
  const { total } = timelineOf(movie);
  const { base, from, to, pixelsPerFrame } = useVisibleSpan();
  const drag = useTimelineView((view) => view.drag);
  const focus = useTimelineView((view) => view.focus);
  const focusWanted = useTimelineView((view) => view.focusRequested && view.focus?.part === null);
  const renaming = useTimelineView((view) => view.renaming);
  const selectedIds = useEditor(selectSceneIds);
  const open = useOpenScenes();
  const tabStop = tabStopOf(movie, focus?.scene ?? null, selectedIds);
  const runs = useMemo(() => {
    const kept = new Set<NodeId>(tabStop === null ? selectedIds : [...selectedIds, tabStop]);
    const isInSight = (left: number) => left + REACH >= from && left - REACH <= to;
    return skippedRuns(places, { pixelsPerFrame, total }, kept).filter(
      ({ left, places: all }) => isInSight(left) || all.some(({ scene }) => scene.id === tabStop),
    );
  }, [places, pixelsPerFrame, total, from, to, tabStop, selectedIds]);
  return runs.map(({ cut, left, shift, room, least, places: all }) => (
    <div key={cut} role="none" className={styles.run} style={{ left: left - base }}>
      <i aria-hidden={true} className={styles.cut} />
      <div role="none" className={styles.chips} style={{ marginLeft: shift, maxWidth: room }}>
        {all.map((place) => (
          <SkippedChip
            key={place.scene.id}
            scene={place.scene}
            index={place.index}
            least={least}
            selected={selectedIds.includes(place.scene.id)}
            tabStop={place.scene.id === tabStop && focus?.part == null}
            wantsFocus={focusWanted && focus?.scene === place.scene.id}
            open={open.has(place.scene.id)}
            renaming={renaming === place.scene.id}
            lift={liftOf(drag, place)}
            nudge={nudgeOf(drag, place)}
          />
        ))}
      </div>
    </div>
  ));
}

interface SkippedChipProps {
  readonly scene: Scene;
  readonly index: number;
  /** Pixels that it has at least. */
  readonly least: number;
  readonly selected: boolean;
  /** Where keys go that are pressed in the timeline. */
  readonly tabStop: boolean;
  readonly wantsFocus: boolean;
  readonly open: boolean;
  readonly renaming: boolean;
  /** Pixels that a drag has lifted it by; null while it lies. */
  readonly lift: number | null;
  /** Pixels that it makes room by. */
  readonly nudge: number;
}

/** A scene that takes no time: its name, how long it would be, and what skips it; under the pointer its picture. */
const SkippedChip = memo(function SkippedChip(props: SkippedChipProps) {
  const { scene, index, least, selected, tabStop, wantsFocus, open, renaming, lift, nudge } = props;
  const { timeline: words } = useStrings();
  const view = useTimelineStore();
  const actions = useEditorActions();
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!wantsFocus) return;
    ref.current?.focus({ preventScroll: true });
    view.setState({ focusRequested: false });
  }, [wantsFocus, view]);
  const title = sceneTitle(scene, words);
  const why = useWhyNotPlayed(scene) ?? words.isOff;
  const by = useSkippedBy(scene) ?? words.isOff;
  const label = `${words.sceneLabel(index + 1, title, scene.duration)}, ${why}`;
  const shift = lift ?? nudge;
  if (renaming)
    return (
      <div className={clsx(styles.chip, styles.renaming)}>
        <NameInput
          label={words.sceneName}
          value={scene.name ?? title}
          onDone={(name) => {
            view.setState({ renaming: null, focusRequested: true });
            if (name !== null) actions.dispatch({ type: 'scene/rename', scene: scene.id, name: name || null });
          }}
        />
      </div>
    );
  return (
    <Tooltip
      side="top"
      disabled={lift !== null}
      content={<SkippedPicture scene={scene} title={words.skippedLabel(title, scene.duration)} by={by} />}
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
          <span className="tabular">{words.shortFrames(scene.duration)}</span>
          <span className={styles.by}>{by}</span>
        </span>
      </div>
    </Tooltip>
  );
});

interface SkippedPictureProps {
  readonly scene: Scene;
  readonly title: string;
  /** The values that skip it. */
  readonly by: string;
}

/** Pixels of the picture. */
const HEIGHT = 90;
/** Of a film that is wider than most. */
const WIDEST = 240;

/** What a scene would show, and why it does not. */
function SkippedPicture({ scene, title, by }: SkippedPictureProps) {
  const movie = useEditor((state) => state.movie);
  // What it shows is drawn of one that is not played, too.
  const shown = useMemo(() => ({ ...scene, enabled: true }), [scene]);
  if (movie === null) return null;
  const height = Math.round(Math.min(HEIGHT, (WIDEST * movie.height) / movie.width));
  const width = Math.round((height * movie.width) / movie.height);
  return (
    <span className={styles.card} data-skipped-picture="">
      <span className={styles.picture} style={{ width, height }}>
        <ClipFilmstrip
          movie={movie}
          scene={shown}
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

/** The gap before or behind the skipped scene whose chip is at a point of the window; null where there is none. */
export function gapAtChip({ scenes, starts, total }: SceneTimes, x: number, y: number): Gap | null {
  const chip = document.elementFromPoint(x, y)?.closest('[data-skipped]');
  const index = scenes.findIndex(({ id }) => id === chip?.getAttribute('data-scene'));
  if (chip == null || index < 0) return null;
  const { left, width } = chip.getBoundingClientRect();
  return { index: x < left + width / 2 ? index : index + 1, frame: starts[index] ?? total };
}
