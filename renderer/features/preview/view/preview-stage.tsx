import { clsx } from 'clsx';
import { type DragEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useActions } from '#renderer/actions/use-actions.tsx';
import { filmPosterUrl } from '#renderer/api/client/media-urls.ts';
import { useProjects } from '#renderer/api/queries/use-projects.ts';
import { useTemplates } from '#renderer/api/queries/use-templates.ts';
import { previewedFinding } from '#renderer/editor/check-state.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { whereAtPlayhead } from '#renderer/editor/inserting.ts';
import { selectSceneAtPlayhead, selectTotal } from '#renderer/editor/selectors.ts';
import { createScreen, type Screen } from '#renderer/playback/frames/screen.ts';
import { assetDragType, insertableDragType } from '#renderer/project/drag-data.ts';
import { placeLayers } from '#renderer/project/placing.ts';
import { filmVersion, PROJECT_POSTER_WIDTH, wasPosterShown } from '#renderer/project/posters.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { usePixelRatio } from '#renderer/ui/browser/screen-scale.ts';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import type { Place } from '#shared/editing/insert/insertable.ts';
import { type SafeArea, safeRects } from '#shared/editing/stage/safe-areas.ts';
import { platformNamed } from '#shared/film-check/platforms.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { filmSize } from '#shared/timeline/timeline.ts';
import { StageSurface } from '../stage/stage-surface.tsx';
import { TransitionMarks } from '../stage/transition-marks.tsx';
import { type CanvasPlayer, useScreen } from './canvas-player.ts';
import type { ExactFrame } from './exact-frame.ts';
import type { PreviewBackgroundChoice } from './preview-background.tsx';
import styles from './preview-stage.module.css';
import { LayerIssues, StageBadges } from './stage-overlays.tsx';
import { drawnSize, useHand, useZoomWheel, type Zoom, zoomedSize } from './zoom.ts';

export interface PreviewStageProps {
  /** Called with the canvas as soon as the canvas has its size, and with null when it is removed. */
  readonly onCanvas: (canvas: HTMLCanvasElement | null) => void;
  readonly canvasPlayer: CanvasPlayer | undefined;
  readonly zoom: Zoom;
  /** Whether the picture is read-only. */
  readonly watched: boolean;
  /** Called with the zoom in percent that fits the whole picture. */
  readonly onFit: (percent: number) => void;
  /** Called with the new zoom when the user turns the wheel; null if the zoom is fixed. */
  readonly onZoom: ((zoom: number) => void) | null;
  /** The safe area over the picture; null if none is shown. */
  readonly safeAreas: SafeArea | null;
  readonly exact: ExactFrame | null;
  /** The reason why the engine could not render the frame; null if it did not fail. */
  readonly refused: string | null;
  /** The style behind a transparent movie; null if the movie is opaque. */
  readonly background: PreviewBackgroundChoice['style'];
}

/** The picture with its badges and overlays. */
export function PreviewStage(props: PreviewStageProps) {
  const { onCanvas, canvasPlayer, zoom, watched, onFit, onZoom, safeAreas, exact, refused, background } = props;
  const { preview } = useStrings();
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const drop = useStageDrop();
  const stageSize = useSize(stage);
  const width = useEditorValue(({ document }) => document.state.movie?.width ?? 16);
  const height = useEditorValue(({ document }) => document.state.movie?.height ?? 9);
  const movieSize = filmSize({ width, height });
  const pixelRatio = usePixelRatio();
  const displaySize = stageSize === null ? null : zoomedSize(movieSize, stageSize, zoom);
  const canvasSize = displaySize === null ? null : drawnSize(movieSize, displaySize, pixelRatio);
  useZoomWheel({
    view: stage,
    frame,
    factor: displaySize === null ? null : displaySize.width / movieSize.width,
    onZoom,
  });
  useHand(stage);
  const name = usePictureName();
  const isPair = useEditorValue(
    ({ document }) => document.state.previewedFrame !== null && document.state.previewedFrame.beside !== null,
  );
  const isBlank = useScreen(canvasPlayer?.screen, ({ frame }) => frame === null);

  const percent =
    displaySize === null || zoom !== 'fit' ? null : Math.round((displaySize.width / movieSize.width) * 100);
  useEffect(() => {
    if (percent !== null) onFit(percent);
  }, [percent, onFit]);
  const [across, down] = [canvasSize?.width, canvasSize?.height];
  const renderer = canvasPlayer?.renderer;
  useEffect(() => {
    const element = canvas.current;
    if (element === null || across === undefined || down === undefined) return;
    if (renderer !== undefined) renderer.resize({ width: across, height: down });
    else Object.assign(element, { width: across, height: down });
  }, [renderer, across, down]);
  // Pass the canvas only when it has its final size, because a later resize would wait for all work of the GPU process.
  const isSized = across !== undefined;
  useEffect(() => {
    if (!isSized) return;
    onCanvas(canvas.current);
    return () => onCanvas(null);
  }, [isSized, onCanvas]);

  return (
    <div className={styles.stage} aria-busy={isBlank}>
      <div
        ref={stage}
        className={clsx(styles.view, zoom !== 'fit' && styles.scrolls)}
        // A scrollable region must be reachable by keyboard.
        {...(zoom !== 'fit' && { tabIndex: 0, role: 'region', 'aria-label': preview.scrolled })}
      >
        <div
          ref={frame}
          {...(!watched && drop.handlers)}
          className={clsx(styles.frame, isPair && styles.pair, drop.isOver && styles.takes)}
          style={
            displaySize === null
              ? { visibility: 'hidden' }
              : { width: displaySize.width, height: displaySize.height, ...background }
          }
        >
          <canvas
            ref={canvas}
            // Hide the canvas, because it would be visible through transparent parts of the engine's frame.
            className={clsx(styles.picture, background !== null && exact !== null && styles.covered)}
            role="img"
            aria-label={name}
          />
          {isPair && <LastPicture canvasPlayer={canvasPlayer} />}
          {isBlank && (
            <>
              <Skeleton className={styles.skeleton} />
              <ProjectPoster />
            </>
          )}
          {exact !== null && (
            <img
              className={styles.picture}
              src={exact.url}
              alt={preview.exactAlt(String(exact.frame))}
              draggable={false}
            />
          )}
          {safeAreas !== null && <SafeAreas area={safeAreas} frame={{ width, height }} />}
          {!watched && <FindingBox frame={{ width, height }} />}
          {displaySize !== null && !isPair && !watched && (
            <StageSurface
              frame={{ width, height }}
              scale={displaySize.width / movieSize.width}
              safeAreas={safeAreas}
              margin={marginIn(stageSize, displaySize)}
              texts={canvasPlayer?.frames.texts}
            />
          )}
          {exact === null && !isPair && !watched && <TransitionMarks />}
          {/* The buttons are over the stage. The engine's frame hides them. */}
          {exact === null && <LayerIssues screen={canvasPlayer?.screen} watched={watched} />}
        </div>
      </div>
      <StageBadges canvasPlayer={canvasPlayer} isExact={exact !== null} refused={refused} watched={watched} />
    </div>
  );
}

/**
 * The thumbnail from the project list, shown until the preview has drawn its first frame. It is shown only if the page
 * has already loaded it. Rendering a new one would delay the preview.
 */
function ProjectPoster() {
  const project = useEditorValue(({ document }) => document.state.project);
  const template = useEditorValue(({ document }) => document.state.template);
  const content = useProjects().data?.find(({ uid }) => uid === project)?.updatedAt;
  const updatedAt = useTemplates(project).data?.find(({ name }) => name === template)?.updatedAt;
  if (content === undefined || updatedAt === undefined) return null;
  const version = filmVersion(updatedAt, content);
  const address = filmPosterUrl(project, template, { width: PROJECT_POSTER_WIDTH, version });
  return wasPosterShown(address) ? <img src={address} alt="" draggable={false} className={styles.known} /> : null;
}

/** Returns the horizontal and vertical space between the picture and the edge of the view. */
function marginIn(view: Size | null, shown: Size): Size {
  const spaceBeside = (whole: number, part: number) => Math.max(0, (whole - part) / 2);
  return view === null
    ? { width: 0, height: 0 }
    : { width: spaceBeside(view.width, shown.width), height: spaceBeside(view.height, shown.height) };
}

/** Observes the size of an element; null until it is measured. */
function useSize(element: { readonly current: HTMLElement | null }): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      setSize((previous) => (previous?.width === width && previous.height === height ? previous : { width, height }));
    });
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** Returns handlers for drops on the picture: files, assets, and items of the palette become layers at the pointer. */
function useStageDrop() {
  const actions = useActions();
  const editor = useEditor();
  const [isOver, setOver] = useState(false);
  const handlers = useMemo(() => {
    const isAccepted = ({ dataTransfer: { types } }: DragEvent) =>
      types.includes('Files') || types.includes(assetDragType) || types.includes(insertableDragType);
    return {
      // The attribute marks the element, so that the window does not handle the drop.
      'data-takes-drops': '',
      onDragOver: (event: DragEvent) => {
        if (!isAccepted(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setOver(true);
      },
      onDragLeave: ({ relatedTarget, currentTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        setOver(false);
        const { movie } = editor.document.state;
        if (!isAccepted(event) || movie === null) return;
        event.preventDefault();
        event.stopPropagation();
        const place = moviePosition(event.currentTarget.getBoundingClientRect(), movie, event);
        const where = { ...whereAtPlayhead(editor.document.state), place };
        placeLayers({ ...actions.context(), editor }, event.dataTransfer, where);
      },
    };
  }, [editor, actions]);
  return { isOver, handlers };
}

/** Returns the description of the picture for screen readers. It does not change during playback. */
function usePictureName(): string {
  const { preview } = useStrings();
  const frame = useEditorValue(({ document }) => (document.state.playing ? null : document.state.playhead));
  const total = useEditorValue(({ document }) => selectTotal(document.state));
  const scene = useEditorValue(({ document }) =>
    document.state.playing ? null : (selectSceneAtPlayhead(document.state)?.scene.name ?? null),
  );
  if (frame === null) return preview.playing;
  return scene === null
    ? preview.picture(String(frame), String(total))
    : preview.pictureOfScene(String(frame), String(total), scene);
}

/** The last frame of a scene, shown beside the first frame while the user slips the scene's source. */
function LastPicture({ canvasPlayer }: { readonly canvasPlayer: CanvasPlayer | undefined }) {
  const { preview } = useStrings();
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const [screen, setScreen] = useState<Screen | null>(null);
  const movie = useEditorValue(({ document }) => document.state.movie);
  const frame = useEditorValue(({ document }) => document.state.previewedFrame?.beside ?? null);
  useEffect(() => {
    if (canvas === null || canvasPlayer === undefined) return;
    const source = canvasPlayer.frames.createSource();
    const opened = createScreen(source, {
      draw: (composition) => canvasPlayer.renderer.drawFullSizeOn(canvas, composition),
    });
    setScreen(opened);
    return () => {
      setScreen(null);
      opened.dispose();
      source.dispose();
    };
  }, [canvas, canvasPlayer]);
  useEffect(() => {
    if (screen !== null && movie !== null && frame !== null) screen.show(movie, frame, { ahead: 0, backwards: false });
  }, [screen, movie, frame]);
  return (
    <canvas
      ref={setCanvas}
      className={styles.picture}
      role="img"
      aria-label={preview.lastPicture(String(frame ?? ''))}
    />
  );
}

/** The safe areas over the picture. Their labels are at the top, because captions are at the bottom. */
function SafeAreas({ area, frame }: { readonly area: SafeArea; readonly frame: Size }) {
  const { preview, check } = useStrings();
  const label = check.platform(platformNamed(area.name)?.label ?? area.name);
  const share = (part: number, whole: number) => `${(part / whole) * 100}%`;
  return (
    <>
      {safeRects(area, frame).map(({ kind, rect }, at) => (
        <div
          key={kind}
          className={clsx(styles.safe, kind === 'action-area' && styles.action)}
          style={{
            left: share(rect.left, frame.width),
            top: share(rect.top, frame.height),
            width: share(rect.width, frame.width),
            height: share(rect.height, frame.height),
          }}
        >
          {at === 0 && <span>{area.name === 'television' ? preview.safeAreas : label}</span>}
        </div>
      ))}
      <i className={styles.cross} />
    </>
  );
}

/** The box of the finding that is chosen or under the pointer. */
function FindingBox({ frame }: { readonly frame: Size }) {
  const listed = useEditorValue(previewedFinding);
  const box = listed?.finding.box ?? null;
  if (listed === null || box === null) return null;
  const share = (part: number, whole: number) => `${(part / whole) * 100}%`;
  return (
    <div
      className={styles.finding}
      data-severity={listed.finding.severity}
      style={{
        left: share(box.left, frame.width),
        top: share(box.top, frame.height),
        width: share(box.width, frame.width),
        height: share(box.height, frame.height),
      }}
    />
  );
}

/** The distance in page pixels from the frame's center within which a position snaps to the center. */
const NEAR_MIDDLE = 8;

/**
 * Returns the pointer position in movie pixels from the center of the frame; null near the center, which is the default
 * position.
 */
export function moviePosition(
  shown: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>,
  movieSize: Size,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): Place | null {
  const across = clientX - shown.left - shown.width / 2;
  const down = clientY - shown.top - shown.height / 2;
  const x = Math.abs(across) < NEAR_MIDDLE ? 0 : Math.round((across / shown.width) * movieSize.width);
  const y = Math.abs(down) < NEAR_MIDDLE ? 0 : Math.round((down / shown.height) * movieSize.height);
  return x === 0 && y === 0 ? null : { x, y };
}
