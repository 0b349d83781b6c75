import type { ElementNode } from '../../template/document/document.ts';
import { formatPlaceholder, parseValue } from '../../template/placeholders/placeholder.ts';
import { LANGUAGE } from '../../template/tables/language.ts';
import { convertFrames, type FrameRate, frames } from '../../template/values/frame-rate.ts';
import { timesOf } from '../../template/variables/written-values.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import { attributeEdits, type Planning } from '../planning/planning.ts';

/** The edits of all times that count frames, so that they last as long at another rate. */
export function timesAtRate({ index, language }: Planning, from: FrameRate, to: FrameRate): readonly DocumentEdit[] {
  return [...index.elements.values()].flatMap(({ element }) =>
    timesOf(element, language).flatMap(({ name, value, spec }) =>
      attributeEdits(element, name, timeAtRate(value, from, to, spec.type.minimum)),
    ),
  );
}

/** An element copied from a template of another rate. */
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

/** A bare number, below zero too, or a placeholder whose default is one; seconds last as long at every rate. */
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
