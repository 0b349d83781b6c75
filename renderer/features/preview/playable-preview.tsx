import { Crosshair } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ActionButton } from '../../actions/runtime/action-button.tsx';
import { useActionPort } from '../../actions/runtime/use-actions.tsx';
import { useShareOutput } from '../../common/playing/heard-film.ts';
import { type MovingQuality, readMovingQuality } from '../../film/picture/moving-quality.ts';
import { PreviewHead } from '../../shell/frame/head-slot.tsx';
import { useStrings } from '../../strings/use-strings.tsx';
import { readStored, writeStored } from '../../ui/browser/stored.ts';
import { useCanvasPlayer } from './drawing/use-canvas-player.ts';
import styles from './preview-panel.module.css';
import { QualityMenu } from './quality-menu.tsx';
import { PreviewStage } from './stage/preview-stage.tsx';
import { useExactFrame } from './stage/use-exact-frame.ts';
import { readZoom, type Zoom } from './stage/view-size.ts';
import { TransportBar } from './transport/transport-bar.tsx';
import { useFullScreen } from './transport/use-full-screen.ts';
import { useTransport } from './transport/use-transport.ts';
import { ZoomMenu } from './zoom-menu.tsx';

const zoomKey = 'preview/zoom';
const qualityKey = 'preview/quality';
const safeAreasKey = 'preview/safe-areas';

/** Picture and transport of a film that has scenes. */
export function PlayablePreview() {
  const { preview } = useStrings();
  const root = useRef<HTMLDivElement>(null);
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const canvasPlayer = useCanvasPlayer(canvas);
  const ready = canvasPlayer ?? undefined;
  const [zoom, setZoom] = useState<Zoom>(() => readZoom(readStored(zoomKey)));
  const [fitPercent, setFitPercent] = useState(100);
  const [safeAreas, setSafeAreas] = useState(() => readStored(safeAreasKey) === true);
  const [quality, setQuality] = useState<MovingQuality>(() => readMovingQuality(readStored(qualityKey)));
  useEffect(() => {
    ready?.drawing.setQuality(quality);
    ready?.source.setQuality(quality);
  }, [ready, quality]);
  const [typing, setTyping] = useState(false);
  const { exact, busy, refused, render } = useExactFrame(ready?.screen);
  const fullScreen = useFullScreen(root);
  useTransport(ready?.player);
  useShareOutput(ready?.output);
  const toggleFullScreen = fullScreen.toggle;
  useActionPort(
    'preview',
    useMemo(
      () => ({
        goToTime: () => setTyping(true),
        safeAreas: () => safeAreas,
        toggleSafeAreas: () => {
          writeStored(safeAreasKey, !safeAreas);
          setSafeAreas(!safeAreas);
        },
        toggleFullScreen,
        exactFrame: render,
      }),
      [safeAreas, toggleFullScreen, render],
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
          {preview.exactFrame}
        </ActionButton>
        <QualityMenu
          quality={quality}
          onQuality={(next) => {
            writeStored(qualityKey, next);
            setQuality(next);
          }}
        />
        <ZoomMenu
          zoom={zoom}
          fitPercent={fitPercent}
          onZoom={(next) => {
            writeStored(zoomKey, next);
            setZoom(next);
          }}
        />
      </PreviewHead>
      <PreviewStage
        onCanvas={setCanvas}
        canvasPlayer={ready}
        zoom={fullScreen.on ? 'fit' : zoom}
        onFit={setFitPercent}
        safeAreas={safeAreas}
        exact={exact}
        refused={refused}
      />
      <TransportBar output={ready?.output} typing={typing} onTyping={setTyping} fullScreen={fullScreen} />
    </div>
  );
}
