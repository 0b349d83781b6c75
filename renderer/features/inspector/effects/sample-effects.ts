import { initialValue } from '#shared/editing/planning/nodes.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import {
  type Effect,
  type EffectSpec,
  type EffectType,
  effectRegistry,
  effectTypes,
} from '#shared/template/effects/effects.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';

/**
 * Returns a sample of each effect for its thumbnail. The sample has the initial values, or other values if the initial
 * ones have no visible result. Parsing the samples from XML ensures that they are valid.
 */
export function sampleEffects(): ReadonlyMap<EffectType, Effect> {
  cachedSamples ??= makeSamples();
  return cachedSamples;
}

let cachedSamples: ReadonlyMap<EffectType, Effect> | null = null;

function makeSamples(): ReadonlyMap<EffectType, Effect> {
  const elements = effectTypes.map((type) => `<${effectRegistry[type].element} type="${type}"${attributesOf(type)}/>`);
  const { source } = readTemplate(
    `<movie width="16" height="16" framerate="25"><scene duration="1"><video src="a">${elements.join('')}</video></scene></movie>`,
  );
  if (source === null) return new Map();
  const { movie } = resolveTemplate(source.document, { values: new Map(), missing: 'error' });
  const effects = movie?.scenes[0]?.layers[0]?.effects ?? [];
  return new Map(effects.map((effect) => [effect.type, effect]));
}

/** The attributes for samples of effects whose defaults or minimums have no visible result. */
const VISIBLE_ATTRIBUTES: Partial<Readonly<Record<EffectType, string>>> = {
  brightness: ' intensity="1.5"',
  contrast: ' intensity="1.8"',
  gamma: ' gamma="2"',
  hue: ' angle="120"',
  colormatrix: ' matrix="0 0 1 0, 0 1 0 0, 1 0 0 0"',
  crop: ' top="15%" right="15%" bottom="15%" left="15%"',
  rotate: ' angle="15"',
  perspective: ' upperleft="15%, 10%" lowerleft="15%, 90%"',
};

/** Returns whether an effect can be previewed without a file from the user. */
export function isShownBySample(type: EffectType): boolean {
  const { oneOf = [] }: EffectSpec = effectRegistry[type];
  return oneOf.length === 0;
}

function attributesOf(type: EffectType): string {
  const { attributes: specs, oneOf = [] }: EffectSpec = effectRegistry[type];
  const visibleAttributes = VISIBLE_ATTRIBUTES[type];
  if (visibleAttributes !== undefined) return visibleAttributes;
  // Effects that require a source get a placeholder.
  const source = oneOf.includes('src') ? ' src="a"' : '';
  const others = Object.entries(specs)
    .map(([name, { type: values }]) => {
      const initial = initialValue(type, name);
      const value = initial !== null && values.minimum !== undefined ? String(values.minimum) : initial;
      return value === null ? '' : ` ${name}="${value}"`;
    })
    .join('');
  return source + others;
}
