import { inEnglish } from '../messages/english.ts';
import { listVariables, variableAtFault } from '../resolve/variables.ts';
import { attributeValue, childElements, type ElementNode, type NodeId } from '../template/document/document.ts';
import { formatFrameRate, framesToSeconds, frames as toFrames } from '../template/values/frame-rate.ts';
import { originalId } from '../template/variables/repeats.ts';
import { lineIndex } from '../template-xml/ranges/line-index.ts';
import { elementPaths } from '../template-xml/ranges/paths.ts';
import type { TemplateSource } from '../template-xml/ranges/ranges.ts';
import { buildTimeline } from '../timeline/build-timeline.ts';
import { CHECK_CODES, CHECKS_VERSION, type CheckCode, type CheckLevel, checkOf, isCheckCode } from './check-table.ts';
import { evidenceFindings, type FilmEvidence, skippedWithout, withoutRefuted } from './evidence-checks.ts';
import { type CheckedMovie, filmToTrack, type TextLayouts } from './laid-out-texts.ts';
import { trackLayers } from './layer-tracks.ts';
import { type AnalyzedFilm, captionFindings, deliveryFindings, pictureFindings } from './other-checks.ts';
import { plainContrastFindings } from './plain-contrast.ts';
import { type Platform, platformNamed } from './platforms.ts';
import {
  type CheckFinding,
  type CheckReport,
  type FilmCheckResult,
  type FilmFinding,
  type SkippedCheck,
  verdictOf,
} from './report.ts';
import { simultaneousTextFindings, textFindings } from './text-checks.ts';

/** The options of a film check. */
export interface CheckOptions {
  readonly level: CheckLevel;
  /** The names of the requested platforms. Unknown names are ignored. */
  readonly platforms: readonly string[];
  /** The codes of the requested checks; null for all checks that are not optional. */
  readonly only: readonly CheckCode[] | null;
  /** The codes of the checks to skip. */
  readonly skip: readonly CheckCode[];
  /** The platforms that the project defines; none by default. */
  readonly own?: readonly Platform[];
  /**
   * The codes of the checks that the project switches off; none by default. Their findings are only counted, under
   * `unchecked`.
   */
  readonly off?: readonly CheckCode[];
}

export const QUICK_CHECK: CheckOptions = { level: 'quick', platforms: [], only: null, skip: [] };

/** The facts about a film in addition to its layers. */
interface CheckFacts {
  /** Whether texts lack a layout because the film has too many texts. If so, the checks of texts are skipped. */
  readonly isCut?: boolean;
  readonly evidence?: FilmEvidence;
}

/**
 * Checks a film: the positions, sizes, and times of its layers, and the given evidence from pictures, sound, and the
 * file. Pure; takes several milliseconds.
 */
export function checkGeometry(
  film: CheckedMovie,
  layouts: TextLayouts,
  options: CheckOptions,
  { isCut = false, evidence = {} }: CheckFacts = {},
): FilmCheckResult {
  const requested = CHECK_CODES.filter((code) => isRequested(code, options));
  const platforms = options.platforms.flatMap((name) => platformNamed(name, options.own) ?? []);
  const tracks = trackLayers(filmToTrack(film, layouts));
  const seen: AnalyzedFilm = {
    ...{ movie: film.movie, analysis: tracks, layouts, platforms },
    checksSafeArea: options.only?.includes('text/unsafe-area') === true,
  };
  const skipped = requested.flatMap((code): readonly SkippedCheck[] => {
    const { ofPlatform, source } = checkOf(code);
    if (ofPlatform && platforms.length === 0) return [{ code, why: 'platform' }];
    if (source !== 'G') return skippedWithout([code], evidence);
    const isTooLarge = tracks.isTooLarge && !code.startsWith('delivery/');
    return isTooLarge || (isCut && readsLayouts(code)) ? [{ code, why: 'size' }] : [];
  });
  const ran = requested.filter((code) => !skipped.some((each) => each.code === code));
  // The geometry finds low contrast only over plain colors, so that the check of the pictures remains skipped.
  const isMeasured = evidence.letters !== undefined && evidence.letters !== 'size';
  const plainFindings = isMeasured || !requested.includes('text/low-contrast') ? [] : plainContrastFindings(seen);
  const all = [
    ...textFindings(seen),
    ...(ran.includes('text/together') ? simultaneousTextFindings(seen) : []),
    ...(tracks.isTooLarge ? [] : captionFindings(seen, film)),
    ...pictureFindings(seen, film),
    ...plainFindings,
    ...deliveryFindings(seen),
    ...evidenceFindings(seen, evidence),
  ];
  return {
    findings: withoutRefuted(all, evidence).filter(({ code, source }) => source === 'G' || ran.includes(code)),
    ran,
    skipped,
  };
}

/** Returns whether a check needs the layouts of texts. */
function readsLayouts(code: CheckCode): boolean {
  return code.startsWith('text/') || code === 'captions/lines';
}

/** Returns whether the options request a check. */
export function isRequested(code: CheckCode, { only, skip }: CheckOptions): boolean {
  if (skip.includes(code)) return false;
  return only === null ? checkOf(code).optional !== true : only.includes(code);
}

/** The maximum number of findings in a report. The report states how many more there are. */
const MAX_FINDINGS = 200;
const SEVERITY_ORDER = { error: 0, warning: 1, notice: 2 } as const;

/**
 * Returns the report about a film. It contains the findings with their places in the template, except for findings that
 * the template or its project switches off.
 * @param milliseconds The duration of the check.
 */
export function checkReport(
  { findings, ran, skipped }: FilmCheckResult,
  { movie }: Pick<CheckedMovie, 'movie'>,
  source: TemplateSource,
  { level, platforms, own = [], off = [] }: CheckOptions,
  milliseconds: number,
): CheckReport {
  const { counted, unchecked } = countedFindings(findings, source.document.root, off);
  const located = locateFilmFindings(counted.slice(0, MAX_FINDINGS), movie, source);
  const { length } = buildTimeline(movie);
  return {
    checks: CHECKS_VERSION,
    level,
    verdict: verdictOf(counted),
    film: {
      frames: length,
      seconds: framesToSeconds(length, movie.frameRate),
      width: movie.width,
      height: movie.height,
      rate: formatFrameRate(movie.frameRate),
    },
    platforms: platforms.filter((name) => platformNamed(name, own) !== null),
    milliseconds,
    findings: located,
    more: counted.length - located.length,
    ran,
    skipped,
    unchecked,
  };
}

/** The findings that are switched on, most severe first, and the number of findings that are switched off, by code. */
export interface CountedFindings {
  readonly counted: readonly FilmFinding[];
  readonly unchecked: CheckReport['unchecked'];
}

/** Separates the findings that the template switches off with `unchecked`, or that its project switches off by code. */
export function countedFindings(
  findings: readonly FilmFinding[],
  root: ElementNode,
  off: readonly CheckCode[] = [],
): CountedFindings {
  const codesOf = uncheckedIn(root);
  const isOff = ({ node, code }: FilmFinding): boolean => {
    const codes = codesOf(node === null ? root.id : originalId(node));
    return off.includes(code) || codes.has('*') || codes.has(code);
  };
  const counted = findings
    .filter((finding) => !isOff(finding))
    .toSorted(
      (one, other) =>
        SEVERITY_ORDER[one.severity] - SEVERITY_ORDER[other.severity] ||
        one.from - other.from ||
        CHECK_CODES.indexOf(one.code) - CHECK_CODES.indexOf(other.code),
    );
  const offByCode = Map.groupBy(findings.filter(isOff), ({ code }) => code);
  return { counted, unchecked: [...offByCode].map(([code, all]) => ({ code, count: all.length })) };
}

/** Adds a code to the value of `unchecked`, which switches off the check. */
export function withUnchecked(value: string, code: CheckCode): string {
  const codes = codesIn(value);
  return codes.includes(code) ? value : [...codes, code].join(' ');
}

/**
 * Returns a function that returns the codes of the checks that an element or one of its ancestors switches off; `*`
 * means all.
 */
function uncheckedIn(root: ElementNode): (node: NodeId) => ReadonlySet<string> {
  const none: ReadonlySet<string> = new Set();
  const byNode = new Map<NodeId, ReadonlySet<string>>();
  const visit = (element: ElementNode, around: ReadonlySet<string>): void => {
    const own = codesIn(attributeValue(element, 'unchecked') ?? '');
    const all = own.length === 0 ? around : new Set([...around, ...own]);
    if (all.size > 0) byNode.set(element.id, all);
    for (const child of childElements(element)) visit(child, all);
  };
  visit(root, none);
  return (node) => byNode.get(node) ?? none;
}

/** Returns the codes in the value of `unchecked`, which are separated by spaces or commas. */
function codesIn(value: string): readonly string[] {
  return value.split(/[\s,]+/).filter((code) => code === '*' || isCheckCode(code));
}

/** Adds the path, the line, and the variable to findings. */
function locateFilmFindings(
  findings: readonly FilmFinding[],
  { frameRate }: CheckedMovie['movie'],
  source: TemplateSource,
): readonly CheckFinding[] {
  if (findings.length === 0) return [];
  const { document, ranges, text } = source;
  const nodes = new Set(findings.flatMap(({ node }) => (node === null ? [] : [originalId(node)])));
  const paths = elementPaths(document, nodes);
  const positionOf = lineIndex(text);
  const variableOf = variableAtFault(listVariables(document).variables, document.root);
  const children = childrenOf(document.root, nodes);
  return findings.map((finding): CheckFinding => {
    const { code, severity, says, from, to, box, source: ownSource = checkOf(code).source } = finding;
    const node = finding.node === null ? null : originalId(finding.node);
    const start = node === null ? undefined : ranges.get(node)?.start;
    const position = start === undefined ? { line: null, column: null } : positionOf(start);
    const places = node === null ? [] : (children.get(node) ?? []);
    const variable = places.map((at) => variableOf({ at, says: null })).find((name) => name !== null) ?? null;
    return {
      ...{ code, severity, message: inEnglish(says), reason: says.code, values: { ...says.values } },
      ...{ at: node === null ? '' : (paths.get(node) ?? ''), node, ...position },
      from: secondsAt(from, frameRate),
      to: secondsAt(to, frameRate),
      frames: [from, to],
      box: box && ([box.left, box.top, box.left + box.width, box.top + box.height].map(Math.round) as never),
      source: ownSource,
      variable,
    };
  });
}

function secondsAt(frame: number, rate: CheckedMovie['movie']['frameRate']): number {
  return Math.round(framesToSeconds(toFrames(Math.max(0, frame)), rate) * 1000) / 1000;
}

/** Returns the places, by element, where a variable can set the content of the element: its text, size, or source. */
function childrenOf(root: ElementNode, nodes: ReadonlySet<NodeId>) {
  const places = new Map<NodeId, readonly { readonly node: NodeId; readonly attribute?: string }[]>();
  const visit = (element: ElementNode): void => {
    if (nodes.has(element.id)) places.set(element.id, placesIn(element));
    for (const child of childElements(element)) visit(child);
  };
  visit(root);
  return places;
}

function placesIn(element: ElementNode): readonly { readonly node: NodeId; readonly attribute?: string }[] {
  return [
    ...element.children.flatMap((child) => (child.kind === 'element' ? placesIn(child) : [{ node: child.id }])),
    { node: element.id, attribute: 'content' },
    { node: element.id, attribute: 'size' },
    { node: element.id, attribute: 'src' },
    { node: element.id, attribute: 'url' },
  ];
}
