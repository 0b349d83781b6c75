import type { Wording } from '../../statement.ts';
import type { EditStatements, SubjectStatements } from '../../templates/edit-statements.ts';
import { named } from '../../wording.ts';

const TIMES = 'Write frames such as 90, a time such as 12:10, or seconds such as 3s.';

export const subjectSentences: Wording<SubjectStatements> = {
  'subject/width': () => 'The width',
  'subject/height': () => 'The height',
  'subject/frame-rate': () => 'The frame rate',
  'subject/name': () => 'The name',
  'subject/value': () => 'The value',
  'subject/source': () => 'The source',
  'subject/sound': () => 'The sound',
  'subject/fit': () => 'The fit',
  'subject/switch': () => 'The switch',
  'subject/time': ({ attribute }) => `The ${attribute.label}`,
};

export const editSentences: Wording<EditStatements> = {
  'edit/gone': () => 'It is not there any more.',
  'edit/scenes-of-one-holder': () =>
    'Only scenes that stand in the same sequence or choice, or all in none, can become one.',
  'edit/nested-scene': () => 'This is inside a sequence or a choice of scenes, which is arranged in the XML.',
  'edit/attribute-gone': () => 'The attribute is not there any more.',
  'edit/place-gone': () => 'The place is not there any more.',
  'edit/nothing-selected': () => 'Nothing is selected.',
  'edit/no-text': () => 'This element holds no text.',
  'edit/text-with-spans': () => 'Parts of this text look otherwise; change it in the XML.',
  'edit/broken-xml': () => 'The XML has an error; mend it or take the change back first.',
  'edit/no-template': () => 'The text is no template.',
  'edit/unreadable-template': () => 'The template cannot be read.',
  'edit/would-be-unreadable': () => 'The template would no longer be readable.',
  'edit/malformed': ({ what }, say) => `${say(what)} holds a malformed placeholder; mend it in the XML first.`,
  'edit/put-together': ({ what }, say) =>
    `${say(what)} is put together with variables; turn it into a fixed value first.`,
  'edit/set-by-data-set': ({ what, variable }, say) =>
    `${say(what)} is the variable ${named(variable)}, which the data set sets; change it there, or turn it into a ` +
    'fixed value first.',
  'edit/set-by-brand': ({ what, variable }, say) =>
    `${say(what)} is the variable ${named(variable)}, which the brand or the data set sets; change it there, or turn ` +
    'it into a fixed value first.',
  'edit/shared-variable': ({ what, variable, places }, say) =>
    `${say(what)} is the variable ${named(variable)}, which ${places} places use; change the variable, or turn it ` +
    'into a fixed value here first.',
  'edit/no-time': ({ what }, say) => `${say(what)} is no time of this element.`,
  'edit/no-value': ({ what }, say) => `${say(what)} has no value yet; give it one first.`,
  'edit/unreadable-value': ({ what, reason }, say) => `${say(what)} cannot be read: it ${say(reason)}.`,
  'edit/variable-in-split': ({ what }, say) =>
    `${say(what)} is a variable; turn it into a fixed value before the scene is split.`,
  'edit/groups-of-one-parent': () => 'Layers of one scene or group make a group; these stand in several.',
  'edit/no-group': () => 'No group is selected.',
  'edit/group-does-more': () =>
    'This group does more than hold its layers: take its place, motion, effects, condition and sounds away first.',
  'edit/nothing-to-split': () => 'There is nothing to split here: the playhead is at the edge of the scene.',
  'edit/nothing-to-slip': () => 'The scene has no video to slip.',
  'edit/nothing-to-reset': () => 'This effect has no values to go back to.',
  'edit/not-animatable': ({ property }) => `${named(property)} cannot be animated here.`,
  'edit/too-many-keys': ({ most }) => `An animation can have ${most} keyframes at most; remove some first.`,
  'edit/too-many-animations': ({ most }) => `A layer can have ${most} animations at most; remove one first.`,
  'edit/preset-without-keys': ({ preset }) => `${named(preset)} does what keyframes cannot say; it stays a preset.`,
  'edit/preset-over-keys': ({ preset }) =>
    `Keyframes move the same value while ${named(preset)} plays; remove those first, or keep the preset.`,
  'edit/no-layer-for-effects': () => 'There is no layer to paste effects onto.',
  'edit/no-layer-shows': ({ source }) => `No layer shows “${source}”.`,
  'edit/malformed-placeholder': () => 'The placeholder is malformed; mend it in the XML first.',
  'edit/malformed-at': ({ attribute, element }) =>
    `${named(attribute)} of ${named(element)} holds a malformed placeholder; mend it in the XML first.`,
  'edit/bad-variable-name': () => 'A variable’s name is made of letters, digits, `_`, `-` and `.`.',
  'edit/variable-exists': ({ variable }) => `There is a variable ${named(variable)} already; choose another name.`,
  'edit/no-variable': ({ variable }) => `No variable is called ${named(variable)}.`,
  'edit/variable-without-value': ({ variable }) =>
    `The variable ${named(variable)} has no value to take; give it one first.`,
  'edit/variable-too-long': ({ variable }) =>
    `The value of ${named(variable)} is too long to be written in its places; shorten it first.`,
  'edit/bad-attribute-name': ({ name }) => `\`${name}\` cannot be the name of an attribute.`,
  'edit/bad-element-name': ({ name }) => `\`${name}\` cannot be the name of an element.`,
  'edit/bad-comment': () => 'A comment cannot hold `--` or a carriage return, nor end with a hyphen.',
  'edit/bad-cdata': () => 'A CDATA section cannot hold `]]>` or a carriage return.',
  'edit/blank-text': () => 'White space alone is no text in XML.',
  'edit/forbidden-character': ({ character }) => `XML does not allow the character ${character}.`,
  'edit/movie-stays': () => 'The movie itself cannot be removed.',
  'edit/movie-in-place': () => 'What stands outside the movie, and the movie itself, cannot be moved.',
  'edit/into-itself': () => 'It cannot be moved into itself.',
  'edit/only-comments-outside': () => 'Outside the movie only comments can stand.',
  'clipboard/too-much': () => 'The clipboard holds too much.',
  'clipboard/nothing': () => 'The clipboard holds no scenes, layers, effects or keyframes.',
  'clipboard/effects': () => 'The clipboard holds effects; select what they are pasted onto.',
  'clipboard/layers': () => 'The clipboard holds layers; open or select the scene that they are pasted into.',
  'clipboard/keys': () => 'The clipboard holds keyframes; select the layer that they are pasted onto.',
  'clipboard/keys-of': ({ count }) => `The clipboard holds keyframes of ${count} layers; select as many.`,
  'clipboard/scenes': () => 'The clipboard holds scenes, not effects.',
  'timecode/unread': () => TIMES,
  'timecode/no-origin': () => `There is nothing to count from here. ${TIMES}`,
  'data-set/no-name': () => 'A data set needs a name.',
  'data-set/exists': () => 'There is a data set of that name.',
  'conflict/settled': () => 'There is nothing to decide any more.',
  'conflict/other-version-gone': () => 'The other version is gone or cannot be read.',
  'conflict/project-deleted': () => 'The project was deleted.',
  'conflict/template-exists': ({ name }) => `There is a template “${name}” already.`,
};
