import { useMemo } from 'react';
import { timelineOf } from '../../../../shared/editing/timeline.ts';
import type { NodeId } from '../../../../shared/template/document/document.ts';
import type { Movie } from '../../../../shared/template/movie/movie.ts';
import { useEditor } from '../../../state/editor-context.tsx';
import { selectSceneIds } from '../../../state/selectors.ts';
import { type ClipPlace, clipOf, clipsIn, LEAST_CLIP } from '../layout/clips.ts';
import { sceneVariables } from '../model/scene-words.ts';
import { useTimelineView } from '../model/timeline-context.tsx';
import { LANES_BOTTOM, LAYERS_HEIGHT, RULER_HEIGHT, type TimelineState } from '../model/timeline-store.ts';
import { useStretch } from '../model/use-stretch.ts';
import { NarrowClips } from './narrow-clips.tsx';
import { SceneClip } from './scene-clip.tsx';
import { SceneRows } from './scene-rows.tsx';

const NO_VARIABLES: readonly string[] = [];
const HEAD = 20;
const SOUND = 24;
/** Neighbours of the gap that a drag is over make room by this. */
const NUDGE = 5;

/** The scenes in sight. */
export function SceneClips({ movie }: { readonly movie: Movie }) {
  const timeline = timelineOf(movie);
  const stretch = useStretch();
  const { base, from, to, pixelsPerFrame } = stretch;
  const height = useTimelineView((view) => view.height);
  const drag = useTimelineView((view) => view.drag);
  const focus = useTimelineView((view) => view.focus);
  const focusWanted = useTimelineView((view) => view.focusWanted && view.focus?.part === null);
  const open = useTimelineView((view) => view.open);
  const renaming = useTimelineView((view) => view.renaming);
  const selectedIds = useEditor(selectSceneIds);
  const variables = useEditor((state) => sceneVariables(state.source.document));
  const { width, height: lines, frameRate } = movie;
  // The same as long as it says the same: clips that an edit does not touch are not drawn anew.
  const format = useMemo(() => ({ width, height: lines, frameRate }), [width, lines, frameRate]);
  const selected = useMemo(() => new Set(selectedIds), [selectedIds]);
  const places = useMemo(() => clipsIn(timeline, { from, to }, pixelsPerFrame), [timeline, from, to, pixelsPerFrame]);
  const tabStop = tabStopOf(movie, focus?.scene ?? null, selectedIds);
  const drawn = withTabStop(places, timeline, tabStop, pixelsPerFrame);
  const filmHeight = Math.max(0, height - RULER_HEIGHT - LAYERS_HEIGHT - LANES_BOTTOM - HEAD - SOUND);

  const opened = drawn.find(({ scene }) => scene.id === open);

  return (
    <>
      <NarrowClips places={places} base={base} />
      {drawn.map((place) => (
        <SceneClip
          key={place.scene.id}
          scene={place.scene}
          index={place.index}
          movie={format}
          base={base}
          left={place.left - base}
          width={place.width}
          from={Math.max(0, Math.floor(from - place.left))}
          to={Math.max(0, Math.ceil(Math.min(place.width, to - place.left)))}
          filmHeight={filmHeight}
          pixelsPerFrame={pixelsPerFrame}
          variables={variables.get(place.scene.id) ?? NO_VARIABLES}
          selected={selected.has(place.scene.id)}
          tabStop={place.scene.id === tabStop && focus?.part == null}
          wantsFocus={focusWanted && focus?.scene === place.scene.id}
          open={open === place.scene.id}
          renaming={renaming === place.scene.id}
          lift={liftOf(drag, place)}
          nudge={nudgeOf(drag, place)}
          {...coverOf(places, place)}
        />
      ))}
      {opened !== undefined && <SceneRows scene={opened.scene} left={opened.left - base + 1} />}
    </>
  );
}

/** The one scene that Tab goes to: where the focus was, what is selected, or the first. */
function tabStopOf({ scenes }: Movie, focus: NodeId | null, selected: readonly NodeId[]): NodeId | null {
  const known = (id: NodeId | null | undefined) => (scenes.some((scene) => scene.id === id) ? (id ?? null) : null);
  return known(focus) ?? known(selected[0]) ?? scenes[0]?.id ?? null;
}

/** Those that can be told apart, and the tab stop wherever it is: else the focus would be lost by scrolling. */
function withTabStop(
  places: readonly ClipPlace[],
  timeline: ReturnType<typeof timelineOf>,
  tabStop: NodeId | null,
  pixelsPerFrame: number,
): readonly ClipPlace[] {
  const wide = places.filter((place) => place.width >= LEAST_CLIP || place.scene.id === tabStop);
  if (tabStop === null || wide.some(({ scene }) => scene.id === tabStop)) return wide;
  const index = timeline.scenes.findIndex(({ id }) => id === tabStop);
  const place = clipOf(timeline, index, pixelsPerFrame);
  if (place === null) return wide;
  return index < (wide[0]?.index ?? 0) ? [place, ...wide] : [...wide, place];
}

/** How far tabs on its cuts reach over a scene. */
function coverOf(places: readonly ClipPlace[], { scene, left, width, tab }: ClipPlace) {
  if (tab || !scene.enabled) return { coveredStart: 0, coveredEnd: 0 };
  let [coveredStart, coveredEnd] = [0, 0];
  for (const other of places) {
    if (!other.tab) continue;
    const reach = other.left + other.width - left;
    if (other.left < left + 1 && reach > 0) coveredStart = Math.max(coveredStart, reach);
    if (other.left < left + width && other.left + other.width > left + width - 1)
      coveredEnd = Math.max(coveredEnd, left + width - other.left);
  }
  return { coveredStart: Math.min(coveredStart, width), coveredEnd: Math.min(coveredEnd, width) };
}

function liftOf(drag: TimelineState['drag'], { scene }: ClipPlace): number | null {
  return drag?.kind === 'move' && drag.scenes.has(scene.id) ? drag.by : null;
}

function nudgeOf(drag: TimelineState['drag'], { index }: ClipPlace): number {
  const gap =
    drag?.kind === 'move' ? drag.gap : drag?.kind === 'drop' && drag.target.kind === 'insert' ? drag.target.gap : null;
  if (gap === null) return 0;
  return index === gap.index ? NUDGE : index === gap.index - 1 ? -NUDGE : 0;
}
