import { statement } from '../../statements/statement.ts';
import type { ElementNode } from '../document/document.ts';
import { limits } from '../document/limits.ts';
import type { SoundLayer } from '../movie/sound-layer.ts';
import { checkCounts } from '../reading/check-counts.ts';
import { conditional } from '../reading/conditional.ts';
import { readAttributes, warnOfUnknownAttributes } from '../reading/read-attributes.ts';
import type { ReadingContext } from '../reading/reading-context.ts';
import { knownChildren } from '../reading/resolve-children.ts';
import { checkSource, mediaSource } from '../reading/resolve-source.ts';
import { elementRegistry } from '../tables/elements.ts';
import { isSound } from '../tables/roles.ts';
import { decimalSecondsToFrames, frames } from '../values/frame-rate.ts';
import { resolveAnimation } from './resolve-animation.ts';
import { splitAnimations } from './split-animations.ts';

/** The ramp of ducking without `duckfade`. */
export const USUAL_DUCK_SECONDS = '0.3';

/** What a sound stands in directly. */
type HeardWithin = 'movie' | 'scene' | 'overlay';

/** The sounds among the children of the movie or an overlay, which are heard across all scenes, or of a scene. */
export function resolveSounds(
  context: ReadingContext,
  children: readonly { readonly element: ElementNode }[],
  within: HeardWithin,
): readonly SoundLayer[] {
  const found = children.filter(({ element }) => isSound(element));
  const most = within === 'movie' ? limits.soundsOfMovie : limits.soundsOfScene;
  const surplus = found[most];
  // Those of overlays are counted together.
  if (surplus !== undefined && within !== 'overlay')
    context.log.add('template/too-many-layers', { node: surplus.element.id }, () =>
      statement('template/too-many-sounds', { most, sounds: found.length, within }),
    );
  const read = (inner: ReadingContext, element: ElementNode) => resolveSound(inner, element, within);
  return found.map(({ element }) => conditional(context, element, read)).filter((sound) => sound !== null);
}

/** Null where it cannot be read. */
function resolveSound(context: ReadingContext, element: ElementNode, within: HeardWithin): SoundLayer | null {
  const specs = elementRegistry.audio.attributes;
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  checkSource(context, element);
  const animations = knownChildren(context, 'audio', element).map((child) =>
    resolveAnimation(context, 'audio', child.element),
  );
  checkCounts(context, element);
  if (complete === null) return null;
  const { url, src, fadein, fadeout, ducks, duckfade, condition, ...rest } = complete;
  const source = mediaSource(url, src);
  if (source === null) return null;
  const { heard } = splitAnimations(animations.filter((animation) => animation !== null));
  return {
    kind: 'audio',
    id: element.id,
    source,
    ...rest,
    ...{ fadeIn: fadein, fadeOut: fadeout, ducks: ducks ?? within !== 'movie' },
    duckFade:
      duckfade ?? (context.rate === null ? frames(0) : decimalSecondsToFrames(USUAL_DUCK_SECONDS, context.rate)),
    ...(heard.length > 0 && { soundAnimations: heard }),
  };
}
