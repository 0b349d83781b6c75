import type { SourceFailureStatements, SourceStatements } from '../../films/source-statements.ts';
import type { Wording } from '../../statement.ts';
import { codePointIn } from '../../wording.ts';

export const sourceFailureSentences: Wording<SourceFailureStatements> = {
  'source/unusable': ({ name, reason }, say) => `“${name}” ${say(reason)}`,
  'source/lacking-asset': ({ name }) => `The project has no asset “${name}”`,
  'source/changed': () => 'The file was changed while the film was rendered. Render again when it is finished.',
};

const CUE_FAULT = {
  time: 'The times of a caption cannot be read',
  order: 'A caption does not end behind its start',
  stray: 'A line belongs to no caption',
  long: 'A caption is longer than any screen has room for',
  crowd: 'More captions are there at once than can be shown',
  tag: 'A tag of a caption isn’t closed or isn’t known',
} as const;

/** An image at the start of a sentence. */
function imageFile(file: string | undefined): string {
  return file === undefined ? 'The image' : `“${file}”`;
}

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
  'drawing/no-image': ({ file }) => `${imageFile(file)} isn’t a PNG, JPEG, WebP, GIF, BMP, or SVG image.`,
  'drawing/damaged-image': ({ file }) =>
    `${imageFile(file)} can’t be read: it is damaged or cut off, or drawing it takes too long. Export it again.`,
  'drawing/large-image': ({ file }) =>
    `${imageFile(file)} is too large: the limits are 8192 pixels per side, 50 million pixels, and 64 MiB.`,
  'drawing/much-work': ({ file }) =>
    `${imageFile(file)} takes too much work to draw: its filters, layers, patterns, lines, or images are too many or too large. Simplify it, show it smaller, or save it as PNG.`,
  'drawing/svg-encoding': ({ file, encoding }) =>
    `${imageFile(file)} is an SVG in ${encoding ?? 'another encoding than UTF-8'}. Save it as UTF-8.`,
  'drawing/svg-xml': ({ file, line }) =>
    `${imageFile(file)} isn’t well-formed XML${line === null ? '' : ` (line ${line})`}. Export the SVG again.`,
  'drawing/svg-entities': ({ file }) =>
    `${imageFile(file)} declares an XML entity that contains elements, other entities, or too much text. Export the SVG without entities.`,
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
  'drawing/path': ({ at }) => `The path cannot be read from character ${at + 1} on.`,
  'drawing/too-large': () => 'It would be drawn larger than 8192 pixels a side; make it smaller.',
  'drawing/too-slow': () =>
    'Drawing this text takes too long; make the text, its outline or the blur of its shadow smaller.',
  'text/overflow': () =>
    'The text does not fit its box; what is left of it is cut off. Make the box larger or `minsize` smaller.',
  'font/unused': ({ symbol }) =>
    symbol === null
      ? 'The font has none of the characters of this text, so another font shows them. Name a font that has them.'
      : `This is a symbol font, and its characters begin at U+F020, so another font shows the text. Write \`&#x${symbol};\` for the first character.`,
  'font/weight': ({ family, weight, shown }) =>
    `“${family}” has no weight ${weight}; the film shows its weight ${shown}. Add a font with that weight, or write \`weight="${shown}"\`.`,
  'text/too-small': ({ size, asked, more = 0 }) =>
    `The text shrinks from ${asked} px to ${size} px to fit its box${more === 0 ? '' : `, and so do ${more} more captions`}; on a phone it can hardly be read. ` +
    'Make the box larger or the text shorter.',
  'captions/overflow': ({ text, more }) =>
    `The caption “${text}”${more === 0 ? '' : ` and ${more} more`} does not fit its box; what is left of it is cut off. ` +
    'Make the box larger or `minsize` smaller.',
  'captions/cue': ({ file, of, line }) => `${CUE_FAULT[of]} (“${file}”, line ${line}); it is left out.`,
  'captions/more-cues': ({ file, more }) =>
    `${more} more ${more === 1 ? 'place' : 'places'} of “${file}” cannot be read as captions and ${more === 1 ? 'is' : 'are'} left out.`,
  'text/missing-glyph': ({ characters, canBeAdded = false }) =>
    `No font has ${characters.length === 1 ? 'the character' : 'the characters'} ${characters.map((each) => codePointIn(each, `“${each}”`)).join(', ')}; ` +
    `the film shows an empty box for a visible character, and nothing for a control character. ${
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
  'batch/unused-column': ({ column, meant }) =>
    `The column “${column}” isn’t used: it is neither a variable nor part of the file name` +
    `${meant === null ? '.' : `. Did you mean \`${meant}\`?`}`,
  'batch/no-column': ({ variable, default: fallback }) =>
    fallback === ''
      ? `No column fills the variable \`${variable}\`: it is empty in each film.`
      : `No column fills the variable \`${variable}\`: each film shows the default “${fallback}”.`,
  'batch/blank-lines': ({ from, to }) =>
    from === to
      ? `Line ${from} has no values, so it makes no film.`
      : `Lines ${from} to ${to} have no values, so they make no films.`,
  'batch/unfit-file': ({ name, reason }, say) => `“${name}” ${say(reason)}. Choose another file.`,
  'batch/nothing-seen': ({ name }) => `“${name}” has no picture, so that nothing is seen of it. Choose a video.`,
  'batch/nothing-heard': ({ name }) => `“${name}” has no sound, so that nothing is heard of it. Choose another file.`,
  'batch/text-cut': ({ text }) =>
    `“${text}” does not fit: its end is cut off in the film. Write less, or make its box larger in the editor.`,
  'batch/low-contrast': ({ text, ratio, least }) =>
    `“${text}” is hard to read: its contrast is ${ratio} : 1, and ${least} : 1 is the least. Choose another colour for it or for what lies behind it.`,
};
