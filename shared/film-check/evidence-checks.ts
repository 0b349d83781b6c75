import { hasCode, type Message, message } from '../messages/message.ts';
import type { NodeId } from '../template/document/document.ts';
import {
  convertFrames,
  type FrameRate,
  framesToSeconds,
  sameFrameRate,
  frames as toFrames,
} from '../template/values/frame-rate.ts';
import { buildTimeline } from '../timeline/build-timeline.ts';
import type { Rect } from '../timeline/layer-state.ts';
import { type CheckCode, type CheckSeverity, checkOf, filmChecks } from './check-table.ts';
import type { FlashRun } from './flashes.ts';
import { areaOf, inkBoundsOf, intersectionOf, type LayerSample, type LayerTrack, runsOf } from './layer-tracks.ts';
import { type AnalyzedFilm, labelOf, secondsOf } from './other-checks.ts';
import { MIN_INTEREST } from './picture-interest.ts';
import { contrastLimit } from './plain-contrast.ts';
import { platformNamed } from './platforms.ts';
import type { FilmFinding, RequiredCheck, SkippedCheck } from './report.ts';
import { type SoundFacts, soundFindings } from './sound-reader.ts';
import { isShadowOfText } from './text-checks.ts';

/** A range of frames of the film; `to` is exclusive. */
export interface FrameSpan {
  readonly from: number;
  readonly to: number;
}

/** The facts about all frames of a film that the checks use. */
export interface PictureFacts {
  /** The rate of the frames in these facts. It can differ from the rate of the movie. */
  readonly rate: FrameRate;
  /** The ranges in which the picture is black, in order. */
  readonly black: readonly FrameSpan[];
  /** The ranges of black frames with something small and bright, such as a title, in order. */
  readonly lit: readonly FrameSpan[];
  /** The ranges in which the picture does not change, in order. */
  readonly still: readonly FrameSpan[];
  readonly flashes: readonly FlashRun[];
  readonly redFlashes: readonly FlashRun[];
  /** The rating of the first frame, from `interestOf`. */
  readonly interest: number;
}

/** The facts about a text, measured in composed frames. */
export interface TextFacts {
  readonly node: NodeId;
  /** The facts at each measured frame, in order. */
  readonly samples: readonly {
    readonly frame: number;
    /** Whether the frame belongs to the evenly spread frames of the text. */
    readonly isSpread: boolean;
    /** The frames whose picture is nearly as light or as dark, at an extreme of the picture; null otherwise. */
    readonly run: FrameSpan | null;
    /** The contrast between the letters and the picture behind them (WCAG 2); null if too few letters are visible. */
    readonly contrast: number | null;
    /** The fraction of the letters that other layers cover. */
    readonly covered: number;
    /** The range of relative luminance behind the letters; null without a contrast. */
    readonly behind: readonly [number, number] | null;
  }[];
}

/** A measurement in pixels that confirms or refutes a finding of the geometry. */
export interface ConfirmedFact {
  readonly code: 'text/overlap' | 'picture/edge-gap';
  readonly node: NodeId;
  /** The label of the lower text of an overlap; null for a strip at an edge. */
  readonly other: string | null;
  /**
   * For an overlap, the fraction of letters that overlap. For a strip, the difference in luminance from the pixels
   * beside it.
   */
  readonly value: number;
}

/** The facts about the letters of a film. */
export interface LetterFacts {
  readonly texts: readonly TextFacts[];
  readonly confirmed: readonly ConfirmedFact[];
}

/** The size of the finished file, or an estimate before the render. */
export interface FileFacts {
  readonly bytes: number;
  readonly isEstimate: boolean;
}

/**
 * The facts that require pixels, samples, or a file. A part is absent if the level does not include it. `size` means
 * that the film is too large for the measurement.
 */
export interface FilmEvidence {
  readonly pictures?: PictureFacts | 'size';
  readonly letters?: LetterFacts | 'size';
  readonly sound?: SoundFacts | 'none' | 'size';
  readonly file?: FileFacts | 'none';
}

/** The checks that need measurements of letters. All other checks of pictures need all frames. */
export const LETTER_CHECKS: ReadonlySet<CheckCode> = new Set(['text/low-contrast', 'text/covered']);
/** The checks of the geometry that measurements in pixels confirm or refute. */
export const CONFIRMED: ReadonlySet<CheckCode> = new Set(['text/overlap', 'picture/edge-gap']);

/** Returns the requested checks whose evidence is missing. A film without sounds passes the checks of sound. */
export function skippedWithout(requested: readonly CheckCode[], evidence: FilmEvidence): readonly SkippedCheck[] {
  return requested.flatMap((code): readonly SkippedCheck[] => {
    const { source } = checkOf(code);
    const facts =
      source === 'P'
        ? LETTER_CHECKS.has(code)
          ? evidence.letters
          : evidence.pictures
        : source === 'S'
          ? evidence.sound
          : source === 'F'
            ? evidence.file
            : null;
    if (facts === undefined) return [{ code, why: 'level' }];
    if (facts === 'size') return [{ code, why: 'size' }];
    return source === 'F' && facts === 'none' ? [{ code, why: 'file' }] : [];
  });
}

/** Returns the findings from pictures, sound, and the file. */
export function evidenceFindings(film: AnalyzedFilm, evidence: FilmEvidence): readonly FilmFinding[] {
  const { pictures, letters, sound, file } = evidence;
  return [
    ...(pictures === undefined || pictures === 'size' ? [] : pictureFactFindings(film, pictures)),
    ...(letters === undefined || letters === 'size' ? [] : letterFindings(film, letters)),
    ...(sound === undefined || sound === 'none' || sound === 'size' ? [] : soundFindings(film, sound)),
    ...(file === undefined || file === 'none' ? [] : sizeFindings(film, file)),
  ];
}

type Report = (code: CheckCode, severity: CheckSeverity, says: Message, span: FrameSpan) => FilmFinding;

/** Returns a function that creates a finding about the whole frame. */
function reporter(): Report {
  return (code, severity, says, { from, to }) => ({ code, severity, says, node: null, from, to, box: null });
}

function pictureFactFindings(film: AnalyzedFilm, read: PictureFacts): readonly FilmFinding[] {
  const { movie, platforms } = film;
  const facts = withoutLitFrames(inMovieFrames(read, movie.frameRate), movie.frameRate);
  const { length } = buildTimeline(movie);
  const report = reporter();
  const isFeed = platforms.some(({ showsFirstFrame }) => showsFirstFrame);
  const first = { from: 0, to: Math.min(1, length) };
  const isDarkFirst = facts.black[0]?.from === 0;
  return [
    ...facts.flashes.map((run) => flashFinding(film, 'picture/flash', run)),
    ...facts.redFlashes.map((run) => flashFinding(film, 'picture/flash-red', run)),
    ...facts.black.flatMap((span) => blackFindings(film, span, length)),
    ...frozenFindings(film, facts),
    ...(facts.interest < MIN_INTEREST && length > 0 && (isDarkFirst || !startsWithText(film))
      ? [
          report(
            'picture/first-frame',
            isFeed ? 'warning' : 'notice',
            message('check/black', { seconds: 0, where: 'first' }),
            first,
          ),
        ]
      : []),
  ];
}

/** Converts the frame numbers in facts to frames of the movie. */
function inMovieFrames(facts: PictureFacts, rate: FrameRate): PictureFacts {
  if (sameFrameRate(facts.rate, rate)) return facts;
  const converted = <Span extends FrameSpan>(spans: readonly Span[]): readonly Span[] =>
    spans.map((span) => ({
      ...span,
      from: convertFrames(toFrames(span.from), facts.rate, rate),
      to: convertFrames(toFrames(span.to), facts.rate, rate),
    }));
  const { black, lit, still, flashes, redFlashes } = facts;
  return {
    ...{ ...facts, rate, black: converted(black), lit: converted(lit), still: converted(still) },
    ...{ flashes: converted(flashes), redFlashes: converted(redFlashes) },
  };
}

/** Removes the frames with a title from the black ones. Ignores the few lit frames of a fade. */
function withoutLitFrames(facts: PictureFacts, rate: FrameRate): PictureFacts {
  const { litSeconds } = filmChecks['picture/black'].thresholds;
  const lit = facts.lit.filter(({ from, to }) => framesToSeconds(toFrames(to - from), rate) >= litSeconds);
  const black = facts.black.flatMap((span) => {
    const within = lit.filter(({ from, to }) => from < span.to && to > span.from);
    const starts = [span.from, ...within.map(({ to }) => to)];
    const ends = [...within.map(({ from }) => from), span.to];
    return starts.map((from, index) => ({ from, to: ends[index] ?? span.to })).filter(({ from, to }) => from < to);
  });
  return { ...facts, black };
}

function flashFinding(
  { movie: { width, height } }: AnalyzedFilm,
  code: 'picture/flash' | 'picture/flash-red',
  { from, to, window, rate, isTooMany }: FlashRun,
): FilmFinding {
  const says = message('check/flash', { rate, isRed: code === 'picture/flash-red', isTooMany });
  const box: Rect = {
    ...{ left: window.left * width, top: window.top * height },
    ...{ width: window.width * width, height: window.height * height },
  };
  return { code, severity: isTooMany ? 'error' : 'notice', says, node: null, from, to, box };
}

function blackFindings({ movie }: AnalyzedFilm, span: FrameSpan, length: number): readonly FilmFinding[] {
  const { seconds, edgeSeconds } = filmChecks['picture/black'].thresholds;
  const [isFirst, isLast] = [span.from === 0, span.to >= length];
  const time = secondsOf(span.to - span.from, movie);
  const where = isFirst && isLast ? 'whole' : isFirst ? 'start' : isLast ? 'end' : 'inside';
  if (where !== 'whole' && time < (where === 'inside' ? seconds : edgeSeconds)) return [];
  const severity = { whole: 'error', inside: 'warning', start: 'notice', end: 'notice' } as const;
  return [reporter()('picture/black', severity[where], message('check/black', { seconds: time, where }), span)];
}

/** Reports a picture that does not change. Skips black pictures, which another check reports. */
function frozenFindings(film: AnalyzedFilm, { still, black }: PictureFacts): readonly FilmFinding[] {
  const { seconds, videoSeconds } = filmChecks['picture/frozen'].thresholds;
  const { movie } = film;
  return still.flatMap((span): readonly FilmFinding[] => {
    const time = secondsOf(span.to - span.from, movie);
    if (time < videoSeconds || black.some(({ from, to }) => from <= span.from && span.to <= to)) return [];
    const frozen = frozenVideo(film, span);
    if (frozen !== null) {
      const { name, node, from, to, box } = frozen;
      const says = message('check/frozen', { name, seconds: secondsOf(to - from, movie) });
      return [{ code: 'picture/frozen', severity: 'warning', says, node, from, to, box }];
    }
    if (time < seconds) return [];
    return [reporter()('picture/frozen', 'notice', message('check/frozen', { name: null, seconds: time }), span)];
  });
}

/**
 * Returns a video that is visible for at least a second while the picture does not change; null without such a video.
 * Skips videos that the template freezes on purpose.
 */
function frozenVideo(film: AnalyzedFilm, span: FrameSpan) {
  const { movie, analysis } = film;
  const { videoSeconds } = filmChecks['picture/frozen'].thresholds;
  for (const track of analysis.tracks) {
    const { layer } = track;
    if (layer.kind !== 'video' || layer.freeze !== null) continue;
    for (const run of runsOf(track, analysis.sampledFrames)) {
      const [from, to] = [Math.max(run.from, span.from), Math.min(run.to, span.to)];
      const sample = run.samples.find((each) => each.frame >= from);
      if (secondsOf(to - from, movie) < videoSeconds || sample === undefined) continue;
      if (!isHidden(film, sample)) return { name: labelOf(layer), node: layer.id, from, to, box: inkBoundsOf(sample) };
    }
  }
  return null;
}

/** Returns whether an opaque layer above a sample fills the frame. */
function isHidden({ movie, analysis }: AnalyzedFilm, { frame, order }: LayerSample): boolean {
  return analysis.tracks.some(({ samples }) => {
    const other = samples.find((each) => each.frame === frame);
    if (other === undefined || other.order <= order || other.opacity < 1) return false;
    const cover = inkBoundsOf(other);
    const [right, bottom] = [cover.left + cover.width, cover.top + cover.height];
    return cover.left <= 0.5 && cover.top <= 0.5 && right >= movie.width - 0.5 && bottom >= movie.height - 0.5;
  });
}

/** Returns whether a text is visible in the first frame, which then shows more than its small picture does. */
function startsWithText(film: AnalyzedFilm): boolean {
  const { width, height } = film.movie;
  const frame = { left: 0, top: 0, width, height };
  return film.analysis.tracks.some(({ layer, samples: [first] }) => {
    if (layer.kind !== 'text' || first?.frame !== 0 || isHidden(film, first)) return false;
    return first.ink.some((line) => areaOf(intersectionOf(line, frame)) >= FIRST_SHARE * width * height);
  });
}

/** The minimum area of a line of text in the first frame, as a fraction of the frame. */
const FIRST_SHARE = 0.005;

/** Reports texts with too little contrast and texts that other layers cover. */
function letterFindings(film: AnalyzedFilm, { texts }: LetterFacts): readonly FilmFinding[] {
  return texts.flatMap(({ node, samples: all }): readonly FilmFinding[] => {
    const track = film.analysis.tracks.find((each) => each.layer.id === node);
    const spread = all.filter(({ isSpread }) => isSpread);
    if (track === undefined || spread.length === 0 || isShadowOfText(track, film.analysis.tracks)) return [];
    const text = labelOf(track.layer);
    const spanOf = (frames: readonly number[]) => placeOf(track, frames, frames.length === spread.length);
    const contrast = lowContrast(film, track, all);
    const hidden = filmChecks['text/covered'].thresholds;
    const covered = spread.filter((sample) => sample.covered > hidden.warning);
    const most = Math.max(0, ...covered.map((sample) => sample.covered));
    return [
      ...(contrast === null
        ? []
        : [
            {
              ...{ code: 'text/low-contrast' as const, severity: contrast.severity, node },
              says: message('check/low-contrast', { text, ...contrast.says }),
              ...(contrast.run === null ? spanOf(contrast.frames) : { ...spanOf(contrast.frames), ...contrast.run }),
            },
          ]),
      ...(covered.length >= hidden.least && covered.length >= hidden.share * spread.length
        ? [
            {
              ...{
                code: 'text/covered' as const,
                severity: most > hidden.error ? ('error' as const) : ('warning' as const),
              },
              ...{ node, says: message('check/covered', { text, share: most }) },
              ...spanOf(covered.map(({ frame }) => frame)),
            },
          ]
        : []),
    ];
  });
}

/**
 * Returns the time and the box of a finding about a text in the given frames.
 * @param isWhole Whether the finding applies to all measured frames. If so, it lasts as long as the text rests.
 */
function placeOf({ samples }: LayerTrack, frames: readonly number[], isWhole: boolean) {
  const resting = samples.filter(({ rests }) => rests);
  const [first = 0] = isWhole ? resting.map(({ frame }) => frame) : frames;
  const last = isWhole ? resting.at(-1)?.frame : frames.at(-1);
  const sample = samples.find(({ frame }) => frame >= first);
  return { from: first, to: (last ?? first) + 1, box: sample === undefined ? null : inkBoundsOf(sample) };
}

/** Returns the median; the upper of the two middle numbers if their count is even. */
function middleOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}

function lowContrast(film: AnalyzedFilm, track: LayerTrack, samples: TextFacts['samples']) {
  const { least, share, error, seconds } = filmChecks['text/low-contrast'].thresholds;
  const limit = contrastLimit(track, film.movie);
  const measured = samples.flatMap(({ contrast, behind, ...sample }) =>
    contrast === null || behind === null ? [] : [{ ...sample, contrast, behind }],
  );
  const spread = measured.filter(({ isSpread }) => isSpread);
  const isOften = (few: typeof measured) => few.length >= least && few.length >= share * spread.length;
  const lowSpread = spread.filter(({ contrast }) => contrast < limit);
  // A text that is readable at other times is reported only if it cannot be read at all for a while.
  const brief = measured.find(
    ({ contrast, run }) => run !== null && contrast < error && secondsOf(run.to - run.from, film.movie) >= seconds,
  );
  const low = isOften(lowSpread) ? lowSpread : brief === undefined ? [] : [brief];
  if (low.length === 0) return null;
  const isUnreadable = measured.every(({ contrast }) => contrast < error);
  return {
    severity: isUnreadable ? ('error' as const) : ('warning' as const),
    says: {
      contrast: middleOf(low.map(({ contrast }) => contrast)),
      limit,
      behind: [
        Math.min(...measured.map(({ behind: [darkest] }) => darkest)),
        Math.max(...measured.map(({ behind: [, lightest] }) => lightest)),
      ] as const,
    },
    frames: low.map(({ frame }) => frame),
    run: isOften(lowSpread) ? null : (brief?.run ?? null),
  };
}

/** Reports a file that exceeds the maximum size of a platform. */
function sizeFindings({ movie, platforms }: AnalyzedFilm, { bytes, isEstimate }: FileFacts): readonly FilmFinding[] {
  const { length } = buildTimeline(movie);
  const { estimate } = filmChecks['delivery/size'].thresholds;
  return platforms.flatMap(({ label, bytes: limit, isOfficial, isGuess }): readonly FilmFinding[] => {
    if (limit === null || bytes <= limit * (isEstimate ? estimate : 1)) return [];
    const severity = isGuess ? 'notice' : isEstimate ? 'warning' : 'error';
    const says = message('check/size', { platform: label, bytes, limit, isEstimate, isOfficial });
    return [reporter()('delivery/size', severity, says, { from: 0, to: length })];
  });
}

/**
 * Returns the reason why a required check refuses a finished file, which is that the file is too large for a platform;
 * null if it passes.
 */
export function refusedSize(bytes: number, { failOn, platforms }: RequiredCheck): Message | null {
  if (failOn === 'never') return null;
  for (const name of platforms) {
    const platform = platformNamed(name);
    const limit = platform?.bytes ?? null;
    if (platform === null || limit === null || platform.isGuess || bytes <= limit) continue;
    const { label, isOfficial } = platform;
    return message('check/size', { platform: label, bytes, limit, isEstimate: false, isOfficial });
  }
  return null;
}

/** Removes findings of the geometry that measurements in pixels refute. Keeps findings without a measurement. */
export function withoutRefuted(findings: readonly FilmFinding[], { letters }: FilmEvidence): readonly FilmFinding[] {
  if (letters === undefined || letters === 'size') return findings;
  const least = {
    'text/overlap': filmChecks['text/overlap'].thresholds.ink,
    'picture/edge-gap': filmChecks['picture/edge-gap'].thresholds.luminance,
  };
  return findings.filter(({ code, node, says }) => {
    const other = hasCode(says, 'check/overlap') ? says.values.other : null;
    const facts = letters.confirmed.filter((fact) => fact.code === code && fact.node === node && fact.other === other);
    return facts.length === 0 || facts.some((fact) => fact.value >= least[fact.code]);
  });
}
