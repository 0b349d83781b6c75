import { lookValues } from '#shared/captions/looks.ts';
import type { Planning } from '#shared/editing/planning/planning.ts';
import { formatPaint } from '#shared/lib/srgb.ts';
import { DEFAULT_DUCK_SECONDS } from '#shared/resolve/scene.ts';
import { attributeValue, type ElementNode } from '#shared/template/document/document.ts';
import { defaultAngle, defaultUnit, PRESETS } from '#shared/template/tables/animation-attributes.ts';
import { captionsAttributes } from '#shared/template/tables/captions-attributes.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { layerKindOf, roleOf } from '#shared/template/tables/roles.ts';
import type { AttributeSpec } from '#shared/template/value-types/attribute-types.ts';
import type { PresetType } from '#shared/template/values/animation.ts';
import { WORD_STATES } from '#shared/template/values/caption-style.ts';
import { decimalSecondsToFrames, type FrameRate, secondsToFrames } from '#shared/template/values/frame-rate.ts';
import { presetDefaults } from '#shared/timeline/presets.ts';

/**
 * Returns the effective value of an absent attribute whose default depends on other attributes, in the notation of the
 * template. Null without such a default, for example for the width of a text.
 */
export function effectiveValue(
  planning: Planning,
  element: ElementNode,
  name: string,
  rate: FrameRate | null,
): string | null {
  switch (roleOf(element)) {
    case 'animation':
      return animationDefault(planning, element, name, rate);
    case 'transition':
      return name === 'direction' ? (readOf(planning, element, 'type') === 'zoom' ? 'in' : 'left') : null;
    case 'sound':
      if (name === 'ducks') return String(planning.index.elements.get(element.id)?.parent !== planning.document.root);
      return name === 'duckfade' && rate !== null ? String(decimalSecondsToFrames(DEFAULT_DUCK_SECONDS, rate)) : null;
    case 'layer':
      return layerDefault(planning, element, name);
    default:
      return null;
  }
}

/**
 * Returns the value that the look of captions gives an absent attribute of the captions or of one of their words, in
 * the notation of the template. Null without such a value.
 */
export function valueOfLook(
  planning: Planning,
  element: ElementNode,
  name: string,
  spec: AttributeSpec<unknown>,
  rate: FrameRate | null,
): string | null {
  const isWord = roleOf(element) === 'word';
  const captions = isWord ? planning.index.elements.get(element.id)?.parent : element;
  if (captions == null || layerKindOf(captions) !== 'captions') return null;
  const { look: looks, accent, size } = captionsAttributes;
  const read = <Value>(attribute: string, { type, absent }: AttributeSpec<Value> & { absent: { default: Value } }) => {
    const value = type.parse(readOf(planning, captions, attribute) ?? '', rate);
    return value.ok ? value.value : absent.default;
  };
  const look = read('look', looks);
  if (look === null) return null;
  const values = lookValues(look, { size: read('size', size), accent: formatPaint(read('accent', accent)) });
  const own = isWord
    ? values.words[WORD_STATES.find((state) => state === readOf(planning, element, 'state')) ?? 'active']
    : values.captions;
  const value = spec.type.parse(own?.[name] ?? '', rate);
  return own?.[name] !== undefined && value.ok ? spec.type.format(value.value) : null;
}

/** Returns the preset that an animation plays; null for keyframes and for an invalid type. */
function presetPlayed(planning: Planning, animation: ElementNode): PresetType | null {
  const type = readOf(planning, animation, 'type');
  return PRESETS.find((preset) => preset === type) ?? null;
}

/** Returns the effect that `textin` or `textout` plays on each text unit; null for other presets. */
export function unitEffectPlayed(planning: Planning, animation: ElementNode, preset: PresetType): string | null {
  if (preset !== 'textin' && preset !== 'textout') return null;
  return readOf(planning, animation, 'effect') ?? (preset === 'textin' ? 'fadein' : 'fadeout');
}

function animationDefault(
  planning: Planning,
  element: ElementNode,
  name: string,
  rate: FrameRate | null,
): string | null {
  const preset = presetPlayed(planning, element);
  if (preset === null) return name === 'easing' ? 'linear' : null;
  const defaults = presetDefaults(preset);
  const effect = unitEffectPlayed(planning, element, preset);
  switch (name) {
    case 'duration':
      if (defaults.seconds === 'layer') return '100%';
      return rate === null ? null : String(Math.max(1, secondsToFrames(defaults.seconds, rate)));
    case 'easing':
      return effect === 'pop' ? presetDefaults('pop').easing : defaults.easing;
    case 'direction':
      return preset === 'kenburns' ? 'in' : 'left';
    case 'angle':
      return String(defaultAngle(preset));
    case 'unit':
      return defaultUnit(preset);
    case 'effect':
      return effect;
    default:
      return null;
  }
}

function layerDefault(planning: Planning, element: ElementNode, name: string): string | null {
  const kind = layerKindOf(element);
  const isWritten = (attribute: string) => attributeValue(element, attribute) !== undefined;
  if (kind === 'image' && name === 'fit') return isWritten('width') || isWritten('height') ? 'contain' : 'none';
  if (kind !== 'text' && kind !== 'captions') return null;
  if (name === 'autosize') {
    const { width } = elementRegistry[kind].attributes;
    const isWide = isWritten('width') || ('default' in width.absent && width.absent.default !== null);
    return isWide && isWritten('height') ? 'shrink' : 'none';
  }
  if (name !== 'minsize') return null;
  const spelling = isWritten('size') ? 'size' : 'fontsize';
  const { size } = elementRegistry[kind].attributes;
  const written = readOf(planning, element, spelling);
  const read = size.type.parse(written ?? size.type.format('default' in size.absent ? size.absent.default : 0), null);
  return read.ok ? String(read.value / 4) : null;
}

/**
 * Returns the value of an attribute with its variables substituted; null if the attribute is absent or a variable has
 * no value.
 */
function readOf(planning: Planning, element: ElementNode, name: string): string | null {
  const written = attributeValue(element, name);
  if (written === undefined) return null;
  if (!written.includes('${')) return written.trim();
  const resolved = planning.resolved(element, name);
  return resolved?.kind === 'text' ? resolved.text.trim() : null;
}
