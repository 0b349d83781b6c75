import { clsx } from 'clsx';
import { Clapperboard, Crosshair, EyeOff, FolderOpen, MonitorX, Plus, Ruler, TriangleAlert } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ActionButton } from '#renderer/actions/use-actions.tsx';
import type { Editor } from '#renderer/editor/editor.ts';
import { useEditor, useEditorValue, useShownView } from '#renderer/editor/editor-context.tsx';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { selectUnplayedList } from '#renderer/editor/empty-lists.ts';
import { selectRate, selectTotal } from '#renderer/editor/selectors.ts';
import { useShareSoundOutput } from '#renderer/editor/sound-output.ts';
import { isEqual } from '#renderer/interaction/equality.ts';
import type { TextSizes } from '#renderer/playback/compose/text-sizes.ts';
import { noPreviewReason } from '#renderer/playback/decode/no-preview-reason.ts';
import type { FrameProducer } from '#renderer/playback/frame-producer.ts';
import { thumbnailRenderer } from '#renderer/playback/frames/thumbnail-renderer.ts';
import { MOVING_QUALITIES, type MovingQuality, readMovingQuality } from '#renderer/playback/picture/moving-quality.ts';
import { safeAreasOf, useProjectChecks } from '#renderer/project/check-platforms.ts';
import { PreviewHead } from '#renderer/shell/frame/head-slot.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { Slider } from '#renderer/ui/controls/slider.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { formatTimecode } from '#shared/editing/model/timecode.ts';
import { defaultSafeArea, type SafeArea } from '#shared/editing/stage/safe-areas.ts';
import type { Platform } from '#shared/film-check/platforms.ts';
import { type Finding, problemCodes } from '#shared/template/document/problem.ts';
import { scenesOf } from '#shared/template/tables/roles.ts';
import { filmSize } from '#shared/timeline/timeline.ts';
import { useFullScreen } from './full-screen.ts';
import styles from './preview-panel.module.css';
import { FALLBACK_RATE, TransportBar } from './transport-bar.tsx';
import { useCanvasPlayer } from './view/canvas-player.ts';
import { ChoiceMenu } from './view/choice-menu.tsx';
import { useExactFrame } from './view/exact-frame.ts';
import { playbackOf } from './view/playback.ts';
import { PreviewBackgroundMenu, usePreviewBackground } from './view/preview-background.tsx';
import { PreviewStage } from './view/preview-stage.tsx';
import { readZoom, ZOOMS, type Zoom } from './view/zoom.ts';

const ignoreTexts = () => undefined;

/** The picture and the transport. A message replaces a picture that cannot be shown. */
export function PreviewPanel({ watched = false, onTexts = ignoreTexts }: PreviewPanelProps) {
  const { preview } = useStrings();
  const hasMovie = useEditorValue(({ document }) => document.state.movie !== null);
  const isEmpty = useEditorValue(({ document }) => selectTotal(document.state) === 0);
  if (noPreviewReason() === 'no-decoder')
    return (
      <div className={styles.stage}>
        <EmptyState icon={MonitorX} title={preview.noDecoderTitle} hint={preview.noDecoderHint} />
      </div>
    );
  if (!hasMovie)
    return (
      <div className={styles.stage}>
        <EmptyState icon={Ruler} title={preview.noMovieTitle} hint={preview.noMovieHint} />
      </div>
    );
  if (isEmpty) return <NoPicture watched={watched} />;
  return <PlayablePreview watched={watched} onTexts={onTexts} />;
}

/** The message in place of the picture of a movie whose scenes are all skipped. */
function NoPicture({ watched }: { readonly watched: boolean }) {
  const { preview, timeline } = useStrings();
  const hasScenes = useEditorValue(({ document }) => (document.state.movie?.scenes.length ?? 0) > 0);
  const emptyList = useEditorValue(({ document }) => selectUnplayedList(document.state), isEqual);
  const hasFault = useEditorValue(({ document }) => hasSceneFault(document.state));
  return (
    <div className={styles.stage}>
      {hasFault ? (
        <EmptyState
          icon={TriangleAlert}
          title={watched ? preview.badValueTitle : preview.badScenesTitle}
          hint={watched ? preview.badValueHint : preview.badScenesHint}
        />
      ) : emptyList !== null ? (
        <EmptyState
          icon={EyeOff}
          title={timeline.nothingPlays(timeline.noItems(emptyList.list, emptyList.why))}
          {...(!watched && { hint: preview.noItemsHint })}
        />
      ) : watched ? (
        <EmptyState icon={EyeOff} title={preview.noneShownTitle} hint={preview.noneShownHint} />
      ) : hasScenes ? (
        <EmptyState icon={EyeOff} title={preview.allOffTitle} hint={preview.allOffHint} />
      ) : (
        <div className={styles.begin}>
          <EmptyState icon={Clapperboard} title={preview.emptyTitle} hint={preview.emptyHint}>
            <ActionButton action="assets/import-as-scenes" variant="primary" icon={FolderOpen}>
              {preview.chooseFiles}
            </ActionButton>
            <ActionButton action="layer/insert" icon={Plus}>
              {preview.addLayer}
            </ActionButton>
          </EmptyState>
        </div>
      )}
    </div>
  );
}

/** Returns whether an error in the template or in a value excludes a scene from the movie. */
function hasSceneFault({ document, movie, findings }: EditorState): boolean {
  const written = scenesOf(document.root).length;
  const isFault = ({ code }: Finding) => problemCodes[code] === 'error' && code !== 'template/no-scenes';
  return (movie?.scenes.length ?? 0) < written && findings.some(isFault);
}

const zoomKey = 'preview/zoom';
const qualityKey = 'preview/quality';
const safeAreasKey = 'preview/safe-areas';
/** The storage key of the chosen safe area. Earlier versions, which had a single safe area, used another key. */
const safeAreaKey = 'preview/safe-area';

export interface PreviewPanelProps {
  /** Whether the preview is read-only. The picture then cannot be edited, and a scrub bar replaces the timeline. */
  readonly watched?: boolean;
  /**
   * Called with the object that measures texts as in the engine. The caller uses it to check whether texts fit. Called
   * with undefined when the object is disposed.
   */
  readonly onTexts?: (texts: TextSizes | undefined) => void;
}

/** The picture and the transport of a movie with frames. */
function PlayablePreview({ watched, onTexts }: Required<PreviewPanelProps>) {
  const { preview } = useStrings();
  const root = useRef<HTMLDivElement>(null);
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const canvasPlayer = useCanvasPlayer(canvas);
  const ready = canvasPlayer ?? undefined;
  const [zoom, setZoom] = useState<Zoom>(() => readZoom(readStored(zoomKey)));
  const changeZoom = useCallback((next: Zoom) => {
    writeStored(zoomKey, next);
    setZoom(next);
  }, []);
  const [fitPercent, setFitPercent] = useState(100);
  const project = useEditorValue(({ document }) => document.state.project);
  const { all: platforms } = useProjectChecks(project);
  const areas = useMemo(() => safeAreasOf(platforms), [platforms]);
  const [areaName, setAreaName] = useState<string | null>(() =>
    readStored(safeAreasKey) === true ? readAreaName() : null,
  );
  const safeAreas = areas.find(({ name }) => name === areaName) ?? null;
  const changeSafeAreas = useCallback((next: string | null) => {
    writeStored(safeAreasKey, next !== null);
    if (next !== null) writeStored(safeAreaKey, next);
    setAreaName(next);
  }, []);
  const editor = useEditor();
  const [quality, setQuality] = useState<MovingQuality>(() => readMovingQuality(readStored(qualityKey)));
  useEffect(() => {
    ready?.drawing.setQuality(quality);
    ready?.frames.setQuality(quality);
  }, [ready, quality]);
  const [typing, setTyping] = useState(false);
  const { exact, busy, refused, render } = useExactFrame(ready?.screen);
  const background = usePreviewBackground();
  const fullScreen = useFullScreen(root);
  const player = ready?.player;
  useEffect(() => (player === undefined ? undefined : editor.playback.connect(player)), [editor, player]);
  const frames = ready?.frames;
  const texts = frames?.texts;
  useEffect(() => {
    onTexts(texts);
    return () => onTexts(undefined);
  }, [texts, onTexts]);
  useShareSoundOutput(ready?.output);
  const toggleFullScreen = fullScreen.toggle;
  useShownView(
    'preview',
    useMemo(
      () => ({
        goToTime: () => setTyping(true),
        safeAreas: () => safeAreas !== null,
        nextSafeArea: () => {
          const firstArea = defaultSafeArea(editor.document.state.movie ?? { width: 16, height: 9 });
          changeSafeAreas(nextArea(areas, safeAreas?.name ?? null, firstArea));
        },
        toggleFullScreen,
        exactFrame: render,
        framePixels: () => (frames === undefined ? null : pixelsAtPlayhead(editor, frames)),
        prepareLayers: () => frames?.prepareLayers(),
      }),
      [areas, safeAreas, changeSafeAreas, editor, toggleFullScreen, render, frames],
    ),
  );

  return (
    <div ref={root} className={styles.panel}>
      <PreviewHead>
        <ActionButton
          action="preview/exact-frame"
          variant="quiet"
          size="sm"
          icon={Crosshair}
          busy={busy}
          tooltip={preview.exactFrameHint}
        >
          <span className={clsx(styles.exactWords, background.style !== null && styles.withBackground)}>
            {preview.exactFrame}
          </span>
        </ActionButton>
        <QualityMenu
          quality={quality}
          onQuality={(next) => {
            writeStored(qualityKey, next);
            setQuality(next);
          }}
        />
        {background.style !== null && <PreviewBackgroundMenu background={background} />}
        <SafeAreaMenu platforms={platforms} areas={areas} area={safeAreas} onArea={changeSafeAreas} />
        <ZoomMenu zoom={zoom} fitPercent={fitPercent} onZoom={changeZoom} />
      </PreviewHead>
      <PreviewStage
        onCanvas={setCanvas}
        canvasPlayer={ready}
        watched={watched}
        zoom={fullScreen.on || watched ? 'fit' : zoom}
        onFit={setFitPercent}
        onZoom={fullScreen.on || watched ? null : changeZoom}
        safeAreas={safeAreas}
        exact={exact}
        refused={refused}
        background={background.style}
      />
      {watched && <ScrubBar />}
      <TransportBar output={ready?.output} typing={typing} onTyping={setTyping} fullScreen={fullScreen} />
    </div>
  );
}

function pixelsAtPlayhead(editor: Editor, frames: FrameProducer): ImageData | null {
  const { movie, playhead } = playbackOf(editor).read();
  if (movie === null) return null;
  const { exact, composition } = frames.view(movie, playhead);
  if (!exact || composition === null) return null;
  const { width, height } = filmSize(movie);
  const drawn = thumbnailRenderer.draw(composition, { width, height });
  return drawn?.getContext('2d')?.getImageData(0, 0, width, height) ?? null;
}

/** A scrub bar for screens without a timeline. */
function ScrubBar() {
  const { preview } = useStrings();
  const { seek } = useEditor().playback;
  const playhead = useEditorValue(({ document }) => document.state.playhead);
  const rate = useEditorValue(({ document }) => selectRate(document.state)) ?? FALLBACK_RATE;
  const last = Math.max(1, useEditorValue(({ document }) => selectTotal(document.state)) - 1);
  return (
    <div className={styles.scrub}>
      <Slider
        value={Math.min(playhead, last)}
        min={0}
        max={last}
        label={preview.scrub}
        valueText={(frame) => formatTimecode(frame, rate)}
        onPreview={seek}
        onCommit={seek}
      />
    </div>
  );
}

function readAreaName(): string {
  const stored = readStored(safeAreaKey);
  return typeof stored === 'string' ? stored : 'television';
}

/**
 * Returns the safe area that follows another safe area; null after the last one. The order begins with the usual safe
 * area for the aspect ratio of the movie.
 */
function nextArea(areas: readonly SafeArea[], current: string | null, firstArea: string): string | null {
  const first = Math.max(
    0,
    areas.findIndex(({ name }) => name === firstArea),
  );
  const ordered = [...areas.slice(first), ...areas.slice(0, first)].map(({ name }) => name);
  return ordered[current === null ? 0 : ordered.indexOf(current) + 1] ?? null;
}

export interface QualityMenuProps {
  readonly quality: MovingQuality;
  readonly onQuality: (quality: MovingQuality) => void;
}

/** The menu for the resolution of the picture during playback and scrubbing. */
function QualityMenu({ quality, onQuality }: QualityMenuProps) {
  const { preview } = useStrings();
  const words = (choice: MovingQuality) => {
    switch (choice) {
      case 'auto':
        return preview.qualityAuto;
      case 1:
        return preview.qualityFull;
      case 0.5:
        return preview.qualityHalf;
      case 0.25:
        return preview.qualityQuarter;
    }
  };
  return (
    <ChoiceMenu
      label={preview.quality}
      tooltip={preview.qualityHint}
      choices={MOVING_QUALITIES}
      value={quality}
      words={words}
      onChange={onQuality}
    />
  );
}

function SafeAreaMenu({ platforms, areas, area, onArea }: SafeAreaMenuProps) {
  const { preview, check } = useStrings();
  const labelOf = (name: string) => check.platform(platforms.find((each) => each.name === name)?.label ?? name);
  return (
    <ChoiceMenu<string>
      label={preview.safeAreaMenu}
      shown={area === null ? preview.safeAreaMenu : undefined}
      choices={[OFF, ...areas.map(({ name }) => name)]}
      value={area?.name ?? OFF}
      words={(choice) => (choice === OFF ? preview.noSafeArea : labelOf(choice))}
      onChange={(next) => onArea(next === OFF ? null : next)}
    />
  );
}

/** The choice without a safe area. No platform has an empty name. */
const OFF = '';

interface SafeAreaMenuProps {
  readonly platforms: readonly Platform[];
  readonly areas: readonly SafeArea[];
  /** The current safe area; null if none is shown. */
  readonly area: SafeArea | null;
  readonly onArea: (area: string | null) => void;
}

export interface ZoomMenuProps {
  readonly zoom: Zoom;
  /** The zoom in percent at which the picture fits. */
  readonly fitPercent: number;
  readonly onZoom: (zoom: Zoom) => void;
}

/** The menu for the zoom of the picture. */
function ZoomMenu({ zoom, fitPercent, onZoom }: ZoomMenuProps) {
  const { preview } = useStrings();
  const words = (choice: Zoom) => (choice === 'fit' ? preview.fit : preview.percent(Math.round(choice * 100)));
  return (
    <ChoiceMenu
      label={preview.zoom}
      shown={zoom === 'fit' ? preview.fitAt(fitPercent) : words(zoom)}
      choices={ZOOMS}
      value={zoom}
      words={words}
      onChange={onZoom}
    />
  );
}
