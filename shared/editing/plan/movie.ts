import { err, ok, type Result } from '../../lib/result.ts';
import { type Message, message } from '../../messages/message.ts';
import type { ElementNode } from '../../template/document/document.ts';
import { formatPlaceholder, parseValue } from '../../template/placeholders/placeholder.ts';
import { elementRegistry } from '../../template/tables/elements.ts';
import { LANGUAGE } from '../../template/tables/language.ts';
import {
  convertFrames,
  type FrameRate,
  formatFrameRate,
  frames,
  sameFrameRate,
} from '../../template/values/frame-rate.ts';
import { timesOf } from '../../template/variables/written-values.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { MovieCommand, ResizeMovieCommand } from '../model/commands.ts';
import { sizeInShape } from '../model/frame-shapes.ts';
import { valueEdits } from '../planning/planned.ts';
import { attributeEdits, collect, type Plan, type Planning } from '../planning/planning.ts';
import { adaptLayers, captionEdits } from './adapt-layers.ts';

export function planMovie(planning: Planning, { width, height, frameRate, keep = 'seconds' }: MovieCommand): Plan {
  const { root } = planning.document;
  const parts: Result<readonly DocumentEdit[], Message>[] = [];
  if (width !== undefined) parts.push(valueEdits(planning, root, 'width', String(width), message('subject/width')));
  if (height !== undefined) parts.push(valueEdits(planning, root, 'height', String(height), message('subject/height')));
  if (frameRate !== undefined) {
    const now = planning.rate();
    if (now === null || !sameFrameRate(now, frameRate)) {
      parts.push(valueEdits(planning, root, 'framerate', formatFrameRate(frameRate), message('subject/frame-rate')));
      if (now !== null && keep === 'seconds') parts.push(ok(timesAtRate(planning, now, frameRate)));
    }
  }
  const edits = collect(parts, (part) => part);
  if (!edits.ok) return edits;
  return ok({
    edits: [...edits.value, ...captionsInShape(planning, { width, height })],
    // If both the size and the frame rate change, the label names the size.
    label: message(width === undefined && height === undefined ? 'step/set-frame-rate' : 'step/set-picture-size'),
  });
}

/** Returns the edits of captions if the movie changes between landscape and portrait. */
function captionsInShape(
  planning: Planning,
  to: { readonly [side in 'width' | 'height']: number | undefined },
): readonly DocumentEdit[] {
  const before = collect(['width', 'height'] as const, (name) => sideOf(planning, name));
  if (!before.ok) return [];
  const [width = 0, height = 0] = before.value;
  return captionEdits(planning, { width, height }, { width: to.width ?? width, height: to.height ?? height });
}

/**
 * Plans a new frame size and frame rate. Adapts the layers from the old size, which is resolved with the current values
 * of variables.
 */
export function planReshape(planning: Planning, { to, frameRate }: ResizeMovieCommand): Plan {
  const from = collect(['width', 'height'] as const, (name) => sideOf(planning, name));
  if (!from.ok) return from;
  const [width = 0, height = 0] = from.value;
  const size = typeof to === 'string' ? sizeInShape({ width, height }, to) : to;
  const resized = planMovie(planning, { type: 'movie/set', ...size, ...(frameRate && { frameRate }) });
  if (!resized.ok) return resized;
  const { edits, label } = resized.value;
  return ok({ edits: [...edits, ...adaptLayers(planning, { width, height }, size)], label });
}

function sideOf({ document, resolved }: Planning, name: 'width' | 'height'): Result<readonly number[], Message> {
  const text = resolved(document.root, name);
  const what = message(`subject/${name}`);
  if (text?.kind !== 'text') return err(message('edit/no-value', { what }));
  const read = elementRegistry.movie.attributes[name].type.parse(text.text, null);
  return read.ok ? ok([read.value]) : err(message('edit/unreadable-value', { what, reason: read.error }));
}

/** Returns the edits that convert all times in frames to the new rate, so that they last equally long. */
function timesAtRate({ index, language }: Planning, from: FrameRate, to: FrameRate): readonly DocumentEdit[] {
  return [...index.elements.values()].flatMap(({ element }) =>
    timesOf(element, language).flatMap(({ name, value, spec }) =>
      attributeEdits(element, name, timeAtRate(value, from, to, spec.type.minimum)),
    ),
  );
}

/** Converts the times of an element from a template with another frame rate. */
export function elementAtRate(element: ElementNode, from: FrameRate, to: FrameRate, language = LANGUAGE): ElementNode {
  const minimums = new Map(timesOf(element, language).map(({ name, spec }) => [name, spec.type.minimum]));
  const attributes = element.attributes.map(({ name, value }) => ({
    name,
    value: minimums.has(name) ? timeAtRate(value, from, to, minimums.get(name)) : value,
  }));
  const children = element.children.map((child) =>
    child.kind === 'element' ? elementAtRate(child, from, to, language) : child,
  );
  return { ...element, attributes, children };
}

/**
 * Converts a time in frames: a plain number, which can be negative, or the default of a placeholder. Times in seconds
 * stay unchanged.
 */
function timeAtRate(text: string, from: FrameRate, to: FrameRate, least = Number.NEGATIVE_INFINITY): string {
  const converted = (count: string): string => {
    const length = convertFrames(frames(Math.abs(Number(count))), from, to);
    return String(Math.max(least, Number(count) < 0 ? -length : length));
  };
  if (FRAME_COUNT.test(text)) return converted(text);
  const { pieces, faults } = parseValue(text);
  const [only] = pieces;
  if (only?.kind !== 'placeholder' || pieces.length > 1 || faults.length > 0) return text;
  if (only.default === null || !FRAME_COUNT.test(only.default)) return text;
  return formatPlaceholder({ ...only, default: converted(only.default) });
}

const FRAME_COUNT = /^\s*-?\d{1,9}\s*$/;
