import { clsx } from 'clsx';
import { Braces, EyeOff, Sparkles, Unlink } from 'lucide-react';
import type { Scene } from '../../../../shared/template/movie/movie.ts';
import { useStrings } from '../../../strings/use-strings.tsx';
import { effectIcon } from '../../../ui/display/effect-icons.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { headContents } from '../layout/head-contents.ts';
import { effectTitle, sceneTitle } from '../model/scene-words.ts';
import styles from './clip.module.css';

export interface ClipHeadProps {
  readonly scene: Scene;
  readonly variables: readonly string[];
  readonly missing: boolean;
  /** In the film, from 1. */
  readonly number: number;
  /** Pixels of the clip: badges give way to the name, and that to the number. */
  readonly width: number;
}

/** A scene's name, what it uses, and how long it is. */
export function ClipHead({ scene, variables, missing, number, width }: ClipHeadProps) {
  const { timeline: words } = useStrings();
  const effects = scene.layers.flatMap((layer) => layer.effects);
  const [only] = effects;
  const title = sceneTitle(scene, words);
  const isOpen = scene.fits?.state === 'open';
  const signs = (missing ? 1 : 0) + (scene.enabled ? 0 : 1);
  const badges = (variables.length > 0 ? 1 : 0) + (only === undefined ? 0 : 1);
  const shows = headContents({ width, title, number, badges, signs });
  return (
    <>
      {missing && <Icon icon={Unlink} size={12} />}
      {!scene.enabled && <Icon icon={EyeOff} size={12} />}
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
      {shows.duration && (
        <span className={clsx(styles.duration, 'tabular')} title={isOpen ? words.lengthOpen : undefined}>
          {isOpen && '≈ '}
          {scene.duration}
        </span>
      )}
    </>
  );
}

/** That of the effect where there is one, else that of all. */
function EffectIcon({ effects }: { readonly effects: Scene['layers'][number]['effects'] }) {
  const [first] = effects;
  const Picture = effects.length === 1 && first !== undefined ? effectIcon(first.type) : Sparkles;
  return <Picture size={10} strokeWidth={2.5} aria-hidden={true} />;
}
