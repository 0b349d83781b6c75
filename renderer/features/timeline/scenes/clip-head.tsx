import { clsx } from 'clsx';
import { Braces, ChevronDown, ChevronRight, Layers, Sparkles, Split, Unlink } from 'lucide-react';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { effectIcon } from '#renderer/ui/display/effect-icons.ts';
import { Icon } from '#renderer/ui/display/icon.tsx';
import type { Scene } from '#shared/template/movie/movie.ts';
import { effectTitle, sceneTitle } from '../model/labels.ts';
import { toggledScene } from '../model/open-scenes.ts';
import styles from './clip.module.css';
import { headContents } from './head-contents.ts';

export interface ClipHeadProps {
  readonly scene: Scene;
  readonly variables: readonly string[];
  readonly missing: boolean;
  /** Whether the layers of the scene are listed below it. */
  readonly open: boolean;
  /** The position in the movie, counted from 1. */
  readonly number: number;
  /**
   * The width of the clip in pixels. If it is narrow, the name has priority over the badges, and the number replaces a
   * name that does not fit.
   */
  readonly width: number;
}

/** The head of a clip, with the name, the badges, and the duration of the scene. */
export function ClipHead({ scene, variables, missing, open, number, width }: ClipHeadProps) {
  const { timeline: words } = useStrings();
  const effects = scene.layers.flatMap((layer) => layer.effects);
  const [only] = effects;
  const title = sceneTitle(scene, words);
  const isOpen = scene.fits?.state === 'open';
  const parts = scene.layers.length + scene.sounds.length;
  const hasArrow = width >= MIN_WIDTH_FOR_ARROW;
  const isOfChoice = hasArrow && scene.choices !== undefined;
  const signs = (missing ? 1 : 0) + [hasArrow, isOfChoice].filter(Boolean).length;
  const badges = (variables.length > 0 ? 1 : 0) + (only === undefined ? 0 : 1) + (parts > 1 ? 1 : 0);
  const shows = headContents({ width, title, number, badges, signs });
  return (
    <>
      {hasArrow && <OpenArrow scene={scene} title={title} open={open} />}
      {missing && <Icon icon={Unlink} size={12} />}
      {isOfChoice && <ChoiceSign />}
      {shows.label === 'name' && (
        <span className={styles.name} data-name="">
          {title}
        </span>
      )}
      {shows.label === 'number' && (
        <span className={clsx(styles.number, 'tabular')} title={title}>
          {number}
        </span>
      )}
      {shows.badges && variables.length > 0 && (
        <span className={clsx(styles.badge, styles.variableBadge)} title={words.variables(variables)}>
          <Braces size={10} strokeWidth={2.5} aria-hidden={true} />
        </span>
      )}
      {shows.badges && only !== undefined && (
        <span className={clsx(styles.badge, styles.effectBadge)} title={words.effects(effects.map(effectTitle))}>
          <EffectIcon effects={effects} />
          {effects.length > 1 && effects.length}
        </span>
      )}
      {shows.badges && parts > 1 && (
        <span className={clsx(styles.count, 'tabular')} title={words.layerCount(parts)}>
          <Layers size={10} strokeWidth={2.5} aria-hidden={true} />
          {parts}
        </span>
      )}
      {shows.duration && (
        <span
          className={clsx(styles.duration, 'tabular')}
          title={isOpen ? words.lengthOpen : words.frames(scene.duration)}
        >
          {isOpen && '≈ '}
          {words.shortFrames(scene.duration)}
        </span>
      )}
    </>
  );
}

/** The icon that marks the scene as a case of a choice. */
function ChoiceSign() {
  const { timeline: words } = useStrings();
  return (
    <span className={styles.choice} title={words.ofChoice}>
      <Icon icon={Split} size={12} />
    </span>
  );
}

/** The arrow that opens or closes a scene. With Alt, the other open scenes stay open. */
function OpenArrow({ scene, title, open }: { readonly scene: Scene; readonly title: string; readonly open: boolean }) {
  const { timeline: words } = useStrings();
  const { timeline: view } = useEditor();
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.twist}
      aria-label={open ? words.fold(title) : words.unfold(title)}
      aria-expanded={open}
      onClick={({ altKey }) => view.set((state) => ({ open: toggledScene(state.open, scene.id, altKey) }))}
    >
      <Icon icon={open ? ChevronDown : ChevronRight} size={12} />
    </button>
  );
}

/** The minimum width in pixels of a head that shows the arrow. */
const MIN_WIDTH_FOR_ARROW = 56;

/** The icon of the effect. If there are several, it is a common icon. */
function EffectIcon({ effects }: { readonly effects: Scene['layers'][number]['effects'] }) {
  const [first] = effects;
  const Picture = effects.length === 1 && first !== undefined ? effectIcon(first.type) : Sparkles;
  return <Picture size={10} strokeWidth={2.5} aria-hidden={true} />;
}
