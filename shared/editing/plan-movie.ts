import { ok, type Result } from '../lib/result.ts';
import { attributeValue, type ElementNode } from '../template/document.ts';
import { convertFrames, type FrameRate, formatFrameRate, frames, sameFrameRate } from '../template/frame-rate.ts';
import { parseValue } from '../template/placeholder.ts';
import { formatPlaceholder } from '../template/placeholder-text.ts';
import type { DocumentEdit } from '../template-xml/edits.ts';
import type { MovieCommand } from './commands.ts';
import { attributeEdits, collect, type Plan, type Planning } from './planning.ts';
import { valueEdits } from './written-value.ts';

export function planMovie(planning: Planning, { width, height, frameRate, keep = 'seconds' }: MovieCommand): Plan {
  const { root } = planning.document;
  const parts: Result<readonly DocumentEdit[], string>[] = [];
  if (width !== undefined) parts.push(valueEdits(planning, root, 'width', String(width), 'The width'));
  if (height !== undefined) parts.push(valueEdits(planning, root, 'height', String(height), 'The height'));
  if (frameRate !== undefined) {
    const now = planning.rate();
    if (now === null || !sameFrameRate(now, frameRate)) {
      parts.push(valueEdits(planning, root, 'framerate', formatFrameRate(frameRate), 'The frame rate'));
      if (now !== null && keep === 'seconds') parts.push(ok(timesAtRate(planning, now, frameRate)));
    }
  }
  const edits = collect(parts, (part) => part);
  if (!edits.ok) return edits;
  return ok({ edits: edits.value, label: frameRate === undefined ? 'Set picture size' : 'Set frame rate' });
}

/** All times that count frames, so that they last as long at another rate. */
function timesAtRate({ index }: Planning, from: FrameRate, to: FrameRate): readonly DocumentEdit[] {
  return [...index.elements.values()].flatMap(({ element }) => {
    const name = timeAttribute(element);
    const text = name === null ? undefined : attributeValue(element, name);
    return name === null || text === undefined
      ? []
      : attributeEdits(element, name, timeAtRate(text, from, to, minimum(name)));
  });
}

/** An element copied from a template of another rate. */
export function elementAtRate(element: ElementNode, from: FrameRate, to: FrameRate): ElementNode {
  const name = timeAttribute(element);
  const attributes = element.attributes.map((attribute) =>
    attribute.name === name ? { name, value: timeAtRate(attribute.value, from, to, minimum(name)) } : attribute,
  );
  const children = element.children.map((child) => (child.kind === 'element' ? elementAtRate(child, from, to) : child));
  return { ...element, attributes, children };
}

function timeAttribute({ name }: ElementNode): 'duration' | 'skip' | null {
  if (name === 'scene') return 'duration';
  return name === 'video' ? 'skip' : null;
}

function minimum(name: 'duration' | 'skip'): number {
  return name === 'duration' ? 1 : 0;
}

/** A bare number, or a placeholder whose default is one; seconds last as long at every rate. */
function timeAtRate(text: string, from: FrameRate, to: FrameRate, least: number): string {
  const converted = (count: string): string => String(Math.max(least, convertFrames(frames(Number(count)), from, to)));
  if (/^\s*\d{1,9}\s*$/.test(text)) return converted(text);
  const { parts, faults } = parseValue(text);
  const [only] = parts;
  if (only?.kind !== 'placeholder' || parts.length > 1 || faults.length > 0) return text;
  if (only.default === null || !/^\s*\d{1,9}\s*$/.test(only.default)) return text;
  return formatPlaceholder({ ...only, default: converted(only.default) });
}
