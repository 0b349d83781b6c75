import { clsx } from 'clsx';
import { Braces, ChevronDown, ChevronRight, FoldHorizontal, Layers, Sparkles, Split, Unlink } from 'lucide-react';
import type { CopyPlace } from '#renderer/editor/copies.ts';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { effectIcon } from '#renderer/ui/display/effect-icons.ts';
import { Icon } from '#renderer/ui/display/icon.tsx';
import type { Scene } from '#shared/template/movie/movie.ts';
import { effectTitle, sceneTitle } from '../model/labels.ts';
import { toggledScene } from '../model/open-scenes.ts';
import { type Copies, clipContent, setOpenCopies } from '../model/repeated-scenes.ts';
import styles from './clip.module.css';

export interface ClipHeadProps {
  readonly scene: Scene;
  readonly variables: readonly string[];
  /** The position among the copies of a repeated scene; null for other scenes. */
  readonly copy: CopyPlace | null;
  /** The copies that the clip represents; null for the clip of one scene. */
  readonly folded: Copies | null;
  /** The copies with separate clips that begin with this scene; null for other scenes. */
  readonly opened: Copies | null;
  readonly missing: boolean;
  /** Whether the layers of the scene are listed below it. */
  readonly open: boolean;
  /** The position in the movie, from 1. */
  readonly number: number;
  /**
   * The width of the clip in pixels. In a narrow clip, the name has priority over the badges. If the name does not fit,
   * the number replaces it.
   */
  readonly width: number;
}

/** The head of a clip, with the name, the badges, and the duration of the scene. */
export function ClipHead(props: ClipHeadProps) {
  const { scene, variables, copy, folded, opened, missing, open, number, width } = props;
  const { timeline: strings } = useStrings();
  const { effects, frames, parts, isLengthOpen } = clipContent(scene, folded);
  const title = folded?.title ?? sceneTitle(scene, strings);
  const hasArrow = width >= MIN_WIDTH_FOR_ARROW;
  const isOfChoice = hasArrow && scene.choices !== undefined;
  const canFold = opened !== null && width >= MIN_WIDTH_FOR_FOLD;
  const copySigns = folded === null ? [copy, copy] : [folded, folded];
  const signs = [missing, canFold, hasArrow, isOfChoice, ...(hasArrow ? copySigns : [])].filter(Boolean).length;
  const badges = [variables.length > 0, effects.length > 0, parts > 1].filter(Boolean).length;
  const contents = headContents({ width, title, number, badges, signs });
  return (
    <>
      {canFold && <CopiesButton copies={opened} isOpen={true} />}
      {hasArrow && folded === null && <OpenArrow scene={scene} title={title} open={open} />}
      {hasArrow && folded !== null && <CopiesButton copies={folded} isOpen={false} />}
      {missing && <Icon icon={Unlink} size={12} />}
      {isOfChoice && <ChoiceSign />}
      {contents.label === 'name' && (
        <span className={styles.name} data-name="">
          {title}
        </span>
      )}
      {contents.label === 'number' && (
        <span className={clsx(styles.number, 'tabular')} title={title}>
          {number}
        </span>
      )}
      {hasArrow && folded === null && copy !== null && <CopySign copy={copy} />}
      {folded !== null && contents.label !== 'none' && <CopyCount count={folded.count} />}
      {contents.badges && <Badges variables={variables} effects={effects} parts={parts} />}
      {contents.duration && (
        <span
          className={clsx(styles.duration, 'tabular')}
          title={isLengthOpen ? strings.lengthOpen : strings.frames(frames)}
        >
          {isLengthOpen && '≈ '}
          {strings.shortFrames(frames)}
        </span>
      )}
    </>
  );
}

interface BadgesProps extends Pick<ClipHeadProps, 'variables'> {
  readonly effects: Scene['layers'][number]['effects'];
  /** The number of layers and sounds. */
  readonly parts: number;
}

function Badges({ variables, effects, parts }: BadgesProps) {
  const { timeline: strings } = useStrings();
  return (
    <>
      {variables.length > 0 && (
        <span className={clsx(styles.badge, styles.variableBadge)} title={strings.variables(variables)}>
          <Braces size={10} strokeWidth={2.5} aria-hidden={true} />
        </span>
      )}
      {effects.length > 0 && (
        <span className={clsx(styles.badge, styles.effectBadge)} title={strings.effects(effects.map(effectTitle))}>
          <EffectIcon effects={effects} />
          {effects.length > 1 && effects.length}
        </span>
      )}
      {parts > 1 && (
        <span className={clsx(styles.count, 'tabular')} title={strings.layerCount(parts)}>
          <Layers size={10} strokeWidth={2.5} aria-hidden={true} />
          {parts}
        </span>
      )}
    </>
  );
}

/** The position of a copy, such as `2/3`. */
function CopySign({ copy: { number, count } }: { readonly copy: CopyPlace }) {
  const { timeline: strings } = useStrings();
  return (
    <span className={clsx(styles.count, 'tabular')} title={strings.itemOf(number, count)}>
      {number}/{count}
    </span>
  );
}

/** The number of copies in a folded clip, such as `× 3`. */
function CopyCount({ count }: { readonly count: number }) {
  const { timeline: strings } = useStrings();
  return (
    <span className={clsx(styles.badge, styles.variableBadge, 'tabular')} title={strings.copyCount(count)}>
      × {count}
    </span>
  );
}

/** The button that gives the copies of a repeated element separate clips, or folds them into one clip. */
function CopiesButton({ copies, isOpen }: { readonly copies: Copies; readonly isOpen: boolean }) {
  const { timeline: strings } = useStrings();
  const { timeline: view } = useEditor();
  const label = isOpen ? strings.foldCopies(copies.title) : strings.openCopies(copies.title, copies.count);
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.twist}
      aria-label={label}
      title={label}
      aria-expanded={isOpen}
      onClick={() => setOpenCopies(view, copies, !isOpen)}
    >
      <Icon icon={isOpen ? FoldHorizontal : ChevronRight} size={12} />
    </button>
  );
}

/** The icon that marks the scene as a case of a choice. */
function ChoiceSign() {
  const { timeline: strings } = useStrings();
  return (
    <span className={styles.choice} title={strings.ofChoice}>
      <Icon icon={Split} size={12} />
    </span>
  );
}

/** The arrow that expands or collapses a scene. Expanding collapses the other scenes, unless Alt is held. */
function OpenArrow({ scene, title, open }: { readonly scene: Scene; readonly title: string; readonly open: boolean }) {
  const { timeline: strings } = useStrings();
  const { timeline: view } = useEditor();
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.twist}
      aria-label={open ? strings.fold(title) : strings.unfold(title)}
      aria-expanded={open}
      onClick={({ altKey }) => view.set((state) => ({ open: toggledScene(state.open, scene.id, altKey) }))}
    >
      <Icon icon={open ? ChevronDown : ChevronRight} size={12} />
    </button>
  );
}

/** The minimum width in pixels of a head that shows the arrow. */
const MIN_WIDTH_FOR_ARROW = 56;
/** The minimum width in pixels of a first copy's head that shows the button to fold all copies. */
const MIN_WIDTH_FOR_FOLD = 20;

/** The icon of the effect, or a generic icon for several effects. */
function EffectIcon({ effects }: { readonly effects: Scene['layers'][number]['effects'] }) {
  const [first] = effects;
  const Picture = effects.length === 1 && first !== undefined ? effectIcon(first.type) : Sparkles;
  return <Picture size={10} strokeWidth={2.5} aria-hidden={true} />;
}

/** The input that determines what the head of a scene shows. */
export interface HeadInput {
  /** The width of the head in pixels. */
  readonly width: number;
  readonly title: string;
  /** The position in the movie, from 1. */
  readonly number: number;
  readonly badges: number;
  /** The number of warning icons, which have priority over everything else. */
  readonly signs: number;
}

export interface HeadContents {
  readonly label: 'name' | 'number' | 'none';
  readonly badges: boolean;
  readonly duration: boolean;
}

const PADDING = 10;
const NARROW_PADDING = 4;
/** The widths in pixels of the case icon, a badge, and the duration, including the gap beside each. */
const SIGN_WIDTH = 16;
const BADGE_WIDTH = 24;
const DURATION_WIDTH = 40;
/** The widths in pixels of a letter and of a digit in the small font, slightly above the average. */
const LETTER_WIDTH = 6.3;
const DIGIT_WIDTH = 6.8;
/** The minimum useful width of a shortened name in pixels. */
const USEFUL_NAME_WIDTH = 44;

/**
 * Returns the parts that fit into a head, in order of priority: a useful part of the name, the duration, and the
 * badges. If the name does not fit, the head shows the number of the scene, because messages also refer to scenes by
 * number.
 */
export function headContents({ width, title, number, badges, signs }: HeadInput): HeadContents {
  const room = width - PADDING - signs * SIGN_WIDTH;
  const name = Math.min(USEFUL_NAME_WIDTH, title.length * LETTER_WIDTH);
  if (room >= name) {
    const duration = room >= name + DURATION_WIDTH;
    return { label: 'name', duration, badges: duration && room >= name + DURATION_WIDTH + badges * BADGE_WIDTH };
  }
  const numberFits = width - NARROW_PADDING - signs * SIGN_WIDTH >= String(number).length * DIGIT_WIDTH;
  return { label: numberFits ? 'number' : 'none', duration: false, badges: false };
}
