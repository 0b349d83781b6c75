import { CodeXml, Crosshair, Focus, Gauge, GitFork, Layers2, RefreshCw, ScanEye, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { casePreviewOf } from '#renderer/common/cases/case-preview.ts';
import type { LayerTrouble } from '#renderer/film/frames/frame-view.ts';
import { useEditor, useEditorStore } from '#renderer/state/editor-context.tsx';
import { unseenOf } from '#renderer/state/unseen-layers.ts';
import { inQuotes } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Badge } from '#renderer/ui/display/badge.tsx';
import type { CanvasPlayer } from '../drawing/use-canvas-player.ts';
import { sourceName } from '../words/source-name.ts';
import styles from './preview-stage.module.css';
import { useShown } from './use-shown.ts';

export interface StageBadgesProps {
  readonly canvasPlayer: CanvasPlayer | undefined;
  readonly isExact: boolean;
  /** Why the engine could not render the frame. */
  readonly refused: string | null;
  /** Who only watches is not told by what a picture was drawn, unless it could not be. */
  readonly watched: boolean;
}

/** What is to be known of the picture, in the stage's corner. */
export function StageBadges({ canvasPlayer, isExact, refused, watched }: StageBadgesProps) {
  const { preview, stage } = useStrings();
  const isAlone = useStore(unseenOf(useEditorStore()), ({ only }) => only !== null);
  const played = useStore(casePreviewOf(useEditorStore()), ({ shown }) => shown);
  const isBroken = useEditor((state) => state.isTextBroken);
  const peek = useEditor((state) => state.peek);
  const rate = useEditor((state) => (state.playing ? state.rate : 1));
  const byEngine = useShown(canvasPlayer?.screen, (shown) => shown.byEngine);
  const troubles = useShown(canvasPlayer?.screen, (shown) => shown.troubles);
  const available = useAvailable(canvasPlayer);
  const proxies = troubles.filter(
    (trouble): trouble is Extract<LayerTrouble, { kind: 'proxy' }> => trouble.kind === 'proxy',
  );
  return (
    <div className={styles.hud} role="status">
      {isBroken && (
        <Badge tone="picture" icon={CodeXml} iconClassName={styles.warning}>
          {preview.lastGood}
        </Badge>
      )}
      {isAlone && (
        <Badge tone="picture" icon={Focus}>
          {stage.isAlone}
        </Badge>
      )}
      {played !== null && (
        <Badge tone="picture" icon={GitFork}>
          {stage.playedWith(played.variable, played.value)}
        </Badge>
      )}
      {peek !== null && (
        <Badge tone="picture" icon={ScanEye}>
          {peek.beside !== null ? preview.firstAndLast : peek.edge === 'first' ? preview.firstFrame : preview.lastFrame}
        </Badge>
      )}
      {byEngine && !isExact && (!watched || refused !== null) && (
        <Badge
          tone="picture"
          icon={refused === null ? Layers2 : TriangleAlert}
          iconClassName={refused === null ? undefined : styles.warning}
          className={refused === null ? undefined : styles.sentence}
        >
          {refused === null ? preview.composedWhenAtRest : preview.notComposed(inQuotes(refused))}
        </Badge>
      )}
      {isExact && !watched && (
        <Badge tone="picture" icon={Crosshair}>
          {preview.exactShown}
        </Badge>
      )}
      {proxies.map(({ layer, progress }) => (
        <Badge key={layer.id} tone="picture" icon={Layers2} title={preview.proxyHint}>
          {proxies.length === 1
            ? preview.proxy(Math.round(progress * 100))
            : preview.proxyOf(Math.round(progress * 100), sourceName(layer.source))}
        </Badge>
      ))}
      {!available && (
        <Badge tone="picture" icon={RefreshCw}>
          {preview.graphicsLost}
        </Badge>
      )}
      {rate !== 1 && (
        <Badge tone="picture" icon={Gauge} title={preview.speedNow(speedText(rate))}>
          {preview.speed(speedText(rate))}
        </Badge>
      )}
    </div>
  );
}

function speedText(rate: number): string {
  return rate < 0 ? `−${-rate}` : String(rate);
}

function useAvailable(canvasPlayer: CanvasPlayer | undefined): boolean {
  const [available, setAvailable] = useState(true);
  useEffect(() => {
    setAvailable(true);
    return canvasPlayer?.renderer.onAvailable(setAvailable);
  }, [canvasPlayer]);
  return available;
}
