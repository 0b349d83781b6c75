import { clsx } from 'clsx';
import { Braces, Droplet, EyeOff, FlipHorizontal2, Sparkles, Unlink } from 'lucide-react';
import type { Effect } from '../../../shared/template/effects.ts';
import type { Scene } from '../../../shared/template/movie.ts';
import { useStrings } from '../../strings/use-strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './clip.module.css';
import { effectTitle, sceneTitle } from './scene-words.ts';

export interface ClipHeadProps {
  readonly scene: Scene;
  readonly variables: readonly string[];
  readonly missing: boolean;
  /** Pixels of the clip: badges give way to the name. */
  readonly width: number;
}

const effectIcons = { saturation: Droplet, vignette: Sparkles, flip: FlipHorizontal2 } as const satisfies Record<
  Effect['type'],
  unknown
>;

/** A scene's name, what it uses, and how long it is. */
export function ClipHead({ scene, variables, missing, width }: ClipHeadProps) {
  const { timeline: words } = useStrings();
  const effects = scene.layers.flatMap((layer) => layer.effects);
  const [only] = effects;
  const hasRoom = width > 72;
  return (
    <>
      {missing && <Icon icon={Unlink} size={12} />}
      {!scene.enabled && <Icon icon={EyeOff} size={12} />}
      <span className={styles.name} data-name="">
        {sceneTitle(scene, words)}
      </span>
      {hasRoom && variables.length > 0 && (
        <span className={clsx(styles.badge, styles.variableBadge)} title={words.variables(variables)}>
          <Braces size={10} strokeWidth={2.5} aria-hidden={true} />
        </span>
      )}
      {hasRoom && only !== undefined && (
        <span className={clsx(styles.badge, styles.effectBadge)} title={words.effects(effects.map(effectTitle))}>
          <EffectIcon effects={effects} />
          {effects.length > 1 && effects.length}
        </span>
      )}
      {width > 44 && <span className={clsx(styles.duration, 'tabular')}>{scene.duration}</span>}
    </>
  );
}

/** That of the effect where there is one, else that of all. */
function EffectIcon({ effects }: { readonly effects: readonly Effect[] }) {
  const [first] = effects;
  const Picture = effects.length === 1 && first !== undefined ? effectIcons[first.type] : Sparkles;
  return <Picture size={10} strokeWidth={2.5} aria-hidden={true} />;
}
