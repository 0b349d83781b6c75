import { message } from '../messages/message.ts';
import { shortened } from '../messages/quoting.ts';
import type { Layer } from '../template/movie/movie.ts';
import type { Size } from '../template/values/placement.ts';
import type { Rect } from '../timeline/layer-state.ts';
import { filmChecks } from './check-table.ts';
import {
  areaOf,
  exactRun,
  inkBoundsOf,
  intersectionOf,
  type LayerSample,
  type LayerTrack,
  runsOf,
} from './layer-tracks.ts';
import { type AnalyzedFilm, labelOf, secondsOf } from './other-checks.ts';
import { freeArea } from './platforms.ts';
import type { FilmFinding } from './report.ts';
import { readingLoad, readingSeconds } from './text-units.ts';

/** Returns all findings about the texts of a film. */
export function textFindings(film: AnalyzedFilm): readonly FilmFinding[] {
  const texts = film.analysis.tracks.filter(({ layer }) => layer.kind === 'text');
  const placed = film.analysis.tracks.filter(({ layer }) => isText(layer));
  return [
    ...texts.flatMap((track) => shortFindings(film, track)),
    ...placed.flatMap((track) => placeFindings(film, track)),
    ...placed.flatMap((track) => tinyFindings(film, track)),
    ...texts.flatMap((track) => cutFindings(film, track)),
    ...texts.flatMap((track) => glyphFindings(film, track)),
    ...film.analysis.tracks
      .filter(({ layer }) => isText(layer) || isLogo(layer))
      .flatMap((track) => overlayFindings(film, track)),
    ...overlapFindings(film, placed),
  ];
}

/** Returns whether the position of a layer's letters matters: a text, or captions that display whole cues. */
function isText(layer: Layer): boolean {
  return layer.kind === 'text' || (layer.kind === 'captions' && layer.mode !== 'word' && layer.display === undefined);
}

/** Returns whether a layer is a logo. Only the name of the layer can identify it. */
function isLogo({ kind, name }: Layer): boolean {
  return kind !== 'group' && name !== null && /logo/i.test(name);
}

/** Reports a text that is visible for less than its reading time. Exempts counting numbers. */
function shortFindings({ movie, analysis }: AnalyzedFilm, track: LayerTrack): readonly FilmFinding[] {
  const { layer } = track;
  if (layer.kind !== 'text' || layer.counted !== undefined || !/[\p{L}\p{N}]/u.test(layer.content)) return [];
  const runs = runsOf(track, analysis.sampledFrames).map((run) => exactRun(run, layer.id, analysis));
  const longest = runs.toSorted((one, other) => other.to - other.from - (one.to - one.from))[0];
  if (longest === undefined) return [];
  const load = readingLoad(layer.content);
  const need = readingSeconds(load);
  const time = secondsOf(longest.to - longest.from, movie);
  if (time >= need) return [];
  const severity = time < filmChecks['text/too-short'].thresholds.warning * need ? 'warning' : 'notice';
  const says = message('check/too-short', { text: shortened(layer.content), words: load.words, seen: time, need });
  return [{ code: 'text/too-short', severity, says, node: layer.id, ...spanOf(longest.samples, longest) }];
}

/** Returns the range of the given frames, and the box in the first one. */
function spanOf(samples: readonly LayerSample[], run?: { readonly from: number; readonly to: number }) {
  const [first] = samples;
  return {
    from: run?.from ?? first?.frame ?? 0,
    to: run?.to ?? (samples.at(-1)?.frame ?? 0) + 1,
    box: first === undefined ? null : inkBoundsOf(first),
  };
}

/** Reports a resting text that is partly outside the frame or too close to an edge. */
function placeFindings(film: AnalyzedFilm, track: LayerTrack): readonly FilmFinding[] {
  const { movie, checksSafeArea } = film;
  const resting = track.samples.filter(({ rests }) => rests);
  const off = filmChecks['text/off-frame'].thresholds;
  const outside = resting.filter((sample) => outsideShare(sample, movie) >= off.warning);
  if (outside.length > 0) {
    const share = Math.max(...outside.map((sample) => outsideShare(sample, movie)));
    const says = message('check/off-frame', { text: labelOf(track.layer), share });
    const severity = share >= off.error ? 'error' : 'warning';
    return [{ code: 'text/off-frame', severity, says, node: track.layer.id, ...spanOf(outside) }];
  }
  if (movie.height > movie.width && !checksSafeArea) return [];
  const safe = filmChecks['text/unsafe-area'].thresholds;
  const near = resting.filter((sample) => {
    const bounds = inkBoundsOf(sample);
    return bounds.width <= safe.widest * movie.width && nearestEdge(bounds, movie).beyond(safe.notice) > safe.slack;
  });
  if (near.length === 0) return [];
  const [worst] = near
    .map((sample) => nearestEdge(inkBoundsOf(sample), movie))
    .toSorted((one, other) => one.share - other.share);
  if (worst === undefined) return [];
  const severity = near.some((sample) => nearestEdge(inkBoundsOf(sample), movie).beyond(safe.warning) > safe.slack)
    ? 'warning'
    : 'notice';
  const { side, share } = worst;
  const says = message('check/unsafe-area', { text: labelOf(track.layer), side, share });
  return [{ code: 'text/unsafe-area', severity, says, node: track.layer.id, ...spanOf(near) }];
}

/** Returns the fraction of the ink that is outside the frame. */
function outsideShare({ ink }: LayerSample, { width, height }: Size): number {
  const frame = { left: 0, top: 0, width, height };
  const all = ink.reduce((sum, rect) => sum + areaOf(rect), 0);
  return all === 0 ? 0 : 1 - ink.reduce((sum, rect) => sum + areaOf(intersectionOf(rect, frame)), 0) / all;
}

/** Returns the edge that is closest in relation to the size of the frame, and the distance of the ink from it. */
function nearestEdge(bounds: Rect, { width, height }: Size) {
  const edges = [
    { side: 'left', distance: bounds.left, length: width },
    { side: 'right', distance: width - bounds.left - bounds.width, length: width },
    { side: 'top', distance: bounds.top, length: height },
    { side: 'bottom', distance: height - bounds.top - bounds.height, length: height },
  ] as const;
  const [nearest] = edges.toSorted((one, other) => one.distance / one.length - other.distance / other.length);
  return {
    side: nearest?.side ?? ('left' as const),
    share: (nearest?.distance ?? 0) / (nearest?.length ?? 1),
    beyond: (margin: number) => Math.max(...edges.map(({ distance, length }) => margin * length - distance)),
  };
}

/** Reports a resting text whose letters are too small on a phone. */
function tinyFindings({ movie }: AnalyzedFilm, track: LayerTrack): readonly FilmFinding[] {
  const { warning, notice, phoneWidth, phoneLength } = filmChecks['text/tiny'].thresholds;
  const { width, height } = movie;
  const phone = height >= width ? phoneWidth / width : phoneLength / width;
  const small = track.samples.filter(({ rests, em }) => rests && em > 0 && em * phone < notice);
  if (small.length === 0) return [];
  const size = Math.min(...small.map(({ em }) => em * phone));
  const says = message('check/tiny', { text: labelOf(track.layer), size });
  const severity = size < warning ? 'warning' : 'notice';
  return [{ code: 'text/tiny', severity, says, node: track.layer.id, ...spanOf(small) }];
}

/** Reports a text that its own box or the box of a group cuts off. */
function cutFindings({ layouts }: AnalyzedFilm, track: LayerTrack): readonly FilmFinding[] {
  const { layer, samples } = track;
  const text = labelOf(layer);
  const layout = layouts.get(layer.id);
  if (layer.kind === 'text' && (layout?.overflows === true || layout?.brokenWord !== undefined))
    return [
      {
        ...{ code: 'text/cut', severity: 'warning', says: message('check/cut', { text, by: 'box' }), node: layer.id },
        ...spanOf(samples),
      },
    ];
  const { warning, error } = filmChecks['text/cut'].thresholds;
  const cut = samples.filter((sample) => sample.rests && sample.cut >= warning);
  if (cut.length === 0) return [];
  const severity = Math.max(...cut.map((sample) => sample.cut)) > error ? 'error' : 'warning';
  const says = message('check/cut', { text, by: 'group' });
  return [{ code: 'text/cut', severity, says, node: layer.id, ...spanOf(cut) }];
}

function glyphFindings({ layouts }: AnalyzedFilm, { layer, samples }: LayerTrack): readonly FilmFinding[] {
  const missing = layouts.get(layer.id)?.missing ?? [];
  if (missing.length === 0) return [];
  const says = message('check/missing-glyph', { text: labelOf(layer), characters: missing });
  return [{ code: 'text/missing-glyph', severity: 'warning', says, node: layer.id, ...spanOf(samples) }];
}

/** Reports a text or a logo where the controls of a platform cover it. */
function overlayFindings({ movie, analysis, platforms }: AnalyzedFilm, track: LayerTrack): readonly FilmFinding[] {
  const { share: least, seconds } = filmChecks['text/under-overlay'].thresholds;
  return platforms.flatMap((platform): readonly FilmFinding[] => {
    if (platform.margins === null) return [];
    const free = freeArea(platform.margins, movie);
    const area = { left: free.left, top: free.top, width: free.right - free.left, height: free.bottom - free.top };
    const covered = ({ ink }: LayerSample): number => {
      const all = ink.reduce((sum, rect) => sum + areaOf(rect), 0);
      return all === 0 ? 0 : 1 - ink.reduce((sum, rect) => sum + areaOf(intersectionOf(rect, area)), 0) / all;
    };
    const runs = runsOf(track, analysis.sampledFrames, (sample) => covered(sample) >= least);
    const run = runs.find(({ from, to }) => secondsOf(to - from, movie) >= seconds);
    if (run === undefined) return [];
    const share = Math.max(...run.samples.map(covered));
    const { label, isOfficial } = platform;
    const says = message('check/under-overlay', { text: labelOf(track.layer), platform: label, share, isOfficial });
    return [{ code: 'text/under-overlay', severity: 'warning', says, node: track.layer.id, ...spanOf(run.samples) }];
  });
}

/** The maximum number of texts that are compared with each other. Twice as many texts would take four times as long. */
const MAX_PAIRED = 600;

/** Reports overlapping texts. Exempts equal texts, because one can be the shadow of the other. */
function overlapFindings({ movie, analysis }: AnalyzedFilm, texts: readonly LayerTrack[]): readonly FilmFinding[] {
  const { share, seconds } = filmChecks['text/overlap'].thresholds;
  const frameTexts = new Map<number, Map<LayerTrack, LayerSample>>();
  for (const track of texts.slice(0, MAX_PAIRED))
    for (const sample of track.samples) {
      const inFrame = frameTexts.get(sample.frame) ?? new Map<LayerTrack, LayerSample>();
      frameTexts.set(sample.frame, inFrame.set(track, sample));
    }
  const pairs = new Map<
    string,
    { readonly upper: LayerTrack; readonly lower: LayerTrack; readonly at: LayerSample[] }
  >();
  for (const inFrame of frameTexts.values()) {
    const all = [...inFrame];
    for (const [index, [one, sample]] of all.entries())
      for (const [other, second] of all.slice(index + 1)) {
        if (contentOf(one) === contentOf(other) || overlapShare(sample, second) < share) continue;
        const [upper, lower] = sample.order > second.order ? [one, other] : [other, one];
        const key = `${upper.layer.id} ${lower.layer.id}`;
        const pair = pairs.get(key) ?? { upper, lower, at: [] };
        pair.at.push({ ...sample, ink: commonInk(sample, second) });
        pairs.set(key, pair);
      }
  }
  return [...pairs.values()].flatMap(({ upper, lower, at }): readonly FilmFinding[] => {
    const run = runsOf({ layer: upper.layer, samples: at }, analysis.sampledFrames).find(
      ({ from, to }) => secondsOf(to - from, movie) >= seconds,
    );
    if (run === undefined) return [];
    const says = message('check/overlap', { text: labelOf(upper.layer), other: labelOf(lower.layer) });
    return [{ code: 'text/overlap', severity: 'warning', says, node: upper.layer.id, ...spanOf(run.samples) }];
  });
}

/**
 * Returns whether an equal text lies over a text, which is then its shadow. Compares only the middle frame of the text,
 * because hundreds of texts can be equal.
 */
export function isShadowOfText(track: LayerTrack, tracks: readonly LayerTrack[]): boolean {
  const { share } = filmChecks['text/overlap'].thresholds;
  const sample = track.samples[track.samples.length >> 1];
  if (sample === undefined) return false;
  return tracks.some((other) => {
    if (other === track || contentOf(other) !== contentOf(track)) return false;
    const over = other.samples.find(({ frame }) => frame === sample.frame);
    return over !== undefined && over.order > sample.order && overlapShare(over, sample) >= share;
  });
}

function contentOf({ layer }: LayerTrack): string {
  return layer.kind === 'text' ? layer.content.trim() : layer.id;
}

/** Returns the overlap of two texts as a fraction of the area of the smaller text; 0 if that area is 0. */
function overlapShare(one: LayerSample, other: LayerSample): number {
  const smaller = Math.min(...[one, other].map(({ ink }) => ink.reduce((sum, rect) => sum + areaOf(rect), 0)));
  return smaller === 0 ? 0 : commonInk(one, other).reduce((sum, rect) => sum + areaOf(rect), 0) / smaller;
}

function commonInk(one: LayerSample, other: LayerSample): readonly Rect[] {
  return one.ink.flatMap((line) =>
    other.ink.map((second) => intersectionOf(line, second)).filter((rect) => areaOf(rect) > 0),
  );
}

/**
 * Returns findings about texts that a reader of all texts cannot finish. The simulated reader always reads the text
 * that disappears first (earliest deadline first).
 */
export function simultaneousTextFindings({ movie, analysis }: AnalyzedFilm): readonly FilmFinding[] {
  const { unitsPerSecond } = filmChecks['text/together'].thresholds;
  const texts = analysis.tracks.flatMap((track) => {
    const { layer } = track;
    const [run] = layer.kind === 'text' ? runsOf(track, analysis.sampledFrames) : [];
    if (layer.kind !== 'text' || run === undefined || layer.counted !== undefined) return [];
    const need = readingLoad(layer.content).units / unitsPerSecond;
    return [{ layer, run, begin: secondsOf(run.from, movie), end: secondsOf(run.to, movie), left: need }];
  });
  const findings: FilmFinding[] = [];
  let now = 0;
  for (let open = texts; open.length > 0; ) {
    const ready = open.filter(({ begin }) => begin <= now).toSorted((one, other) => one.end - other.end);
    const [next] = ready;
    const later = Math.min(...open.filter(({ begin }) => begin > now).map(({ begin }) => begin));
    if (next === undefined) {
      now = later;
      continue;
    }
    const until = Math.min(now + next.left, later);
    next.left -= until - now;
    now = until;
    if (next.left > 1e-6) continue;
    open = open.filter((text) => text !== next);
    const late = now - next.end;
    if (late <= 0) continue;
    const says = message('check/together', { text: labelOf(next.layer), late });
    findings.push({
      code: 'text/together',
      severity: 'notice',
      says,
      node: next.layer.id,
      ...spanOf(next.run.samples),
    });
  }
  return findings;
}
