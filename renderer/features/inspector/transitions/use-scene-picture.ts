import { useEffect, useState } from 'react';
import { assetNamed } from '#renderer/api/client/asset-list.ts';
import { frameUrl } from '#renderer/api/client/media-urls.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import type { ScenePictures } from '#renderer/film/strips/scene-pictures.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { selectRate } from '#renderer/state/selectors.ts';
import { useBetweenGestures } from '#renderer/state/use-between-gestures.ts';
import { rowAt } from '#shared/film/rows/row.ts';
import { sourceSeconds } from '#shared/film/rows/source-moment.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { frames } from '#shared/template/values/frame-rate.ts';

const WIDTH = 128;

/** Pixels of a thumbnail, of screens with two for each of the page's. */
const HEIGHT = 110;

/**
 * The address of what a scene shows at its end or its beginning: as it is composed, until then what its lowest video shows;
 * null while there is neither.
 */
export function useScenePicture(
  pictures: ScenePictures | null,
  scene: NodeId | null,
  moment: 'first' | 'last',
): string | null {
  const composed = useComposedPicture(pictures, scene, moment);
  const video = useVideoPicture(scene, moment);
  return composed ?? video;
}

/** Null for a scene that is no more than its video, and until it is composed. */
function useComposedPicture(pictures: ScenePictures | null, id: NodeId | null, moment: 'first' | 'last') {
  const movie = useBetweenGestures((state) => state.movie);
  const scene = movie?.scenes.find((each) => each.id === id) ?? null;
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (pictures === null || movie === null || scene === null || !pictures.compose(movie, scene)) {
      setAddress(null);
      return;
    }
    const over = new AbortController();
    const frame = moment === 'first' ? 0 : Math.max(0, scene.duration - 1);
    const draw = async () => {
      const made = await pictures.picture({ movie, scene, frame, height: HEIGHT })?.convertToBlob();
      if (made !== undefined && !over.signal.aborted) setAddress(URL.createObjectURL(made));
    };
    void draw();
    const unsubscribe = pictures.subscribe(() => void draw());
    return () => {
      over.abort();
      unsubscribe();
    };
  }, [pictures, movie, scene, moment]);
  useEffect(
    () => () => {
      if (address !== null) URL.revokeObjectURL(address);
    },
    [address],
  );
  return address;
}

/** What its lowest video shows; null where it has none. */
function useVideoPicture(scene: NodeId | null, moment: 'first' | 'last'): string | null {
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
