import { useMemo } from 'react';
import { useEditorValue, useSteady } from '#renderer/editor/editor-context.tsx';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { selectSceneIds } from '#renderer/editor/selectors.ts';
import { isEqual } from '#renderer/interaction/equality.ts';
import { tokenColour } from '#renderer/ui/browser/shown-theme.ts';
import { type SceneOnTimeline, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { sceneVariables } from '../model/labels.ts';
import { HEAD_HEIGHT, hasSceneSound, linesHeightOf, SOUND_HEIGHT } from '../model/lane-heights.ts';
import { type ClipBox, clipOf, clipsIn, MIN_CLIP_WIDTH } from '../model/scene-geometry.ts';
import { heardIn, isSilent, soundUnder } from '../model/scene-sounds.ts';
import { sameItems, useOfLibrary, useTimelineView, useVisibleSpan } from '../model/timeline-context.tsx';
import type { TimelineState } from '../model/timeline-view.ts';
import { tabStopOf } from '../model/tree-roles.ts';
import { useFilmstripHeight, useOpenScenes } from '../model/visible-rows.ts';
import { type Paint, PaintedCanvas } from './clip-painting.tsx';
import { SceneClip } from './scene-clip.tsx';

const BLACK = { red: 0, green: 0, blue: 0 };
const NO_VARIABLES: readonly string[] = [];
/** The visible scenes. */
export function SceneClips({ movie }: { readonly movie: Movie }) {
  const timeline = timelineOf(movie);
  const segment = useVisibleSpan();
  const { base, from, to, pixelsPerFrame } = segment;
  const drag = useTimelineView((view) => view.drag);
  const focus = useTimelineView((view) => view.focus);
  const focusRequested = useTimelineView((view) => view.focusRequested && view.focus?.part === null);
  const open = useOpenScenes();
  const renaming = useTimelineView((view) => view.renaming);
  const selectedIds = useEditorValue(({ document }) => selectSceneIds(document.state));
  // An open scene shows the selection in its own rows.
  const ids = useEditorValue(({ document }) => document.state.selection.ids);
  const variables = useEditorValue(({ document }) => sceneVariables(document.state.source.document));
  const { width, height: lines, frameRate } = movie;
  const { sounds, background, fonts } = useSteady(movieOf, aroundScenes, isEqual);
  // The same object for the same content, so that clips that an edit does not touch are not rendered.
  const format = useMemo(
    () => ({ width, height: lines, frameRate, background, fonts }),
    [width, lines, frameRate, background, fonts],
  );
  const selected = useMemo(() => new Set(selectedIds), [selectedIds]);
  const boxes = useMemo(() => clipsIn(timeline, { from, to }, pixelsPerFrame), [timeline, from, to, pixelsPerFrame]);
  const tabStop = tabStopOf(movie, focus?.scene ?? null, selectedIds);
  const drawn = withTabStop(boxes, timeline, tabStop, pixelsPerFrame);
  // The reach of the movie's sounds depends on the facts of the library.
  const unders = useOfLibrary(({ facts }) => drawn.map((box) => soundUnder(sounds, box, frameRate, facts)), sameItems);
  const filmHeight = useFilmstripHeight();
  // If only the heads fit, there is no space for the lines either.
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
          wantsFocus={focusRequested && focus?.scene === box.scene.id}
          open={open.has(box.scene.id)}
          renaming={renaming === box.scene.id}
          lift={liftOf(drag, box)}
          nudge={gapShift(drag, box)}
        />
      ))}
    </>
  );
}

function movieOf({ movie }: EditorState): Movie | null {
  return movie;
}

/** Returns the parts of the movie that are visible or audible in all scenes. */
function aroundScenes(movie: Movie | null): Pick<Movie, 'sounds' | 'background' | 'fonts'> {
  const { sounds = [], background = BLACK, fonts = [] } = movie ?? {};
  return { sounds, background, fonts };
}

/** Returns the scenes that are wide enough, and always the tab stop: scrolling would otherwise lose the focus. */
function withTabStop(
  boxes: readonly ClipBox[],
  timeline: ReturnType<typeof timelineOf>,
  tabStop: NodeId | null,
  pixelsPerFrame: number,
): readonly ClipBox[] {
  const wide = boxes.filter((box) => box.width >= MIN_CLIP_WIDTH || box.scene.id === tabStop);
  if (tabStop === null || wide.some(({ scene }) => scene.id === tabStop)) return wide;
  const index = timeline.scenes.findIndex(({ id }) => id === tabStop);
  const box = clipOf(timeline, index, pixelsPerFrame);
  if (box === null) return wide;
  return index < (wide[0]?.index ?? 0) ? [box, ...wide] : [...wide, box];
}

interface NarrowClipsProps extends Pick<Movie, 'sounds' | 'frameRate'> {
  readonly boxes: readonly ClipBox[];
  readonly base: number;
  readonly filmHeight: number;
  readonly linesHeight: number;
  /** Whether scenes have a band for their sound. */
  readonly hasSound: boolean;
}

/** Scenes that are too narrow to be separate clips, painted in the same bands as wider scenes. */
function NarrowClips({ boxes, ...rest }: NarrowClipsProps) {
  const narrow = boxes.filter(({ width }) => width < MIN_CLIP_WIDTH);
  const [first] = narrow;
  const last = narrow.at(-1);
  if (first === undefined || last === undefined) return null;
  return <PaintedClips boxes={narrow} left={first.left} right={last.left + last.width} {...rest} />;
}

interface PaintedClipsProps extends NarrowClipsProps {
  readonly left: number;
  readonly right: number;
}

function PaintedClips(props: PaintedClipsProps) {
  const { boxes, left, right, base, filmHeight, linesHeight, hasSound, sounds, frameRate } = props;
  const selectedIds = useEditorValue(({ document }) => selectSceneIds(document.state));
  const loud = useOfLibrary(
    ({ facts }) =>
      (hasSound ? boxes : [])
        .filter((box) => !isSilent(heardIn(box.scene), facts) || soundUnder(sounds, box, frameRate, facts) !== null)
        .map(({ scene }) => scene.id),
    sameItems,
  );
  const height = HEAD_HEIGHT + filmHeight + linesHeight + (hasSound ? SOUND_HEIGHT : 0);
  const paint = useMemo<Paint>(() => {
    const selected = new Set(selectedIds);
    const heard = new Set(loud);
    return (context) => {
      for (const box of boxes) {
        const width = Math.max(0.5, box.width - (box.width > 1.5 ? 1 : 0.25));
        const band = (token: `--${string}`, top: number, tall: number) => {
          context.fillStyle = tokenColour(token);
          context.fillRect(box.left - left, top, width, tall);
        };
        band('--scene-soft', 0, HEAD_HEIGHT + filmHeight);
        if (heard.has(box.scene.id)) band('--audio-soft', height - SOUND_HEIGHT, SOUND_HEIGHT);
        if (selected.has(box.scene.id)) band('--accent', 0, height);
      }
    };
  }, [boxes, left, height, filmHeight, selectedIds, loud]);
  return (
    <PaintedCanvas
      width={Math.max(1, Math.ceil(right - left))}
      height={height}
      paint={paint}
      style={{ position: 'absolute', top: 0, left: left - base }}
    />
  );
}

/** The distance that the neighbors of the target gap move aside, in pixels. */
const GAP_PIXELS = 5;

/** Returns the distance that a drag has lifted a scene by in pixels; null while it is not dragged. */
export function liftOf(drag: TimelineState['drag'], { scene }: SceneOnTimeline): number | null {
  return drag?.kind === 'move' && drag.scenes.has(scene.id) ? drag.by : null;
}

/** Returns the distance that a scene moves aside for a dragged or dropped scene, in pixels. */
export function gapShift(drag: TimelineState['drag'], { index }: SceneOnTimeline): number {
  const gap =
    drag?.kind === 'move' ? drag.gap : drag?.kind === 'drop' && drag.target.kind === 'insert' ? drag.target.gap : null;
  if (gap === null) return 0;
  return index === gap.index ? GAP_PIXELS : index === gap.index - 1 ? -GAP_PIXELS : 0;
}
