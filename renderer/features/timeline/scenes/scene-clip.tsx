import { clsx } from 'clsx';
import { memo, type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import { useChangedMark } from '#renderer/editor/changed-parts.ts';
import type { CopyPlace } from '#renderer/editor/copies.ts';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import type { FilmstripFormat } from '#renderer/playback/strips/filmstrip-plan.ts';
import { RelinkButton } from '#renderer/project/source-picker.tsx';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { LAYER_ICONS } from '#renderer/ui/display/layer-icons.ts';
import type { MediaSource, Scene, SoundLayer } from '#shared/template/movie/movie.ts';
import { layerTime } from '#shared/timeline/time.ts';
import { layerTitle, representativeLayer, sceneTitle, sourceTitle } from '../model/labels.ts';
import { hasLines } from '../model/lane-heights.ts';
import { missingSource, uploadStateOf } from '../model/layer-sources.ts';
import { type Copies, clipContent } from '../model/repeated-scenes.ts';
import { audibleParts } from '../model/scene-sounds.ts';
import { useOfLibrary, useTimelineContext } from '../model/timeline-context.tsx';
import { CELL, rowProps } from '../model/tree-roles.ts';
import styles from './clip.module.css';
import { ClipHead } from './clip-head.tsx';
import { ClipFilmstrip, ClipSound, CopiesFilmstrip } from './clip-painting.tsx';
import { NameInput } from './name-input.tsx';

/** The minimum width in pixels of a head, even if less of the scene is visible. */
const MIN_HEAD_WIDTH = 48;
/**
 * The minimum width in pixels of a scene that gets a compositing layer. For a narrower scene, the layer costs more than
 * it saves.
 */
const MIN_LAYER_WIDTH = 12;
/** The gap in pixels at both ends of a scene. */
const GAP = 1;
/** The width in pixels of the handle at each end of a selected scene. */
const HANDLE_WIDTH = 10;

export interface SceneClipProps {
  readonly scene: Scene;
  readonly index: number;
  readonly movie: FilmstripFormat;
  /** The start of the scrolled layer in pixels of the timeline. */
  readonly base: number;
  /** The position in pixels from the start of the scrolled layer. */
  readonly left: number;
  readonly width: number;
  /** The drawn part in pixels from the left edge of the clip. */
  readonly from: number;
  readonly to: number;
  readonly filmHeight: number;
  /** The height in pixels of the layer lines below the filmstrip; 0 if no scene has lines. */
  readonly linesHeight: number;
  /** Whether there is space for the sound of the scene. */
  readonly hasSound: boolean;
  readonly pixelsPerFrame: number;
  /** The first sound of the movie that can be heard during the scene; null if there is none. */
  readonly movieSound: SoundLayer | null;
  readonly variables: readonly string[];
  /** The position of the scene among the copies of a repeated scene; null for other scenes. */
  readonly copy: CopyPlace | null;
  /** The copies that the clip represents; null for the clip of one scene. */
  readonly folded: Copies | null;
  /** The copies with separate clips that begin with this scene; null for other scenes. */
  readonly opened: Copies | null;
  readonly selected: boolean;
  /** Whether the scene is the tab stop of the timeline. */
  readonly tabStop: boolean;
  readonly wantsFocus: boolean;
  readonly open: boolean;
  readonly renaming: boolean;
  /** The distance in pixels by which a drag lifts the scene; null if the scene is not dragged. */
  readonly lift: number | null;
  /** The distance in pixels by which this scene moves to make space for another scene. */
  readonly gapOffset: number;
}

/** The clip of a played scene in its lane. */
export const SceneClip = memo(function SceneClip(props: SceneClipProps) {
  const { base, left, lift, gapOffset, tabStop, wantsFocus, ...body } = props;
  const { open } = body;
  const { scene, width, selected, folded } = body;
  const { timeline: view } = useEditor();
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!wantsFocus) return;
    ref.current?.focus({ preventScroll: true });
    view.set({ focusRequested: false });
  }, [wantsFocus, view]);
  useHeadInView(ref, base + left, width);
  const { label, title, missing, arrives } = useClipWords(body);
  const changedMark = useChangedMark(scene.id);
  const shift = lift ?? gapOffset;
  return (
    <div
      ref={ref}
      {...rowProps({
        level: 1,
        selected,
        label,
        index: body.index + 1,
        expanded: open && folded === null,
      })}
      tabIndex={tabStop ? 0 : -1}
      data-scene={scene.id}
      data-changed={changedMark}
      className={clsx(
        styles.clip,
        selected && styles.selected,
        open && folded === null && styles.open,
        folded !== null && styles.folded,
        missing !== null && !arrives && styles.missing,
        arrives && styles.arrives,
        width < 56 && styles.narrow,
        width >= MIN_LAYER_WIDTH && styles.layer,
        lift !== null ? styles.lifted : styles.moving,
      )}
      style={{
        ...placeStyle(left, width),
        ...(shift !== 0 && { transform: `translateX(${shift}px)` }),
      }}
    >
      <ClipBody {...body} title={title} missing={missing} arrives={arrives} />
    </div>
  );
});

/**
 * Keeps the head of a scene visible while the start of the scene is scrolled out of view. Only the scene at the edge is
 * affected.
 */
function useHeadInView(ref: RefObject<HTMLDivElement | null>, left: number, width: number) {
  const { timeline: view } = useEditor();
  useLayoutEffect(() => {
    let placed = 0;
    const place = () => {
      const hidden = Math.round(Math.max(0, Math.min(view.state.scroll - left, width - MIN_HEAD_WIDTH)));
      if (hidden === placed) return;
      placed = hidden;
      ref.current?.style.setProperty('--hidden', `${hidden}px`);
    };
    ref.current?.style.removeProperty('--hidden');
    place();
    return view.subscribe((now, before) => {
      if (now.scroll !== before.scroll) place();
    });
  }, [ref, view, left, width]);
}

/**
 * Returns the style that positions a clip on whole pixels. It uses a translation, which does not repaint the scene. A
 * trim moves all later scenes.
 */
function placeStyle(left: number, width: number) {
  const from = Math.round(left) + GAP;
  return { translate: `${from}px`, width: Math.max(2, Math.round(left + width) - GAP - from) };
}

/** Returns the label and the title of a scene, its first missing source, and whether this source is being uploaded. */
function useClipWords(clip: Pick<SceneClipProps, 'scene' | 'index' | 'movieSound' | 'copy' | 'folded'>) {
  const { scene, index, movieSound: under, copy, folded } = clip;
  const { timeline: strings } = useStrings();
  const { uploads } = useTimelineContext();
  const content = useMemo(() => clipContent(scene, folded), [scene, folded]);
  const missing = useOfLibrary((library) => {
    for (const each of content.scenes) {
      const source = missingSource(library, each);
      if (source !== null) return source;
    }
    return null;
  });
  return useMemo(() => {
    const arrives = missing !== null && uploadStateOf(uploads, missing) !== null;
    const title = folded?.title ?? sceneTitle(scene, strings);
    const { scenes, frames, isLengthOpen } = content;
    const isAudible = under !== null || scenes.some((each) => audibleParts(each).length > 0);
    const place = folded === null ? placeLabel(copy, strings) : strings.copyCount(folded.count);
    const states = [
      ...(place === null ? [] : [place]),
      ...(isLengthOpen ? [strings.lengthOpen] : []),
      ...(missing === null
        ? []
        : [arrives ? strings.isUploading : missing.unset === true ? strings.isUnset : strings.isMissing]),
      ...(isAudible ? [] : [strings.isSilent]),
    ];
    return {
      missing,
      arrives,
      title,
      label: [strings.sceneLabel(index + 1, title, frames), ...states].join(', '),
    };
  }, [scene, index, strings, missing, uploads, under, copy, folded, content]);
}

function placeLabel(copy: CopyPlace | null, strings: Catalogue['timeline']): string | null {
  return copy === null ? null : strings.itemOf(copy.number, copy.count);
}

type ClipBodyProps = Omit<SceneClipProps, 'base' | 'left' | 'tabStop' | 'wantsFocus' | 'lift' | 'gapOffset'> & {
  readonly title: string;
  readonly missing: ReturnType<typeof missingSource>;
  /** Whether the missing source is being uploaded now. */
  readonly arrives: boolean;
};

const ClipBody = memo(function ClipBody({ title, missing, arrives, ...props }: ClipBodyProps) {
  const {
    scene,
    index,
    movie,
    width,
    from,
    to,
    filmHeight,
    linesHeight,
    hasSound,
    open,
    pixelsPerFrame,
    variables,
    copy,
    folded,
    opened,
    selected,
    renaming,
    movieSound: under,
  } = props;
  const { timeline: strings } = useStrings();
  const { document: edited, timeline: view } = useEditor();
  const inset = selected && width > 24 ? HANDLE_WIDTH : 0;
  return (
    <>
      <div {...CELL} className={styles.head}>
        {renaming ? (
          <NameInput
            label={strings.sceneName}
            value={folded?.title ?? scene.name ?? title}
            onDone={(name) => {
              view.set({ renaming: null, focusRequested: true });
              if (name !== null)
                edited.dispatch({ type: 'scene/rename', scene: folded?.element ?? scene.id, name: name || null });
            }}
          />
        ) : (
          width > 16 && (
            <ClipHead
              scene={scene}
              number={index + 1}
              variables={variables}
              copy={copy}
              folded={folded}
              opened={opened}
              missing={missing !== null && !arrives}
              open={open}
              width={width}
            />
          )
        )}
      </div>
      <div className={styles.film} {...(missing !== null && CELL)}>
        {folded !== null ? (
          <CopiesFilmstrip {...{ movie, pixelsPerFrame, from, to }} copies={folded} height={filmHeight} />
        ) : missing === null ? (
          <>
            <ClipFilmstrip {...{ movie, scene, pixelsPerFrame, width, from, to }} height={filmHeight} />
            {width > 14 && <RepresentativeName scene={scene} title={title} inset={inset} />}
          </>
        ) : (
          <MissingFilm source={missing} width={width} />
        )}
      </div>
      {linesHeight > 0 && (folded === null ? <SceneLines scene={scene} /> : <span className={styles.lines} />)}
      {hasSound && (
        <ClipSound
          scene={scene}
          rate={movie.frameRate}
          pixelsPerFrame={pixelsPerFrame}
          width={width}
          from={from}
          to={to}
          inset={inset}
          missing={missing !== null}
          movieSound={under}
        />
      )}
      {selected && width > 24 && (
        <>
          {folded === null && <i className={clsx(styles.handle, styles.handleStart)} />}
          {folded?.isScene !== false && <i className={clsx(styles.handle, styles.handleEnd)} />}
        </>
      )}
    </>
  );
});

interface StillNameProps {
  readonly scene: Scene;
  readonly title: string;
  /** The width in pixels at the start of the scene that another element covers. */
  readonly inset: number;
}

/** The name of the layer that represents a scene without videos. It is omitted if it equals the title. */
function RepresentativeName({ scene, title, inset }: StillNameProps) {
  const layer = representativeLayer(scene);
  if (layer === null) return null;
  const name = layerTitle(layer);
  return (
    <span className={styles.still} style={{ marginLeft: inset }}>
      <Icon icon={LAYER_ICONS[layer.kind]} size={12} />
      {name !== title && <span className={styles.name}>{name}</span>}
    </span>
  );
}

/** The width in pixels of a letter (slightly above the average) and of the padding of a button. */
const LETTER_WIDTH = 6.5;
const BUTTON_PADDING = 22;

/**
 * A note that replaces a missing source, with a button to relink it. If the source has no value, the inspector sets it,
 * and the button is omitted.
 */
function MissingFilm({ source, width }: { readonly source: MediaSource; readonly width: number }) {
  const { timeline: strings, inspector } = useStrings();
  const { uploads } = useTimelineContext();
  const arrives = uploadStateOf(uploads, source);
  if (width < 40) return null;
  // Estimate the width of the label, because it depends on the language.
  const fitsLabel = (label: string) => width >= label.length * LETTER_WIDTH + BUTTON_PADDING;
  return (
    <>
      <span className={styles.file}>{sourceTitle(source)}</span>
      {arrives !== null && width > 72 && (
        <span>{arrives === 'uploading' ? strings.uploading : strings.uploadStopped}</span>
      )}
      {arrives === null && source.unset !== true && fitsLabel(inspector.relink) && (
        <RelinkButton source={source} tabIndex={-1} />
      )}
    </>
  );
}

/** The maximum number of lines that fit. */
const MAX_LINES = 4;
/** The distance between two lines in pixels. */
const LINE_STEP = 3;

/**
 * The lines of a collapsed scene, which show when its layers and sounds play. The layers come first, from the front,
 * followed by the sounds. If there are more than four, only three lines and a count are shown.
 */
function SceneLines({ scene }: { readonly scene: Scene }) {
  const { timeline: strings } = useStrings();
  const { layers, sounds, duration } = scene;
  if (!hasLines(scene)) return <span className={styles.lines} />;
  const layerLines = layers.toReversed().map((layer) => ({ ...layerTime(layer, duration), colour: 'var(--scene)' }));
  const soundLines = sounds.map((sound) => ({
    ...layerTime({ ...sound, overlap: 0 }, duration),
    colour: 'var(--audio)',
  }));
  const all = [...layerLines, ...soundLines];
  const drawnLines = all.slice(0, all.length > MAX_LINES ? MAX_LINES - 1 : MAX_LINES);
  const share = (frame: number) => `${(frame / Math.max(1, duration)) * 100}%`;
  const lines = drawnLines.map(({ start, end, colour }, at) => {
    const freeFrames = duration - (end - start);
    // A percentage in `background-position` refers to the free space instead of the width.
    const left = freeFrames <= 0 ? '0%' : `${(start / freeFrames) * 100}%`;
    return `linear-gradient(${colour}, ${colour}) ${left} ${2 + at * LINE_STEP}px / ${share(end - start)} 2px no-repeat`;
  });
  const hiddenCount = all.length - drawnLines.length;
  return (
    <span className={styles.lines} style={{ background: [...lines, 'var(--sunken)'].join(', ') }}>
      {hiddenCount > 0 && <span className={styles.moreLines}>{strings.moreLayers(hiddenCount)}</span>}
    </span>
  );
}
