import type { FilmStatements } from '../../films/film-statements.ts';
import type { Wording } from '../../statement.ts';
import { enumeration, named, quoted } from '../../wording.ts';

export const filmSentences: Wording<FilmStatements> = {
  'template/no-content': () => '`text` says nothing: add the attribute `content`, or an element `content` in it.',
  'template/two-contents': () => '`text` has one content, and this is a second one; remove one of them.',
  'template/text-too-long': ({ most }) => `A text may have ${most} characters; shorten it.`,
  'template/two-outlines': ({ names }) =>
    `A shape has one outline, and ${enumeration(names.map(named))} each say one; keep one of them.`,
  'template/bad-outline': ({ attribute, text }) =>
    attribute === 'path'
      ? `\`path\` must be SVG path data that begins with a move, such as \`M 0 0 L 100 0 L 50 80 Z\`; it is ${quoted(text)}.`
      : `\`points\` must be three points or more in pixels, such as \`0,0; 100,0; 50,80\`; it is ${quoted(text)}.`,
  'template/tangled-path': () =>
    'Too many lines of this shape lie beside one another at the same height, so drawing it takes too long; simplify it, or make several shapes of it.',
  'template/too-many-sounds': ({ most, sounds, within }) =>
    `A ${within} may have ${most} sounds, and this one has ${sounds}.`,
  'template/too-many-layers': ({ most, layers }) => `A scene may have ${most} layers, and this one has ${layers}.`,
  'template/too-many-videos': ({ most, videos, frame }) =>
    `A scene may show ${most} videos at once, and at frame ${frame} this one shows ${videos}; end some sooner, or begin them later.`,
  'template/overlay-layers': ({ most, layers }) =>
    `The overlays of a movie may have ${most} layers together, and these have ${layers}.`,
  'template/overlaid-layers': ({ most, layers }) =>
    `Overlays may lie over scenes and transitions with ${most} layers, each counted once for every one of them, and these do so with ${layers}; take fewer layers, or end them sooner.`,
  'template/overlay-sounds': ({ most, sounds }) =>
    `The overlays of a movie may have ${most} sounds together, and these have ${sounds}.`,
  'template/overlay-videos': ({ most, videos, frame }) =>
    `A scene and the overlays over it may show ${most} videos at once, and at frame ${frame} of the film they show ${videos}; end some sooner, or begin them later.`,
  'template/overlay-outside': ({ element, offset, length }) =>
    `${named(element)} begins at frame ${offset}, and the film has ${length}; it is not seen.`,
  'template/too-many-effects': ({ most, effects }) => `A layer may have ${most} effects, and this one has ${effects}.`,
  'template/too-many-animations': ({ most, animations }) =>
    `A layer may have ${most} animations, and this one has ${animations}.`,
  'template/too-many-keys': ({ most, keys }) => `An animation may have ${most} keys, and this one has ${keys}.`,
  'template/scenes-too-deep': ({ most }) => `Scenes may stand in one another ${most} deep; this one is deeper.`,
  'template/groups-too-deep': ({ most }) => `Groups may stand in one another ${most} deep; this one is deeper.`,
  'template/spans-too-deep': ({ most }) => `Spans may stand in one another ${most} deep; this one is deeper.`,
  'template/too-many-spans': ({ most }) => `A text may have ${most} spans; this one is one more.`,
  'template/masks-too-deep': ({ most }) => `Masks may stand in one another ${most} deep; this one is deeper.`,
  'template/layer-outside': ({ element, offset, length }) =>
    `${named(element)} begins at frame ${offset}, and its scene has ${length}; it is not seen.`,
  'template/key-order': () => 'The times of keys have to rise from one to the next; this one does not come later.',
  'template/key-outside': ({ time, end, of }) =>
    `This key is at frame ${time}, and its ${of} ends at frame ${end}; it has no effect there.`,
  'template/not-animatable': ({ property, element }) =>
    `${named(element)} has no ${named(property)} that a key could change; remove it.`,
  'template/preset-of-text': ({ preset, element }) =>
    `${named(preset)} moves the letters, words or lines of a \`text\`, and ${named(element)} has none; use another preset.`,
  'template/preset-of-sound': ({ preset }) =>
    `${named(preset)} moves a picture, and \`audio\` has none; ${
      preset === 'fadein' || preset === 'fadeout'
        ? `write ${named(preset)} as an attribute of it`
        : 'use keys of `volume` and `pan`'
    }.`,
  'template/preset-of-effect': ({ preset, element }) =>
    `${named(preset)} moves a layer, and ${named(element)} is none; use keys of its attributes, or let the preset stand in the layer.`,
  'template/animation-of-mask': () =>
    'A mask has nothing that keys could change; let the animation stand in the layers of the mask.',
  'template/no-keys': () => 'An animation without a `type` needs keys; add `<key time="0" …/>`.',
  'template/keys-in-preset': ({ preset }) =>
    `${named(preset)} moves by itself and takes no keys; remove the keys, or the \`type\`.`,
  'template/condition': ({ reason, at }) => `The condition cannot be read: ${conditionFault(reason, at)}.`,
  'template/no-case': ({ value }) =>
    `No \`case\` of this choice is ${quoted(value)}, and none is its default; nothing is played.`,
  'template/case-unreachable': ({ value }) =>
    value === null
      ? 'This scene is never played: an earlier one of its choice has no `case` either.'
      : `${quoted(value)} never chooses this scene: an earlier one of its choice has that \`case\`.`,
  'template/case-outside': () => '`case` has no effect here; the scene stands in no choice.',
  'template/scene-beside-layers': () =>
    'A scene holds layers or scenes; this one stands beside layers, is kept and not rendered.',
  'template/layer-in-choice': ({ element }) =>
    `${named(element)} stands in a choice, which holds scenes alone; it is kept and not rendered.`,
  'template/sequence-length': () => 'A scene that holds scenes is as long as they are together; remove its `duration`.',
  'template/no-length': ({ of }) =>
    of === 'audio'
      ? 'The scene is as long as its sounds, and none in it has a length; add an `audio`, or give the scene a `duration`.'
      : 'The scene has no `duration`, and nothing in it has a length; give it one.',
  'template/transition-place': () => 'This transition has no effect: another one joins the same two scenes.',
  'template/transition-shortened': ({ wanted, got }) =>
    got === 0
      ? `The transition of ${wanted} frames has no time beside its scenes' others; it is a cut.`
      : `The transition of ${wanted} frames has time for ${got}: its scenes are too short for all their transitions.`,
  'template/no-layer': () =>
    'A custom transition shows a scene; add `<scene><layer ref="…"/></scene>` with the `id` of one of the scenes beside it.',
  'template/scene-in-transition': () =>
    'A transition that is not `custom` shows no scene of its own; this one is kept and not rendered.',
  'template/second-scene': () => 'A custom transition holds one scene; this further one is kept and not rendered.',
  'template/layer-elsewhere': () =>
    '`layer` shows a scene in the scene of a custom transition; here it is kept and not rendered.',
  'template/unknown-ref': ({ ref, meant }) =>
    `There is no scene with the id ${named(ref)}${meant === null ? '.' : `. Did you mean \`${meant}\`?`}`,
  'template/ref-not-beside': ({ ref }) =>
    `The scene ${named(ref)} is not beside this transition; name one of the two that it joins.`,
  'template/shown-scenes': ({ most, layers }) =>
    `A custom transition may show ${most} scenes, and this one shows ${layers}.`,
  'template/shown-videos': ({ most, videos }) =>
    `A custom transition may show ${most} videos, those in the scenes that it shows among them, and this one shows ${videos}.`,
  'template/duplicate-id': ({ id }) => `Another scene has the id ${named(id)}; give each its own.`,
  'font/not-added': ({ family }) =>
    `${named(family)} does not come with Scenewright: add it under *Settings*, or by \`scenewright fonts add cjk\`.`,
  'font/family': ({ family, meant }) =>
    `No font is called ${named(family)}: declare it in \`resources\`, or name a bundled one${
      meant === null ? '.' : `. Did you mean \`${meant}\`?`
    }`,
};

function conditionFault(reason: FilmStatements['template/condition']['reason'], at: string | null): string {
  const found = at === null ? 'at its end' : `at ${named(at)}`;
  switch (reason) {
    case 'operand':
      return `${found} a value is missing`;
    case 'end':
      return `${found} \`and\`, \`or\` or a comparison is missing`;
    case 'parenthesis':
      return 'a parenthesis is not closed';
    case 'quote':
      return 'a quote is not closed';
    case 'too-deep':
      return 'its parentheses are too deep';
    default:
      return reason satisfies never;
  }
}
