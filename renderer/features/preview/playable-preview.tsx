import { Crosshair } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ActionButton } from '#renderer/actions/runtime/action-button.tsx';
import { useActionPort } from '#renderer/actions/runtime/use-actions.tsx';
import { useShareOutput } from '#renderer/common/playing/heard-film.ts';
import type { TextSizes } from '#renderer/film/compose/text-sizes.ts';
import { type MovingQuality, readMovingQuality } from '#renderer/film/picture/moving-quality.ts';
import { PreviewHead } from '#renderer/shell/frame/head-slot.tsx';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { SAFE_AREAS, type SafeArea, usualSafeArea } from '#shared/editing/stage/safe-areas.ts';
import { useCanvasPlayer } from './drawing/use-canvas-player.ts';
import styles from './preview-panel.module.css';
import { QualityMenu } from './quality-menu.tsx';
import { PreviewStage } from './stage/preview-stage.tsx';
import { SafeAreaMenu } from './stage/safe-areas.tsx';
import { useExactFrame } from './stage/use-exact-frame.ts';
import { readZoom, type Zoom } from './stage/view-size.ts';
import { ScrubBar } from './transport/scrub-bar.tsx';
import { TransportBar } from './transport/transport-bar.tsx';
import { useFullScreen } from './transport/use-full-screen.ts';
import { useTransport } from './transport/use-transport.ts';
import { ZoomMenu } from './zoom-menu.tsx';

const zoomKey = 'preview/zoom';
const qualityKey = 'preview/quality';
const safeAreasKey = 'preview/safe-areas';
/** Which of them; an older version, which had one, has not stored it. */
const safeAreaKey = 'preview/safe-area';

export interface PreviewPanelProps {
  /** The film is only watched: nothing of it can be taken hold of, and a bar below it goes through its time. */
  readonly watched?: boolean;
  /** Given what sets texts as the engine does while there is something that can, for who asks whether they fit. */
  readonly onTexts?: (texts: TextSizes | undefined) => void;
}

/** Picture and transport of a film that has scenes. */
export function PlayablePreview({ watched, onTexts }: Required<PreviewPanelProps>) {
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
  const [safeAreas, setSafeAreas] = useState<SafeArea | null>(() =>
    readStored(safeAreasKey) === true ? readSafeArea(readStored(safeAreaKey)) : null,
  );
  const changeSafeAreas = useCallback((next: SafeArea | null) => {
    writeStored(safeAreasKey, next !== null);
    if (next !== null) writeStored(safeAreaKey, next);
    setSafeAreas(next);
  }, []);
  const editor = useEditorStore();
  const [quality, setQuality] = useState<MovingQuality>(() => readMovingQuality(readStored(qualityKey)));
  useEffect(() => {
    ready?.drawing.setQuality(quality);
    ready?.source.setQuality(quality);
  }, [ready, quality]);
  const [typing, setTyping] = useState(false);
  const { exact, busy, refused, render } = useExactFrame(ready?.screen);
  const fullScreen = useFullScreen(root);
  useTransport(ready?.player);
  const source = ready?.source;
  const texts = source?.texts;
  useEffect(() => {
    onTexts(texts);
    return () => onTexts(undefined);
  }, [texts, onTexts]);
  useShareOutput(ready?.output);
  const toggleFullScreen = fullScreen.toggle;
  useActionPort(
    'preview',
    useMemo(
      () => ({
        goToTime: () => setTyping(true),
        safeAreas: () => safeAreas !== null,
        toggleSafeAreas: () => {
          const chosen = SAFE_AREAS.find((each) => each === readStored(safeAreaKey));
          const usual = () => usualSafeArea(editor.getState().movie ?? { width: 16, height: 9 });
          changeSafeAreas(safeAreas === null ? (chosen ?? usual()) : null);
        },
        toggleFullScreen,
        exactFrame: render,
        prepareLayers: () => source?.prepareLayers(),
      }),
      [safeAreas, changeSafeAreas, editor, toggleFullScreen, render, source],
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
          <span className={styles.exactWords}>{preview.exactFrame}</span>
        </ActionButton>
        <QualityMenu
          quality={quality}
          onQuality={(next) => {
            writeStored(qualityKey, next);
            setQuality(next);
          }}
        />
        <SafeAreaMenu area={safeAreas} onArea={changeSafeAreas} />
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
      />
      {watched && <ScrubBar />}
      <TransportBar output={ready?.output} typing={typing} onTyping={setTyping} fullScreen={fullScreen} />
    </div>
  );
}

function readSafeArea(stored: unknown): SafeArea {
  return SAFE_AREAS.find((each) => each === stored) ?? 'television';
}
