import { placedParts, sceneOfId, timelineOf } from '../editing/model/timeline.ts';
import { resolveTemplate } from '../resolve/resolve.ts';
import {
  attributeValue,
  childElements,
  type ElementNode,
  elementsOf,
  type NodeId,
  type TemplateDocument,
} from '../template/document/document.ts';
import type { Finding } from '../template/document/problem.ts';
import type { Movie } from '../template/movie/movie.ts';
import { roleOf } from '../template/tables/roles.ts';
import { formatFrameRate, frames, framesToSeconds } from '../template/values/frame-rate.ts';
import { originalId } from '../template/variables/repeats.ts';
import { textsOf } from '../template/variables/written-values.ts';
import { buildTimeline } from '../timeline/build-timeline.ts';
import { placesOf } from './places.ts';

/** The maximum number of lines of an outline. */
const MAX_LINES = 400;
const MAX_QUOTED = 60;

/** The size, length, and outline of a template, with the values of its variables. */
export interface TemplateOutline {
  /** The length in frames; null if it is unknown, or if the size or the frame rate is invalid. */
  readonly frames: number | null;
  readonly seconds: number | null;
  /** The size, such as `1920x1080`; empty if it is invalid. */
  readonly size: string;
  readonly rate: string;
  /** The played scenes with their frames; `end` is exclusive. */
  readonly scenes: readonly SceneFrames[];
  /** One line for each scene, layer, sound, and transition, with its place and times. */
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** A played scene on the timeline. During a transition, its last frames also show the next scene. */
export interface SceneFrames {
  readonly place: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Prints the outline of a template, or of one element. If values are given, marks the scenes that are not played. An
 * outline of more than 400 lines contains only the scenes with their numbers of elements.
 */
export function outlineOf(
  document: TemplateDocument,
  { values, within = null }: { readonly values: ReadonlyMap<string, string>; readonly within?: ElementNode | null },
): TemplateOutline {
  const { partial, findings } = resolveTemplate(document, { values, missing: 'ignore', empty: 'ignore' });
  const printer = createPrinter(document, partial, values.size > 0);
  const top = within ?? document.root;
  const lines = printer.lines(top, top === document.root ? -1 : 0);
  const isLong = lines.length > MAX_LINES;
  const text = isLong ? printer.shortLines(top).slice(0, MAX_LINES) : lines;
  const hint = isLong ? [`${lines.length} lines in all; read one scene with \`within\`.`] : [];
  if (partial === null)
    return {
      frames: null,
      seconds: null,
      size: '',
      rate: '',
      scenes: [],
      text: [...text, ...hint].join('\n'),
      findings,
    };
  const { length, scenes } = buildTimeline(partial);
  const places = placesOf(document);
  return {
    scenes: scenes
      .filter(({ start, end }) => end > start)
      .map(({ scene, start, end }) => ({ place: places.get(originalId(scene.id)) ?? 'scene', start, end })),
    frames: length,
    seconds: rounded(framesToSeconds(length, partial.frameRate)),
    size: `${partial.width}x${partial.height}`,
    rate: formatFrameRate(partial.frameRate),
    text: [...text, ...hint].join('\n'),
    findings,
  };
}

function createPrinter(document: TemplateDocument, movie: Movie | null, marksSkipped: boolean) {
  const places = placesOf(document);
  const timeline = timelineOf(movie);
  const ids = new Set<NodeId>([...elementsOf(document.root)].map(({ id }) => id));
  const parts = new Map((movie === null ? [] : placedParts(movie, ids)).map((part) => [part.id, part]));
  const seconds = (frame: number) =>
    movie === null ? `${frame} f` : String(rounded(framesToSeconds(frames(frame), movie.frameRate)));
  const span = (from: number, to: number) => `${seconds(from)}–${seconds(to)}s (${to - from} f)`;

  const timesOf = (element: ElementNode): string | null => {
    const role = roleOf(element);
    if (role === 'scene') {
      const placed = sceneOfId(timeline, element.id);
      if (placed === null) return null;
      const { scene, start } = placed;
      if (!scene.enabled) return marksSkipped ? 'not played' : 'off';
      return span(start, start + scene.duration);
    }
    const part = parts.get(element.id);
    if (part === undefined) return null;
    const start = part.clock + part.offset;
    return span(start, start + part.length);
  };
  const line = (element: ElementNode, depth: number): string => {
    const role = roleOf(element);
    const inside = childElements(element)
      .filter((child) => INSIDE.has(roleOf(child) ?? ''))
      .map((child) => attributeValue(child, 'type') ?? child.name);
    const condition = attributeValue(element, 'condition');
    return [
      `${'  '.repeat(Math.max(0, depth))}${places.get(element.id) ?? element.name}`,
      titleOf(element),
      timesOf(element),
      ...SHOWN.map((name) => shownAttribute(element, name)),
      role === 'transition' ? shownAttribute(element, 'type') : null,
      condition === undefined ? null : `if ${condition}`,
      inside.length === 0 ? null : `· ${inside.join(', ')}`,
    ]
      .filter((piece) => piece !== null)
      .join(' ');
  };
  const lines = (element: ElementNode, depth: number): readonly string[] => [
    ...(depth < 0 ? [] : [line(element, depth)]),
    ...childElements(element)
      .filter((child) => LISTED.has(roleOf(child) ?? ''))
      .flatMap((child) => lines(child, depth + 1)),
  ];
  /** Lists only the scenes, with the number of elements in each. */
  const shortLines = (element: ElementNode): readonly string[] =>
    childElements(element)
      .filter((child) => LISTED.has(roleOf(child) ?? ''))
      .map((child) => `${line(child, 0)} · ${[...elementsOf(child)].length - 1} elements`);
  return { lines, shortLines };
}

/** The roles that get a separate line. */
const LISTED: ReadonlySet<string> = new Set(['scene', 'layer', 'sound', 'transition', 'overlay']);
/** The roles of the children whose types appear in the line of their layer. */
const INSIDE: ReadonlySet<string> = new Set(['effect', 'mask', 'animation']);
/** The attributes that appear in a line with their written value. */
const SHOWN = ['size', 'position', 'width', 'height', 'font', 'enabled'];

function shownAttribute(element: ElementNode, name: string): string | null {
  const value = attributeValue(element, name);
  return value === undefined ? null : `${name}=${shortText(value)}`;
}

/** Returns the name, the text, or the source of an element in quotes; null if it has none. */
function titleOf(element: ElementNode): string | null {
  const pieces = textsOf(element)
    .map(({ text }) => text.trim())
    .join(' ');
  const title =
    attributeValue(element, 'name') ??
    attributeValue(element, 'content') ??
    (pieces === '' ? undefined : pieces) ??
    attributeValue(element, 'src') ??
    attributeValue(element, 'url');
  return title === undefined ? null : JSON.stringify(shortText(title));
}

function shortText(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length <= MAX_QUOTED ? line : `${line.slice(0, MAX_QUOTED - 1).toWellFormed()}…`;
}

function rounded(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
