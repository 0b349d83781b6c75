import { message } from '../messages/message.ts';
import { shortened } from '../messages/quoting.ts';
import type { Layer, Movie } from '../template/movie/movie.ts';
import { framesToSeconds, frames as toFrames } from '../template/values/frame-rate.ts';
import { buildTimeline } from '../timeline/build-timeline.ts';
import { fitSource } from '../timeline/placement.ts';
import { filmChecks } from './check-table.ts';
import {
  type CheckedMovie,
  cueKey,
  type PlacedCaptions,
  placedCaptions,
  placedLayers,
  type TextLayouts,
} from './laid-out-texts.ts';
import { type FilmTracks, inkBoundsOf, type LayerSample, type LayerTrack, runsOf } from './layer-tracks.ts';
import type { Platform } from './platforms.ts';
import type { FilmFinding } from './report.ts';
import { isIdeographic, readingLoad } from './text-units.ts';

/** A film as the checks need it. */
export interface AnalyzedFilm {
  readonly movie: Movie;
  readonly analysis: FilmTracks;
  readonly layouts: TextLayouts;
  readonly platforms: readonly Platform[];
  /** Whether to check the safe area of a film that is taller than wide. */
  readonly checksSafeArea: boolean;
}

/** Returns the label of a layer for messages: its text, its name, or its kind. */
export function labelOf(layer: Layer): string {
  if (layer.kind === 'text') return shortened(layer.content);
  return layer.name ?? (layer.kind === 'image' || layer.kind === 'video' ? sourceName(layer.source) : layer.kind);
}

function sourceName(source: { readonly kind: string; readonly name?: string; readonly url?: string }): string {
  return shortened(source.name ?? source.url?.replace(/[?#].*$/s, '') ?? '');
}

/** Converts a number of frames to seconds. Returns 0 for a negative number. */
export const secondsOf = (count: number, { frameRate }: Movie): number =>
  framesToSeconds(toFrames(Math.max(0, count)), frameRate);

/** Returns the findings about the characters, the reading speed, the lines, and the times of captions. */
export function captionFindings(film: AnalyzedFilm, checked: CheckedMovie): readonly FilmFinding[] {
  const all = placedCaptions(checked);
  const times = timesOfTexts(all);
  return all.flatMap((captions) => [
    ...missingGlyphs(film, captions),
    ...speedFindings(film, captions, times),
    // Skip captions with a written height, which are blocks of text such as a quotation with highlighted words.
    ...(captions.layer.box.height === null ? captions.cues.flatMap((cue) => lineFindings(film, captions, cue)) : []),
    // Skip phrases, whose times follow from the words.
    ...(captions.layer.display?.phrases == null ? timeFindings(film, captions) : []),
  ]);
}

type Cue = PlacedCaptions['cues'][number];

/** Returns the frames of the film in which a cue is visible. */
function spanOfCue({ origin, start, end }: PlacedCaptions, { from, to }: Cue) {
  return { from: Math.max(start, origin + from), to: Math.min(end, origin + to), box: null };
}

/** Reports the characters of all cues that no font has, at the first of these cues. */
function missingGlyphs({ layouts }: AnalyzedFilm, captions: PlacedCaptions): readonly FilmFinding[] {
  const { layer, cues } = captions;
  const affected = cues.flatMap((cue) => {
    const missing = layouts.get(cueKey(layer, cue))?.missing ?? [];
    const span = spanOfCue(captions, cue);
    return missing.length === 0 || span.to <= span.from ? [] : [{ cue, missing, span }];
  });
  const [first] = affected;
  if (first === undefined) return [];
  const characters = [...new Set(affected.flatMap(({ missing }) => missing))];
  const says = message('check/missing-glyph', { text: shortened(first.cue.text), characters });
  return [{ code: 'text/missing-glyph', severity: 'warning', says, node: layer.id, ...first.span }];
}

/** The visible times of captions in frames of the film, by text. The times of a text are in order. */
type TextTimes = ReadonlyMap<string, readonly { from: number; to: number }[]>;

/** Returns the visible times of all texts. Merges adjacent times of the same text. */
function timesOfTexts(all: readonly PlacedCaptions[]): TextTimes {
  const times = new Map<string, { from: number; to: number }[]>();
  const cues = all.flatMap((captions) => captions.cues.map((cue) => ({ text: cue.text, ...spanOfCue(captions, cue) })));
  for (const { text, from, to } of cues.toSorted((one, other) => one.from - other.from)) {
    if (to <= from) continue;
    const known = times.get(text) ?? [];
    const last = known.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else known.push({ from, to });
    times.set(text, known);
  }
  return times;
}

/** The maximum pause in seconds between fast captions that are reported as one finding. */
const FAST_PAUSE = 1;

/** Reports captions that are too fast to read. Merges successive fast captions to one finding about the fastest. */
function speedFindings({ movie }: AnalyzedFilm, captions: PlacedCaptions, times: TextTimes): readonly FilmFinding[] {
  const { notice, warning, error } = filmChecks['captions/too-fast'].thresholds;
  const runs: { from: number; to: number; rate: number; text: string }[] = [];
  for (const cue of captions.cues) {
    const span = spanOfCue(captions, cue);
    const whole = times.get(cue.text)?.find(({ from, to }) => from <= span.from && span.to <= to) ?? span;
    const rate = readingLoad(cue.text).units / secondsOf(whole.to - whole.from, movie);
    if (span.to <= span.from || whole.from < span.from || rate <= notice) continue;
    const last = runs.at(-1);
    if (last === undefined || secondsOf(span.from - last.to, movie) > FAST_PAUSE) {
      runs.push({ from: span.from, to: span.to, rate, text: cue.text });
      continue;
    }
    last.to = Math.max(last.to, span.to);
    if (rate > last.rate) Object.assign(last, { rate, text: cue.text });
  }
  return runs.map(({ from, to, rate, text }) => ({
    code: 'captions/too-fast',
    severity: rate > error ? 'error' : rate > warning ? 'warning' : 'notice',
    says: message('check/captions-fast', { text: shortened(text), rate }),
    node: captions.layer.id,
    ...{ from, to, box: null },
  }));
}

function lineFindings({ movie, layouts }: AnalyzedFilm, captions: PlacedCaptions, cue: Cue): readonly FilmFinding[] {
  const { lines: mostLines, units: mostUnits, ideographs, widest, wide } = filmChecks['captions/lines'].thresholds;
  const layout = layouts.get(cueKey(captions.layer, cue));
  const span = spanOfCue(captions, cue);
  if (layout === undefined || span.to <= span.from) return [];
  const text = shortened(cue.text);
  const common = { code: 'captions/lines', node: captions.layer.id, ...span } as const;
  const { lines } = layout;
  if (lines.length > mostLines)
    return [{ ...common, severity: 'warning', says: message('check/captions-lines', { text, lines: lines.length }) }];
  const isCjk = isIdeographic(cue.text);
  const most = isCjk ? ideographs : mostUnits;
  const units = Math.max(0, ...lines.map(({ start, end }) => readingLoad(cue.text.slice(start, end)).units));
  if (units > most)
    return [{ ...common, severity: 'warning', says: message('check/captions-long-line', { text, units, most }) }];
  const share = Math.max(0, ...lines.map(({ width }) => width)) / movie.width;
  const isWide = share > wide && movie.width > movie.height;
  if (share <= widest && !isWide) return [];
  const severity = share > widest ? 'warning' : 'notice';
  return [{ ...common, severity, says: message('check/captions-wide', { text, share }) }];
}

function timeFindings({ movie }: AnalyzedFilm, captions: PlacedCaptions): readonly FilmFinding[] {
  const { shortest, longest, gap, cut } = filmChecks['captions/timing'].thresholds;
  const { layer, origin, start, end, cues } = captions;
  const { scenes, length } = buildTimeline(movie);
  const cuts = scenes.flatMap((scene) => (scene.start > 0 && scene.start < length ? [Number(scene.start)] : []));
  return cues.flatMap((cue, index): readonly FilmFinding[] => {
    const text = shortened(cue.text);
    const report = (
      severity: 'warning' | 'notice',
      says: FilmFinding['says'],
      at = spanOfCue(captions, cue),
    ): FilmFinding => ({
      ...{ code: 'captions/timing', severity, says, node: layer.id },
      ...at,
    });
    const before = cues[index - 1];
    const [from, to] = [origin + cue.from, origin + cue.to];
    if (to <= start || from >= end) {
      const at = Math.min(Math.max(0, from), length - 1);
      return [report('warning', message('check/captions-outside', { text }), { from: at, to: at + 1, box: null })];
    }
    const seconds = secondsOf(cue.to - cue.from, movie);
    const pause = before === undefined ? 0 : cue.from - before.to;
    const crossed = cuts.map((at) => Math.min(at - from, to - at)).find((frames) => frames > 0 && frames <= cut);
    const findings: FilmFinding[] = [];
    if (pause < 0) findings.push(report('warning', message('check/captions-overlap', { text })));
    if (seconds < shortest - ROUNDING)
      findings.push(report('notice', message('check/captions-short', { text, seconds })));
    if (seconds > longest + ROUNDING)
      findings.push(report('notice', message('check/captions-long', { text, seconds })));
    if (before !== undefined && pause > 0 && pause < gap) {
      const says = message('check/captions-gap', { text: shortened(before.text) });
      findings.push(report('notice', says, spanOfCue(captions, before)));
    }
    if (crossed !== undefined)
      findings.push(report('notice', message('check/captions-cut', { text, frames: crossed })));
    return findings;
  });
}

/** The tolerance for rounding errors, in seconds. */
const ROUNDING = 1e-6;

/** Effects after which the sharpness and the shape of a source are irrelevant. */
const RESHAPING: ReadonlySet<string> = new Set(['perspective', 'blur', 'pixelate', 'mosaic']);

/** Returns the findings about images and videos: a low resolution, a distortion, or a gap at an edge of the frame. */
export function pictureFindings(film: AnalyzedFilm, checked: CheckedMovie): readonly FilmFinding[] {
  const frames = new Map(placedLayers(film.movie).map(({ layer, frame }) => [layer.id, frame]));
  return film.analysis.tracks.flatMap((track): readonly FilmFinding[] => {
    const { layer } = track;
    if (layer.kind !== 'image' && layer.kind !== 'video') return gapFindings(film, track);
    const source = checked.sizeOf(layer);
    const frame = frames.get(layer.id);
    const isReshaped = layer.effects.some(({ type }) => RESHAPING.has(type));
    if (source === null || frame === undefined || isReshaped) return gapFindings(film, track);
    const { used, scaled } = fitSource(source, layer, frame, 1);
    const cropped = used ?? source;
    const fit = { across: scaled.width / cropped.width, down: scaled.height / cropped.height };
    return [
      ...(checked.isVector(layer) ? [] : enlargedFindings(track, fit)),
      ...(layer.masks.length > 0 ? [] : distortionFindings(track, fit)),
      ...gapFindings(film, track),
    ];
  });
}

interface Scales {
  readonly across: number;
  readonly down: number;
}

/** Returns the scale factors of a source in a frame, along the sides of the source. */
function scalesAt({ matrix: { a, b, c, d } }: LayerSample, fit: Scales): Scales {
  return { across: fit.across * Math.hypot(a, b), down: fit.down * Math.hypot(c, d) };
}

function enlargedFindings({ layer, samples }: LayerTrack, fit: Scales): readonly FilmFinding[] {
  const { resting, moving, error } = filmChecks['picture/upscaled'].thresholds;
  const factorAt = (sample: LayerSample): number => {
    const { across, down } = scalesAt(sample, fit);
    return Math.sqrt(across * down);
  };
  const enlarged = samples.filter((sample) => factorAt(sample) > (sample.rests ? resting : moving) + 1e-6);
  const [first] = enlarged;
  if (first === undefined) return [];
  const factor = Math.max(...enlarged.map(factorAt));
  const says = message('check/upscaled', { name: labelOf(layer), factor });
  const severity = factor > error ? 'error' : 'warning';
  return [{ code: 'picture/upscaled', severity, says, node: layer.id, ...placeOf(enlarged) }];
}

function distortionFindings({ layer, samples }: LayerTrack, fit: Scales): readonly FilmFinding[] {
  const shareAt = (sample: LayerSample): number => {
    const { across, down } = scalesAt(sample, fit);
    return Math.max(across, down) / Math.max(1e-9, Math.min(across, down)) - 1;
  };
  const least = filmChecks['picture/stretched'].thresholds.share;
  const stretched = samples.filter((sample) => sample.rests && shareAt(sample) > least);
  if (stretched.length === 0) return [];
  const says = message('check/stretched', { name: labelOf(layer), share: Math.max(...stretched.map(shareAt)) });
  return [{ code: 'picture/stretched', severity: 'warning', says, node: layer.id, ...placeOf(stretched) }];
}

function placeOf(samples: readonly LayerSample[]) {
  const [first] = samples;
  const last = samples.at(-1);
  return { from: first?.frame ?? 0, to: (last?.frame ?? 0) + 1, box: first === undefined ? null : inkBoundsOf(first) };
}

/** The minimum width of a strip that is reported, in pixels. Rounding can leave narrower strips. */
const MIN_STRIP = 0.75;

/**
 * Reports a layer that nearly fills the frame but leaves a thin strip at an edge. Ignores strips at all four edges,
 * which are an intended border, and strips with a layer behind them that reaches the edge.
 */
function gapFindings({ movie, analysis }: AnalyzedFilm, track: LayerTrack): readonly FilmFinding[] {
  const { layer } = track;
  if (layer.kind !== 'image' && layer.kind !== 'video' && layer.kind !== 'solid') return [];
  const { covered, strip, seconds } = filmChecks['picture/edge-gap'].thresholds;
  const { width, height } = movie;
  const sidesAt = (sample: LayerSample) => {
    const bounds = inkBoundsOf(sample);
    const { b, c } = sample.matrix;
    if (Math.abs(b) > 1e-3 || Math.abs(c) > 1e-3) return [];
    const sides = [
      { side: 'left', pixels: bounds.left, length: width },
      { side: 'right', pixels: width - bounds.left - bounds.width, length: width },
      { side: 'top', pixels: bounds.top, length: height },
      { side: 'bottom', pixels: height - bounds.top - bounds.height, length: height },
    ] as const;
    const inFrame = (whole: number, edges: number) => Math.max(0, Math.min(1, (whole - edges) / whole));
    const share =
      inFrame(width, Math.max(0, sides[0].pixels) + Math.max(0, sides[1].pixels)) *
      inFrame(height, Math.max(0, sides[2].pixels) + Math.max(0, sides[3].pixels));
    const thin = sides.filter((edge) => edge.pixels > MIN_STRIP && edge.pixels <= strip * edge.length);
    return share >= covered && thin.length < sides.length ? thin : [];
  };
  const run = runsOf(track, analysis.sampledFrames, (sample) => sample.rests && sidesAt(sample).length > 0).find(
    ({ from, to }) => secondsOf(to - from, movie) >= seconds,
  );
  const [first] = run?.samples ?? [];
  const [gap] = first === undefined ? [] : sidesAt(first);
  if (run === undefined || first === undefined || gap === undefined || isFilledBelow(first, track, { analysis, movie }))
    return [];
  const { side, pixels } = gap;
  const says = message('check/edge-gap', { name: labelOf(layer), side, pixels });
  return [{ code: 'picture/edge-gap', severity: 'warning', says, node: layer.id, ...placeOf(run.samples) }];
}

/** Returns whether another layer fills the whole frame at the same time. */
function isFilledBelow(
  { frame }: LayerSample,
  track: LayerTrack,
  { analysis, movie: { width, height } }: Pick<AnalyzedFilm, 'analysis' | 'movie'>,
): boolean {
  return analysis.tracks.some((other) => {
    if (other === track || other.layer.kind === 'text' || other.layer.kind === 'captions') return false;
    const sample = other.samples.find((each) => each.frame === frame);
    if (sample === undefined) return false;
    const bounds = inkBoundsOf(sample);
    const { left, top } = bounds;
    return left <= 0.5 && top <= 0.5 && left + bounds.width >= width - 0.5 && top + bounds.height >= height - 0.5;
  });
}

/** Returns the findings about the length and the aspect ratio of the film for the requested platforms. */
export function deliveryFindings({ movie, platforms }: AnalyzedFilm): readonly FilmFinding[] {
  const { length } = buildTimeline(movie);
  const seconds = secondsOf(length, movie);
  const { width, height } = movie;
  return platforms.flatMap(({ label, length: bounds, shape, isOfficial, isGuess }): readonly FilmFinding[] => {
    const report = (code: 'delivery/length' | 'delivery/shape', says: FilmFinding['says']): FilmFinding => ({
      ...{ code, severity: isGuess ? 'notice' : 'error', says },
      ...{ node: null, from: 0, to: length, box: null },
    });
    const limit =
      bounds === null ? null : seconds > bounds.most ? bounds.most : seconds < bounds.least ? bounds.least : null;
    const ratio = width / height;
    const isWrongShape = shape !== null && (ratio < shape.least || ratio > shape.most);
    return [
      ...(limit === null
        ? []
        : [report('delivery/length', message('check/length', { platform: label, seconds, limit, isOfficial }))]),
      ...(isWrongShape ? [report('delivery/shape', message('check/shape', { platform: label, width, height }))] : []),
    ];
  });
}
