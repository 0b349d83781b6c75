import { clsx } from 'clsx';
import {
  ArrowUpFromLine,
  CodeXml,
  Crosshair,
  Focus,
  Gauge,
  GitFork,
  Layers2,
  RefreshCw,
  ScanEye,
  TriangleAlert,
  Unlink,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { type UploadState, useUploadStates } from '#renderer/api/queries/use-uploads.ts';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { elementOf } from '#renderer/editor/selectors.ts';
import type { LayerIssue } from '#renderer/playback/frame-producer.ts';
import type { Screen } from '#renderer/playback/frames/screen.ts';
import { type MediaKind, RelinkButton } from '#renderer/project/source-picker.tsx';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Badge } from '#renderer/ui/display/badge.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { nameKey } from '#shared/names/asset-name.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { frameAt } from '#shared/timeline/frame-at.ts';
import { sourceName } from '../stage/source-name.ts';
import { type CanvasPlayer, useScreen } from './canvas-player.ts';
import styles from './preview-stage.module.css';

export interface StageBadgesProps {
  readonly canvasPlayer: CanvasPlayer | undefined;
  readonly isExact: boolean;
  /** The reason why the engine could not render the frame; null if it did not fail. */
  readonly refused: string | null;
  /**
   * Whether the picture is read-only. If so, the badges show which renderer drew the frame only if the engine failed.
   */
  readonly watched: boolean;
}

/** The badges in the corner of the stage. */
export function StageBadges({ canvasPlayer, isExact, refused, watched }: StageBadgesProps) {
  const { preview, stage } = useStrings();
  const isAlone = useEditorValue(({ view }) => view.state.hidden.only !== null);
  const previewedCase = useEditorValue(({ view }) => view.state.previewedCase);
  const isBroken = useEditorValue(({ document }) => document.state.isTextBroken);
  const previewedFrame = useEditorValue(({ document }) => document.state.previewedFrame);
  const rate = useEditorValue(({ document }) => (document.state.playing ? document.state.rate : 1));
  const byEngine = useScreen(canvasPlayer?.screen, (state) => state.byEngine);
  const issues = useScreen(canvasPlayer?.screen, (state) => state.issues);
  const available = useAvailable(canvasPlayer);
  const proxies = issues.filter((issue): issue is Extract<LayerIssue, { kind: 'proxy' }> => issue.kind === 'proxy');
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
      {previewedCase !== null && (
        <Badge tone="picture" icon={GitFork}>
          {stage.playedWith(previewedCase.variable, previewedCase.value)}
        </Badge>
      )}
      {previewedFrame !== null && (
        <Badge tone="picture" icon={ScanEye}>
          {previewedFrame.beside !== null
            ? preview.firstAndLast
            : previewedFrame.edge === 'first'
              ? preview.firstFrame
              : preview.lastFrame}
        </Badge>
      )}
      {byEngine && !isExact && (!watched || refused !== null) && (
        <Badge
          tone="picture"
          icon={refused === null ? Layers2 : TriangleAlert}
          iconClassName={refused === null ? undefined : styles.warning}
          className={refused === null ? undefined : styles.sentence}
        >
          {refused === null
            ? preview.composedWhenAtRest
            : preview.notComposed(say({ message: refused }, { quoted: true }))}
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

/** The issues of sources over the picture, with actions that can fix them. */
export function LayerIssues({
  screen,
  watched,
}: {
  readonly screen: Screen | undefined;
  /**
   * Whether the picture is read-only. If so, sources cannot be relinked here, because the form beside the picture sets
   * them.
   */
  readonly watched: boolean;
}) {
  const issues = useScreen(screen, (state) => state.issues);
  // In a form, the field of the source already shows that the source is not set.
  const brokenIssues = issues.filter(isBroken).filter(({ layer }) => !(watched && layer.source.unset === true));
  const layers = useEditorValue(
    ({
      document: {
        state: { movie, playhead },
      },
    }) => (movie === null ? 0 : (frameAt(buildTimeline(movie), playhead)?.segment.layers.length ?? 0)),
  );
  if (brokenIssues.length === 0) return null;
  // Cover the picture only if no layer can be shown. Otherwise, show the messages at the edge.
  return (
    <div className={clsx(styles.broken, brokenIssues.length >= layers ? styles.hatched : styles.aside)}>
      {brokenIssues.map((issue) => (
        <BrokenLayer key={issue.layer.id} issue={issue} watched={watched} />
      ))}
    </div>
  );
}

type BrokenIssue = Extract<LayerIssue, { readonly kind: 'missing' | 'failed' }>;

function isBroken(issue: LayerIssue): issue is BrokenIssue {
  return issue.kind === 'missing' || issue.kind === 'failed';
}

function UploadingLayer({ source, uploadState }: { readonly source: MediaSource; readonly uploadState: UploadState }) {
  const { preview } = useStrings();
  return (
    <div className={clsx(styles.brokenLayer, styles.coming)}>
      <Icon icon={ArrowUpFromLine} size={20} />
      <p className={styles.brokenName}>
        <FileName name={sourceName(source)} />
      </p>
      <p className={styles.brokenHint}>{uploadState === 'uploading' ? preview.uploading : preview.uploadStopped}</p>
    </div>
  );
}

/** The kinds of media that can replace a source. */
const IMAGE_KINDS: readonly MediaKind[] = ['image'];
const VIDEO_KINDS: readonly MediaKind[] = ['video'];

function BrokenLayer({ issue, watched }: { readonly issue: BrokenIssue; readonly watched: boolean }) {
  const { preview } = useStrings();
  const { layer, kind, message } = issue;
  const isMissing = kind === 'missing';
  const isAsset = layer.source.kind === 'asset';
  const project = useEditorValue(({ document }) => document.state.project);
  const isPicture = useEditorValue(({ document }) => elementOf(document.state.document, layer.id)?.name === 'image');
  const uploadStates = useUploadStates(project);
  const { source } = layer;
  const uploadState = isMissing && source.kind === 'asset' ? uploadStates.get(nameKey(source.name)) : undefined;
  if (uploadState !== undefined) return <UploadingLayer source={source} uploadState={uploadState} />;
  const isUnset = source.unset === true;
  const missingHint = isUnset ? preview.unsetHint : isAsset ? preview.missingHint : preview.missingRemote;
  const hint = isMissing ? missingHint : message;
  return (
    <div className={styles.brokenLayer} title={hint}>
      <Icon icon={isMissing ? Unlink : TriangleAlert} size={20} />
      <p className={styles.brokenName}>
        <FileName name={sourceName(layer.source)} />
      </p>
      <p className={styles.brokenHint}>{hint}</p>
      {isMissing && !isUnset && !watched && (
        <RelinkButton source={source} shows={isPicture ? IMAGE_KINDS : VIDEO_KINDS} />
      )}
    </div>
  );
}
