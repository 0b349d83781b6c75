import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { Scissors } from 'lucide-react';
import { fillTransitionDrag } from '#renderer/common/inserting/transition-drag.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { TRANSITION_ICONS } from '#renderer/ui/display/transition-icons.ts';
import type { ElementNode } from '#shared/template/document/document.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { optionLabel } from '../controls/options.ts';
import { useSmallPictures } from '../model/use-small-pictures.ts';
import { GALLERY_TYPES, type GalleryType, neighboursOf } from './neighbours.ts';
import styles from './transition-gallery.module.css';
import { useScenePicture } from './use-scene-picture.ts';

export interface TransitionGalleryProps {
  /** Whose scenes are shown. */
  readonly transition: ElementNode;
  /** Null where several differ, or a variable chooses. */
  readonly value: GalleryType | null;
  readonly onChoose: (type: GalleryType) => void;
  readonly onCut: () => void;
}

const spec = elementRegistry.transition.attributes.type;
const CUT = 'cut';
/** Decoded pictures of the two scenes. */
const CACHE_BYTES = 16 * 2 ** 20;

/** The types of transitions, each half way between the two scenes; a cut is none. Arrows go from one to the next. */
export function TransitionGallery({ transition, value, onChoose, onCut }: TransitionGalleryProps) {
  const { inspector } = useStrings();
  const { id } = transition;
  const from = useEditor(({ document }) => neighboursOf(document, id).from);
  const to = useEditor(({ document }) => neighboursOf(document, id).to);
  const small = useSmallPictures(CACHE_BYTES);
  const pictures = { from: useScenePicture(small, from, 'last'), to: useScenePicture(small, to, 'first') };
  return (
    <RadioGroup<GalleryType | 'cut' | ''>
      aria-label={inspector.transitionTypes}
      value={value ?? ''}
      onValueChange={(next) => {
        if (next === CUT) onCut();
        else if (next !== '') onChoose(next);
      }}
      className={styles.gallery}
    >
      <Tile value={CUT} label={inspector.cutInstead} hint={inspector.cutHint} pictures={pictures} />
      {GALLERY_TYPES.map((type) => (
        <Tile key={type} value={type} label={optionLabel(spec, type)} pictures={pictures} />
      ))}
    </RadioGroup>
  );
}

interface TileProps {
  readonly value: GalleryType | 'cut';
  readonly label: string;
  readonly hint?: string;
  readonly pictures: { readonly from: string | null; readonly to: string | null };
}

function Tile({ value, label, hint, pictures }: TileProps) {
  return (
    <Radio.Root
      value={value}
      aria-label={label}
      title={hint ?? label}
      className={styles.tile}
      draggable={value !== CUT}
      onDragStart={({ dataTransfer }) => {
        if (value !== CUT) fillTransitionDrag(dataTransfer, value);
      }}
    >
      <span aria-hidden className={styles.frame} data-type={value}>
        <Side url={pictures.from} className={styles.from} />
        <Side url={pictures.to} className={styles.to} />
        {(value === CUT || value === 'custom') && (
          <span className={styles.mark}>
            <Icon icon={value === CUT ? Scissors : TRANSITION_ICONS.custom} size={14} />
          </span>
        )}
      </span>
      <span className={styles.name}>{label}</span>
    </Radio.Root>
  );
}

function Side({ url, className }: { readonly url: string | null; readonly className: string | undefined }) {
  return url === null ? <i className={className} /> : <img src={url} alt="" draggable={false} className={className} />;
}
