import { enumeration, named, quoted, shortened } from './quoting.ts';
import { messages } from './translation.ts';

/** The reason why a condition is malformed; `at` is the unexpected part, null at the end of the condition. */
export interface BadCondition {
  readonly reason: 'operand' | 'end' | 'parenthesis' | 'quote' | 'too-deep';
  readonly at: string | null;
}

/** An exceeded limit of the language. */
export interface ExceededLimit {
  readonly most: number;
}

/** A layer that starts after the end of its parent; `name` is its name, its file, or its text. */
export interface LayerAfterEnd {
  readonly element: string;
  /** Null for a layer without a name; absent in data from older versions. */
  readonly name?: string | null;
  readonly offset: number;
  readonly length: number;
}

/** Problems of layers, animations, and the choice of scenes. */
export const layerMessages = messages({
  'template/no-content': () => '`text` has no text. Add the attribute `content` or a `content` element.',
  'template/two-contents': () =>
    '`text` can have the attribute `content` or one `content` element, not several. Remove the others.',
  'template/two-words': ({ state }: { state: string }) =>
    `The captions have more than one element \`word\` for \`${state}\`. Keep one of them.`,
  'template/two-metadata': () => 'The template has more than one element `metadata`. Keep one of them.',
  'template/too-many-cues': ({ most }: ExceededLimit) =>
    `Captions can have up to ${most} elements \`cue\`. Use a file for more.`,
  'template/text-too-long': ({ most }: ExceededLimit) => `Text can have up to ${most} characters. Shorten it.`,
  /** `names` are attributes of which only one is permitted. */
  'template/two-outlines': ({ names }: { names: readonly string[] }) =>
    `A shape has one outline, but ${enumeration(names.map(named))} each set one. Keep one of them.`,
  'template/bad-outline': ({ attribute, text }: { attribute: string; text: string }) =>
    attribute === 'path'
      ? `\`path\` must be SVG path data that starts with a move, such as \`M 0 0 L 100 0 L 50 80 Z\`; it’s ${quoted(text)}.`
      : `\`points\` must be at least three points in pixels, such as \`0,0; 100,0; 50,80\`; it’s ${quoted(text)}.`,
  'code/empty': () => 'The code has no content. Enter the text that it contains, such as an address.',
  /** `fitsLower` is whether a code of the lowest level holds the content. */
  'code/too-long': ({ level, fitsLower }: { level: string; fitsLower: boolean }) =>
    `The content is longer than a QR code holds at level \`${level}\`. ${
      fitsLower ? 'Shorten it, or choose a lower level.' : 'Shorten it: no level holds it.'
    }`,
  /** `module` is the size of a module in pixels of the film. */
  'code/small': ({ module, least }: { module: number; least: number }) =>
    `A module of the code is ${module} px in the film, so many readers fail; ${least} px are reliable. Enlarge the code or shorten its content.`,
  /** `ratio` is the contrast ratio by WCAG 2.2. */
  'code/contrast': ({ ratio, least }: { ratio: number; least: number }) =>
    `The contrast of the code is ${ratio}:1, so many readers fail. Choose colors with at least ${least}:1.`,
  'code/lighter': () =>
    'The code is lighter than its background, which some readers don’t support. Choose a dark `color` and a light `background`.',
  'code/margin': ({ margin, least }: { margin: number; least: number }) =>
    `The margin of the code is ${margin} ${margin === 1 ? 'module' : 'modules'} wide; readers need ${least}.`,
  'code/short': ({ seconds, least }: { seconds: number; least: number }) =>
    `The code is visible for ${seconds} s; scanning it takes at least ${least} s. Show it for longer.`,
  'template/tangled-path': () =>
    'This shape has too many lines at the same height, so drawing it takes too long. Simplify it or split it into several shapes.',
  'template/too-many-sounds': ({
    most,
    sounds,
    within,
  }: ExceededLimit & { sounds: number; within: 'movie' | 'scene' }) =>
    `A ${within} can have up to ${most} sounds; this one has ${sounds}.`,
  'template/too-many-layers': ({ most, layers }: ExceededLimit & { layers: number }) =>
    `A scene can have up to ${most} layers; this one has ${layers}.`,
  /** `frame` is the first frame of the scene with so many videos. */
  'template/too-many-videos': ({ most, videos, frame }: ExceededLimit & { videos: number; frame: number }) =>
    `A scene can show up to ${most} videos at once; at frame ${frame} this one shows ${videos}. End some of them earlier, or start some later.`,
  /** The layers of all overlays together. */
  'template/overlay-layers': ({ most, layers }: ExceededLimit & { layers: number }) =>
    `A movie’s overlays can have up to ${most} layers in total; these have ${layers}.`,
  /** Each layer counts once per scene and transition that it covers. */
  'template/overlaid-layers': ({ most, layers }: ExceededLimit & { layers: number }) =>
    `The overlays add ${layers} layers; the limit is ${most}. Each layer counts once per scene and transition. Use fewer layers or end them sooner.`,
  'template/overlay-sounds': ({ most, sounds }: ExceededLimit & { sounds: number }) =>
    `A movie’s overlays can have up to ${most} sounds in total; these have ${sounds}.`,
  /** `frame` is the first frame of the film with so many videos, including the videos of the scenes. */
  'template/overlay-videos': ({ most, videos, frame }: ExceededLimit & { videos: number; frame: number }) =>
    `A scene and its overlays can show up to ${most} videos at once; at frame ${frame} of the film they show ${videos}. End some of them earlier, or start some later.`,
  /** In frames: the start of the overlay layer, and the length of the film. */
  'template/overlay-outside': ({ element, name, offset, length }: LayerAfterEnd) =>
    `${named(name ?? element)} starts after the film ends, so it isn’t visible: frame ${offset} of ${length}.`,
  'template/poster-outside': ({ offset, length }: { offset: number; length: number }) =>
    `The poster is after the end of the movie: frame ${offset} of ${length}. The last frame is used. Choose an earlier time.`,
  'template/too-many-effects': ({ most, effects }: ExceededLimit & { effects: number }) =>
    `A layer can have up to ${most} effects; this one has ${effects}.`,
  'template/too-many-animations': ({ most, animations }: ExceededLimit & { animations: number }) =>
    `A layer can have up to ${most} animations; this one has ${animations}.`,
  'template/too-many-keys': ({ most, keys }: ExceededLimit & { keys: number }) =>
    `An animation can have up to ${most} keyframes; this one has ${keys}.`,
  'template/scenes-too-deep': ({ most }: ExceededLimit) =>
    `Scenes can be nested ${most} levels deep; this one is deeper.`,
  'template/groups-too-deep': ({ most }: ExceededLimit) =>
    `Groups can be nested ${most} levels deep; this one is deeper.`,
  'template/spans-too-deep': ({ most }: ExceededLimit) =>
    `Spans can be nested ${most} levels deep; this one is deeper.`,
  'template/too-many-spans': ({ most }: ExceededLimit) => `A text can have up to ${most} spans.`,
  'template/masks-too-deep': ({ most }: ExceededLimit) =>
    `Masks can be nested ${most} levels deep; this one is deeper.`,
  /** In frames: the start of the layer, and the length of its scene. */
  'template/layer-outside': ({ element, name, offset, length }: LayerAfterEnd) =>
    `${named(name ?? element)} starts after its scene ends, so it isn’t visible: frame ${offset} of ${length}.`,
  'template/key-order': () => 'Each keyframe must be later than the one before it; this one isn’t.',
  /** In frames: the time of the keyframe, and the end of its parent. */
  'template/key-outside': ({ time, end, of }: { time: number; end: number; of: 'animation' | 'layer' }) =>
    `This keyframe is at frame ${time}, but its ${of} ends at frame ${end}, so it has no effect.`,
  'template/not-animatable': ({ property, element }: { property: string; element: string }) =>
    `${named(element)} has no ${named(property)} to animate. Remove it.`,
  'template/preset-of-text': ({ preset, element }: { preset: string; element: string }) =>
    `${named(preset)} animates the letters, words, or lines of a \`text\`, but ${named(element)} has none. Use another preset.`,
  'template/preset-of-number': ({ preset, element }: { preset: string; element: string }) =>
    `${named(preset)} counts the \`value\` of a \`text\`, but ${named(element)} has none. Use another preset.`,
  /** A preset animates a picture, and a sound has none. */
  'template/preset-of-sound': ({ preset }: { preset: string }) =>
    `${named(preset)} animates a picture, but \`audio\` has none. ${
      preset === 'fadein' || preset === 'fadeout'
        ? `Set the attribute ${named(preset)} instead`
        : 'Animate `volume` and `pan` with keyframes instead'
    }.`,
  /** A preset animates a placement, and an effect has none. */
  'template/preset-of-effect': ({ preset, element }: { preset: string; element: string }) =>
    `${named(preset)} animates a layer, but ${named(element)} isn’t one. Animate its attributes with keyframes or move the preset to the layer.`,
  /** A mask has no animatable attributes, but its layers do. */
  'template/animation-of-mask': () => 'A mask can’t be animated. Move the animation to the layers of the mask.',
  'template/no-keys': () => 'An animation without a `type` needs keyframes. Add `<key time="0" …/>`.',
  'template/keys-in-preset': ({ preset }: { preset: string }) =>
    `${named(preset)} is a preset and can’t have keyframes. Remove the keyframes or the \`type\`.`,
  'template/condition': ({ reason, at }: BadCondition) => `Invalid condition: ${conditionFault(reason, at)}.`,
  'template/no-case': ({ value }: { value: string }) =>
    `No \`case\` of this choice is ${quoted(value)} and it has no default, so nothing plays.`,
  /** An earlier scene of the choice has the same value or is the default. */
  'template/case-unreachable': ({ value }: { value: string | null }) =>
    value === null
      ? 'This scene never plays: an earlier scene of its choice has no `case` either.'
      : `${quoted(value)} never plays this scene: an earlier scene of its choice has the same \`case\`.`,
  'template/case-outside': () => '`case` has no effect here because the scene isn’t in a choice.',
  'template/scene-beside-layers': () =>
    'A scene has either layers or scenes. This one is next to layers, so it’s kept in the XML but not rendered.',
  'template/layer-in-choice': ({ element }: { element: string }) =>
    `${named(element)} is in a choice. A choice can contain only scenes, so it isn’t rendered.`,
  'template/sequence-length': () =>
    'A scene with scenes inside is as long as all of them together. Remove its `duration`.',
  /** Whether the scene is as long as all its content or as its sounds. */
  'template/no-length': ({ of }: { of: 'all' | 'audio' }) =>
    of === 'audio'
      ? 'The scene is as long as its sounds, but none of them has a length. Add an `audio` or set its `duration`.'
      : 'The scene has no `duration`, and nothing in it has a length. Set its `duration`.',
  'template/transition-place': () => 'This transition has no effect because another one joins the same two scenes.',
  /** The values are in frames. */
  'template/transition-shortened': ({ wanted, got }: { wanted: number; got: number }) =>
    got === 0
      ? `The other transitions of its scenes leave no time for the transition of ${wanted} frames, so it’s a cut.`
      : `The transition is shortened from ${wanted} to ${got} frames because its scenes are too short.`,
  'template/no-layer': () =>
    'A custom transition needs a scene. Add `<scene><layer ref="…"/></scene>` with the `id` of a neighboring scene.',
  'template/scene-in-transition': () =>
    'Only `custom` transitions have a scene; this one is kept in the XML but not rendered.',
  'template/second-scene': () =>
    'A custom transition has one scene; this extra one is kept in the XML but not rendered.',
  'template/layer-elsewhere': () =>
    '`layer` only works in the scene of a custom transition; here it’s kept in the XML but not rendered.',
  'template/unknown-ref': ({ ref, meant }: { ref: string; meant: string | null }) =>
    `No scene has the id ${named(ref)}${meant === null ? '.' : `. Did you mean \`${meant}\`?`}`,
  'template/ref-not-beside': ({ ref }: { ref: string }) =>
    `The scene ${named(ref)} isn’t next to this transition. Use one of the two scenes that it joins.`,
  'template/shown-scenes': ({ most, layers }: ExceededLimit & { layers: number }) =>
    `A custom transition can show up to ${most} scenes; this one shows ${layers}.`,
  /** The videos of a custom transition and of the scenes that it displays. */
  'template/shown-videos': ({ most, videos }: ExceededLimit & { videos: number }) =>
    `A custom transition can show up to ${most} videos, including those in its scenes; this one shows ${videos}.`,
  'template/duplicate-id': ({ id }: { id: string }) =>
    `Another scene already has the id ${named(id)}. Give each scene its own.`,
  'font/not-added': ({ family }: { family: string }) =>
    `${named(family)} isn’t installed. Add it in the settings or with \`scenewright fonts add cjk\`.`,
  'font/family': ({ family, meant }: { family: string; meant: string | null }) =>
    `No font is called ${named(family)}. Declare it in \`resources\` or use a built-in font${
      meant === null ? '.' : `. Did you mean \`${meant}\`?`
    }`,
});

function conditionFault(reason: BadCondition['reason'], at: string | null): string {
  const location = at === null ? 'at its end' : `at ${named(at)}`;
  switch (reason) {
    case 'operand':
      return `a value is missing ${location}`;
    case 'end':
      return `\`and\`, \`or\` or a comparison is missing ${location}`;
    case 'parenthesis':
      return 'a parenthesis isn’t closed';
    case 'quote':
      return 'a quote isn’t closed';
    case 'too-deep':
      return 'its parentheses are nested too deeply';
    default:
      return reason satisfies never;
  }
}

const SIDES = { left: 'left', top: 'top', right: 'right', bottom: 'bottom' } as const;
export type FrameSide = keyof typeof SIDES;

const excerpt = (text: string): string => `“${shortened(text.replace(/\s+/g, ' ').trim())}”`;
const rounded = (value: number): string => `${Math.round(value * 10) / 10} s`;
const percent = (share: number): string => `${Math.round(share * 100)} %`;
const about = (isOfficial: boolean): string => (isOfficial ? '' : 'about ');

/** The findings of the film check. Each is one or two complete sentences. */
export const checkMessages = messages({
  'check/too-short': ({ text, words, seen, need }: { text: string; words: number; seen: number; need: number }) =>
    `${excerpt(text)}${words > 3 ? ` (${words} words)` : ''} is visible for ${rounded(seen)}; reading it takes about ${rounded(need)}.`,
  'check/off-frame': ({ text, share }: { text: string; share: number }) =>
    `${percent(share)} of ${excerpt(text)} is outside the frame.`,
  'check/unsafe-area': ({ text, side, share }: { text: string; side: FrameSide; share: number }) =>
    `${excerpt(text)} is ${percent(Math.max(0, share))} from the ${SIDES[side]} edge. Keep 5 % free.`,
  'check/under-overlay': ({
    text,
    platform,
    share,
    isOfficial,
  }: {
    text: string;
    platform: string;
    share: number;
    isOfficial: boolean;
  }) => `The controls of ${platform} cover ${about(isOfficial)}${percent(share)} of ${excerpt(text)}.`,
  'check/cut': ({ text, by }: { text: string; by: 'box' | 'group' }) =>
    by === 'box'
      ? `${excerpt(text)} doesn’t fit into its box.`
      : `The box of a group cuts off a part of ${excerpt(text)}.`,
  'check/overlap': ({ text, other }: { text: string; other: string }) => `${excerpt(text)} overlaps ${excerpt(other)}.`,
  'check/tiny': ({ text, size }: { text: string; size: number }) =>
    `The letters of ${excerpt(text)} are ${Math.round(size * 10) / 10} pixels high on a phone.`,
  'check/missing-glyph': ({ text, characters }: { text: string; characters: readonly string[] }) =>
    `The fonts of ${excerpt(text)} lack ${enumeration(characters)}.`,
  'check/captions-fast': ({ text, rate }: { text: string; rate: number }) =>
    `The caption ${excerpt(text)} has ${Math.round(rate)} characters per second.`,
  'check/captions-lines': ({ text, lines }: { text: string; lines: number }) =>
    `The caption ${excerpt(text)} has ${lines} lines.`,
  'check/captions-long-line': ({ text, units, most }: { text: string; units: number; most: number }) =>
    `A line of the caption ${excerpt(text)} has ${Math.round(units)} characters instead of at most ${most}.`,
  'check/captions-wide': ({ text, share }: { text: string; share: number }) =>
    `The caption ${excerpt(text)} takes ${percent(share)} of the width.`,
  'check/captions-short': ({ text, seconds: length }: { text: string; seconds: number }) =>
    `The caption ${excerpt(text)} lasts only ${Math.round(length * 100) / 100} s.`,
  'check/captions-long': ({ text, seconds: length }: { text: string; seconds: number }) =>
    `The caption ${excerpt(text)} lasts ${rounded(length)}.`,
  'check/captions-gap': ({ text }: { text: string }) =>
    `There is one frame between the caption ${excerpt(text)} and the next one.`,
  'check/captions-overlap': ({ text }: { text: string }) =>
    `The caption ${excerpt(text)} begins before the previous one ends.`,
  'check/captions-outside': ({ text }: { text: string }) => `The caption ${excerpt(text)} is outside the film.`,
  'check/captions-cut': ({ text, frames }: { text: string; frames: number }) =>
    `The caption ${excerpt(text)} crosses a cut by ${frames === 1 ? 'a frame' : `${frames} frames`}.`,
  'check/upscaled': ({ name, factor }: { name: string; factor: number }) =>
    `${excerpt(name)} is enlarged to ${Math.round(factor * 10) / 10} times its pixels.`,
  'check/stretched': ({ name, share }: { name: string; share: number }) =>
    `${excerpt(name)} is stretched by ${percent(share)}.`,
  'check/edge-gap': ({ name, side, pixels }: { name: string; side: FrameSide; pixels: number }) =>
    `${excerpt(name)} leaves a strip of ${Math.round(pixels * 10) / 10} pixels at the ${SIDES[side]} edge.`,
  'check/length': ({
    platform,
    seconds: length,
    limit,
    isOfficial,
  }: {
    platform: string;
    seconds: number;
    limit: number;
    isOfficial: boolean;
  }) =>
    `The film lasts ${rounded(length)}; ${platform} accepts ${length > limit ? 'at most' : 'at least'} ${about(isOfficial)}${rounded(limit)}.`,
  'check/shape': ({ platform, width, height }: { platform: string; width: number; height: number }) =>
    `${platform} doesn’t accept the aspect ratio of ${width}×${height}.`,
  'check/flash': ({ rate, isRed, isTooMany }: { rate: number; isRed: boolean; isTooMany: boolean }) =>
    `${isRed ? 'Saturated red' : 'The picture'} flashes ${isTooMany ? `${Math.round(rate)} times` : 'three times'} per second on a large area. ${isTooMany ? 'This may exceed WCAG 2.3.1.' : 'WCAG 2.3.1 allows no more.'}`,
  'check/black': ({
    seconds: length,
    where,
  }: {
    seconds: number;
    where: 'whole' | 'start' | 'end' | 'inside' | 'first';
  }) => {
    if (where === 'first') return 'The first frame shows nearly nothing. Feeds show it before the film plays.';
    if (where === 'whole') return 'The whole film is black.';
    return `The picture is black for ${rounded(length)}${where === 'inside' ? '' : ` at the ${where} of the film`}.`;
  },
  'check/frozen': ({ name, seconds: length }: { name: string | null; seconds: number }) =>
    `${name === null ? 'The picture does not change' : `The video ${excerpt(name)} does not move`} for ${rounded(length)}.`,
  /** `behind` is the range of relative luminance of the picture behind the letters. */
  'check/low-contrast': ({
    text,
    contrast,
    limit,
  }: {
    text: string;
    contrast: number;
    limit: number;
    behind: readonly [number, number];
  }) =>
    `The contrast between ${excerpt(text)} and the picture behind it is ${Math.round(contrast * 10) / 10}. At this size it needs ${limit}.`,
  'check/covered': ({ text, share }: { text: string; share: number }) =>
    `Other layers cover ${percent(share)} of the letters of ${excerpt(text)}.`,
  'check/silent': ({ seconds: length, isWhole }: { seconds: number; isWhole: boolean }) =>
    isWhole ? 'The film has sounds, but is silent.' : `The film is silent for ${rounded(length)}.`,
  'check/level': ({ level, of }: { level: number; of: 'peak' | 'end' }) =>
    of === 'peak'
      ? `The true peak of the sound is ${Math.round(level * 10) / 10} dBTP. Keep it below −1 dBTP.`
      : `The film ends while the sound still has ${Math.round(level)} dBFS. Fade it out.`,
  'check/loudness': ({
    loudness,
    target,
    platform,
  }: {
    loudness: number;
    target: number | null;
    platform: string | null;
  }) =>
    `The loudness is ${Math.round(loudness * 10) / 10} LUFS${target === null ? (loudness < -20 ? ', which is very quiet' : ', which is very loud') : ` instead of ${target} LUFS${platform === null ? '' : ` for ${platform}`}`}.`,
  'check/sides': ({
    seconds: length,
    loss,
    quiet,
  }: {
    seconds: number;
    loss: number | null;
    quiet: 'left' | 'right' | null;
  }) => {
    if (quiet !== null) return `The ${quiet} side of the sound is nearly silent.`;
    return loss === null
      ? `The left and the right side cancel each other out for ${rounded(length)} on a device with one loudspeaker.`
      : `The sound is ${Math.round(loss)} dB quieter on a device with one loudspeaker.`;
  },
  'check/size': ({
    platform,
    bytes,
    limit,
    isEstimate,
    isOfficial,
  }: {
    platform: string;
    bytes: number;
    limit: number;
    isEstimate: boolean;
    isOfficial: boolean;
  }) =>
    `The file has ${isEstimate ? 'about ' : ''}${Math.round(bytes / 1e6)} MB; ${platform} accepts at most ${isOfficial ? '' : 'about '}${Math.round(limit / 1e6)} MB.`,
  'check/together': ({ text, late }: { text: string; late: number }) =>
    `A reader of all texts finishes ${excerpt(text)} ${rounded(late)} after it disappears.`,
});
