import { attributeValue, type ElementNode, type TemplateDocument } from '../document/document.ts';
import { startsOf } from '../movie/scene-starts.ts';
import { parseValue } from '../placeholders/placeholder.ts';
import { substitute } from '../placeholders/substitute.ts';
import { createValueBudget, type ValueBudget } from '../placeholders/value-budget.ts';
import { elementRegistry } from '../tables/elements.ts';
import { scenesOf } from '../tables/roles.ts';
import { type FrameRate, type Frames, frames, parseFrameRate } from '../values/frame-rate.ts';

/** Where the scenes of a document lie in the film, as far as the defaults of its variables tell. */
export interface SceneExtents {
  /** First frame of each scene, and behind them the film's end; null after a scene of unknown length. */
  readonly starts: readonly (Frames | null)[];
  readonly total: Frames | null;
}

interface Defaults {
  readonly defaults: ReadonlyMap<string, string>;
  readonly budget: ValueBudget;
}

export function sceneExtents(document: TemplateDocument, stated: ReadonlyMap<string, string>): SceneExtents {
  const { root } = document;
  const defaults: Defaults = { defaults: stated, budget: createValueBudget() };
  const rateText = defaultText(root, 'framerate', defaults);
  const rate = rateText === null ? null : parseFrameRate(rateText);
  const frameRate = rate?.ok ? rate.value : null;
  const scenes = scenesOf(root);
  const starts = startsOf(scenes.map((scene) => sceneLength(scene, frameRate, defaults)));
  return { starts, total: starts.at(-1) ?? null };
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

function defaultText(element: ElementNode, attribute: string, { defaults, budget }: Defaults): string | null {
  const value = attributeValue(element, attribute);
  if (value === undefined) return null;
  const parsed = parseValue(value);
  if (parsed.faults.length > 0) return null;
  const substituted = substitute(parsed, { values: new Map(), defaults }, budget);
  return substituted.kind === 'text' ? substituted.text : null;
}
