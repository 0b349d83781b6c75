import {
  choiceOf,
  EASING_CHOICES,
  easingPath,
  readEasing,
  readTypedEasing,
  textOfChoice,
  typedEasingText,
} from '#renderer/editor/easing-shapes.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import type { BrandKit } from '#shared/brand/brand-kit.ts';
import {
  DIRECTIONS_BY_TRANSITION,
  type TRANSITION_DIRECTIONS,
  TRANSITION_TYPES,
} from '#shared/template/tables/transition-attributes.ts';
import styles from './brand.module.css';
import { BrandGroup, BrandRow } from './brand-group.tsx';
import type { SectionProps } from './section-props.ts';

type Motion = NonNullable<BrandKit['motion']>;
type Transition = NonNullable<Motion['transition']>;

const DEFAULT = '';
const OWN = 'own';
const TYPES = TRANSITION_TYPES.filter((type) => type !== 'dissolve' && type !== 'custom' && type !== 'luma');
const [CURVE_WIDTH, CURVE_HEIGHT] = [24, 12];

/** The default motion: an easing curve and a transition. */
export function MotionSection({ kit, onChange }: SectionProps) {
  const { brand: strings, inspector, keys, timeline } = useStrings();
  const { motion = {} } = kit;
  const { easing, transition } = motion;
  const set = (next: Motion) => onChange({ ...kit, motion: next });
  const setTransition = (next: Transition | null) => {
    const { transition: _before, ...rest } = motion;
    set(next === null ? rest : { ...rest, transition: next });
  };
  const setEasing = (next: string | null) => {
    const { easing: _before, ...rest } = motion;
    set(next === null ? rest : { ...rest, easing: next });
  };
  const choice = easing === undefined ? DEFAULT : (choiceOf(easing) ?? OWN);
  const curve = readEasing(easing ?? 'linear');
  const directions = transition === undefined ? [] : directionsOf(transition.type);
  const ways: Readonly<Record<TransitionDirection, string>> = { ...inspector.places, ...strings.zoomWays };
  return (
    <BrandGroup title={strings.motion}>
      <BrandRow label={strings.easing}>
        <svg className={styles.curve} viewBox={`-1 -1 ${CURVE_WIDTH + 2} ${CURVE_HEIGHT + 2}`} aria-hidden={true}>
          {curve !== null && <path d={easingPath(curve, CURVE_WIDTH, CURVE_HEIGHT)} />}
        </svg>
        <Select
          value={choice}
          placeholder={strings.defaultChoice}
          label={strings.easing}
          size="sm"
          className={styles.choice}
          options={[
            { value: DEFAULT, label: strings.defaultChoice },
            ...EASING_CHOICES.filter((each) => each !== 'steps' && each !== 'hold').map((each) => ({
              value: each,
              label: keys.easings[each],
            })),
          ]}
          onChange={(next) => {
            const chosen = EASING_CHOICES.find((each) => each === next);
            setEasing(chosen === undefined ? null : textOfChoice(chosen, easing ?? 'ease'));
          }}
        />
        {choice === OWN && easing !== undefined && (
          <TextField
            value={typedEasingText(easing)}
            label={strings.curvePoints}
            size="sm"
            mono
            boxClassName={styles.points}
            onCommit={(text) => {
              const typed = readTypedEasing(text);
              if (typed !== null) setEasing(typed);
            }}
          />
        )}
      </BrandRow>
      <BrandRow label={strings.transition}>
        <Select
          value={transition?.type ?? DEFAULT}
          placeholder={strings.defaultChoice}
          label={strings.transition}
          size="sm"
          className={styles.choice}
          options={[
            { value: DEFAULT, label: strings.defaultChoice },
            ...TYPES.map((type) => ({ value: type as string, label: timeline.transitionTypes[type] })),
          ]}
          onChange={(type) => setTransition(type === DEFAULT ? null : withType(transition, type))}
        />
        {transition !== undefined && (
          <>
            {directions.length > 0 && (
              <Select
                value={transition.direction ?? DEFAULT}
                placeholder={strings.defaultChoice}
                label={strings.direction}
                size="sm"
                className={styles.side}
                options={[
                  { value: DEFAULT, label: strings.defaultChoice },
                  ...directions.map((each) => ({ value: each as string, label: ways[each] })),
                ]}
                onChange={(direction) => {
                  const { direction: _before, ...rest } = transition;
                  setTransition(direction === DEFAULT ? rest : { ...rest, direction });
                }}
              />
            )}
            <TextField
              value={transition.duration ?? ''}
              label={strings.duration}
              placeholder="0.5s"
              size="sm"
              boxClassName={styles.duration}
              onCommit={(text) => {
                const { duration: _before, ...rest } = transition;
                setTransition(text.trim() === '' ? rest : { ...rest, duration: text.trim() });
              }}
            />
          </>
        )}
      </BrandRow>
      <p className={styles.hint}>{strings.motionHint}</p>
    </BrandGroup>
  );
}

export type TransitionDirection = (typeof TRANSITION_DIRECTIONS)[number];

/** Returns the directions of a transition type; empty if the type has only one direction. */
export function directionsOf(type: string): readonly TransitionDirection[] {
  const directions: Readonly<Record<string, readonly TransitionDirection[]>> = DIRECTIONS_BY_TRANSITION;
  return directions[type] ?? [];
}

interface BrandTransition {
  readonly type: string;
  readonly direction?: string | undefined;
  readonly duration?: string | undefined;
}

/** Returns the transition with another type. The direction stays if the new type supports it. */
export function withType(transition: BrandTransition | undefined, type: string): BrandTransition {
  const { direction, ...rest } = transition ?? { type };
  const keepsDirection = directionsOf(type).some((each) => each === direction);
  return { ...rest, type, ...(keepsDirection && { direction }) };
}
