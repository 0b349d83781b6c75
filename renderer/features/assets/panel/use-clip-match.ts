import { RectangleHorizontal } from 'lucide-react';
import { useEffect, useState } from 'react';
import { assetNamed } from '../../../api/client/asset-list.ts';
import { useAssets } from '../../../api/queries/use-assets.ts';
import { useEditorStore } from '../../../state/editor-context.tsx';
import { isHistoryMove } from '../../../state/history-move.ts';
import { useStrings } from '../../../strings/use-strings.tsx';
import { formatNumber } from '../../../ui/format/number.ts';
import { useToast } from '../../../ui/overlays/toast.tsx';
import { clipMatch, type FilmShape } from './clip-match.ts';

const SECONDS = 20;

/** When an empty film gets its first clip, and that has another size or rate: offers the film to be as the clip is. */
export function useClipMatch(): void {
  const store = useEditorStore();
  const toast = useToast();
  const { assets: words } = useStrings();
  const { data: assets } = useAssets(store.getState().project);
  const [begun, setBegun] = useState(false);
  useEffect(
    () =>
      store.subscribe((now, before) => {
        if (now.source === before.source || now.movie === null || before.movie === null) return;
        if (now.movie.scenes.length === 0) setBegun(false);
        else if (before.movie.scenes.length === 0) setBegun(!isHistoryMove(now, before));
      }),
    [store],
  );
  useEffect(() => {
    const { movie } = store.getState();
    const [lowest] = movie?.scenes[0]?.layers ?? [];
    const source = lowest?.kind === 'video' ? lowest.source : undefined;
    if (!begun || assets === undefined || movie === null || source?.kind !== 'asset') return;
    const clip = assetNamed(assets, source.name);
    // It is on its way, or was not looked into yet.
    if (clip === undefined || clip.media === null) return;
    setBegun(false);
    const match = clipMatch(movie, clip);
    if (match === null) return;
    const shapeOf = ({ width, height, frameRate }: FilmShape) =>
      words.shape(width, height, formatNumber(frameRate.numerator / frameRate.denominator, 3));
    toast.show({
      id: 'clip-match',
      message: words.clipDiffers(shapeOf(match)),
      detail: words.filmShape(shapeOf(movie)),
      seconds: SECONDS,
      action: {
        label: words.matchClip,
        icon: RectangleHorizontal,
        run: () => void store.actions.dispatch({ type: 'movie/set', ...match }),
      },
    });
  }, [begun, assets, store, toast, words]);
}
