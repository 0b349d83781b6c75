import { rowAt } from '../../../../shared/film/rows/row.ts';
import { sourceSeconds } from '../../../../shared/film/rows/source-moment.ts';
import type { NodeId } from '../../../../shared/template/document/document.ts';
import { frames } from '../../../../shared/template/values/frame-rate.ts';
import { assetNamed } from '../../../api/client/asset-list.ts';
import { frameUrl } from '../../../api/client/media-urls.ts';
import { useAssets } from '../../../api/queries/use-assets.ts';
import { useEditor } from '../../../state/editor-context.tsx';
import { selectRate } from '../../../state/selectors.ts';

const WIDTH = 128;

/** The address of what a scene's lowest video shows at its end or its beginning; null where it has none. */
export function useScenePicture(scene: NodeId | null, moment: 'first' | 'last'): string | null {
  const project = useEditor((state) => state.project);
  const rate = useEditor(selectRate);
  const found = useEditor(({ movie }) => movie?.scenes.find(({ id }) => id === scene) ?? null);
  const { data: assets } = useAssets(project);
  const video = found?.layers.find((layer) => layer.kind === 'video');
  if (found === null || video?.kind !== 'video' || rate === null) return null;
  const { source } = video;
  const at = sourceSeconds(rowAt(video, frames(moment === 'first' ? 0 : Math.max(0, found.duration - 1))), rate);
  if (source.kind === 'url') return frameUrl(project, { kind: 'remote', url: source.url }, { at, width: WIDTH });
  const entry = assetNamed(assets, source.name);
  if (entry === undefined) return null;
  return frameUrl(project, { kind: 'asset', name: entry.name, etag: entry.etag }, { at, width: WIDTH });
}
