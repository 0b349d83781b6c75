import { memo, useState } from 'react';
import { isDecodedEffect } from '../../../../shared/film/rows/decoded-effects.ts';
import { type EffectType, effectTypes } from '../../../../shared/template/effects/effects.ts';
import type { Layer } from '../../../../shared/template/movie/movie.ts';
import { effectWords } from '../../../strings/registry-words.ts';
import { useStrings } from '../../../strings/use-strings.tsx';
import { effectIcon } from '../../../ui/display/effect-icons.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { moveGridFocus } from '../../../ui/keyboard/grid-focus.ts';
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
  readonly onAdd: (type: EffectType) => void;
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
  return (
    <div className={styles.gallery}>
      <SearchField
        value={search}
        onChange={setSearch}
        label={inspector.searchEffects}
        size="sm"
        autoFocus={autoFocus}
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
              onClick={() => onAdd(type)}
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
