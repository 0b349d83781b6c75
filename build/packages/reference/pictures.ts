import { effectTypes } from '#shared/template/effects/effects.ts';
import { PRESETS } from '#shared/template/tables/animation-attributes.ts';
import { TRANSITION_TYPES } from '#shared/template/tables/transition-attributes.ts';
import { BLEND_MODES } from '#shared/template/values/placement.ts';
import {
  blendSample,
  customSample,
  effectSamples,
  presetSamples,
  type SceneSample,
  transitionSamples,
} from './samples.ts';

/** A picture of the reference: frames of a film side by side. */
export interface ReferencePicture {
  /** The file name without folder and extension, such as `effect-blur`. */
  readonly name: string;
  readonly film: 'scenes' | 'transitions';
  readonly frames: readonly number[];
}

const SCENE = 24;
/** The frames of a scene in a picture without a comparison. */
const MOMENTS = [1, 7, 13, 19];
const JOINED = 60;
const JOINT = 23;
/** The frames at a quarter, a half, and three quarters of the transition. */
const STEPS = [5, 11, 17];

interface Named {
  readonly name: string;
  readonly sample: SceneSample;
  readonly still: boolean;
}

const samples: readonly Named[] = [
  ...effectTypes.map((type) => ({ name: effectPicture(type), sample: effectSamples[type], still: true })),
  ...PRESETS.map((type) => ({ name: `preset-${type}`, sample: presetSamples[type], still: false })),
  ...BLEND_MODES.map((mode) => ({ name: `blend-${mode}`, sample: blendSample(mode), still: true })),
];

/** Returns the name of an effect's picture. */
export function effectPicture(type: string): string {
  return `effect-${type}`;
}

/**
 * Returns all pictures of the reference, and the two films that contain their frames. The sources are in `examples/`.
 */
export function referencePictures(): {
  readonly pictures: readonly ReferencePicture[];
  readonly films: Readonly<Record<ReferencePicture['film'], string>>;
} {
  const scenes: string[] = [];
  const pictures: ReferencePicture[] = samples.map(({ name, sample: { layers, without }, still }) => {
    const first = scenes.length * SCENE;
    if (without !== undefined) scenes.push(without);
    scenes.push(layers);
    const moments = still ? [0] : MOMENTS;
    const frames = without === undefined ? moments.map((at) => first + at) : [first, first + SCENE];
    return { name, film: 'scenes', frames };
  });
  const each = JOINED - JOINT;
  const joined = TRANSITION_TYPES.map((type, index): ReferencePicture => {
    const start = (index + 1) * each;
    return { name: `transition-${type}`, film: 'transitions', frames: STEPS.map((step) => start + step) };
  });
  return {
    pictures: [...pictures, ...joined],
    films: {
      scenes: movie(scenes.map((layers) => `<scene duration="${SCENE}">${layers}</scene>`)),
      transitions: movie([
        still(0),
        ...TRANSITION_TYPES.flatMap((type, index) => [transition(type, index), still(index + 1)]),
      ]),
    },
  };
}

/** @param number The number of the picture before the transition. */
function transition(type: (typeof TRANSITION_TYPES)[number], number: number): string {
  const inside = type === 'custom' ? customSample(`still-${number}`, `still-${number + 1}`) : '';
  return `<transition type="${type}" duration="${JOINT}" ${transitionSamples[type]}>${inside}</transition>`;
}

function still(number: number): string {
  const name = number % 2 === 0 ? 'mountains' : 'sunset';
  return `<scene id="still-${number}" duration="${JOINED}"><image src="${name}.jpg" fit="cover" width="100%" height="100%"/></scene>`;
}

function movie(inner: readonly string[]): string {
  return `<movie width="320" height="180" framerate="25">\n${inner.join('\n')}\n</movie>\n`;
}
