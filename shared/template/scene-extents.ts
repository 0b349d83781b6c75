import { attributeValue, childElements, type ElementNode, type TemplateDocument } from './document.ts';
import { elementRegistry } from './elements.ts';
import { type FrameRate, type Frames, frames, parseFrameRate } from './frame-rate.ts';
import { parseValue } from './placeholder.ts';
import { substitute } from './substitute.ts';

/** Where the scenes of a document lie in the film, as far as the defaults of its variables tell. */
export interface SceneExtents {
  /** First frame of each scene, and behind them the film's end; null after a scene of unknown length. */
  readonly starts: readonly (Frames | null)[];
  readonly total: Frames | null;
}

type Defaults = ReadonlyMap<string, string>;

export function sceneExtents(document: TemplateDocument, defaults: Defaults): SceneExtents {
  const { root } = document;
  const rateText = defaultText(root, 'framerate', defaults);
  const rate = rateText === null ? null : parseFrameRate(rateText);
  const frameRate = rate?.ok ? rate.value : null;
  const starts: (Frames | null)[] = [frames(0)];
  let end: Frames | null = frames(0);
  for (const scene of childElements(root).filter((child) => child.name === 'scene')) {
    const length = sceneLength(scene, frameRate, defaults);
    end = end === null || length === null ? null : frames(end + length);
    starts.push(end);
  }
  return { starts, total: end };
}

function sceneLength(scene: ElementNode, rate: FrameRate | null, defaults: Defaults): Frames | null {
  const { duration, enabled } = elementRegistry.scene.attributes;
  const switchText = defaultText(scene, 'enabled', defaults);
  const switched = switchText === null ? null : enabled.type.parse(switchText, rate);
  if (switched?.ok && !switched.value) return frames(0);
  const text = defaultText(scene, 'duration', defaults);
  // Seconds have a length only at a rate; frames have one without.
  if (text === null || (rate === null && text.includes('s'))) return null;
  const length = duration.type.parse(text, rate);
  return length.ok ? length.value : null;
}

function defaultText(element: ElementNode, attribute: string, defaults: Defaults): string | null {
  const value = attributeValue(element, attribute);
  if (value === undefined) return null;
  const parsed = parseValue(value);
  if (parsed.faults.length > 0) return null;
  const substituted = substitute(parsed, { values: new Map(), defaults });
  return substituted.kind === 'text' ? substituted.text : null;
}
