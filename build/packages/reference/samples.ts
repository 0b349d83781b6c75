import type { EffectType } from '#shared/template/effects/effects.ts';
import type { TRANSITION_TYPES } from '#shared/template/tables/transition-attributes.ts';
import type { PresetType } from '#shared/template/values/animation.ts';
import type { BlendMode } from '#shared/template/values/placement.ts';

/** The content of a scene of 24 frames, 320 × 180 pixels. Its sources are pictures of the examples. */
export interface SceneSample {
  readonly layers: string;
  /** The layers on the left of the comparison. A sample without a comparison is shown at several frames. */
  readonly without?: string;
}

const BOX = 'fit="cover" width="100%" height="100%"';
const image = (name: string, inner = '') => `<image src="${name}.jpg" ${BOX}>${inner}</image>`;
const SUNSET = image('sunset');
const filtered = (attributes: string): SceneSample => ({
  layers: image('sunset', `<filter ${attributes}/>`),
  without: SUNSET,
});

const TITLE = '<text content="Spring" size="64" weight="700" color="#fbe9d7"';
const title = (inner: string) => `<solid color="#2a3d52"/>${TITLE}>${inner}</text>`;
const moved = (attributes: string): SceneSample => ({ layers: title(`<animation ${attributes} duration="20"/>`) });
const worded = (attributes: string): SceneSample => ({
  layers: `<solid color="#2a3d52"/><text content="Spring is here" size="44" weight="700" color="#fbe9d7"><animation ${attributes} duration="20"/></text>`,
});
const windowed = (attributes: string): SceneSample => ({
  layers: image('mountains', `<animation ${attributes} duration="100%"/>`),
});
const badge = (inner = '') =>
  `<solid color="#e9dfd0"/><shape type="ellipse" width="120" height="120" fill="#c2542d">${inner}</shape>`;

/** Returns a shape on a background of one color, over a picture. */
const keyed = (inner: string) =>
  `${SUNSET}<group width="320" height="180"><solid color="#e8c9a0"/><shape type="ellipse" width="120" height="120" fill="#24506b"/>${inner}</group>`;

/** A sample of each effect with clearly visible parameters. */
export const effectSamples: Readonly<Record<EffectType, SceneSample>> = {
  saturation: filtered('type="saturation" intensity="0.3"'),
  vignette: filtered('type="vignette" aperture="1"'),
  brightness: filtered('type="brightness" intensity="0.6"'),
  contrast: filtered('type="contrast" intensity="1.6"'),
  gamma: filtered('type="gamma" gamma="2"'),
  hue: filtered('type="hue" angle="90"'),
  grayscale: filtered('type="grayscale"'),
  sepia: filtered('type="sepia"'),
  invert: filtered('type="invert"'),
  tint: filtered('type="tint" color="#7fd4c1"'),
  colormatrix: filtered('type="colormatrix" matrix="0 0 1 0  0 1 0 0  1 0 0 0"'),
  blur: filtered('type="blur" radius="5"'),
  dropshadow: { layers: badge('<filter type="dropshadow" offset="6, 8" radius="6"/>'), without: badge() },
  sharpen: filtered('type="sharpen" amount="4" radius="1.5"'),
  glow: filtered('type="glow" threshold="0.6" radius="8" intensity="1.5"'),
  tiltshift: filtered('type="tiltshift" focusheight="0.65"'),
  chromakey: {
    layers: keyed('<filter type="chromakey" color="#e8c9a0" tolerance="0.05"/>'),
    without: keyed(''),
  },
  cube: filtered('type="cube" src="evening.cube"'),
  noise: filtered('type="noise" amount="0.4" size="2" color="true"'),
  rotate: { layers: image('sunset', '<transform type="rotate" angle="12"/>'), without: SUNSET },
  perspective: {
    layers: image(
      'sunset',
      '<transform type="perspective" upperleft="60, 20" upperright="300, 0" lowerright="290, 180"/>',
    ),
    without: SUNSET,
  },
  flip: { layers: image('sunset', '<transform type="flip" axis="y"/>'), without: SUNSET },
  crop: {
    layers: image('sunset', '<transform type="crop" top="20%" right="25%" bottom="10%" left="5%"/>'),
    without: SUNSET,
  },
};

/** A sample of each preset, a few frames shorter than its scene. */
export const presetSamples: Readonly<Record<PresetType, SceneSample>> = {
  fadein: moved('type="fadein"'),
  fadeout: moved('type="fadeout"'),
  slidein: moved('type="slidein" direction="left"'),
  slideout: moved('type="slideout" direction="bottom"'),
  zoomin: moved('type="zoomin"'),
  zoomout: moved('type="zoomout"'),
  spinin: moved('type="spinin" angle="-180"'),
  spinout: moved('type="spinout" angle="180"'),
  pop: moved('type="pop"'),
  kenburns: windowed('type="kenburns" zoom="1.8"'),
  pan: windowed('type="pan" zoom="1.8"'),
  spin: moved('type="spin"'),
  typewriter: worded('type="typewriter"'),
  textin: worded('type="textin" effect="slidein" direction="bottom"'),
  textout: worded('type="textout" unit="letter" effect="zoomout"'),
  countup: {
    layers:
      '<solid color="#2a3d52"/><text value="1250" size="64" weight="700" color="#fbe9d7"><animation type="countup" duration="20"/></text>',
  },
};

/** The attributes of each sample transition, which takes 23 frames. */
export const transitionSamples: Readonly<Record<(typeof TRANSITION_TYPES)[number], string>> = {
  crossfade: '',
  dissolve: '',
  fade: 'color="#fbe9d7"',
  wipe: 'direction="left" softness="0.1"',
  circle: 'softness="0.05"',
  clock: '',
  luma: 'src="aurora.jpg" softness="0.2"',
  slide: 'direction="right"',
  push: 'direction="right"',
  reveal: 'direction="right"',
  zoom: 'amount="1"',
  custom: '',
};

/** Returns the content of a custom transition: one picture shrinks and rotates, the other grows behind it. */
export function customSample(outgoing: string, incoming: string): string {
  const moved = (ref: string, keys: string) => `<layer ref="${ref}"><animation>${keys}</animation></layer>`;
  const grows = '<key time="0" scale="0.6" opacity="0.3"/><key time="100%" scale="1" opacity="1"/>';
  const goes =
    '<key time="0" position="0, 0" scale="1" rotation="0"/><key time="100%" position="-260, 60" scale="0.4" rotation="-25"/>';
  return `<scene background="#14202b">${moved(incoming, grows)}${moved(outgoing, goes)}</scene>`;
}

/** Returns a sample of a blend mode: three colors over a picture. */
export function blendSample(mode: BlendMode): SceneSample {
  const dot = (fill: string, across: number) =>
    `<shape type="ellipse" width="110" height="110" fill="${fill}" position="${across}, 0" blendmode="${mode}"/>`;
  return { layers: `${image('mountains')}${dot('#f0563f', -90)}${dot('#808080', 0)}${dot('#8fe0c8', 90)}` };
}
