import type { ElementNode, NodeId } from '../../template/document/document.ts';
import type { MediaSource } from '../../template/movie/movie.ts';
import type { CaptionLook } from '../../template/tables/captions-attributes.ts';
import type { Frames } from '../../template/values/frame-rate.ts';
import type { NewElement } from '../model/commands.ts';
import { newElement, sourceAttribute } from '../planning/nodes.ts';

/**
 * The insertable kinds with the element of each, without times. The parameter of a function declares the options of its
 * kind. A small image keeps its size, and a larger image is fitted into the frame. A picture at a chosen position is
 * fitted into half the frame.
 */
const insertableKinds = {
  text: textElement,
  shape: ({ style }: { readonly style: ShapeStyle }, frame: InsertionFrame) => shapeElement(style, frame),
  /** A color over the whole frame. */
  solid: (_: object) => elementNamed('solid', { color: '#24304a' }),
  code: codeElement,
  /** An empty group. */
  group: (_: object) => elementNamed('group', {}),
  video: (file: FileOptions, frame: InsertionFrame, isPlaced: boolean) =>
    elementNamed('video', { ...sourceIn(file), ...inPoint(file), ...(isPlaced && sizeIn(frame, 0.5, file.size)) }),
  image: (file: FileOptions, frame: InsertionFrame, isPlaced: boolean) => {
    const share = isPlaced ? 0.5 : 1;
    const isSmall = isWithin(file.size, frame, share);
    return elementNamed('image', { ...sourceIn(file), ...(!isSmall && sizeIn(frame, share, file.size)) });
  },
  audio: (file: FileOptions) => elementNamed('audio', { ...sourceIn(file), ...inPoint(file) }),
  captions: (file: FileOptions, frame: InsertionFrame) =>
    elementNamed('captions', { ...sourceIn(file), ...captionsStyle(frame) }),
};

type InsertableKind = keyof typeof insertableKinds;

type OptionsOf<Kind extends InsertableKind> = Parameters<(typeof insertableKinds)[Kind]>[0];

/** An insertable of one of these kinds. */
type InsertableOf<Kind extends InsertableKind> = { [Each in Kind]: OptionsOf<Each> & { readonly kind: Each } }[Kind];

/** An element that the user can insert. */
export type Insertable = InsertableOf<InsertableKind>;

/** The kinds with a file as their source. */
export type FileKind = {
  [Kind in InsertableKind]: OptionsOf<Kind> extends FileOptions ? Kind : never;
}[InsertableKind];

/** A layer or sound with a file as its source. */
export type NewFile = FileOptions & { readonly kind: FileKind };

interface FileOptions {
  readonly source: MediaSource;
  /** The size of the picture in pixels; null or absent if it is unknown. */
  readonly size?: { readonly width: number; readonly height: number } | null;
  /** The length of the source in seconds; null or absent if it is unknown. */
  readonly seconds?: number | null;
  /** The in-point in frames of the movie. */
  readonly skip?: Frames;
  /** The length in frames; absent if the layer lasts to the end of the scene. */
  readonly duration?: Frames;
}

/** Returns whether a value is the kind of an insertable. */
export function isInsertableKind(kind: unknown): kind is InsertableKind {
  return typeof kind === 'string' && Object.hasOwn(insertableKinds, kind);
}

/** Returns the element of an insertable, which lasts from the first to the last frame of its scene. */
export function insertableElement<Kind extends InsertableKind>(
  insertable: InsertableOf<Kind>,
  frame: InsertionFrame,
  place: Place | null,
): NewElement {
  const kinds: { readonly [Each in InsertableKind]: ElementOf<Each> } = insertableKinds;
  const element = kinds[insertable.kind](insertable, frame, place !== null);
  // Ignore the position for sounds, which have none, and for captions, which keep the position of their preset.
  const staysWhereItIs = insertable.kind === 'audio' || insertable.kind === 'captions';
  return place === null || staysWhereItIs ? element : withPosition(element, place);
}

type ElementOf<Kind extends InsertableKind> = (
  insertable: InsertableOf<Kind>,
  frame: InsertionFrame,
  isPlaced: boolean,
) => NewElement;

function sourceIn({ source }: FileOptions) {
  const { name, value } = sourceAttribute(source);
  return { [name]: value };
}

function inPoint({ skip }: FileOptions) {
  return { skip: skip === undefined || skip <= 0 ? null : skip };
}

/** Sets the position of an element's middle. Overrides the default position of its kind. */
function withPosition(element: NewElement, { x, y }: Place): NewElement {
  const others = element.attributes.filter(({ name }) => !['position', 'origin', 'anchor'].includes(name));
  return { ...element, attributes: [...others, { name: 'position', value: `${Math.round(x)}, ${Math.round(y)}` }] };
}

function isWithin(size: FileOptions['size'], frame: InsertionFrame, share: number): boolean {
  return size != null && size.width <= frame.width * share && size.height <= frame.height * share;
}

/**
 * Returns the largest size that fits into a fraction of the frame, in pixels. If the aspect ratio is unknown, returns
 * the whole area.
 */
function sizeIn({ width, height }: InsertionFrame, share: number, size: FileOptions['size']) {
  const box = { width: width * share, height: height * share };
  const factor = size == null ? null : Math.min(box.width / size.width, box.height / size.height);
  const across = size == null || factor === null ? box.width : size.width * factor;
  const down = size == null || factor === null ? box.height : size.height * factor;
  return { width: Math.max(1, Math.round(across)), height: Math.max(1, Math.round(down)) };
}

/** The frame into which an element is inserted. */
export interface InsertionFrame {
  readonly width: number;
  readonly height: number;
  /** The background behind the element. */
  readonly background: 'light' | 'dark' | 'picture';
}

/** A position in pixels of the movie, relative to the middle of the frame. Right and down are positive. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** The style of a new text. */
export type TextPreset = (typeof TEXT_PRESETS)[number];

export const TEXT_PRESETS = [
  'title',
  'subtitle',
  'lower-third',
  'number',
  'outlined',
  'boxed',
  'quote',
  'caption',
] as const;

export type ShapeStyle = (typeof SHAPE_STYLES)[number];

export const SHAPE_STYLES = [
  'rectangle',
  'rounded',
  'ellipse',
  'triangle',
  'star',
  'hexagon',
  'arrow',
  'line',
] as const;

interface TextOptions {
  readonly preset: TextPreset;
  /** The initial texts, one for each text layer of the preset. */
  readonly words: readonly string[];
  /** The font family; by default, the bundled fonts apply. */
  readonly font?: string;
}

type Values = Readonly<Record<string, string | number | null | undefined>>;

/**
 * Returns a text element, or a group for a preset with two texts. Sizes are proportional to the frame's shorter side.
 */
function textElement({ preset, words, font }: TextOptions, frame: InsertionFrame): NewElement {
  const [first = '', second = ''] = words;
  const share = sharesOf(frame);
  const text = (content: string, values: Values) => elementNamed('text', { content, font, ...values });
  const readable = readableStyle(frame);
  const centered = { width: '80%', xalign: 'center' };
  switch (preset) {
    case 'title':
      return text(first, { size: share(0.1), weight: 700, ...readable, ...centered });
    case 'subtitle':
      return text(first, { size: share(0.05), ...readable, ...centered, position: '0, 12%' });
    case 'number':
      return text(first, { size: share(0.28), weight: 700, ...readable });
    case 'outlined':
      return text(first, {
        ...{ size: share(0.1), weight: 700, ...centered },
        outline: `${Math.max(1, share(0.006))}, #000000`,
      });
    case 'boxed':
      return text(first, {
        ...{ size: share(0.06), weight: 700, color: '#111111', background: '#f2c230' },
        padding: `${share(0.012)} ${share(0.03)}`,
        radius: share(0.012),
      });
    case 'quote':
      return text(first, { size: share(0.06), ...readable, width: '60%' });
    case 'caption':
      return text(first, captionStyle(frame));
    case 'lower-third': {
      const label = { padding: `${share(0.006)} ${share(0.014)}`, anchor: '-50%, 50%', origin: 'bottomleft' };
      return elementNamed('group', {}, [
        text(first, {
          ...{ size: share(0.032), weight: 700, color: '#ffffff', background: '#c8102e', ...label },
          position: '6%, -17.5%',
        }),
        text(second, {
          ...{ size: share(0.05), weight: 700, color: '#111111', background: '#ffffff', ...label },
          position: '6%, -10%',
        }),
      ]);
    }
    default:
      return preset satisfies never;
  }
}

/**
 * Returns the style of new captions: white text on a dark band at the lower edge, which is readable on any background.
 * In portrait movies, the text is larger. It also avoids the lower 35 % and the buttons at the right, where apps such
 * as Reels and Shorts display their controls.
 */
function captionStyle(frame: InsertionFrame): Values {
  const share = sharesOf(frame);
  const isPortrait = frame.height > frame.width;
  return {
    ...{ size: share(isPortrait ? 0.06 : 0.045), origin: 'bottom' },
    ...{ position: isPortrait ? PORTRAIT_CAPTIONS.position : LANDSCAPE_CAPTIONS.position, anchor: '0, 50%' },
    ...{ background: '#000000b3', padding: `${share(0.008)} ${share(0.016)}` },
  };
}

/** The position and the width of captions in a landscape movie; both are the defaults of the language. */
export const LANDSCAPE_CAPTIONS = { position: '0, -8%', width: '80%' } as const;
/** The position and the width of captions in a portrait movie, inside the safe areas of TikTok, Reels, and Shorts. */
export const PORTRAIT_CAPTIONS = { position: '0, -36%', width: '64%' } as const;

/**
 * Returns the attributes of new captions from a file. The style is a look, because users can replace a look with
 * another. In a landscape movie, the captions have the default position and width.
 */
export function captionsStyle(frame: InsertionFrame): Values {
  const { size, position } = captionStyle(frame);
  const look = 'boxed' satisfies CaptionLook;
  return frame.height > frame.width ? { look, size, width: PORTRAIT_CAPTIONS.width, position } : { look, size };
}

/**
 * Returns the attributes of readable text: dark on a light background, white on a dark background, and white with a
 * soft shadow on a picture. Omits white, which is the default.
 */
function readableStyle(frame: InsertionFrame): Values {
  const { background } = frame;
  if (background === 'light') return { color: '#111111' };
  if (background === 'dark') return {};
  const share = sharesOf(frame);
  return { shadow: `0, ${share(0.003)}, ${share(0.012)}, #000000a0` };
}

const MAX_FONT_SIZE = 2000;

function sharesOf({ width, height }: InsertionFrame): (part: number) => number {
  const side = Math.min(width, height);
  return (part) => Math.min(MAX_FONT_SIZE, Math.max(1, Math.round(side * part)));
}

/** Returns an element with attributes in order. Skips attributes without a value. */
export function elementNamed(
  name: string,
  attributes: Readonly<Record<string, string | number | null | undefined>>,
  children: readonly NewElement[] = [],
): NewElement {
  return {
    name,
    attributes: Object.entries(attributes).flatMap(([key, value]) =>
      value === null || value === undefined ? [] : [{ name: key, value: String(value) }],
    ),
    ...(children.length > 0 && { children }),
  };
}

/** Returns the element as a node with new ids. */
export function nodeOf({ name, attributes, children = [], text }: NewElement, newId: () => NodeId): ElementNode {
  const element = newElement(
    newId,
    name,
    attributes,
    children.map((child) => nodeOf(child, newId)),
  );
  if (text === undefined) return element;
  return { ...element, children: [{ kind: 'text', id: newId(), text, cdata: false }, ...element.children] };
}

/** The default content of a new code: a domain for examples (RFC 2606). */
const EXAMPLE_ADDRESS = 'https://example.org';

/** Returns a QR code in a square box in the middle of the frame. */
function codeElement({ content = EXAMPLE_ADDRESS }: { readonly content?: string }, frame: InsertionFrame): NewElement {
  const side = Math.max(1, Math.round(Math.min(frame.width, frame.height) * 0.4));
  return elementNamed('code', { content, width: side, height: side });
}

/** The corners of polygons, in a square with the side 1. */
const polygons: Readonly<Partial<Record<ShapeStyle, readonly (readonly [x: number, y: number])[]>>> = {
  triangle: [
    [0.5, 0.067],
    [1, 0.933],
    [0, 0.933],
  ],
  star: Array.from({ length: 10 }, (_, at) => onCircle(at / 10, at % 2 === 0 ? 0.5 : 0.2)),
  hexagon: Array.from({ length: 6 }, (_, at) => onCircle(at / 6 + 0.25, 0.5)),
  arrow: [
    [0, 0.35],
    [0.58, 0.35],
    [0.58, 0.15],
    [1, 0.5],
    [0.58, 0.85],
    [0.58, 0.65],
    [0, 0.65],
  ],
};

/**
 * Returns a shape in the middle of the frame. Its color is dark on a light background. Omits white, which is the
 * default.
 */
export function shapeElement(style: ShapeStyle, { width, height, background }: InsertionFrame): NewElement {
  const across = (part: number) => Math.max(1, Math.round(width * part));
  const down = (part: number) => Math.max(1, Math.round(height * part));
  const fill = background === 'light' ? '#111111' : null;
  const side = Math.max(1, Math.round(Math.min(width, height) * 0.4));
  const corners = polygons[style];
  if (corners !== undefined)
    return elementNamed('shape', { points: pointsText(corners, side), width: side, height: side, fill });
  switch (style) {
    case 'rounded':
      return elementNamed('shape', { width: across(0.4), height: down(0.3), radius: down(0.03), fill });
    case 'ellipse':
      return elementNamed('shape', { type: 'ellipse', width: side, height: side, fill });
    case 'line':
      return elementNamed('shape', { width: across(0.4), height: down(0.006), fill });
    default:
      return elementNamed('shape', { width: across(0.4), height: down(0.3), fill });
  }
}

/**
 * Returns the corners of a polygon in a square box with this side; null for other shapes. Previews also use this
 * function.
 */
export function cornersOf(style: ShapeStyle, side: number): string | null {
  const corners = polygons[style];
  return corners === undefined ? null : pointsText(corners, side);
}

function pointsText(corners: readonly (readonly [x: number, y: number])[], side: number): string {
  return corners
    .map((corner) => corner.map((coordinate) => Math.round(coordinate * side * 10) / 10).join(','))
    .join(' ');
}

/**
 * Returns a point on a circle around the middle of the square. `turn` is the clockwise angle from the top in full
 * turns.
 */
function onCircle(turn: number, radius: number): readonly [number, number] {
  const angle = turn * 2 * Math.PI;
  return [0.5 + radius * Math.sin(angle), 0.5 - radius * Math.cos(angle)];
}
