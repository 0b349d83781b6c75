/** The weights of each channel in the left and in the right output channel. */
export type StereoWeights = readonly (readonly [left: number, right: number])[];

export interface SoundChannels {
  readonly channels: number;
  /** The name of the channel order in FFmpeg, such as `5.1(side)`; null if the file does not contain it. */
  readonly channelLayout: string | null;
}

/** A mix of the channels of a sound to stereo. */
export interface StereoMix {
  readonly weights: StereoWeights;
  /** Whether FFmpeg's resampler uses these weights by default. FFmpeg cannot mix other channel orders. */
  readonly isKnownToFfmpeg: boolean;
}

const HALF_POWER = Math.SQRT1_2;

/** The channels of FFmpeg's named layouts, in their order (libavutil/channel_layout.c). */
const LAYOUTS: Readonly<Record<string, string>> = {
  mono: 'FC',
  stereo: 'FL FR',
  downmix: 'FL FR',
  '2.1': 'FL FR LFE',
  '3.0': 'FL FR FC',
  '3.0(back)': 'FL FR BC',
  '4.0': 'FL FR FC BC',
  quad: 'FL FR BL BR',
  'quad(side)': 'FL FR SL SR',
  '3.1': 'FL FR FC LFE',
  '5.0': 'FL FR FC BL BR',
  '5.0(side)': 'FL FR FC SL SR',
  '4.1': 'FL FR FC LFE BC',
  '5.1': 'FL FR FC LFE BL BR',
  '5.1(side)': 'FL FR FC LFE SL SR',
  '6.0': 'FL FR FC BC SL SR',
  '6.0(front)': 'FL FR FLC FRC SL SR',
  hexagonal: 'FL FR FC BL BR BC',
  '6.1': 'FL FR FC LFE BC SL SR',
  '6.1(back)': 'FL FR FC LFE BL BR BC',
  '6.1(front)': 'FL FR LFE FLC FRC SL SR',
  '7.0': 'FL FR FC BL BR SL SR',
  '7.0(front)': 'FL FR FC FLC FRC SL SR',
  '7.1': 'FL FR FC LFE BL BR SL SR',
  '7.1(wide)': 'FL FR FC LFE BL BR FLC FRC',
  '7.1(wide-side)': 'FL FR FC LFE FLC FRC SL SR',
  octagonal: 'FL FR FC BL BR BC SL SR',
  hexadecagonal: 'FL FR FC BL BR BC SL SR TFL TFC TFR TBL TBC TBR WL WR',
  '22.2': 'FL FR FC LFE BL BR FLC FRC BC SL SR TC TFL TFC TFR TBL TBC TBR LFE2 TSL TSR BFC BFL BFR',
  // FFmpeg has used this name since version 7.
  '3.1.2': 'FL FR FC LFE TFL TFR',
  '5.1.2': 'FL FR FC LFE SL SR TFL TFR',
  '5.1.2(back)': 'FL FR FC LFE BL BR TFL TFR',
  '5.1.4': 'FL FR FC LFE BL BR TFL TFR TBL TBR',
  '7.1.2': 'FL FR FC LFE BL BR SL SR TFL TFR',
  '7.1.4': 'FL FR FC LFE BL BR SL SR TFL TFR TBL TBR',
  '9.1.4': 'FL FR FC LFE BL BR FLC FRC SL SR TFL TFR TBL TBR',
};

/** The layouts that FFmpeg 5.1 uses by default, by the number of channels (`av_channel_layout_default`). */
const ASSUMED_LAYOUTS: Readonly<Record<number, string>> = {
  1: 'mono',
  2: 'stereo',
  3: '2.1',
  4: '4.0',
  5: '5.0',
  6: '5.1',
  7: '6.1',
  8: '7.1',
  16: 'hexadecagonal',
  24: '22.2',
};

/** The usual layouts for channel counts without a default layout in FFmpeg 5.1. */
const USUAL_LAYOUTS: Readonly<Record<number, string>> = { 10: '7.1.2', 12: '7.1.4', 14: '9.1.4' };

/**
 * Pairs of channels. FFmpeg requires either both channels of a pair or none (libswresample/rematrix.c, `sane_layout`).
 */
const PAIRS = [
  ['FL', 'FR'],
  ['SL', 'SR'],
  ['BL', 'BR'],
  ['FLC', 'FRC'],
] as const;

/** The channels of beds without height, which are mixed into stereo. All other channels are dropped. */
const MIXED: ReadonlySet<string> = new Set(['FL', 'FR', 'FC', 'BL', 'BR', 'BC', 'SL', 'SR', 'FLC', 'FRC']);
const LOW_FREQUENCY = /^LFE2?$/;

/**
 * Returns the stereo mix of any channels, for the engine, the proxies, and the preview. Drops low-frequency channels.
 * The sum of the weights of a side is at most 1, which prevents clipping.
 */
export function stereoMix({ channels, channelLayout }: SoundChannels): StereoMix {
  const order = /^ambisonic (\d+)/.exec(channelLayout ?? '')?.[1];
  if (order !== undefined) return customMix(ambisonicWeights(channels, Number(order)));
  const named = namesIn(channelLayout);
  const names =
    [named, namesIn(ASSUMED_LAYOUTS[channels] ?? null)].find((candidate) => candidate?.length === channels) ?? null;
  if (names !== null && isMixedByFfmpeg(names)) {
    // Use the center, because FFmpeg treats every single channel as mono.
    const mixed = names.length === 1 ? ['FC'] : names;
    // Use only nine channels of 22.2, because FFmpeg reads only these (libswresample/rematrix.c, `auto_matrix`).
    const mixedEnd = mixed.length === 24 ? 9 : mixed.length;
    const weights = mixed.map((name, at): Weight => (at < mixedEnd && MIXED.has(name) ? weightOf(name) : SILENT));
    // FFmpeg drops the upper and the wide channels up to version 6, and mixes them since version 7.
    const isKnownToFfmpeg = mixed.slice(0, mixedEnd).every((name) => MIXED.has(name) || LOW_FREQUENCY.test(name));
    return { weights: normalized(weights), isKnownToFfmpeg };
  }
  const usual = names ?? namesIn(USUAL_LAYOUTS[channels] ?? null);
  if (usual !== null) return customMix(usual.map((name) => (LOW_FREQUENCY.test(name) ? SILENT : weightOf(name))));
  // The positions are unknown. As on mixing consoles, put odd channels on the left and even channels on the right.
  return customMix(Array.from({ length: channels }, (_, index): Weight => (index % 2 === 0 ? [1, 0] : [0, 1])));
}

type Weight = StereoWeights[number];

const SILENT: Weight = [0, 0];

function customMix(weights: StereoWeights): StereoMix {
  return { weights: normalized(weights), isKnownToFfmpeg: false };
}

/**
 * Returns the channel names of a layout from its FFmpeg name or its description, such as `2 channels (FL+FC)`; null if
 * a name is unknown.
 */
function namesIn(layout: string | null): readonly string[] | null {
  if (layout === null) return null;
  const described = /^\d+ channels \((.+)\)$/.exec(layout)?.[1];
  return described?.split('+') ?? LAYOUTS[layout]?.split(' ') ?? null;
}

function isMixedByFfmpeg(names: readonly string[]): boolean {
  if (names.length === 1) return true;
  const has = (name: string) => names.includes(name);
  return (has('FL') || has('FC')) && PAIRS.every(([left, right]) => has(left) === has(right));
}

/**
 * Returns the weights of a channel by its name. Left and right front channels have full amplitude. The center and other
 * left and right channels have half power per side. Other middle channels have half amplitude per side.
 */
function weightOf(name: string): Weight {
  if (/^(?:FL|FLC|DL)$/.test(name)) return [1, 0];
  if (/^(?:FR|FRC|DR)$/.test(name)) return [0, 1];
  if (name.endsWith('L')) return [HALF_POWER, 0];
  if (name.endsWith('R')) return [0, HALF_POWER];
  return name === 'FC' ? [HALF_POWER, HALF_POWER] : [0.5, 0.5];
}

/**
 * Returns the weights of two cardioids that face left and right, for channels in ACN order with SN3D normalization (RFC
 * 8486, 3.2). Two additional channels are head-locked stereo.
 */
function ambisonicWeights(channels: number, order: number): StereoWeights {
  const inSphere = (order + 1) ** 2;
  const headLocked: StereoWeights = [
    [1, 0],
    [0, 1],
  ];
  return Array.from({ length: channels }, (_, index): Weight => {
    if (index === 0) return order === 0 ? [HALF_POWER, HALF_POWER] : [0.5, 0.5];
    if (index === 1 && order > 0) return [0.5, -0.5];
    return headLocked[index - inSphere] ?? SILENT;
  });
}

/** Scales all weights so that the larger sum of both sides is at most 1, as FFmpeg does for integer samples. */
function normalized(weights: StereoWeights): StereoWeights {
  const sum = (side: 0 | 1) => weights.reduce((total, weight) => total + Math.abs(weight[side]), 0);
  const most = Math.max(1, sum(0), sum(1));
  return weights.map(([left, right]) => [left / most, right / most]);
}
