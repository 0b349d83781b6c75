import type { SourceFailureStatements, SourceStatements } from '../../films/source-statements.ts';
import type { Wording } from '../../statement.ts';

export const sourceFailureSentences: Wording<SourceFailureStatements> = {
  'source/unusable': ({ name, reason }, say) => `“${name}” ${say(reason)}`,
  'source/lacking-asset': ({ name }) => `The project has no asset “${name}”`,
  'source/changed': () => 'The file changed during rendering. Render again when it’s complete.',
};

const CUE_FAULT = {
  time: 'The times of a caption can’t be read',
  order: 'A caption ends before it starts',
  stray: 'A line belongs to no caption, or a caption contains an empty line',
  long: 'A caption is too long for the screen',
  crowd: 'Too many captions at once',
} as const;

export const sourceSentences: Wording<SourceStatements> = {
  'source/told': ({ words }) => words,
  'source/no-asset': ({ name, near }) => {
    const meant = near.map((each) => `“${each}”`).join(' or ');
    return `The project has no asset “${name}”${meant === '' ? '.' : `. Did you mean ${meant}?`}`;
  },
  'source/did-you-mean': ({ near }) => `Did you mean ${near.map((each) => `“${each}”`).join(' or ')}?`,
  'source/not-in-project': ({ name }) => `“${name}” isn’t in the project. Import it or choose another file.`,
  'source/not-in-assets-folder': ({ name }) => `${name} isn’t in the assets folder.`,
  'source/damaged': ({ source, seconds, there, lacking, held }) => {
    const what =
      there === null || lacking === null
        ? `Only the first ${Math.round(seconds * 100) / 100} s of “${source}” can be read`
        : `Only ${there} of the ${there + lacking} frames of “${source}” can be read`;
    const frames = held === 1 ? '1 frame' : `${held} frames`;
    const result =
      there === null
        ? `${frames} of this scene ${held === 1 ? 'is' : 'are'} silent`
        : `${frames} of this scene ${held === 1 ? 'shows' : 'show'} the last readable one`;
    return `${what}: the file is incomplete or damaged. ${result}. Replace it with a complete copy.`;
  },
  'source/ended': ({ source, seconds }) =>
    `“${source}” ends after ${Math.round(seconds * 100) / 100} s, before its in point. Choose an earlier one.`,
  'source/hdr': () => 'the source is HDR, but this FFmpeg lacks `zscale`, so it will look flat.',
  'source/all-fonts': ({ mebibytes, most }) =>
    `A film’s fonts can have up to ${most} MiB in total; up to this one they have ${mebibytes} MiB. Use fewer or smaller fonts.`,
  'drawing/font': () => 'A font of this text can’t be read. It’s damaged or has only SVG glyphs.',
  'drawing/no-image': () => 'The file isn’t an image. Use PNG, JPEG, WebP, GIF, BMP or SVG.',
  'drawing/damaged-image': () => 'The image can’t be read: it’s damaged or takes too long to draw.',
  'drawing/large-image': () =>
    'The image is too large: the limit is 8192 pixels per side, 50 million in total, and 64 MiB.',
  'drawing/much-work': () =>
    'This image is too complex to draw: it has too many or too large filters, layers, patterns, lines or images. Simplify it, show it smaller, or save it as PNG.',
  'drawing/path': ({ at }) => `The path can’t be read from character ${at + 1} on.`,
  'drawing/too-large': () => 'It would be larger than 8192 pixels per side. Make it smaller.',
  'drawing/too-slow': () =>
    'This text takes too long to draw. Reduce its size, its outline or the blur of its shadow.',
  'text/overflow': () =>
    'The text doesn’t fit its box; the rest is cut off. Enlarge the box or reduce `minsize`.',
  'captions/overflow': ({ text, more }) =>
    `The caption “${text}”${more === 0 ? '' : ` and ${more} more`} does not fit its box; the rest is cut off. ` +
    'Enlarge the box or reduce `minsize`.',
  'captions/cue': ({ file, of, line }) => `${CUE_FAULT[of]} (“${file}”, line ${line}); it’s skipped.`,
  'captions/more-cues': ({ file, more }) =>
    `${more} more ${more === 1 ? 'place' : 'places'} of “${file}” cannot be read as captions and ${more === 1 ? 'is' : 'are'} left out.`,
  'text/missing-glyph': ({ characters, canBeAdded = false }) =>
    `No font has ${characters.length === 1 ? 'the character' : 'the characters'} ${characters.map((each) => `“${each}”`).join(', ')}; ` +
    `empty boxes are drawn instead. ${
      canBeAdded
        ? 'Add fonts that have them in *Settings* or with `scenewright fonts add cjk`.'
        : 'Choose a font that has them.'
    }`,
  'format/size': ({ format, width, height, renderedWidth, renderedHeight }) =>
    `${format} doesn’t support ${width}×${height}, so the film renders at ${renderedWidth}×${renderedHeight}.`,
  'format/frame-rate': ({ format, rate, renderedRate }) =>
    `${format} doesn’t support ${rate} fps, so the film renders at ${renderedRate} fps with the same length.`,
  'format/no-sound': ({ format }) => `${format} has no sound, so the film is silent.`,
  'batch/no-column-no-default': ({ variable }) => `The variable \`${variable}\` has neither a column nor a default.`,
  'batch/unfit-file': ({ name, reason }, say) => `“${name}” ${say(reason)}. Choose another file.`,
  'batch/nothing-seen': ({ name }) => `“${name}” has no picture, so nothing is visible. Choose a video.`,
  'batch/nothing-heard': ({ name }) => `“${name}” has no sound. Choose another file.`,
  'batch/text-cut': ({ text }) =>
    `“${text}” is too long: its end is cut off. Shorten it or enlarge its box in the editor.`,
  'batch/low-contrast': ({ text, ratio, least }) =>
    `“${text}” is hard to read: its contrast is ${ratio} : 1; aim for at least ${least} : 1. Change its color or its background.`,
};
