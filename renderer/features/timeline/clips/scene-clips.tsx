import { useMemo } from 'react';
import { useEditor } from '#renderer/state/editor-context.tsx';
import type { EditorState } from '#renderer/state/editor-state.ts';
import { selectSceneIds } from '#renderer/state/selectors.ts';
import { useSteady } from '#renderer/state/use-steady.ts';
import { timelineOf } from '#shared/editing/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { tabStopOf } from '../grid/tab-stop.ts';
import { type ClipBox, clipOf, clipsIn, LEAST_CLIP } from '../layout/clips.ts';
import { hasSceneSound, linesHeightOf } from '../layout/film-height.ts';
import { soundUnder } from '../model/scene-sounds.ts';
import { sceneVariables } from '../model/scene-words.ts';
import { useFilmHeight, useOpenScenes } from '../model/shown-rows.ts';
import { useTimelineView } from '../model/timeline-context.tsx';
import { sameItems, useOfLibrary } from '../model/use-source-facts.ts';
import { useStretch } from '../model/use-stretch.ts';
import { liftOf, nudgeOf } from './drag-shift.ts';
import { NarrowClips } from './narrow-clips.tsx';
import { SceneClip } from './scene-clip.tsx';

const BLACK = { red: 0, green: 0, blue: 0 };
const NO_VARIABLES: readonly string[] = [];
/** The scenes in sight. */
export function SceneClips({ movie }: { readonly movie: Movie }) {
  const timeline = timelineOf(movie);
  const stretch = useStretch();
  const { base, from, to, pixelsPerFrame } = stretch;
  const drag = useTimelineView((view) => view.drag);
  const focus = useTimelineView((view) => view.focus);
  const focusWanted = useTimelineView((view) => view.focusWanted && view.focus?.part === null);
  const open = useOpenScenes();
  const renaming = useTimelineView((view) => view.renaming);
  const selectedIds = useEditor(selectSceneIds);
  // An open scene shows itself what of it is selected.
  const ids = useEditor(({ selection }) => selection.ids);
  const variables = useEditor((state) => sceneVariables(state.source.document));
  const { width, height: lines, frameRate } = movie;
  const { sounds, background, fonts } = useSteady(movieOf, aroundScenes, sameJson);
  // The same as long as it says the same: clips that an edit does not touch are not drawn anew.
  const format = useMemo(
    () => ({ width, height: lines, frameRate, background, fonts }),
    [width, lines, frameRate, background, fonts],
  );
  const selected = useMemo(() => new Set(selectedIds), [selectedIds]);
  const boxes = useMemo(() => clipsIn(timeline, { from, to }, pixelsPerFrame), [timeline, from, to, pixelsPerFrame]);
  const tabStop = tabStopOf(movie, focus?.scene ?? null, selectedIds);
  const drawn = withTabStop(boxes, timeline, tabStop, pixelsPerFrame);
  // What the library knows of the sounds decides how far they reach.
  const unders = useOfLibrary(({ facts }) => drawn.map((box) => soundUnder(sounds, box, frameRate, facts)), sameItems);
  const filmHeight = useFilmHeight();
  // Heads alone have no room for lines either.
  const linesHeight = filmHeight === 0 ? 0 : linesHeightOf(timeline);

  return (
    <>
      <NarrowClips
        boxes={boxes}
        base={base}
        filmHeight={filmHeight}
        linesHeight={linesHeight}
        hasSound={hasSceneSound(open)}
        sounds={sounds}
        frameRate={frameRate}
      />
      {drawn.map((box, at) => (
        <SceneClip
          key={box.scene.id}
          scene={box.scene}
          index={box.index}
          movie={format}
          base={base}
          left={box.left - base}
          width={box.width}
          from={Math.max(0, Math.floor(from - box.left))}
          to={Math.max(0, Math.ceil(Math.min(box.width, to - box.left)))}
          filmHeight={filmHeight}
          linesHeight={linesHeight}
          hasSound={hasSceneSound(open)}
          pixelsPerFrame={pixelsPerFrame}
          under={unders[at] ?? null}
          variables={variables.get(box.scene.id) ?? NO_VARIABLES}
          selected={selected.has(box.scene.id) && (!open.has(box.scene.id) || ids.includes(box.scene.id))}
          tabStop={box.scene.id === tabStop && focus?.part == null}
          wantsFocus={focusWanted && focus?.scene === box.scene.id}
          open={open.has(box.scene.id)}
          renaming={renaming === box.scene.id}
          lift={liftOf(drag, box)}
          nudge={nudgeOf(drag, box)}
        />
      ))}
    </>
  );
}

function movieOf({ movie }: EditorState): Movie | null {
  return movie;
}

/** What of the movie is seen and heard in its scenes. */
function aroundScenes(movie: Movie | null): Pick<Movie, 'sounds' | 'background' | 'fonts'> {
  const { sounds = [], background = BLACK, fonts = [] } = movie ?? {};
  return { sounds, background, fonts };
}

function sameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Those that can be told apart, and the tab stop wherever it is: else the focus would be lost by scrolling. */
function withTabStop(
  boxes: readonly ClipBox[],
  timeline: ReturnType<typeof timelineOf>,
  tabStop: NodeId | null,
  pixelsPerFrame: number,
): readonly ClipBox[] {
  const wide = boxes.filter((box) => box.width >= LEAST_CLIP || box.scene.id === tabStop);
  if (tabStop === null || wide.some(({ scene }) => scene.id === tabStop)) return wide;
  const index = timeline.scenes.findIndex(({ id }) => id === tabStop);
  const box = clipOf(timeline, index, pixelsPerFrame);
  if (box === null) return wide;
  return index < (wide[0]?.index ?? 0) ? [box, ...wide] : [...wide, box];
}
