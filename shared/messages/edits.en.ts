import { named } from './quoting.ts';
import { type MessageIn, messages, type Term } from './translation.ts';
import type { ValueMessage } from './values.en.ts';

export interface OfSubject {
  readonly what: SubjectMessage;
}

const TIMES = 'Enter frames such as 90, a time such as 12:10, or seconds such as 3s.';

/** The subject of a refusal, with which its sentence starts. */
export const subjectMessages = messages({
  'subject/width': () => 'The width',
  'subject/height': () => 'The height',
  'subject/frame-rate': () => 'The frame rate',
  'subject/name': () => 'The name',
  /** The value of an effect attribute. */
  'subject/value': () => 'The value',
  'subject/source': () => 'The source',
  'subject/sound': () => 'The sound',
  'subject/fit': () => 'The fit',
  /** Whether an element is enabled. */
  'subject/switch': () => 'The setting',
  'subject/time': ({ attribute }: { attribute: Term }, say) => `The ${say(attribute)}`,
});

export type SubjectMessage = MessageIn<typeof subjectMessages>;

/** Reasons why an edit is refused. Each is one or two complete sentences. */
export const editMessages = messages({
  'edit/gone': () => 'This element no longer exists.',
  'edit/scenes-of-one-holder': () => 'Select scenes in the same sequence or choice, or scenes outside of any.',
  /** A scene or a position in a sequence or choice. */
  'edit/nested-scene': () => 'This is inside a sequence or a choice of scenes. Arrange it in the XML.',
  'edit/attribute-gone': () => 'The attribute no longer exists.',
  /** The scene next to which other scenes were to be inserted. */
  'edit/place-gone': () => 'The target position no longer exists.',
  'edit/nothing-selected': () => 'Nothing is selected.',
  'edit/no-text': () => 'This element has no text.',
  'edit/text-with-spans': () => 'This text has mixed styles. Edit it in XML.',
  'edit/broken-xml': () => 'The XML has an error. Fix it or undo the change first.',
  'edit/no-template': () => 'The text isn’t a template.',
  'edit/unreadable-template': () => 'The template can’t be read.',
  'edit/would-be-unreadable': () => 'The change would make the template unreadable.',
  'edit/malformed': ({ what }: OfSubject, say) =>
    `${say(what)} contains a malformed placeholder. Fix it in the XML first.`,
  'edit/put-together': ({ what }: OfSubject, say) =>
    `${say(what)} is composed of variables. Convert it to a fixed value first.`,
  'edit/set-by-data-set': ({ what, variable }: OfSubject & { variable: string }, say) =>
    `${say(what)} is the variable ${named(variable)}, which the data set sets. Change it there or convert it to a ` +
    'fixed value first.',
  'edit/set-by-brand': ({ what, variable }: OfSubject & { variable: string }, say) =>
    `${say(what)} is the variable ${named(variable)}, which the brand or the data set sets. Change it there or convert ` +
    'it to a fixed value first.',
  'edit/shared-variable': ({ what, variable, places }: OfSubject & { variable: string; places: number }, say) =>
    `${say(what)} is the variable ${named(variable)}, which ${places} places use. Change the variable or convert it ` +
    'to a fixed value here first.',
  'edit/no-time': ({ what }: OfSubject, say) => `${say(what)} isn’t a time of this element.`,
  'edit/no-value': ({ what }: OfSubject, say) => `${say(what)} has no value yet. Set one first.`,
  'edit/unreadable-value': ({ what, reason }: OfSubject & { reason: ValueMessage }, say) =>
    `${say(what)} can’t be read: it ${say(reason)}.`,
  'edit/variable-in-split': ({ what }: OfSubject, say) =>
    `${say(what)} is a variable. Convert it to a fixed value before you split the scene.`,
  'edit/groups-of-one-parent': () => 'Select layers of the same scene or group to group them.',
  'edit/no-group': () => 'No group is selected.',
  'edit/group-does-more': () =>
    'This group has settings of its own. Remove its position, motion, effects, condition, and sounds first.',
  'edit/nothing-to-split': () => 'Nothing to split here: the playhead is at the edge of the scene.',
  'edit/nothing-to-slip': () => 'The scene has no video to slip.',
  'edit/nothing-to-reset': () => 'This effect has no default values to reset to.',
  /** `property` is its name in keyframes. */
  'edit/not-animatable': ({ property }: { property: string }) => `${named(property)} can’t be animated here.`,
  'edit/too-many-keys': ({ most }: { most: number }) =>
    `An animation can have up to ${most} keyframes. Remove some first.`,
  'edit/too-many-animations': ({ most }: { most: number }) =>
    `A layer can have up to ${most} animations. Remove one first.`,
  /** `preset` is the `type` of the preset as the template writes it. */
  'edit/preset-without-keys': ({ preset }: { preset: string }) => `${named(preset)} can’t be converted to keyframes.`,
  'edit/preset-over-keys': ({ preset }: { preset: string }) =>
    `Keyframes animate the same value while ${named(preset)} plays. Remove them first or keep the preset.`,
  'edit/no-layer-for-effects': () => 'No layer to paste effects onto.',
  'edit/no-layer-shows': ({ source }: { source: string }) => `No layer uses “${source}”.`,
  'edit/malformed-placeholder': () => 'The placeholder is malformed. Fix it in the XML first.',
  'edit/malformed-at': ({ attribute, element }: { attribute: string; element: string }) =>
    `${named(attribute)} of ${named(element)} contains a malformed placeholder. Fix it in the XML first.`,
  'edit/bad-variable-name': () => 'A variable name can only contain letters, digits, `_`, `-` and `.`.',
  'edit/variable-exists': ({ variable }: { variable: string }) =>
    `The variable ${named(variable)} already exists. Choose another name.`,
  'edit/no-variable': ({ variable }: { variable: string }) => `There is no variable ${named(variable)}.`,
  'edit/variable-without-value': ({ variable }: { variable: string }) =>
    `The variable ${named(variable)} has no value. Set one first.`,
  'edit/variable-too-long': ({ variable }: { variable: string }) =>
    `The value of ${named(variable)} is too long. Shorten it first.`,
  'edit/bad-attribute-name': ({ name }: { name: string }) => `\`${name}\` isn’t a valid attribute name.`,
  'edit/bad-element-name': ({ name }: { name: string }) => `\`${name}\` isn’t a valid element name.`,
  'edit/bad-comment': () => 'A comment can’t contain `--` or a carriage return, or end with a hyphen.',
  'edit/bad-cdata': () => 'A CDATA section can’t contain `]]>` or a carriage return.',
  'edit/blank-text': () => 'Whitespace alone isn’t text in XML.',
  /** `character` is for example `U+0000`. */
  'edit/forbidden-character': ({ character }: { character: string }) => `XML doesn’t allow the character ${character}.`,
  'edit/movie-stays': () => 'The movie itself can’t be removed.',
  'edit/movie-in-place': () => 'The movie and everything outside it can’t be moved.',
  'edit/into-itself': () => 'An element can’t be moved into itself.',
  'edit/only-comments-outside': () => 'Only comments are allowed outside the movie.',
  'clipboard/too-much': () => 'There’s too much on the clipboard.',
  'clipboard/nothing': () => 'The clipboard has no scenes, layers, effects, or keyframes.',
  'clipboard/effects': () => 'The clipboard has effects. Select scenes or layers to paste them onto.',
  'clipboard/layers': () => 'The clipboard has layers. Open or select a scene to paste them into.',
  'clipboard/keys': () => 'The clipboard contains keyframes. Select a layer to paste them.',
  /** `count` is the number of layers, sounds, or effects with copied keyframes. */
  'clipboard/keys-of': ({ count }: { count: number }) =>
    `The clipboard contains keyframes from ${count} layers. Select ${count} layers to paste them.`,
  'clipboard/scenes': () => 'The clipboard has scenes, not effects.',
  'timecode/unread': () => TIMES,
  'timecode/no-origin': () => `You can’t enter a relative time here. ${TIMES}`,
  'data-set/no-name': () => 'A data set needs a name.',
  'data-set/exists': () => 'A data set with this name already exists.',
  /** Conflicts between two versions of a template. */
  'conflict/settled': () => 'The conflict is already resolved.',
  'conflict/other-version-gone': () => 'The other version was deleted or can’t be read.',
  'conflict/project-deleted': () => 'The project was deleted.',
  'conflict/template-exists': ({ name }: { name: string }) => `A template “${name}” already exists.`,
});
