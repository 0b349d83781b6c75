import type { Translation } from '../../message.ts';
import { shortened } from '../../quoting.ts';
import type { StepMessages, TargetMessages } from '../../templates/step-messages.ts';

/** English names of the presets, in forms and in the names of steps. */
export const PRESET_LABELS = {
  fadein: 'Fade in',
  fadeout: 'Fade out',
  slidein: 'Slide in',
  slideout: 'Slide out',
  zoomin: 'Zoom in',
  zoomout: 'Zoom out',
  spinin: 'Spin in',
  spinout: 'Spin out',
  pop: 'Pop',
  kenburns: 'Ken Burns',
  pan: 'Pan',
  spin: 'Spin',
  typewriter: 'Typewriter',
  textin: 'Reveal text',
  textout: 'Hide text',
} as const;

/** Quotes a name. Steps appear beside buttons, where backticks would look wrong. */
function quotedName(name: string): string {
  return `“${shortened(name)}”`;
}

function presetName(preset: string): string {
  const labels: Readonly<Record<string, string>> = PRESET_LABELS;
  return labels[preset] ?? quotedName(preset);
}

export const targetSentences: Translation<TargetMessages> = {
  'target/scene-named': ({ name }) => `“${name}”`,
  'target/scene': ({ number }) => `scene ${number}`,
  'target/scenes': ({ count }) => `${count} scenes`,
  'target/layer': ({ source }) => (source === null ? 'layer' : `layer “${source}”`),
  'target/layers': ({ count }) => `${count} layers`,
  'target/effect': ({ effect }) => effect.label,
  'target/effects': ({ count }) => `${count} effects`,
  'target/element': ({ element }) => element.label,
  'target/elements': ({ count }) => counted(count, 'element'),
};

export const stepSentences: Translation<StepMessages> = {
  'step/edit-xml': () => 'Edit XML',
  'step/format-xml': () => 'Format XML',
  'step/restore-revision': ({ revision }) => `Restore revision ${revision}`,
  'step/take-other-version': () => 'Use the other version',
  'step/take-change-from-elsewhere': () => 'Load changes from another window',
  'step/restore-unsaved-work': () => 'Restore unsaved changes',
  'step/set-picture-size': () => 'Set size',
  'step/set-frame-rate': () => 'Set frame rate',
  'step/set-attribute': ({ attribute }) => `Set ${quotedName(attribute)}`,
  'step/remove-attribute': ({ attribute }) => `Remove ${quotedName(attribute)}`,
  'step/set-field': ({ attribute }) => `Set ${attribute.label}`,
  'step/remove-field': ({ attribute }) => `Remove ${attribute.label}`,
  'step/reset-field': ({ attribute }) => `Reset ${attribute.label}`,
  'step/insert': ({ what }, say) => `Add ${say(what)}`,
  'step/add-empty-scene': () => 'Add empty scene',
  'step/add-transition': () => 'Add transition',
  'step/transition-everywhere': () => 'Apply transition to all cuts',
  'step/add-scene': ({ name }) => `Add “${name}”`,
  'step/add-scenes': ({ count }) => (count === 1 ? 'Add scene' : `Add ${count} scenes`),
  'step/add-sound': ({ source }) => `Add sound “${source}”`,
  'step/add-sounds': ({ count }) => `Add ${count} sounds`,
  'step/set-ducking': () => 'Set ducking',
  'step/detach-sound': ({ layers }) => (layers === 1 ? 'Detach sound' : `Detach ${layers} sounds`),
  'step/add-layer': ({ source, scene }, say) => `Add layer “${source}” to ${say(scene)}`,
  'step/add-effect': ({ effect, layers }) => `Add ${effect.label}${layers === 1 ? '' : ` to ${layers} layers`}`,
  'step/add-mask': ({ layers }) => `Add mask${layers === 1 ? '' : ` to ${layers} layers`}`,
  'step/add-animation': ({ preset, layers }) =>
    `Add ${presetName(preset)}${layers === 1 ? '' : ` to ${layers} layers`}`,
  'step/delete': ({ what }, say) => `Delete ${say(what)}`,
  'step/move': ({ what }, say) => `Move ${say(what)}`,
  'step/duplicate': ({ what }, say) => `Duplicate ${say(what)}`,
  'step/enable': ({ what }, say) => `Enable ${say(what)}`,
  'step/disable': ({ what }, say) => `Disable ${say(what)}`,
  'step/mute': ({ what }, say) => `Mute ${say(what)}`,
  'step/unmute': ({ what }, say) => `Unmute ${say(what)}`,
  'step/trim-start': ({ what }, say) => `Trim start of ${say(what)}`,
  'step/trim-end': ({ what }, say) => `Trim ${say(what)}`,
  'step/slip': ({ what }, say) => `Slip ${say(what)}`,
  'step/split': ({ what }, say) => `Split ${say(what)}`,
  'step/make-choice': ({ what }, say) => `Make ${say(what)} a choice`,
  'step/add-cases': ({ count, value }) => (count === 1 ? `Add case “${value}”` : `Add ${count} cases`),
  'step/group': ({ what }, say) => `Group ${say(what)}`,
  'step/ungroup': ({ what }, say) => `Ungroup ${say(what)}`,
  'step/set-duration': ({ what }, say) => `Set duration of ${say(what)}`,
  'step/set-speed': ({ what, speed, frames }, say) =>
    `Set speed of ${say(what)} to ${speed}×${frames === null ? '' : `, scene to ${frames} frames`}`,
  'step/set-in-point': ({ what }, say) => `Set in point of ${say(what)}`,
  'step/fit': ({ what, fit }, say) => `Fit ${say(what)}: ${fit}`,
  'step/rename-scene': ({ name }) => `Rename to “${name}”`,
  'step/unname-scene': ({ what }, say) => `Remove name of ${say(what)}`,
  'step/replace-source': ({ what, source }, say) => `Replace ${say(what)} with “${source}”`,
  'step/relink': ({ source, places, areLayers }) =>
    `Relink “${source}” (${counted(places, areLayers ? 'layer' : 'place')})`,
  'step/relink-spellings': ({ source }) => `Relink “${source}”`,
  'step/set-effect-value': ({ what, attribute }, say) => `Set ${attribute.label} of ${say(what)}`,
  'step/reset-effect': ({ what }, say) => `Reset ${say(what)}`,
  'step/paste-scenes': ({ count }) => `Paste ${counted(count, 'scene')}`,
  'step/paste-layers': ({ count }) => `Paste ${counted(count, 'layer')}`,
  'step/paste-effects': ({ count, layers }) =>
    `Paste ${counted(count, 'effect')}${layers === 1 ? '' : ` onto ${counted(layers, 'layer')}`}`,
  'step/set-key': ({ attribute }) => `Set keyframe for ${attribute.label}`,
  'step/set-keys': ({ count }) => `Set ${counted(count, 'keyframe')}`,
  'step/clear-keys': ({ attribute }) => `Remove all keyframes of ${attribute.label}`,
  'step/remove-keys': ({ count }) => `Remove ${counted(count, 'keyframe')}`,
  'step/move-keys': ({ count }) => `Move ${counted(count, 'keyframe')}`,
  'step/copy-keys': ({ count }) => `Copy ${counted(count, 'keyframe')}`,
  'step/paste-keys': ({ count }) => `Paste ${counted(count, 'keyframe')}`,
  'step/reverse-keys': ({ count }) => `Reverse ${counted(count, 'keyframe')}`,
  'step/ease-keys': ({ count }) => `Set easing of ${counted(count, 'keyframe')}`,
  'step/preset-to-keys': ({ preset }) => `Convert ${presetName(preset)} to keyframes`,
  'step/bind': ({ attribute, variable }) => `Link ${attribute.label} to ${quotedName(variable)}`,
  'step/unbind': ({ attribute }) => `Unlink ${attribute.label}`,
  'step/rename-variable': ({ from, to }) => `Rename ${quotedName(from)} to ${quotedName(to)}`,
  'step/declare': ({ variable }) => `Change settings of ${quotedName(variable)}`,
  'step/set-default': ({ variable }) => `Set default for ${quotedName(variable)}`,
  'step/remove-variable': ({ variable }) => `Remove ${quotedName(variable)}`,
  'step/set-sample': ({ variable }) => `Set sample value of ${quotedName(variable)}`,
  'step/clear-sample': ({ variable }) => `Clear sample value of ${quotedName(variable)}`,
  'step/add-data-set': ({ name }) => `Add data set ${quotedName(name)}`,
  'step/rename-data-set': ({ name }) => `Rename data set to ${quotedName(name)}`,
  'step/delete-data-set': ({ name }) => `Delete data set ${quotedName(name)}`,
  'step/restore-data-set': ({ name }) => `Restore data set ${quotedName(name)}`,
  'step/add-marker': () => 'Add marker',
  'step/move-marker': () => 'Move marker',
  'step/rename-marker': ({ name }) => (name === '' ? 'Remove marker name' : `Rename marker to ${quotedName(name)}`),
  'step/delete-markers': ({ count }) => (count === 1 ? 'Delete marker' : `Delete ${count} markers`),
  'step/set-film-in-point': () => 'Set in point',
  'step/set-film-out-point': () => 'Set out point',
  'step/clear-in-out-points': () => 'Clear in and out points',
  'step/lock-layers': ({ count }) => `Lock ${counted(count, 'layer')}`,
  'step/unlock-layers': ({ count }) => `Unlock ${counted(count, 'layer')}`,
};

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
