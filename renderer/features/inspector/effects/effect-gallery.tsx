import { ChevronLeft, FolderOpen, Table } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { type AssetEntry, assetNamed } from '#renderer/api/client/asset-list.ts';
import { frameUrl } from '#renderer/api/client/media-urls.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { pickFiles } from '#renderer/api/uploads/collect-files.ts';
import { useBetweenGestures, useEditorValue } from '#renderer/editor/editor-context.tsx';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { moveTileFocus } from '#renderer/interaction/focus.ts';
import { sharedThumbnailRenderer } from '#renderer/playback/frames/thumbnail-renderer.ts';
import type { FilmstripFormat } from '#renderer/playback/strips/filmstrip-plan.ts';
import type { ScenePictures } from '#renderer/playback/strips/scene-pictures.ts';
import { useTakeFile } from '#renderer/project/taken-file.ts';
import { effectLabels } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useInView } from '#renderer/ui/browser/use-in-view.ts';
import { Button } from '#renderer/ui/controls/button.tsx';
import { effectIcon } from '#renderer/ui/display/effect-icons.ts';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { SearchField } from '#renderer/ui/fields/search-field.tsx';
import { sceneOfId, timelineOf } from '#shared/editing/model/timeline.ts';
import { type Effect, type EffectType, effectTypes, needsFile } from '#shared/template/effects/effects.ts';
import type { Layer, VideoLayer } from '#shared/template/movie/movie.ts';
import { frames, secondsToFrames } from '#shared/template/values/frame-rate.ts';
import { isDecodedEffect } from '#shared/timeline/effects.ts';
import { sourceSeconds, videoStateAt } from '#shared/timeline/layer-state.ts';
import { useSceneThumbnails } from '../model/use-small-pictures.ts';
import styles from './effect-gallery.module.css';
import { isShownBySample, sampleEffects } from './sample-effects.ts';
import { frameForSample, type ShownLayer, sampleScene, sceneOfLayer } from './sample-scene.ts';
import { searchEffects } from './search-effects.ts';

export interface EffectGalleryProps {
  /** The layer on whose picture the effects are shown; null for none. */
  readonly layer: Layer | null;
  /** Adds an effect. `file` is the name of the asset that the effect needs. */
  readonly onAdd: (type: EffectType, file?: string) => void;
  readonly autoFocus?: boolean | undefined;
}

/** A gallery of all effects with a search. Each effect is shown on the picture at the playhead. */
export const EffectGallery = memo(function EffectGallery({ layer, onAdd, autoFocus }: EffectGalleryProps) {
  const { inspector } = useStrings();
  const [search, setSearch] = useState('');
  const image = useFrameImage(layer);
  const samples = sampleEffects();
  const composed = useComposed(layer);
  const found = searchEffects(effectTypes, search);
  const [waiting, setWaiting] = useState<EffectType | null>(null);
  const choose = (type: EffectType) => (needsFile(type) ? setWaiting(type) : onAdd(type));
  if (waiting !== null)
    return (
      <TableChooser
        type={waiting}
        onBack={() => setWaiting(null)}
        onChoose={(file) => {
          setWaiting(null);
          onAdd(waiting, file);
        }}
      />
    );
  return (
    <div className={styles.gallery}>
      <SearchField
        value={search}
        onChange={setSearch}
        label={inspector.searchEffects}
        size="sm"
        autoFocus={autoFocus}
        onEnter={() => {
          const [first] = found;
          if (search.trim() !== '' && first !== undefined) choose(first);
        }}
      />
      {found.length === 0 && <p className={styles.nothing}>{inspector.noEffectFound(search)}</p>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons */}
      <div className={styles.grid} onKeyDown={(event) => moveTileFocus(event, 'button')}>
        {found.map((type) => {
          const { label, description } = effectLabels(type);
          const sample = samples.get(type);
          return (
            <button
              key={type}
              type="button"
              className={styles.effect}
              title={description}
              aria-label={label}
              onClick={() => choose(type)}
            >
              <span className={styles.frame}>
                {image !== null && layer !== null && sample !== undefined && isDecodedEffect(sample) ? (
                  <EffectThumbnail image={image} layer={layer} effect={sample} />
                ) : composed !== null && sample !== undefined && isShownBySample(type) ? (
                  <ComposedThumbnail {...composed} effect={sample} />
                ) : (
                  <Icon icon={effectIcon(type)} size={16} />
                )}
              </span>
              <span className={styles.name}>{label}</span>
            </button>
          );
        })}
      </div>
    </div>
  );
});

interface TableChooserProps {
  readonly type: EffectType;
  readonly onBack: () => void;
  readonly onChoose: (file: string) => void;
}

/** The `.cube` files of the project, with a button that imports one. The effect is added when a file is chosen. */
function TableChooser({ type, onBack, onChoose }: TableChooserProps) {
  const { inspector } = useStrings();
  const project = useEditorValue(({ document }) => document.state.project);
  const { data: tables = [] } = useAssets(project, tablesOf);
  const [notTable, setNotTable] = useState<string | null>(null);
  const taken = useTakeFile(project, onChoose);
  const importTable = async () => {
    const [offered] = await pickFiles({ multiple: false });
    if (offered === undefined) return;
    const { name } = offered.file;
    const isTable = /\.cube$/i.test(name);
    setNotTable(isTable ? null : name);
    if (isTable) taken.take(offered);
  };
  const fault = notTable === null ? taken.fault : inspector.notTable(notTable);
  return (
    <section className={styles.gallery} aria-label={inspector.chooseTable}>
      <Button size="sm" variant="quiet" icon={ChevronLeft} autoFocus onClick={onBack}>
        {effectLabels(type).label}
      </Button>
      {tables.length === 0 && <p className={styles.nothing}>{inspector.noTables}</p>}
      {tables.map((name) => (
        <Button key={name} size="sm" icon={Table} onClick={() => onChoose(name)}>
          {name}
        </Button>
      ))}
      <Button
        size="sm"
        variant="primary"
        icon={FolderOpen}
        busy={taken.name !== null}
        onClick={() => void importTable()}
      >
        {inspector.importTable}
      </Button>
      {fault !== null && (
        <p role="alert" className={styles.nothing}>
          {fault}
        </p>
      )}
    </section>
  );
}

function tablesOf(assets: readonly AssetEntry[]): readonly string[] {
  return assets.map(({ name }) => name).filter((name) => /\.cube$/i.test(name));
}

const PICTURE_WIDTH = 240;
/** The time in milliseconds for which playhead and scene must rest before a new picture is made. */
const REST_MILLISECONDS = 150;
/**
 * The grid of picture times in seconds. A finer grid would cost too much, because each picture is decoded separately.
 */
const VIDEO_STEP_SECONDS = 0.5;

/**
 * Returns the picture of a video at the playhead without its effects; null if there is none. During playback, it does
 * not change.
 */
function useFrameImage(shown: Layer | null): ImageBitmap | null {
  const layer = shown?.kind === 'video' ? shown : null;
  const project = useEditorValue(({ document }) => document.state.project);
  const { data: assets } = useAssets(project);
  const seconds = useEditorValue(({ document }) => (layer === null ? null : shownSeconds(document.state, layer)));
  const [image, setImage] = useState<ImageBitmap | null>(null);
  const name = layer?.source.kind === 'asset' ? layer.source.name : null;
  const entry = name === null ? undefined : assetNamed(assets, name);
  const source =
    layer?.source.kind === 'url'
      ? ({ kind: 'remote', url: layer.source.url } as const)
      : entry && ({ kind: 'asset', name: entry.name, etag: entry.etag } as const);
  const url =
    source === undefined || seconds === null ? null : frameUrl(project, source, { at: seconds, width: PICTURE_WIDTH });

  const shows = useRef(false);
  useEffect(() => {
    shows.current = image !== null;
  }, [image]);
  useEffect(() => {
    if (url === null) {
      setImage(null);
      return;
    }
    const aborter = new AbortController();
    const load = () => {
      loadImage(url, aborter.signal).then(
        (loaded) => {
          if (!aborter.signal.aborted) setImage(loaded);
        },
        // The error of the source is shown elsewhere.
        () => undefined,
      );
    };
    const settling = setTimeout(load, shows.current ? REST_MILLISECONDS : 0);
    return () => {
      clearTimeout(settling);
      aborter.abort();
    };
  }, [url]);
  return image;
}

async function loadImage(url: string, signal: AbortSignal): Promise<ImageBitmap> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`no picture: ${response.status}`);
  return createImageBitmap(await response.blob());
}

/** Returns the time in the source at the playhead, rounded to a multiple of `VIDEO_STEP_SECONDS`. */
function shownSeconds({ movie, playhead, playing }: EditorState, layer: VideoLayer): number | null {
  if (movie === null) return null;
  const scene = movie.scenes.find(({ layers }) => layers.some(({ id }) => id === layer.id));
  const place = scene === undefined ? null : sceneOfId(timelineOf(movie), scene.id);
  if (place === null) return null;
  const within = playing ? 0 : Math.min(Math.max(0, playhead - place.start), Math.max(0, place.end - place.start - 1));
  const seconds = sourceSeconds(videoStateAt(layer, frames(within)), movie.frameRate);
  return Math.floor(seconds / VIDEO_STEP_SECONDS) * VIDEO_STEP_SECONDS;
}

/** The limit of the cache for decoded pictures in bytes. */
const CACHE_BYTES = 16 * 2 ** 20;

/**
 * The grid of picture times in seconds. A finer grid would cost too much, because each picture is composited
 * separately.
 */
const COMPOSED_STEP_SECONDS = 0.5;

/**
 * Returns the inputs for compositing a layer at the playhead, for effects without a shader; null if there is nothing to
 * show.
 */
function useComposed(layer: Layer | null) {
  const pictures = useSceneThumbnails(CACHE_BYTES);
  const movie = useBetweenGestures((state) => state.movie);
  const now = useEditorValue(({ document }) =>
    document.state.playing || layer === null ? null : frameNow(document.state, layer),
  );
  // During playback, the previous picture stays.
  const held = useRef(now);
  if (now !== null) held.current = now;
  const frame = held.current;
  const scene = sceneOfLayer(movie, layer);
  const shown = useMemo(
    () => (layer === null || scene === null || frame === null ? null : { layer, scene, frame }),
    [layer, scene, frame],
  );
  return useMemo(
    () => (pictures === null || movie === null || shown === null ? null : { pictures, movie, shown }),
    [pictures, movie, shown],
  );
}

function frameNow({ movie, playhead }: EditorState, layer: Layer): number | null {
  if (movie === null) return null;
  return frameForSample(movie, layer, playhead, Math.max(1, secondsToFrames(COMPOSED_STEP_SECONDS, movie.frameRate)));
}

const SIZE = { width: 160, height: 90 } as const;

export interface EffectThumbnailProps {
  /** The picture of the layer without its effects. */
  readonly image: ImageBitmap;
  readonly layer: Layer;
  readonly effect: Effect;
}

/** A thumbnail of the picture at the playhead with one more effect. */
function EffectThumbnail({ image, layer, effect }: EffectThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useEditorValue(({ document }) => document.state.movie?.width ?? SIZE.width);
  const height = useEditorValue(({ document }) => document.state.movie?.height ?? SIZE.height);
  const { effects } = layer;
  const fit = layer.kind === 'video' ? layer.fit : 'contain';
  useEffect(() => {
    const aborter = new AbortController();
    const scale = Math.min(SIZE.width / width, SIZE.height / height);
    const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
    sharedThumbnailRenderer()
      ?.draw({ image, fit, effects: [...effects, effect], frame: { width, height }, size }, aborter.signal)
      .then(
        (bitmap) => {
          const target = canvas.current;
          if (target === null || aborter.signal.aborted) return bitmap.close();
          target.width = bitmap.width;
          target.height = bitmap.height;
          target.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
        },
        // The request was canceled, because the thumbnail needs another picture or is unmounted.
        () => undefined,
      );
    return () => aborter.abort();
  }, [image, fit, effects, effect, width, height]);
  return <canvas ref={canvas} className={styles.picture} />;
}

/** The height of a thumbnail in pixels, on a screen with two pixels per CSS pixel. */
const THUMBNAIL_HEIGHT = 90;

export interface ComposedThumbnailProps {
  readonly pictures: ScenePictures;
  readonly movie: FilmstripFormat;
  readonly shown: ShownLayer;
  readonly effect: Effect;
}

/**
 * A thumbnail of a layer at the playhead with one more effect, composited with the engine's code while it is in view.
 */
function ComposedThumbnail({ pictures, movie, shown, effect }: ComposedThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isInSight = useInView(canvas);
  const scene = useMemo(() => sampleScene(shown, effect), [shown, effect]);
  const { frame } = shown;
  useEffect(() => {
    if (!isInSight) return;
    const draw = () => {
      const target = canvas.current;
      const picture = pictures.picture({ movie, scene, frame, height: THUMBNAIL_HEIGHT });
      if (target === null || picture === null) return;
      Object.assign(target, { width: picture.width, height: picture.height });
      target.getContext('2d')?.drawImage(picture, 0, 0);
    };
    draw();
    return pictures.subscribe(draw);
  }, [pictures, movie, scene, frame, isInSight]);
  return <canvas ref={canvas} className={styles.picture} />;
}
