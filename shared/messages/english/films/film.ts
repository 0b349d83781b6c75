import type { FilmMessages } from '../../films/film-messages.ts';
import type { Translation } from '../../message.ts';
import { enumeration, named, quoted } from '../../quoting.ts';

export const filmSentences: Translation<FilmMessages> = {
  'template/no-content': () => '`text` has no text. Add the attribute `content` or a `content` element.',
  'template/two-contents': () => '`text` has two contents. Remove one.',
  'template/text-too-long': ({ most }) => `A text can have up to ${most} characters. Shorten it.`,
  'template/two-outlines': ({ names }) =>
    `A shape has one outline, but ${enumeration(names.map(named))} each set one. Keep one of them.`,
  'template/bad-outline': ({ attribute, text }) =>
    attribute === 'path'
      ? `\`path\` must be SVG path data that starts with a move, such as \`M 0 0 L 100 0 L 50 80 Z\`; it’s ${quoted(text)}.`
      : `\`points\` must be at least three points in pixels, such as \`0,0; 100,0; 50,80\`; it’s ${quoted(text)}.`,
  'template/tangled-path': () =>
    'This shape has too many lines at the same height, so drawing it takes too long. Simplify it or split it into several shapes.',
  'template/too-many-sounds': ({ most, sounds, within }) =>
    `A ${within} can have up to ${most} sounds; this one has ${sounds}.`,
  'template/too-many-layers': ({ most, layers }) => `A scene can have up to ${most} layers; this one has ${layers}.`,
  'template/too-many-videos': ({ most, videos, frame }) =>
    `A scene can show up to ${most} videos at once; at frame ${frame} this one shows ${videos}. End some sooner or start them later.`,
  'template/overlay-layers': ({ most, layers }) =>
    `A movie’s overlays can have up to ${most} layers in total; these have ${layers}.`,
  'template/overlaid-layers': ({ most, layers }) =>
    `Overlays can add up to ${most} layers, counted once per scene and transition they cover; these add ${layers}. Use fewer layers or end them sooner.`,
  'template/overlay-sounds': ({ most, sounds }) =>
    `A movie’s overlays can have up to ${most} sounds in total; these have ${sounds}.`,
  'template/overlay-videos': ({ most, videos, frame }) =>
    `A scene and its overlays can show up to ${most} videos at once; at frame ${frame} of the film they show ${videos}. End some sooner or start them later.`,
  'template/overlay-outside': ({ element, name, offset, length }) =>
    `${named(name ?? element)} starts after the film ends, so it isn’t visible: frame ${offset} of ${length}.`,
  'template/too-many-effects': ({ most, effects }) =>
    `A layer can have up to ${most} effects; this one has ${effects}.`,
  'template/too-many-animations': ({ most, animations }) =>
    `A layer can have up to ${most} animations; this one has ${animations}.`,
  'template/too-many-keys': ({ most, keys }) => `An animation can have up to ${most} keyframes; this one has ${keys}.`,
  'template/scenes-too-deep': ({ most }) => `Scenes can be nested ${most} levels deep; this one is deeper.`,
  'template/groups-too-deep': ({ most }) => `Groups can be nested ${most} levels deep; this one is deeper.`,
  'template/spans-too-deep': ({ most }) => `Spans can be nested ${most} levels deep; this one is deeper.`,
  'template/too-many-spans': ({ most }) => `A text can have up to ${most} spans; this is one too many.`,
  'template/masks-too-deep': ({ most }) => `Masks can be nested ${most} levels deep; this one is deeper.`,
  'template/layer-outside': ({ element, name, offset, length }) =>
    `${named(name ?? element)} starts after its scene ends, so it isn’t visible: frame ${offset} of ${length}.`,
  'template/key-order': () => 'Each keyframe must be later than the one before it; this one isn’t.',
  'template/key-outside': ({ time, end, of }) =>
    `This keyframe is at frame ${time}, but its ${of} ends at frame ${end}, so it has no effect.`,
  'template/not-animatable': ({ property, element }) =>
    `${named(element)} has no ${named(property)} to animate. Remove it.`,
  'template/preset-of-text': ({ preset, element }) =>
    `${named(preset)} animates the letters, words or lines of a \`text\`, but ${named(element)} has none. Use another preset.`,
  'template/preset-of-sound': ({ preset }) =>
    `${named(preset)} animates a picture, but \`audio\` has none. ${
      preset === 'fadein' || preset === 'fadeout'
        ? `Set the attribute ${named(preset)} instead`
        : 'Animate `volume` and `pan` with keyframes instead'
    }.`,
  'template/preset-of-effect': ({ preset, element }) =>
    `${named(preset)} animates a layer, but ${named(element)} isn’t one. Animate its attributes with keyframes or move the preset to the layer.`,
  'template/animation-of-mask': () => 'A mask can’t be animated. Move the animation to the layers of the mask.',
  'template/no-keys': () => 'An animation without a `type` needs keyframes. Add `<key time="0" …/>`.',
  'template/keys-in-preset': ({ preset }) =>
    `${named(preset)} is a preset and can’t have keyframes. Remove the keyframes or the \`type\`.`,
  'template/condition': ({ reason, at }) => `Invalid condition: ${conditionFault(reason, at)}.`,
  'template/no-case': ({ value }) =>
    `No \`case\` of this choice is ${quoted(value)} and it has no default, so nothing plays.`,
  'template/case-unreachable': ({ value }) =>
    value === null
      ? 'This scene never plays: an earlier scene of its choice has no `case` either.'
      : `${quoted(value)} never plays this scene: an earlier scene of its choice has the same \`case\`.`,
  'template/case-outside': () => '`case` has no effect here because the scene isn’t in a choice.',
  'template/scene-beside-layers': () =>
    'A scene has either layers or scenes. This one is next to layers, so it’s kept in the XML but not rendered.',
  'template/layer-in-choice': ({ element }) =>
    `${named(element)} is in a choice, which can only have scenes; it’s kept in the XML but not rendered.`,
  'template/sequence-length': () =>
    'A scene with scenes inside is as long as all of them together. Remove its `duration`.',
  'template/no-length': ({ of }) =>
    of === 'audio'
      ? 'The scene is as long as its sounds, but none of them has a length. Add an `audio` or set its `duration`.'
      : 'The scene has no `duration`, and nothing in it has a length. Set its `duration`.',
  'template/transition-place': () => 'This transition has no effect because another one joins the same two scenes.',
  'template/transition-shortened': ({ wanted, got }) =>
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
  'template/unknown-ref': ({ ref, meant }) =>
    `No scene has the id ${named(ref)}${meant === null ? '.' : `. Did you mean \`${meant}\`?`}`,
  'template/ref-not-beside': ({ ref }) =>
    `The scene ${named(ref)} isn’t next to this transition. Use one of the two scenes that it joins.`,
  'template/shown-scenes': ({ most, layers }) =>
    `A custom transition can show up to ${most} scenes; this one shows ${layers}.`,
  'template/shown-videos': ({ most, videos }) =>
    `A custom transition can show up to ${most} videos, including those in its scenes; this one shows ${videos}.`,
  'template/duplicate-id': ({ id }) => `Another scene already has the id ${named(id)}. Give each scene its own.`,
  'font/not-added': ({ family }) =>
    `${named(family)} isn’t installed. Add it in *Settings* or with \`scenewright fonts add cjk\`.`,
  'font/family': ({ family, meant }) =>
    `No font is called ${named(family)}. Declare it in \`resources\` or use a built-in font${
      meant === null ? '.' : `. Did you mean \`${meant}\`?`
    }`,
};

function conditionFault(reason: FilmMessages['template/condition']['reason'], at: string | null): string {
  const found = at === null ? 'at its end' : `at ${named(at)}`;
  switch (reason) {
    case 'operand':
      return `a value is missing ${found}`;
    case 'end':
      return `\`and\`, \`or\` or a comparison is missing ${found}`;
    case 'parenthesis':
      return 'a parenthesis is not closed';
    case 'quote':
      return 'a quote is not closed';
    case 'too-deep':
      return 'its parentheses are nested too deeply';
    default:
      return reason satisfies never;
  }
}
