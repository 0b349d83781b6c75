import { type Message, message } from '../messages/message.ts';
import { createLoudnessMeter } from '../sound/film-gain.ts';
import { framesToSeconds, SAMPLE_RATE } from '../template/values/frame-rate.ts';
import { buildTimeline } from '../timeline/build-timeline.ts';
import { type CheckCode, type CheckSeverity, filmChecks } from './check-table.ts';
import type { AnalyzedFilm } from './other-checks.ts';
import type { FilmFinding } from './report.ts';

/** A range in seconds. */
export interface SecondsSpan {
  readonly from: number;
  readonly to: number;
}

/** The facts about the sound of a film that the checks use. */
export interface SoundFacts {
  readonly seconds: number;
  /** The highest true peak in dBTP (null for silence), and its time in seconds. */
  readonly truePeak: number | null;
  readonly peakAt: number;
  /** The integrated loudness in LUFS; null if the sound is too quiet to measure. */
  readonly integrated: number | null;
  /** The silent ranges of at least two seconds, in order. */
  readonly silent: readonly SecondsSpan[];
  /** Whether the whole film is silent. */
  readonly isSilent: boolean;
  /** The ranges of at least two seconds in which the channels cancel each other out. */
  readonly opposed: readonly SecondsSpan[];
  /** The difference in decibels between stereo and mono playback, positive if mono is quieter; null for silence. */
  readonly monoLoss: number | null;
  /** The silent channel if almost all sound comes from the other channel; null otherwise. */
  readonly quietSide: 'left' | 'right' | null;
  /** The level at the end of the film in dBFS; null for silence. */
  readonly endLevel: number | null;
}

/** Reads the sound of a film piece by piece. */
export interface SoundReader {
  /** Adds interleaved stereo samples at 48 kHz. */
  readonly add: (samples: Float32Array) => void;
  readonly end: () => SoundFacts;
}

/** The number of samples per block of 10 ms. The windows of the checks consist of blocks. */
const BLOCK = SAMPLE_RATE / 100;

/**
 * The energies by block: of the left channel, of the right channel, and of their product; and the length of the film.
 */
interface Blocks {
  readonly left: number[];
  readonly right: number[];
  readonly product: number[];
}

/** Creates a reader. It uses 24 bytes of memory per 10 ms of sound. */
export function createSoundReader(): SoundReader {
  const meter = createLoudnessMeter();
  const peak = createPeakMeter();
  const blocks: Blocks = { left: [], right: [], product: [] };
  const ending = new Float32Array(2 * Math.round(filmChecks['sound/cut-off'].thresholds.seconds * SAMPLE_RATE));
  // The sums of the current block: the energies of both channels and of their product.
  const sums = new Float64Array(3);
  let [inBlock, samplesRead] = [0, 0];
  const endBlock = (): void => {
    blocks.left.push(sums[0] ?? 0);
    blocks.right.push(sums[1] ?? 0);
    blocks.product.push(sums[2] ?? 0);
    sums.fill(0);
    inBlock = 0;
  };
  /** Adds samples that belong to one block. Local variables take less time than variables of the closure. */
  const addToBlock = (samples: Float32Array, from: number, to: number): void => {
    let left = sums[0] ?? 0;
    let right = sums[1] ?? 0;
    let product = sums[2] ?? 0;
    for (let at = from; at < to; at += 2) {
      const one = samples[at] ?? 0;
      const other = samples[at + 1] ?? 0;
      left += one * one;
      right += other * other;
      product += one * other;
      const place = (2 * samplesRead + at - from) % ending.length;
      ending[place] = one;
      ending[place + 1] = other;
    }
    sums[0] = left;
    sums[1] = right;
    sums[2] = product;
    samplesRead += (to - from) / 2;
    inBlock += (to - from) / 2;
  };
  return {
    add: (samples) => {
      meter.add(samples);
      peak.add(samples);
      const length = samples.length - (samples.length % 2);
      for (let at = 0; at < length; ) {
        const end = Math.min(length, at + 2 * (BLOCK - inBlock));
        addToBlock(samples, at, end);
        if (inBlock === BLOCK) endBlock();
        at = end;
      }
    },
    end: () => {
      const { integrated } = meter.end();
      const { truePeak, peakAt } = peak.end();
      if (inBlock > 0) endBlock();
      const seconds = samplesRead / SAMPLE_RATE;
      const endEnergy = ending.reduce((sum, sample) => sum + sample * sample, 0) / ending.length;
      return {
        seconds,
        truePeak: truePeak === 0 ? null : 20 * Math.log10(truePeak),
        peakAt: peakAt / SAMPLE_RATE,
        integrated: integrated(),
        ...silence(blocks, seconds),
        ...sides(blocks, seconds),
        endLevel: endEnergy === 0 ? null : 10 * Math.log10(endEnergy),
      };
    },
  };
}

/** The number of samples on each side of an interpolated point, and of points between two samples. */
const SIDE = 16;
const POINTS = 3;
/** The fraction of the highest peak at which a sample is near a possible peak. */
const NEAR_PEAK = 0.5;

/** The interpolation filters of the points: windowed sinc functions (Kaiser, beta 9) with the length that FFmpeg uses. */
const filters = Array.from({ length: POINTS }, (_, point) =>
  Float64Array.from({ length: 2 * SIDE }, (__, tap) => {
    const distance = tap - SIDE + 1 - (point + 1) / (POINTS + 1);
    const share = distance / SIDE;
    const window = bessel(9 * Math.sqrt(Math.max(0, 1 - share * share))) / bessel(9);
    return (Math.sin(Math.PI * distance) / (Math.PI * distance)) * window;
  }),
);

/** Returns the modified Bessel function of the first kind of order zero. */
function bessel(value: number): number {
  let [sum, term] = [1, 1];
  for (let order = 1; term > sum * 1e-12; order++) {
    term *= (value / (2 * order)) ** 2;
    sum += term;
  }
  return sum;
}

/**
 * Measures the true peak of a stereo sound with four points per sample (ITU-R BS.1770-4, Annex 2). The short
 * filters of the annex underestimate peaks of high tones and of noise by up to 0.8 dB.
 */
function createPeakMeter() {
  const taps = 2 * SIDE;
  // The newest samples of both channels, after the last samples of the previous piece.
  let [left, right] = [new Float64Array(taps), new Float64Array(taps)];
  let [truePeak, peakAt, start] = [0, 0, -taps];
  const highestAt = (channel: Float64Array, at: number): number => {
    const middle = Math.abs(channel[at + SIDE - 1] ?? 0);
    const next = Math.abs(channel[at + SIDE] ?? 0);
    let highest = middle;
    if (Math.max(middle, next) <= NEAR_PEAK * truePeak) return highest;
    for (const filter of filters) {
      let sum = 0;
      for (let tap = 0; tap < taps; tap++) sum += (filter[tap] ?? 0) * (channel[at + tap] ?? 0);
      highest = Math.max(highest, Math.abs(sum));
    }
    return highest;
  };
  const add = (samples: Float32Array): void => {
    const count = samples.length >> 1;
    const [lefts, rights] = [new Float64Array(taps + count), new Float64Array(taps + count)];
    lefts.set(left);
    rights.set(right);
    for (let at = 0; at < count; at++) {
      lefts[taps + at] = samples[2 * at] ?? 0;
      rights[taps + at] = samples[2 * at + 1] ?? 0;
    }
    for (let at = 0; at < count; at++) {
      const highest = Math.max(highestAt(lefts, at), highestAt(rights, at));
      if (highest <= truePeak) continue;
      // Keep the time of the first peak among nearly equal ones.
      if (highest > truePeak * 1.001) peakAt = Math.max(0, start + at + SIDE);
      truePeak = highest;
    }
    start += count;
    left = lefts.slice(count);
    right = rights.slice(count);
  };
  return {
    add,
    end: () => {
      add(new Float32Array(2 * taps));
      return { truePeak, peakAt };
    },
  };
}

const LEVEL = (decibels: number): number => 10 ** (decibels / 10);

/** Calls a function for each window of blocks, with the mean energies of the window's samples. */
function eachWindow(
  { left, right, product }: Blocks,
  seconds: number,
  call: (window: { first: number; end: number; left: number; right: number; product: number }) => void,
): void {
  const length = Math.min(left.length, Math.round((seconds * SAMPLE_RATE) / BLOCK));
  if (length === 0) return;
  const sum = (energies: readonly number[], first: number): number => {
    let all = 0;
    for (let at = first; at < first + length; at++) all += energies[at] ?? 0;
    return all / (length * BLOCK);
  };
  for (let first = 0; first + length <= left.length; first++)
    call({
      ...{ first, end: first + length },
      ...{ left: sum(left, first), right: sum(right, first), product: sum(product, first) },
    });
}

/** Combines consecutive windows to ranges and keeps ranges of a minimum length. */
function collectTimes(least: number, filmSeconds: number) {
  const times: { from: number; to: number }[] = [];
  return {
    add: (first: number, end: number): void => {
      const [from, to] = [(first * BLOCK) / SAMPLE_RATE, Math.min(filmSeconds, (end * BLOCK) / SAMPLE_RATE)];
      const last = times.at(-1);
      if (last !== undefined && from <= last.to) last.to = to;
      else times.push({ from, to });
    },
    all: () => times.filter(({ from, to }) => to - from >= least - 1e-9),
  };
}

function silence(blocks: Blocks, filmSeconds: number) {
  const { decibels, seconds, window } = filmChecks['sound/silent'].thresholds;
  const most = LEVEL(decibels);
  const silent = collectTimes(seconds, filmSeconds);
  let isSilent = true;
  eachWindow(blocks, window, ({ first, end, left, right }) => {
    if ((left + right) / 2 < most) silent.add(first, end);
    else isSilent = false;
  });
  return { silent: silent.all(), isSilent };
}

function sides(blocks: Blocks, filmSeconds: number) {
  const { correlation, seconds, decibels, window } = filmChecks['sound/phase'].thresholds;
  const oneSided = filmChecks['sound/one-sided'].thresholds;
  const ratio = LEVEL(oneSided.decibels);
  const opposed = collectTimes(seconds, filmSeconds);
  let [sounding, withoutLeft, withoutRight, stereo, mono] = [0, 0, 0, 0, 0];
  eachWindow(blocks, window, ({ first, end, left, right, product }) => {
    if ((left + right) / 2 < LEVEL(decibels)) return;
    sounding += 1;
    stereo += (left + right) / 2;
    mono += (left + right + 2 * product) / 4;
    if (left * ratio <= right) withoutLeft += 1;
    if (right * ratio <= left) withoutRight += 1;
    const both = Math.sqrt(left * right);
    if (both > 0 && product / both < correlation) opposed.add(first, end);
  });
  const isAlone = (count: number) => sounding > 0 && count >= oneSided.share * sounding;
  const quietSide = isAlone(withoutLeft) ? ('left' as const) : isAlone(withoutRight) ? ('right' as const) : null;
  return {
    opposed: opposed.all(),
    // Limit the difference to 100 dB, because JSON has no infinite numbers.
    monoLoss: sounding === 0 ? null : 10 * Math.log10(stereo / Math.max(mono, stereo * 1e-10)),
    quietSide,
  };
}

/** A range of frames of the film; `to` is exclusive. */
type FilmSpan = Pick<FilmFinding, 'from' | 'to'>;

function report(code: CheckCode, severity: CheckSeverity, says: Message, { from, to }: FilmSpan): FilmFinding {
  return { code, severity, says, node: null, from, to, box: null };
}

/** Returns the findings about the sound of a film. */
export function soundFindings({ movie, platforms }: AnalyzedFilm, facts: SoundFacts): readonly FilmFinding[] {
  const { length } = buildTimeline(movie);
  const perSecond = length / Math.max(1e-9, framesToSeconds(length, movie.frameRate));
  const frameAt = (seconds: number): number => Math.max(0, Math.min(length, Math.round(seconds * perSecond)));
  const spanOf = ({ from, to }: { readonly from: number; readonly to: number }): FilmSpan => ({
    from: frameAt(from),
    to: Math.max(frameAt(to), Math.min(length, frameAt(from) + 1)),
  });
  const whole = { from: 0, to: length };
  if (facts.isSilent) {
    const says = message('check/silent', { seconds: facts.seconds, isWhole: true });
    return [report('sound/silent', 'warning', says, whole)];
  }
  const inside = facts.silent.filter(({ from, to }) => from > 0.01 && to < facts.seconds - 0.01);
  const peak = filmChecks['sound/peak'].thresholds;
  const { truePeak, peakAt, monoLoss, quietSide, endLevel, opposed } = facts;
  const phase = filmChecks['sound/phase'].thresholds;
  const isQuieter = monoLoss !== null && monoLoss >= phase.loss;
  const end = filmChecks['sound/cut-off'].thresholds;
  return [
    ...inside.map((span) => {
      const says = message('check/silent', { seconds: span.to - span.from, isWhole: false });
      return report('sound/silent', 'notice', says, spanOf(span));
    }),
    ...(truePeak !== null && truePeak > peak.warning
      ? [
          report(
            'sound/peak',
            truePeak > peak.error ? 'error' : 'warning',
            message('check/level', { level: truePeak, of: 'peak' }),
            spanOf({ from: peakAt, to: peakAt }),
          ),
        ]
      : []),
    ...loudnessFindings({ movie, platforms }, facts, whole),
    ...opposed.map((span) => {
      const says = message('check/sides', { seconds: span.to - span.from, loss: null, quiet: null });
      return report('sound/phase', 'warning', says, spanOf(span));
    }),
    ...(isQuieter && opposed.length === 0 && quietSide === null
      ? [report('sound/phase', 'warning', message('check/sides', { seconds: 0, loss: monoLoss, quiet: null }), whole)]
      : []),
    ...(quietSide === null
      ? []
      : [
          report(
            'sound/one-sided',
            'warning',
            message('check/sides', { seconds: 0, loss: null, quiet: quietSide }),
            whole,
          ),
        ]),
    ...(endLevel !== null && endLevel > end.decibels
      ? [
          report('sound/cut-off', 'notice', message('check/level', { level: endLevel, of: 'end' }), {
            from: frameAt(Math.max(0, facts.seconds - end.seconds)),
            to: length,
          }),
        ]
      : []),
  ];
}

function loudnessFindings(
  { movie, platforms }: Pick<AnalyzedFilm, 'movie' | 'platforms'>,
  { integrated }: SoundFacts,
  whole: FilmSpan,
): readonly FilmFinding[] {
  const { tolerance, quietest, loudest } = filmChecks['sound/loudness'].thresholds;
  if (integrated === null) return [];
  const targets = [
    ...(movie.loudness === undefined ? [] : [{ target: movie.loudness.integrated, of: null }]),
    ...platforms.flatMap(({ loudness, label }) => (loudness === null ? [] : [{ target: loudness, of: label }])),
  ];
  if (targets.length === 0) {
    if (integrated >= quietest && integrated <= loudest) return [];
    const says = message('check/loudness', { loudness: integrated, target: null, platform: null });
    return [report('sound/loudness', 'notice', says, whole)];
  }
  return targets.flatMap(({ target, of }) => {
    if (Math.abs(integrated - target) <= tolerance) return [];
    const says = message('check/loudness', { loudness: integrated, target, platform: of });
    return [report('sound/loudness', 'warning', says, whole)];
  });
}
