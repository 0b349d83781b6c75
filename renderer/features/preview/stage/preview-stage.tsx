import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { filmPosterUrl } from '#renderer/api/client/media-urls.ts';
import { useProjects } from '#renderer/api/queries/use-projects.ts';
import { useTemplates } from '#renderer/api/queries/use-templates.ts';
import { filmVersion, PROJECT_POSTER_WIDTH, wasShown } from '#renderer/common/projects/poster-pictures.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { usePixelRatio } from '#renderer/ui/browser/screen-scale.ts';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import type { SafeArea } from '#shared/editing/stage/safe-areas.ts';
import { filmSize } from '#shared/film/scenes/film-size.ts';
import type { Size } from '#shared/template/values/placement.ts';
import type { CanvasPlayer } from '../drawing/use-canvas-player.ts';
import { TransitionMarks } from './handles/transition-marks.tsx';
import { LastPicture } from './last-picture.tsx';
import { LayerTroubles } from './layer-troubles.tsx';
import styles from './preview-stage.module.css';
import { SafeAreas } from './safe-areas.tsx';
import { StageBadges } from './stage-badges.tsx';
import { StageSurface } from './surface/stage-surface.tsx';
import type { ExactFrame } from './use-exact-frame.ts';
import { useHand } from './use-hand.ts';
import { usePictureName } from './use-picture-name.ts';
import { useShown } from './use-shown.ts';
import { useStageDrop } from './use-stage-drop.ts';
import { useZoomWheel } from './use-zoom-wheel.ts';
import { drawnSize, shownSize, type Zoom } from './view-size.ts';

export interface PreviewStageProps {
  /** Given what to draw on once it has its size, and null when that goes away. */
  readonly onCanvas: (canvas: HTMLCanvasElement | null) => void;
  readonly canvasPlayer: CanvasPlayer | undefined;
  readonly zoom: Zoom;
  /** Nothing of the picture can be taken hold of. */
  readonly watched: boolean;
  /** Told how large fitting makes the picture, in percent. */
  readonly onFit: (percent: number) => void;
  /** Told the zoom that the wheel chooses; null where it chooses none. */
  readonly onZoom: ((zoom: number) => void) | null;
  /** Null while none is shown. */
  readonly safeAreas: SafeArea | null;
  readonly exact: ExactFrame | null;
  /** Why the engine could not render the frame. */
  readonly refused: string | null;
}

/** Where the picture is, and what is to be said of it. */
export function PreviewStage(props: PreviewStageProps) {
  const { onCanvas, canvasPlayer, zoom, watched, onFit, onZoom, safeAreas, exact, refused } = props;
  const { preview } = useStrings();
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const drop = useStageDrop();
  const stageSize = useSize(stage);
  const width = useEditor((state) => state.movie?.width ?? 16);
  const height = useEditor((state) => state.movie?.height ?? 9);
  const film = filmSize({ width, height });
  const pixelRatio = usePixelRatio();
  const shown = stageSize === null ? null : shownSize(film, stageSize, zoom);
  const drawn = shown === null ? null : drawnSize(film, shown, pixelRatio);
  useZoomWheel({ view: stage, frame, factor: shown === null ? null : shown.width / film.width, onZoom });
  useHand(stage);
  const name = usePictureName();
  const isPair = useEditor((state) => state.peek !== null && state.peek.beside !== null);
  const nothingYet = useShown(canvasPlayer?.screen, ({ frame }) => frame === null);

  const percent = shown === null || zoom !== 'fit' ? null : Math.round((shown.width / film.width) * 100);
  useEffect(() => {
    if (percent !== null) onFit(percent);
  }, [percent, onFit]);
  const [across, down] = [drawn?.width, drawn?.height];
  const renderer = canvasPlayer?.renderer;
  useEffect(() => {
    const element = canvas.current;
    if (element === null || across === undefined || down === undefined) return;
    if (renderer !== undefined) renderer.resize({ width: across, height: down });
    else Object.assign(element, { width: across, height: down });
  }, [renderer, across, down]);
  // Not without its size: to be given another one, what is drawn on waits for all that the graphics process has to do.
  const isSized = across !== undefined;
  useEffect(() => {
    if (!isSized) return;
    onCanvas(canvas.current);
    return () => onCanvas(null);
  }, [isSized, onCanvas]);

  return (
    <div className={styles.stage} aria-busy={nothingYet}>
      <div
        ref={stage}
        className={clsx(styles.view, zoom !== 'fit' && styles.scrolls)}
        // What can be scrolled must be reachable by keys.
        {...(zoom !== 'fit' && { tabIndex: 0, role: 'region', 'aria-label': preview.scrolled })}
      >
        <div
          ref={frame}
          {...(!watched && drop.handlers)}
          className={clsx(styles.frame, isPair && styles.pair, drop.isOver && styles.takes)}
          style={shown === null ? { visibility: 'hidden' } : { width: shown.width, height: shown.height }}
        >
          <canvas ref={canvas} className={styles.picture} role="img" aria-label={name} />
          {isPair && <LastPicture canvasPlayer={canvasPlayer} />}
          {nothingYet && (
            <>
              <Skeleton className={styles.skeleton} />
              <KnownPicture />
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
          {shown !== null && !isPair && !watched && (
            <StageSurface
              frame={{ width, height }}
              scale={shown.width / film.width}
              safeAreas={safeAreas}
              margin={marginIn(stageSize, shown)}
              texts={canvasPlayer?.source.texts}
            />
          )}
          {exact === null && !isPair && !watched && <TransitionMarks />}
          {/* What can be pressed there lies over the picture that can be touched; the engine's own picture covers it. */}
          {exact === null && <LayerTroubles screen={canvasPlayer?.screen} watched={watched} />}
        </div>
      </div>
      <StageBadges canvasPlayer={canvasPlayer} isExact={exact !== null} refused={refused} watched={watched} />
    </div>
  );
}

/**
 * The film's picture from the list of projects, until the preview has drawn its own. Only a picture that the page has
 * shown: to have one rendered would take the time that the preview needs.
 */
function KnownPicture() {
  const project = useEditor((state) => state.project);
  const template = useEditor((state) => state.template);
  const content = useProjects().data?.find(({ uid }) => uid === project)?.updatedAt;
  const updatedAt = useTemplates(project).data?.find(({ name }) => name === template)?.updatedAt;
  if (content === undefined || updatedAt === undefined) return null;
  const version = filmVersion(updatedAt, content);
  const address = filmPosterUrl(project, template, { width: PROJECT_POSTER_WIDTH, version });
  return wasShown(address) ? <img src={address} alt="" draggable={false} className={styles.known} /> : null;
}

/** How far the view reaches beyond the picture at each side. */
function marginIn(view: Size | null, shown: Size): Size {
  const beyond = (whole: number, part: number) => Math.max(0, (whole - part) / 2);
  return view === null
    ? { width: 0, height: 0 }
    : { width: beyond(view.width, shown.width), height: beyond(view.height, shown.height) };
}

/** The size of an element on the page; null before it is known. */
function useSize(element: { readonly current: HTMLElement | null }): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      setSize((known) => (known?.width === width && known.height === height ? known : { width, height }));
    });
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
