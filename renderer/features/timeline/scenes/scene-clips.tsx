import { useMemo } from 'react';
import { copyPlaces } from '#renderer/editor/copies.ts';
import { useEditorValue, useStableValue } from '#renderer/editor/editor-context.tsx';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { selectSceneIds } from '#renderer/editor/selectors.ts';
import { isEqual } from '#renderer/interaction/equality.ts';
import { tokenColor } from '#renderer/ui/browser/shown-theme.ts';
import { type SceneOnTimeline, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { originalId } from '#shared/template/variables/repeats.ts';
import type { Drag } from '../model/gesture-state.ts';
import { sceneVariables } from '../model/labels.ts';
import { HEAD_HEIGHT, hasSceneSound, linesHeightOf, SOUND_HEIGHT, useFilmstripHeight } from '../model/lane-heights.ts';
import {
  clipIndices,
  clipWith,
  type ShownScenes,
  showsAny,
  useShownScenes,
  withInnerScenes,
} from '../model/repeated-scenes.ts';
import { type ClipBox, clipOf, clipsIn, MIN_CLIP_WIDTH } from '../model/scene-geometry.ts';
import { audibleParts, isSilent, soundDuring } from '../model/scene-sounds.ts';
import {
  sameItems,
  useGestureState,
  useOfLibrary,
  useTimelineView,
  useVisibleSpan,
} from '../model/timeline-context.tsx';
import { tabStopOf } from '../model/tree-roles.ts';
import { useOpenScenes } from '../model/visible-rows.ts';
import { type Paint, PaintedCanvas } from './clip-painting.tsx';
import { SceneClip } from './scene-clip.tsx';

const BLACK = { red: 0, green: 0, blue: 0 };
const NO_VARIABLES: readonly string[] = [];
export function SceneClips({ movie }: { readonly movie: Movie }) {
  const shown = useShownScenes();
  const segment = useVisibleSpan();
  const { base, from, to, pixelsPerFrame } = segment;
  const drag = useGestureState((gesture) => gesture.drag);
  const focus = useTimelineView((view) => view.focus);
  const focusRequested = useTimelineView((view) => view.focusRequested && view.focus?.part === null);
  const open = useOpenScenes();
  const renaming = useTimelineView((view) => view.renaming);
  const selectedIds = useEditorValue(({ document }) => selectSceneIds(document.state));
  const copies = useMemo(() => copyPlaces(movie.scenes), [movie]);
  // The clip of an expanded scene does not show the selection, because the scene's rows show it.
  const ids = useEditorValue(({ document }) => document.state.selection.ids);
  const variables = useEditorValue(({ document }) => sceneVariables(document.state.source.document));
  const { width, height: movieHeight, frameRate } = movie;
  const { sounds, background, fonts } = useStableValue(movieOf, aroundScenes, isEqual);
  // Return the same object while its content is equal, so that unrelated edits do not render the clips.
  const format = useMemo(
    () => ({ width, height: movieHeight, frameRate, background, fonts }),
    [width, movieHeight, frameRate, background, fonts],
  );
  const template = useEditorValue((editor) => editor.document.state.document);
  const selected = useMemo(() => withInnerScenes(template, selectedIds), [template, selectedIds]);
  const isSelected = (id: NodeId) =>
    showsAny(shown, id, selected) && (!open.has(id) || shown.folded.has(id) || ids.includes(originalId(id)));
  const boxes = useMemo(() => clipsIn(shown, { from, to }, pixelsPerFrame), [shown, from, to, pixelsPerFrame]);
  const focused = focus === null ? null : clipWith(shown, focus.scene);
  const tabStop = tabStopOf(shown, focused, selectedClips(shown, selectedIds));
  const drawnBoxes = withTabStop(boxes, shown, tabStop, pixelsPerFrame);
  // The lengths of the movie's sounds depend on facts in the library.
  const soundsUnder = useOfLibrary(
    ({ facts }) => drawnBoxes.map((box) => soundDuring(sounds, box, frameRate, facts)),
    sameItems,
  );
  const filmHeight = useFilmstripHeight();
  // Draw lines only if there is space for filmstrips.
  const linesHeight = filmHeight === 0 ? 0 : linesHeightOf(timelineOf(movie));

  return (
    <>
      <NarrowClips
        boxes={boxes}
        base={base}
        filmHeight={filmHeight}
        linesHeight={linesHeight}
        hasSound={hasSceneSound(open)}
      />
      {drawnBoxes.map((box, at) => (
        <SceneClip
          key={box.scene.id}
          scene={box.scene}
          index={shown.indices[box.index] ?? box.index}
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
          movieSound={soundsUnder[at] ?? null}
          copy={copies.get(box.scene.id) ?? null}
          folded={shown.folded.get(box.scene.id) ?? null}
          opened={shown.opened.get(box.scene.id) ?? null}
          variables={variables.get(originalId(box.scene.id)) ?? NO_VARIABLES}
          selected={isSelected(box.scene.id)}
          tabStop={box.scene.id === tabStop && focus?.part == null}
          wantsFocus={focusRequested && focused === box.scene.id}
          open={open.has(box.scene.id)}
          renaming={renaming !== null && clipWith(shown, renaming) === box.scene.id}
          lift={liftDistance(drag, box)}
          gapOffset={gapShift(drag, clipIndices(shown, box.index))}
        />
      ))}
    </>
  );
}

function selectedClips(shown: ShownScenes, selectedIds: readonly NodeId[]): readonly NodeId[] {
  return selectedIds.flatMap((id) => clipWith(shown, id) ?? []);
}

function movieOf({ movie }: EditorState): Movie | null {
  return movie;
}

/** Returns the parts of the movie that all scenes share: the sounds of the movie, the background, and the fonts. */
function aroundScenes(movie: Movie | null): Pick<Movie, 'sounds' | 'background' | 'fonts'> {
  const { sounds = [], background = BLACK, fonts = [] } = movie ?? {};
  return { sounds, background, fonts };
}

/**
 * Returns the scenes that are wide enough for a clip. The tab stop is always included, because scrolling must not
 * remove the focused element.
 */
function withTabStop(
  boxes: readonly ClipBox[],
  timeline: ShownScenes,
  tabStop: NodeId | null,
  pixelsPerFrame: number,
): readonly ClipBox[] {
  const wideBoxes = boxes.filter((box) => box.width >= MIN_CLIP_WIDTH || box.scene.id === tabStop);
  if (tabStop === null || wideBoxes.some(({ scene }) => scene.id === tabStop)) return wideBoxes;
  const index = timeline.scenes.findIndex(({ id }) => id === tabStop);
  const box = clipOf(timeline, index, pixelsPerFrame);
  if (box === null) return wideBoxes;
  return index < (wideBoxes[0]?.index ?? 0) ? [box, ...wideBoxes] : [...wideBoxes, box];
}

interface NarrowClipsProps {
  readonly boxes: readonly ClipBox[];
  readonly base: number;
  readonly filmHeight: number;
  readonly linesHeight: number;
  /** Whether scenes show their sound. */
  readonly hasSound: boolean;
}

/**
 * The scenes that are too narrow for clips. They are painted together on one canvas, with the same bands as wider
 * scenes.
 */
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
  const { boxes, left, right, base, filmHeight, linesHeight, hasSound } = props;
  const selectedIds = useEditorValue(({ document }) => selectSceneIds(document.state));
  const audibleIds = useOfLibrary(
    ({ facts }) =>
      (hasSound ? boxes : []).filter(({ scene }) => !isSilent(audibleParts(scene), facts)).map(({ scene }) => scene.id),
    sameItems,
  );
  const height = HEAD_HEIGHT + filmHeight + linesHeight + (hasSound ? SOUND_HEIGHT : 0);
  const paint = useMemo<Paint>(() => {
    const selected = new Set(selectedIds);
    const audible = new Set(audibleIds);
    return (context) => {
      for (const box of boxes) {
        const width = Math.max(0.5, box.width - (box.width > 1.5 ? 1 : 0.25));
        const band = (token: `--${string}`, top: number, bandHeight: number) => {
          context.fillStyle = tokenColor(token);
          context.fillRect(box.left - left, top, width, bandHeight);
        };
        band('--scene-soft', 0, HEAD_HEIGHT + filmHeight);
        if (audible.has(box.scene.id)) band('--audio-soft', height - SOUND_HEIGHT, SOUND_HEIGHT);
        if (selected.has(originalId(box.scene.id))) band('--accent', 0, height);
      }
    };
  }, [boxes, left, height, filmHeight, selectedIds, audibleIds]);
  return (
    <PaintedCanvas
      width={Math.max(1, Math.ceil(right - left))}
      height={height}
      paint={paint}
      style={{ position: 'absolute', top: 0, left: left - base }}
    />
  );
}

/** The distance in pixels by which the neighbors of the target gap move apart. */
const GAP_PIXELS = 5;

/** Returns the distance in pixels by which a drag lifts a scene; null if the scene is not dragged. */
export function liftDistance(drag: Drag | null, { scene }: SceneOnTimeline): number | null {
  return drag?.kind === 'move' && drag.scenes.has(scene.id) ? drag.by : null;
}

/**
 * Returns the distance in pixels by which a clip moves aside for scenes that are dragged or dropped. `first` and `last`
 * are the movie indices of the clip's scenes.
 */
export function gapShift(
  drag: Drag | null,
  { first, last }: { readonly first: number; readonly last: number },
): number {
  const gap =
    drag?.kind === 'move' ? drag.gap : drag?.kind === 'drop' && drag.target.kind === 'insert' ? drag.target.gap : null;
  if (gap === null) return 0;
  return first === gap.index ? GAP_PIXELS : last === gap.index - 1 ? -GAP_PIXELS : 0;
}
