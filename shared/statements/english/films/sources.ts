import type { SourceFailureStatements, SourceStatements } from '../../films/source-statements.ts';
import type { Wording } from '../../statement.ts';

export const sourceFailureSentences: Wording<SourceFailureStatements> = {
  'source/unusable': ({ name, reason }, say) => `“${name}” ${say(reason)}`,
  'source/lacking-asset': ({ name }) => `The project has no asset “${name}”`,
  'source/changed': () => 'The file was changed while the film was rendered. Render again when it is finished.',
};

const CUE_FAULT = {
  time: 'The times of a caption cannot be read',
  order: 'A caption does not end behind its start',
  stray: 'A line belongs to no caption, or an empty one is within it',
  long: 'A caption is longer than any screen has room for',
  crowd: 'More captions are there at once than can be shown',
} as const;

export const sourceSentences: Wording<SourceStatements> = {
  'source/told': ({ words }) => words,
  'source/no-asset': ({ name, near }) => {
    const meant = near.map((each) => `“${each}”`).join(' or ');
    return `The project has no asset “${name}”${meant === '' ? '.' : `; did you mean ${meant}?`}`;
  },
  'source/did-you-mean': ({ near }) => `Did you mean ${near.map((each) => `“${each}”`).join(' or ')}?`,
  'source/not-in-project': ({ name }) => `“${name}” is not in the project. Import it, or choose another file.`,
  'source/not-in-assets-folder': ({ name }) => `${name} is not in the assets folder.`,
  'source/damaged': ({ source, seconds, there, lacking, held }) => {
    const what =
      there === null || lacking === null
        ? `Only the first ${Math.round(seconds * 100) / 100} s of “${source}” can be read`
        : `Only ${there} of the ${there + lacking} frames of “${source}” can be read`;
    const frames = held === 1 ? '1 frame' : `${held} frames`;
    const result =
      there === null
        ? `${frames} of this scene ${held === 1 ? 'is' : 'are'} silent`
        : `${frames} of this scene ${held === 1 ? 'shows' : 'show'} the last of them`;
    return `${what}: the file is cut short or damaged. ${held === 0 ? '' : `${result}. `}Put a whole copy in its place.`;
  },
  'source/ended': ({ source, seconds }) =>
    `“${source}” ends after ${Math.round(seconds * 100) / 100} s, before its in-point; choose an earlier one.`,
  'source/hdr': () => 'the source has a high dynamic range, and this FFmpeg lacks `zscale`: it will look flat.',
  'source/all-fonts': ({ mebibytes, most }) =>
    `The fonts of a film may have ${most} MiB together, and up to this one they have ${mebibytes}; use fewer, or smaller ones.`,
  'drawing/font': () => 'A font of this text cannot be read; it is damaged, or its pictures are of SVG alone.',
  'drawing/no-image': () => 'The file is not a picture of PNG, JPEG, WebP, GIF, BMP or SVG.',
  'drawing/damaged-image': () => 'The picture cannot be read: the file is damaged, or drawing it takes too long.',
  'drawing/large-image': () =>
    'The picture is too large: it may have 8192 pixels a side, 50 million in all, and 64 MiB.',
  'drawing/much-work': () =>
    'Drawing this picture takes too much work: it has too many or too large filters, layers, patterns, lines or pictures. Make it simpler, show it smaller, or save it as PNG.',
  'drawing/path': ({ at }) => `The path cannot be read from character ${at + 1} on.`,
  'drawing/too-large': () => 'It would be drawn larger than 8192 pixels a side; make it smaller.',
  'drawing/too-slow': () =>
    'Drawing this text takes too long; make the text, its outline or the blur of its shadow smaller.',
  'text/overflow': () =>
    'The text does not fit its box; what is left of it is cut off. Make the box larger or `minsize` smaller.',
  'captions/overflow': ({ text, more }) =>
    `The caption “${text}”${more === 0 ? '' : ` and ${more} more`} does not fit its box; what is left of it is cut off. ` +
    'Make the box larger or `minsize` smaller.',
  'captions/cue': ({ file, of, line }) => `${CUE_FAULT[of]} (“${file}”, line ${line}); it is left out.`,
  'captions/more-cues': ({ file, more }) =>
    `${more} more ${more === 1 ? 'place' : 'places'} of “${file}” cannot be read as captions and ${more === 1 ? 'is' : 'are'} left out.`,
  'text/missing-glyph': ({ characters, canBeAdded = false }) =>
    `No font has ${characters.length === 1 ? 'the character' : 'the characters'} ${characters.map((each) => `“${each}”`).join(', ')}; ` +
    `empty boxes stand in their place. ${
      canBeAdded
        ? 'Add the fonts that have them under *Settings*, or by `scenewright fonts add cjk`.'
        : 'Name a font that has them.'
    }`,
  'format/size': ({ format, width, height, renderedWidth, renderedHeight }) =>
    `${format} cannot hold ${width}×${height}; the film is rendered at ${renderedWidth}×${renderedHeight}.`,
  'format/frame-rate': ({ format, rate, renderedRate }) =>
    `${format} cannot hold ${rate} frames a second; the film is rendered at ${renderedRate} frames a second, as long ` +
    'as before.',
  'format/no-sound': ({ format }) => `${format} holds no sound; the film is silent.`,
  'batch/no-column-no-default': ({ variable }) => `The variable \`${variable}\` has neither a column nor a default.`,
  'batch/unfit-file': ({ name, reason }, say) => `“${name}” ${say(reason)}. Choose another file.`,
  'batch/nothing-seen': ({ name }) => `“${name}” has no picture, so that nothing is seen of it. Choose a video.`,
  'batch/nothing-heard': ({ name }) => `“${name}” has no sound, so that nothing is heard of it. Choose another file.`,
  'batch/text-cut': ({ text }) =>
    `“${text}” does not fit: its end is cut off in the film. Write less, or make its box larger in the editor.`,
  'batch/low-contrast': ({ text, ratio, least }) =>
    `“${text}” is hard to read: its contrast is ${ratio} : 1, and ${least} : 1 is the least. Choose another colour for it or for what lies behind it.`,
};
