import type { SourceFailureMessages, SourceMessages } from '../../films/source-messages.ts';
import type { Translation } from '../../message.ts';
import { codePointIn } from '../../quoting.ts';

export const sourceFailureSentences: Translation<SourceFailureMessages> = {
  'source/unusable': ({ name, reason }, say) => `“${name}” ${say(reason)}`,
  'source/lacking-asset': ({ name }) => `The project has no asset “${name}”`,
  'source/changed': () => 'The file changed during rendering. Render again when it’s complete.',
};

const CUE_FAULT = {
  time: 'The times of a caption can’t be read',
  order: 'A caption ends before it starts',
  stray: 'A line belongs to no caption',
  long: 'A caption is too long for the screen',
  crowd: 'Too many captions at once',
  tag: 'A caption has an unclosed or unknown tag',
} as const;

/** An image at the start of a sentence. */
function imageFile(file: string | undefined): string {
  return file === undefined ? 'The image' : `“${file}”`;
}

export const sourceSentences: Translation<SourceMessages> = {
  'source/told': ({ words }) => words,
  'source/no-asset': ({ name, near }) => {
    const meant = near.map((each) => `“${each}”`).join(' or ');
    return `The project has no asset “${name}”${meant === '' ? '.' : `. Did you mean ${meant}?`}`;
  },
  'source/did-you-mean': ({ near }) => `Did you mean ${near.map((each) => `“${each}”`).join(' or ')}?`,
  'source/not-in-project': ({ name }) => `“${name}” isn’t in the project. Import it or choose another file.`,
  'source/not-in-assets-folder': ({ name }) => `${name} isn’t in the assets folder.`,
  'source/damaged': ({ source, seconds, there, lacking, held, several = false }) => {
    const what =
      there === null || lacking === null
        ? `Only the first ${Math.round(seconds * 100) / 100} s of “${source}” can be read`
        : `Only ${there} of the ${there + lacking} frames of “${source}” can be read`;
    const frames = held === 1 ? '1 frame' : `${held} frames`;
    const result =
      there === null
        ? `${frames} of this scene ${held === 1 ? 'is' : 'are'} silent`
        : `${frames} of this scene ${held === 1 ? 'shows' : 'show'} the last readable one`;
    const [cause, remedy] = several
      ? ['the file holds several files one after another', 'Join them with a video tool, or import them separately.']
      : ['the file is incomplete or damaged', 'Replace it with a complete copy.'];
    return `${what}: ${cause}. ${held === 0 ? '' : `${result}. `}${remedy}`;
  },
  'source/ended': ({ source, seconds }) =>
    `“${source}” ends after ${Math.round(seconds * 100) / 100} s, before its in point. Choose an earlier one.`,
  'source/hdr': () => 'the source is HDR, but this FFmpeg lacks `zscale`, so it will look flat.',
  'source/all-fonts': ({ mebibytes, most }) =>
    `A film’s fonts can have up to ${most} MiB in total; up to this one they have ${mebibytes} MiB. Use fewer or smaller fonts.`,
  'drawing/font': () => 'A font of this text can’t be read. It’s damaged or has only SVG glyphs.',
  'drawing/no-image': ({ file }) => `${imageFile(file)} isn’t a PNG, JPEG, HEIC, AVIF, WebP, GIF, BMP or SVG image.`,
  'drawing/damaged-image': ({ file }) =>
    `${imageFile(file)} can’t be read: it’s damaged or incomplete, or takes too long to draw. Export it again.`,
  'drawing/large-image': ({ file }) =>
    `${imageFile(file)} is too large: the limits are 8192 pixels per side, 50 million pixels and 64 MiB.`,
  'drawing/much-work': ({ file }) =>
    `${imageFile(file)} is too complex to draw: it has too many or too large filters, layers, patterns, lines or images. Simplify it, show it smaller or save it as PNG.`,
  'drawing/svg-encoding': ({ file, encoding }) =>
    `${imageFile(file)} is an SVG in ${encoding ?? 'an encoding other than UTF-8'}. Save it as UTF-8.`,
  'drawing/svg-xml': ({ file, line }) =>
    `${imageFile(file)} isn’t well-formed XML${line === null ? '' : ` (line ${line})`}. Export the SVG again.`,
  'drawing/svg-entities': ({ file }) =>
    `${imageFile(file)} declares an XML entity that contains elements, other entities or too much text. Export the SVG without entities.`,
  'drawing/svg-depth': ({ file, most }) =>
    `${imageFile(file)} nests more than ${most} elements. Ungroup the SVG, or save it as PNG.`,
  'drawing/svg-elements': ({ file }) =>
    `${imageFile(file)} has more than a million elements. Simplify the SVG, or save it as PNG.`,
  'drawing/svg-size': ({ file }) => `${imageFile(file)} has no usable size. Give the SVG a width and a height.`,
  'drawing/svg-stopped': ({ file }) =>
    `${imageFile(file)} can’t be drawn: it needs too much memory or is built in an unusual way. Save it as PNG.`,
  'image/svg-features': ({ file, features }) =>
    `${imageFile(file)} uses SVG features that aren’t drawn: ${features.join(', ')}.`,
  'image/animated-png': ({ file }) =>
    `${imageFile(file)} is an animated PNG, so only its first frame is shown. Save it as GIF or WebP to play it.`,
  'drawing/path': ({ at }) => `The path can’t be read from character ${at + 1} on.`,
  'drawing/too-large': () => 'This layer would be larger than 8192 pixels per side. Make it smaller.',
  'drawing/too-slow': () => 'This text takes too long to draw. Reduce its size, its outline or the blur of its shadow.',
  'text/overflow': () => 'The text doesn’t fit its box; the rest is cut off. Enlarge the box or reduce `minsize`.',
  'font/unused': ({ symbol }) =>
    symbol === null
      ? 'The font has none of the characters of this text, so another font shows them. Name a font that has them.'
      : `This is a symbol font, and its characters begin at U+F020, so another font shows the text. Write \`&#x${symbol};\` for the first character.`,
  'font/weight': ({ family, weight, shown }) =>
    `“${family}” has no weight ${weight}; the film shows its weight ${shown}. Add a font with that weight, or write \`weight="${shown}"\`.`,
  'text/too-small': ({ size, asked, more = 0 }) =>
    `The text shrinks from ${asked} px to ${size} px to fit its box${more === 0 ? '' : `, and so do ${more} more captions`}; on a phone it’s hard to read. ` +
    'Enlarge the box or shorten the text.',
  'captions/overflow': ({ text, more }) =>
    `The caption “${text}”${more === 0 ? '' : ` and ${more} more`} doesn’t fit its box; the rest is cut off. ` +
    'Enlarge the box or reduce `minsize`.',
  'captions/cue': ({ file, of, line }) =>
    `${CUE_FAULT[of]} (“${file}”, line ${line}); ${of === 'tag' ? 'the tag is ignored' : 'it’s skipped'}.`,
  'captions/more-cues': ({ file, more }) =>
    `${more} more ${more === 1 ? 'place' : 'places'} in “${file}” can’t be read as captions and ${more === 1 ? 'is' : 'are'} skipped.`,
  'text/missing-glyph': ({ characters, canBeAdded = false }) =>
    `No font has ${characters.length === 1 ? 'the character' : 'the characters'} ${characters.map((each) => codePointIn(each, `“${each}”`)).join(', ')}; ` +
    `the film shows an empty box for a visible character and nothing for a control character. ${
      canBeAdded
        ? 'Add fonts that have them in *Settings* or with `scenewright fonts add cjk`.'
        : 'Choose a font that has them.'
    }`,
  'format/size': ({ format, width, height, renderedWidth, renderedHeight }) =>
    `${format} doesn’t support ${width}×${height}, so the film renders at ${renderedWidth}×${renderedHeight}.`,
  'format/frame-rate': ({ format, rate, renderedRate }) =>
    `${format} doesn’t support ${rate} fps, so the film renders at ${renderedRate} fps with the same length.`,
  'format/no-sound': ({ format }) => `${format} has no sound, so the film is silent.`,
  'batch/required-empty': ({ default: fallback }) =>
    `This value is required, but the cell is empty, so the film shows the default “${fallback}”.`,
  'batch/no-column-no-default': ({ variable }) => `The variable \`${variable}\` has neither a column nor a default.`,
  'batch/unused-column': ({ column, meant }) =>
    `The column “${column}” isn’t used: it’s neither a variable nor part of the file name` +
    `${meant === null ? '.' : `. Did you mean \`${meant}\`?`}`,
  'batch/no-column': ({ variable, default: fallback }) =>
    fallback === ''
      ? `No column matches the variable \`${variable}\`, so it’s empty in every film.`
      : `No column matches the variable \`${variable}\`, so every film shows the default “${fallback}”.`,
  'batch/blank-lines': ({ from, to }) =>
    from === to
      ? `Line ${from} has no values, so it makes no film.`
      : `Lines ${from} to ${to} have no values, so they make no films.`,
  'batch/repeated-key': ({ column, row, rows }) =>
    rows === 1
      ? `Row ${row} has “${column}” more than once. Its last value is used.`
      : `${rows} rows have “${column}” more than once, row ${row} first. The last value is used.`,
  'batch/unfit-file': ({ name, reason }, say) => `“${name}” ${say(reason)}. Choose another file.`,
  'batch/nothing-seen': ({ name }) => `“${name}” has no picture, so nothing is visible. Choose a video.`,
  'batch/nothing-heard': ({ name }) => `“${name}” has no sound. Choose another file.`,
  'batch/text-cut': ({ text }) =>
    `“${text}” is too long: its end is cut off. Shorten it or enlarge its box in the editor.`,
  'batch/low-contrast': ({ text, ratio, least }) =>
    `“${text}” is hard to read: its contrast is ${ratio} : 1; aim for at least ${least} : 1. Change its color or its background.`,
};
