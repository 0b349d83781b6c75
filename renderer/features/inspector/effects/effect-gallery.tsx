import { ChevronLeft, FolderOpen, Table } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { pickFiles } from '#renderer/api/uploads/collect-files.ts';
import { useBetweenGestures, useEditorValue } from '#renderer/editor/editor-context.tsx';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { moveTileFocus } from '#renderer/interaction/focus.ts';
import { matchesWords } from '#renderer/interaction/word-search.ts';
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
import {
  type Effect,
  type EffectType,
  effectTypes,
  needsFile,
  spellingsOfType,
} from '#shared/template/effects/effects.ts';
import type { Layer } from '#shared/template/movie/movie.ts';
import { secondsToFrames } from '#shared/template/values/frame-rate.ts';
import { useSceneThumbnails } from '../model/use-scene-thumbnails.ts';
import styles from './effect-gallery.module.css';
import { isShownBySample, sampleEffects } from './sample-effects.ts';
import { frameForSample, type ShownLayer, sampleScene, sceneOfLayer } from './sample-scene.ts';

export interface EffectGalleryProps {
  /** The layer on which the effects are previewed; null for none. */
  readonly layer: Layer | null;
  /** Adds an effect. `file` is the asset name for an effect that needs one. */
  readonly onAdd: (type: EffectType, file?: string) => void;
  readonly autoFocus?: boolean | undefined;
  /** The type whose file is chosen first; the list of types by default. */
  readonly initialType?: EffectType | null;
}

/** A searchable gallery of all effects, previewed on the picture at the playhead. */
export const EffectGallery = memo(function EffectGallery({
  layer,
  onAdd,
  autoFocus,
  initialType = null,
}: EffectGalleryProps) {
  const { inspector } = useStrings();
  const [search, setSearch] = useState('');
  const samples = sampleEffects();
  const sampleLayer = useSampleLayer(layer);
  const foundEffects = searchEffects(effectTypes, search);
  const [typeWithoutFile, setTypeWithoutFile] = useState<EffectType | null>(initialType);
  const choose = (type: EffectType) => (needsFile(type) ? setTypeWithoutFile(type) : onAdd(type));
  if (typeWithoutFile !== null)
    return (
      <TableChooser
        type={typeWithoutFile}
        onBack={() => setTypeWithoutFile(null)}
        onChoose={(file) => {
          setTypeWithoutFile(null);
          onAdd(typeWithoutFile, file);
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
          const [first] = foundEffects;
          if (search.trim() !== '' && first !== undefined) choose(first);
        }}
      />
      {foundEffects.length === 0 && <p className={styles.nothing}>{inspector.noEffectFound(search)}</p>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons */}
      <div className={styles.grid} onKeyDown={(event) => moveTileFocus(event, 'button')}>
        {foundEffects.map((type) => {
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
                {sampleLayer !== null && sample !== undefined && isShownBySample(type) ? (
                  <EffectThumbnail {...sampleLayer} effect={sample} />
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

/** The `.cube` files of the project, with a button that imports such a file. Choosing a file adds the effect. */
function TableChooser({ type, onBack, onChoose }: TableChooserProps) {
  const { inspector } = useStrings();
  const project = useEditorValue(({ document }) => document.state.project);
  const { data: tables = [] } = useAssets(project, tablesOf);
  const [notTable, setNotTable] = useState<string | null>(null);
  const fileImport = useTakeFile(project, onChoose);
  const importTable = async () => {
    const [offered] = await pickFiles({ multiple: false });
    if (offered === undefined) return;
    const { name } = offered.file;
    const isTable = /\.cube$/i.test(name);
    setNotTable(isTable ? null : name);
    if (isTable) fileImport.take(offered);
  };
  const fault = notTable === null ? fileImport.fault : inspector.notTable(notTable);
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
        busy={fileImport.name !== null}
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

/** The size limit in bytes of the cache for decoded pictures. */
const CACHE_BYTES = 16 * 2 ** 20;

/**
 * The interval in seconds at which previews are drawn. A shorter interval would be too slow, because all previews are
 * drawn again at each step.
 */
const STEP_SECONDS = 0.5;

/** Returns the layer at the playhead, with the renderer for its thumbnails; null if there is nothing to preview. */
function useSampleLayer(layer: Layer | null) {
  const pictures = useSceneThumbnails(CACHE_BYTES);
  const movie = useBetweenGestures((state) => state.movie);
  const frameAtPlayhead = useEditorValue(({ document }) =>
    document.state.playing || layer === null ? null : sampleFrameOf(document.state, layer),
  );
  // During playback, keep the previous picture.
  const lastFrame = useRef(frameAtPlayhead);
  if (frameAtPlayhead !== null) lastFrame.current = frameAtPlayhead;
  const frame = lastFrame.current;
  const scene = sceneOfLayer(movie, layer);
  const sampleLayer = useMemo(
    () => (layer === null || scene === null || frame === null ? null : { layer, scene, frame }),
    [layer, scene, frame],
  );
  return useMemo(
    () => (pictures === null || movie === null || sampleLayer === null ? null : { pictures, movie, sampleLayer }),
    [pictures, movie, sampleLayer],
  );
}

function sampleFrameOf({ movie, playhead }: EditorState, layer: Layer): number | null {
  if (movie === null) return null;
  return frameForSample(movie, layer, playhead, Math.max(1, secondsToFrames(STEP_SECONDS, movie.frameRate)));
}

/** The height of a thumbnail in device pixels: twice the height in CSS pixels. */
const THUMBNAIL_HEIGHT = 90;

interface EffectThumbnailProps {
  readonly pictures: ScenePictures;
  readonly movie: FilmstripFormat;
  readonly sampleLayer: ShownLayer;
  readonly effect: Effect;
}

/** A thumbnail that shows the layer at the playhead with an additional effect. It is drawn only while it is in view. */
function EffectThumbnail({ pictures, movie, sampleLayer, effect }: EffectThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isInView = useInView(canvas);
  const scene = useMemo(() => sampleScene(sampleLayer, effect), [sampleLayer, effect]);
  const { frame } = sampleLayer;
  useEffect(() => {
    if (!isInView) return;
    const draw = () => {
      const target = canvas.current;
      const { picture } = pictures.picture({ movie, scene, frame, height: THUMBNAIL_HEIGHT });
      if (target === null || picture === null) return;
      Object.assign(target, { width: picture.width, height: picture.height });
      target.getContext('2d')?.drawImage(picture, 0, 0);
    };
    draw();
    return pictures.subscribe(draw);
  }, [pictures, movie, scene, frame, isInView]);
  return <canvas ref={canvas} className={styles.picture} />;
}

/** Returns the effects whose label, description, or type contains all search terms. Matches in the label come first. */
export function searchEffects(types: readonly EffectType[], search: string): readonly EffectType[] {
  const byLabel = types.filter((type) => matchesWords(search, [effectLabels(type).label]));
  const byDescription = types.filter((type) => {
    const { label, description } = effectLabels(type);
    return !byLabel.includes(type) && matchesWords(search, [label, description, ...spellingsOfType(type)]);
  });
  return [...byLabel, ...byDescription];
}
