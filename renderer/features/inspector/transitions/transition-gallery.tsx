import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { Scissors } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useBetweenGestures, useEditorValue } from '#renderer/editor/editor-context.tsx';
import type { ScenePictures } from '#renderer/playback/strips/scene-pictures.ts';
import { fillTransitionDrag } from '#renderer/project/drag-data.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { TRANSITION_ICONS } from '#renderer/ui/display/transition-icons.ts';
import type { ElementNode, NodeId } from '#shared/template/document/document.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { optionLabel } from '../controls/options.ts';
import { useSceneThumbnails } from '../model/use-scene-thumbnails.ts';
import { GALLERY_TYPES, type GalleryType, neighboursOf } from './neighbours.ts';
import styles from './transition-gallery.module.css';

export interface TransitionGalleryProps {
  /** The transition whose two scenes the gallery shows. */
  readonly transition: ElementNode;
  /** The current type; null if several transitions have different types, or if the type comes from a variable. */
  readonly value: GalleryType | null;
  readonly onChoose: (type: GalleryType) => void;
  readonly onCut: () => void;
}

const spec = elementRegistry.transition.attributes.type;
const CUT = 'cut';
/** The size limit in bytes of the cache for decoded pictures. */
const CACHE_BYTES = 16 * 2 ** 20;

/**
 * A gallery of the transition types, each shown halfway between the two scenes. It also contains a cut, which removes
 * the transition. Arrow keys move between the entries.
 */
export function TransitionGallery({ transition, value, onChoose, onCut }: TransitionGalleryProps) {
  const { inspector } = useStrings();
  const { id } = transition;
  const from = useEditorValue(({ document }) => neighboursOf(document.state.document, id).from);
  const to = useEditorValue(({ document }) => neighboursOf(document.state.document, id).to);
  const thumbnails = useSceneThumbnails(CACHE_BYTES);
  const pictures = { from: useScenePicture(thumbnails, from, 'last'), to: useScenePicture(thumbnails, to, 'first') };
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

/** The height of a thumbnail in device pixels: twice its height in CSS pixels. */
const HEIGHT = 110;

/** Returns the object URL of the first or last picture of a scene; null until it is drawn. */
function useScenePicture(pictures: ScenePictures | null, id: NodeId | null, moment: 'first' | 'last'): string | null {
  const movie = useBetweenGestures((state) => state.movie);
  const scene = movie?.scenes.find((each) => each.id === id) ?? null;
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (pictures === null || movie === null || scene === null) {
      setAddress(null);
      return;
    }
    const disposal = new AbortController();
    const frame = moment === 'first' ? 0 : Math.max(0, scene.duration - 1);
    let lastPicture: OffscreenCanvas | null = null;
    const draw = async () => {
      const { picture } = pictures.picture({ movie, scene, frame, height: HEIGHT });
      if (picture === lastPicture || picture === null) return;
      lastPicture = picture;
      const blob = await picture.convertToBlob();
      // Skip a stale result, because an earlier picture can finish encoding after a later one.
      if (!disposal.signal.aborted && picture === lastPicture) setAddress(URL.createObjectURL(blob));
    };
    void draw();
    const unsubscribe = pictures.subscribe(() => void draw());
    return () => {
      disposal.abort();
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
