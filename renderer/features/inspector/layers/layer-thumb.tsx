import { Film } from 'lucide-react';
import { useState } from 'react';
import { assetNamed } from '#renderer/api/client/asset-list.ts';
import { frameUrl, type MediaSource } from '#renderer/api/client/media-urls.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { selectLayersById, selectRate } from '#renderer/editor/selectors.ts';
import { isEqual } from '#renderer/interaction/equality.ts';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { LAYER_ICONS } from '#renderer/ui/display/layer-icons.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Layer, VideoLayer } from '#shared/template/movie/movie.ts';
import { layerKindOf } from '#shared/template/tables/roles.ts';
import { type FrameRate, frames } from '#shared/template/values/frame-rate.ts';
import { sourceSeconds, videoStateAt } from '#shared/timeline/layer-state.ts';
import styles from '../fields/inspector.module.css';

const WIDTH = 64;

/** The first picture of a layer, or of the backmost layer of a scene. */
export function LayerThumb({ scene, layer }: { readonly scene?: NodeId; readonly layer?: NodeId }) {
  const picture = useEditorValue(({ document: { state } }) => {
    const first = state.movie?.scenes.find(({ id }) => id === scene)?.layers[0];
    const current = layer === undefined ? first : selectLayersById(state).get(layer);
    return current === undefined ? null : pictureOf(current, selectRate(state));
  }, isEqual);
  // A layer stays unresolved while a variable has no value. Its element name still gives the kind.
  const kind = useEditorValue(
    ({
      document: {
        state: { document },
      },
    }) => {
      const element = layer === undefined ? undefined : indexOf(document).elements.get(layer)?.element;
      return picture?.kind ?? (element === undefined ? null : layerKindOf(element));
    },
  );
  const project = useEditorValue(({ document }) => document.state.project);
  const { data: assets } = useAssets(project);
  const [failed, setFailed] = useState<string | null>(null);
  const source = picture?.video == null ? null : mediaSource(picture.video, assets ?? []);
  const url = source === null ? null : frameUrl(project, source, { at: picture?.at ?? 0, width: WIDTH });
  return (
    <span className={styles.thumb}>
      {url === null || url === failed ? (
        <Icon icon={kind === null ? Film : LAYER_ICONS[kind]} size={12} />
      ) : (
        <img src={url} alt="" draggable={false} onError={() => setFailed(url)} />
      )}
    </span>
  );
}

/** The kind of a layer. A video also has its source and the time of its first visible picture in seconds. */
interface LayerPicture {
  readonly kind: Layer['kind'];
  readonly video: VideoLayer['source'] | null;
  readonly at: number;
}

function pictureOf(layer: Layer, rate: FrameRate | null): LayerPicture {
  if (layer.kind !== 'video') return { kind: layer.kind, video: null, at: 0 };
  const at = rate === null ? 0 : sourceSeconds(videoStateAt(layer, frames(0)), rate);
  return { kind: 'video', video: layer.source, at };
}

function mediaSource(
  source: VideoLayer['source'],
  assets: readonly { readonly name: string; readonly etag: string }[],
): MediaSource | null {
  if (source.kind === 'url') return { kind: 'remote', url: source.url };
  const entry = assetNamed(assets, source.name);
  return entry === undefined ? null : { kind: 'asset', name: entry.name, etag: entry.etag };
}
