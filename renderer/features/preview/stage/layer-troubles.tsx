import { clsx } from 'clsx';
import { ArrowUpFromLine, TriangleAlert, Unlink } from 'lucide-react';
import { type Coming, useComing } from '#renderer/api/queries/use-uploads.ts';
import { RelinkButton } from '#renderer/common/sources/relink-button.tsx';
import type { ShownKind } from '#renderer/common/sources/source-list.tsx';
import type { LayerTrouble } from '#renderer/film/frames/frame-view.ts';
import type { Screen } from '#renderer/film/frames/screen.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { elementOf } from '#renderer/state/selectors.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { frameAt } from '#shared/film/scenes/frame-at.ts';
import { settle } from '#shared/film/scenes/settle.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { MediaSource } from '#shared/template/movie/media-source.ts';
import { sourceName } from '../words/source-name.ts';
import styles from './preview-stage.module.css';
import { useShown } from './use-shown.ts';

/** Over the picture: sources that it lacks, and what to do about them. */
export function LayerTroubles({
  screen,
  watched,
}: {
  readonly screen: Screen | undefined;
  /** Nothing is relinked here: the form beside the picture gives its sources. */
  readonly watched: boolean;
}) {
  const troubles = useShown(screen, (shown) => shown.troubles);
  const broken = troubles.filter(isBroken);
  const layers = useEditor(({ movie, playhead }) =>
    movie === null ? 0 : (frameAt(settle(movie), playhead)?.stretch.layers.length ?? 0),
  );
  if (broken.length === 0) return null;
  // Only where every layer is broken does that cover the picture; else it stands at its edge.
  return (
    <div className={clsx(styles.broken, broken.length >= layers ? styles.hatched : styles.aside)}>
      {broken.map((trouble) => (
        <BrokenLayer key={trouble.layer.id} trouble={trouble} watched={watched} />
      ))}
    </div>
  );
}

type Broken = Extract<LayerTrouble, { readonly kind: 'missing' | 'failed' }>;

function isBroken(trouble: LayerTrouble): trouble is Broken {
  return trouble.kind === 'missing' || trouble.kind === 'failed';
}

function ComingLayer({ source, arrives }: { readonly source: MediaSource; readonly arrives: Coming }) {
  const { preview } = useStrings();
  return (
    <div className={clsx(styles.brokenLayer, styles.coming)}>
      <Icon icon={ArrowUpFromLine} size={20} />
      <p className={styles.brokenName}>
        <FileName name={sourceName(source)} />
      </p>
      <p className={styles.brokenHint}>{arrives === 'uploading' ? preview.uploading : preview.uploadStopped}</p>
    </div>
  );
}

/** What stands in the place of a picture. */
const PICTURES: readonly ShownKind[] = ['image'];
const VIDEOS: readonly ShownKind[] = ['video'];

function BrokenLayer({ trouble, watched }: { readonly trouble: Broken; readonly watched: boolean }) {
  const { preview } = useStrings();
  const { layer, kind, message } = trouble;
  const isMissing = kind === 'missing';
  const isAsset = layer.source.kind === 'asset';
  const project = useEditor((state) => state.project);
  const isPicture = useEditor(({ document }) => elementOf(document, layer.id)?.name === 'image');
  const coming = useComing(project);
  const { source } = layer;
  const arrives = isMissing && source.kind === 'asset' ? coming.get(nameKey(source.name)) : undefined;
  if (arrives !== undefined) return <ComingLayer source={source} arrives={arrives} />;
  const hint = isMissing ? (isAsset ? preview.missingHint : preview.missingRemote) : message;
  return (
    <div className={styles.brokenLayer} title={hint}>
      <Icon icon={isMissing ? Unlink : TriangleAlert} size={20} />
      <p className={styles.brokenName}>
        <FileName name={sourceName(layer.source)} />
      </p>
      <p className={styles.brokenHint}>{hint}</p>
      {isMissing && !watched && <RelinkButton source={source} shows={isPicture ? PICTURES : VIDEOS} />}
    </div>
  );
}
