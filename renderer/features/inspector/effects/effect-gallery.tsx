import { ChevronLeft, FolderOpen, Table } from 'lucide-react';
import { memo, useState } from 'react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { pickFiles } from '#renderer/api/uploads/collect-files.ts';
import { useTakeFile } from '#renderer/common/uploads/use-take-file.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { effectWords } from '#renderer/strings/registry-words.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { effectIcon } from '#renderer/ui/display/effect-icons.ts';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { SearchField } from '#renderer/ui/fields/search-field.tsx';
import { moveGridFocus } from '#renderer/ui/keyboard/grid-focus.ts';
import { isDecodedEffect } from '#shared/film/rows/decoded-effects.ts';
import { type EffectType, effectTypes, needsFile } from '#shared/template/effects/effects.ts';
import type { Layer } from '#shared/template/movie/movie.ts';
import { ComposedThumbnail } from './composed-thumbnail.tsx';
import styles from './effect-gallery.module.css';
import { EffectThumbnail } from './effect-thumbnail.tsx';
import { isShownBySample, sampleEffects } from './sample-effects.ts';
import { searchEffects } from './search-effects.ts';
import { useComposed } from './use-composed.ts';
import { useFrameImage } from './use-frame-image.ts';

export interface EffectGalleryProps {
  /** The layer whose picture shows the effects; null where there is none. */
  readonly layer: Layer | null;
  /** `file` is the name of the asset that the effect needs. */
  readonly onAdd: (type: EffectType, file?: string) => void;
  readonly autoFocus?: boolean | undefined;
}

/** Every effect, shown on the picture at the playhead; to be searched. */
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows go from one button to the next */}
      <div className={styles.grid} onKeyDown={(event) => moveGridFocus(event, 'button')}>
        {found.map((type) => {
          const { label, description } = effectWords(type);
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

/** The .cube files of the project, and a way to import one: the effect is added only with its file. */
function TableChooser({ type, onBack, onChoose }: TableChooserProps) {
  const { inspector } = useStrings();
  const project = useEditor((state) => state.project);
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
        {effectWords(type).label}
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
