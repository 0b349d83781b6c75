import type { MediaMessage, ReachMessage } from './media.en.ts';
import { asSentence, codePointIn, enumeration, lacksOnlyControls, named, someOf, windowsAdvice } from './quoting.ts';
import { type AnyMessage, messages } from './translation.ts';

/** A problem of an image. `file` is its name or address; absent if unknown. */
export interface OfFile {
  readonly file?: string;
}

/** `name` is the asset name, or the address without its query. */
export interface UnusableSource {
  readonly name: string;
  readonly reason: MediaMessage | ReachMessage;
}

/** Reasons why a film cannot use a source. */
export const sourceFailureMessages = messages({
  'source/unusable': ({ name, reason }: UnusableSource, say) => asSentence(`“${name}” ${say(reason)}`),
  'source/lacking-asset': ({ name }: { name: string }) => `The project has no asset “${name}”.`,
  'source/changed': () => 'The file changed during rendering. Render again when it’s complete.',
});

const CUE_FAULT = {
  time: 'The times of a caption can’t be read',
  order: 'A caption ends before it starts',
  stray: 'A line belongs to no caption',
  long: 'A caption is too long for the screen',
  crowd: 'Too many captions at once',
  tag: 'A caption has an unclosed or unknown tag',
  entry: 'An entry has no text or no times in seconds',
} as const;

const IGNORED_STYLE = {
  font: '`<font>` tag',
  class: 'tag with a class',
  ruby: '`<ruby>` tag',
  command: 'command in braces, such as `{\\an8}`',
  tag: 'tag other than `<b>`, `<i>`, and `<u>`',
  settings: 'caption with its own position or alignment',
  style: 'STYLE block',
  region: 'REGION block',
  clock: 'X-TIMESTAMP-MAP',
} as const;

const IGNORED_STYLES = {
  font: '`<font>` tags',
  class: 'tags with a class',
  ruby: '`<ruby>` tags',
  command: 'commands in braces, such as `{\\an8}`',
  tag: 'tags other than `<b>`, `<i>`, and `<u>`',
  settings: 'captions with their own position or alignment',
  style: 'STYLE blocks',
  region: 'REGION blocks',
  clock: 'X-TIMESTAMP-MAP',
} as const;

/** An image at the start of a sentence. */
function imageFile(file: string | undefined): string {
  return file === undefined ? 'The image' : `“${file}”`;
}

export interface DamagedSource {
  readonly source: string;
  /** The readable duration, in seconds of the source. */
  readonly seconds: number;
  /** The readable frames; null for sound. */
  readonly there: number | null;
  /** The missing frames; null if their number is unknown. */
  readonly lacking: number | null;
  /** The frames of the scene without picture or sound of the source. */
  readonly held: number;
  /** Whether another file follows inside the file; absent in data from older versions. */
  readonly several?: boolean;
}

/** Two font files that count as the same face. `least` and `most` are the same unless the fonts are variable. */
export interface RepeatedFont {
  readonly file: string;
  readonly by: string;
  readonly family: string;
  readonly least: number;
  readonly most: number;
  readonly style: 'normal' | 'italic';
}

/** `line` is the line in the file, counted from 1. */
export interface BadCue {
  readonly file: string;
  readonly of: 'time' | 'order' | 'stray' | 'long' | 'crowd' | 'tag' | 'entry';
  readonly line: number;
}

/** `line` is the line of the first place in the file, counted from 1. */
export interface IgnoredStyles {
  readonly file: string;
  readonly of: keyof typeof IGNORED_STYLE;
  readonly line: number;
  readonly count: number;
}

export interface OtherSize {
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly renderedWidth: number;
  readonly renderedHeight: number;
}

/** A transparent film over its matte, a color such as `#000000`. */
export interface UnknownList {
  readonly list: string;
  readonly meant: string | null;
  readonly names: readonly string[];
}

export interface OverMatte {
  readonly format: string;
  readonly matte: string;
}

/** Problems of sources, and adaptations to a format. */
export const sourceMessages = messages({
  /** Text of the service or of a program, shown unchanged. */
  'source/told': ({ words }: { words: string }) => words,
  /** `near` are similar names. */
  'source/no-asset': ({ name, near }: { name: string; near: readonly string[] }) => {
    const suggestions = near.map((each) => `“${each}”`).join(' or ');
    return `The project has no asset “${name}”${suggestions === '' ? '.' : `. Did you mean ${suggestions}?`}`;
  },
  /** `near` are similar names, at least one. */
  'source/did-you-mean': ({ near }: { near: readonly string[] }) =>
    `Did you mean ${near.map((each) => `“${each}”`).join(' or ')}?`,
  'source/not-in-project': ({ name }: { name: string }) =>
    `“${name}” isn’t in the project. Import it or choose another file.`,
  'source/not-in-assets-folder': ({ name }: { name: string }) => `${name} isn’t in the assets folder.`,
  'source/damaged': ({ source, seconds, there, lacking, held, several = false }: DamagedSource) => {
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
  /** A file whose sound ends before its picture. `held` is the number of silent frames. */
  'source/damaged-sound': ({ source, seconds, held }: { source: string; seconds: number; held: number }) => {
    const silent =
      held === 0
        ? ''
        : `${held === 1 ? '1 frame' : `${held} frames`} of this scene ${held === 1 ? 'is' : 'are'} silent. `;
    return `The sound of “${source}” ends after ${Math.round(seconds * 100) / 100} s, before its picture: the file is incomplete or damaged. ${silent}Replace it with a complete copy.`;
  },
  /** The first damaged place in seconds of the source, and the number of further places. */
  'source/faulty': ({ source, seconds, more }: { source: string; seconds: number; more: number }) =>
    `“${source}” is damaged at ${Math.round(seconds * 100) / 100} s${more === 0 ? '' : ` and in ${more} more ${more === 1 ? 'place' : 'places'}`}, and the film plays the faulty data. Replace it with an undamaged copy.`,
  /** The length of the beginning that can't be decoded, in seconds. */
  'source/skipped': ({ source, seconds }: { source: string; seconds: number }) =>
    `“${source}” starts in the middle of a recording. Its first ${Math.round(seconds * 100) / 100} s can’t be decoded, and the film skips them. Use a complete copy to show them.`,
  /** The end of the source, in seconds of its own time. */
  'source/ended': ({ source, seconds }: { source: string; seconds: number }) =>
    `“${source}” ends after ${Math.round(seconds * 100) / 100} s, before its in point. Choose an earlier one.`,
  /** A frozen frame after the end of the source, in seconds of its own time. */
  'source/ended-freeze': ({ source, seconds }: { source: string; seconds: number }) =>
    `“${source}” ends after ${Math.round(seconds * 100) / 100} s, before the frozen frame. The film shows its last frame. Choose an earlier time.`,
  /** A sound file that is used as a video. */
  'source/no-picture': ({ source }: { source: string }) =>
    `“${source}” has no picture, so this video is invisible. Choose a video, or use it as a sound.`,
  /** A video without sound that is used as a sound. */
  'source/no-sound': ({ source }: { source: string }) =>
    `“${source}” has no sound, so this sound is silent. Choose another file.`,
  'source/hdr': () =>
    'The source is HDR, but this FFmpeg can’t convert it (`zscale` is missing). Colors will look flat.',
  /** `degrees` is the clockwise rotation, which is not a multiple of 90. */
  'source/rotated': ({ source, degrees }: { source: string; degrees: number }) =>
    `“${source}” is rotated clockwise by ${degrees}°, so the film cuts off its corners and fills the gaps with black. Export it upright.`,
  /** `mebibytes`: the total size of this font and the fonts before it. `most`: the limit of the total size. */
  'source/all-fonts': ({ mebibytes, most }: { mebibytes: number; most: number }) =>
    `A film’s fonts can have up to ${most} MiB in total; up to this one they have ${mebibytes} MiB. Use fewer or smaller fonts.`,
  'drawing/font': ({ file }: OfFile) =>
    `${file === undefined ? 'A font of this text' : `The font “${file}”`} can’t be read. It’s damaged or has only SVG glyphs.`,
  'drawing/no-image': ({ file }: OfFile) =>
    `${imageFile(file)} isn’t a PNG, JPEG, HEIC, AVIF, WebP, GIF, BMP, or SVG image.`,
  'drawing/damaged-image': ({ file }: OfFile) =>
    `${imageFile(file)} can’t be read: it’s damaged or incomplete, or takes too long to draw. Export it again.`,
  'drawing/incomplete-image': ({ file }: OfFile) => `${imageFile(file)} is damaged or incomplete; export it again.`,
  'drawing/large-image': ({ file }: OfFile) =>
    `${imageFile(file)} is too large: the limits are 8192 pixels per side, 50 million pixels, and 64 MiB.`,
  'drawing/much-work': ({ file }: OfFile) =>
    `${imageFile(file)} is too complex to draw: it has too many or too large filters, layers, patterns, lines, or images. Simplify it, show it smaller, or save it as PNG.`,
  /** An SVG that is not UTF-8. `encoding` is the declared one; null if none is declared. */
  'drawing/svg-encoding': ({ file, encoding }: OfFile & { encoding: string | null }) =>
    `${imageFile(file)} is an SVG in ${encoding ?? 'an encoding other than UTF-8'}. Save it as UTF-8.`,
  /** An SVG that is not well-formed. `line` counts from 1; null if unknown. */
  'drawing/svg-xml': ({ file, line }: OfFile & { line: number | null }) =>
    `${imageFile(file)} isn’t well-formed XML${line === null ? '' : ` (line ${line})`}. Export the SVG again.`,
  'drawing/svg-entities': ({ file }: OfFile) =>
    `${imageFile(file)} declares an XML entity that contains elements, other entities, or too much text. Export the SVG without entities.`,
  'drawing/svg-outside-entity': ({ file, entity }: OfFile & { entity: string }) =>
    `${imageFile(file)} uses the XML entity \`&${entity};\`, whose text isn’t in the file. Write the text instead of the entity.`,
  'drawing/svg-depth': ({ file, most }: OfFile & { most: number }) =>
    `${imageFile(file)} nests more than ${most} elements. Ungroup the SVG, or save it as PNG.`,
  'drawing/svg-elements': ({ file }: OfFile) =>
    `${imageFile(file)} draws more than a million elements, or an element refers to itself. Simplify the SVG, or save it as PNG.`,
  'drawing/svg-size': ({ file }: OfFile) => `${imageFile(file)} has no usable size. Give the SVG a width and a height.`,
  'drawing/svg-stopped': ({ file }: OfFile) =>
    `${imageFile(file)} can’t be drawn: it needs too much memory or is built in an unusual way. Save it as PNG.`,
  /** The unsupported features of an SVG, by name; at most ten. */
  'image/svg-features': ({ file, features }: OfFile & { features: readonly string[] }) =>
    `${imageFile(file)} uses SVG features that aren’t drawn: ${features.join(', ')}.`,
  'image/animated-png': ({ file }: OfFile) =>
    `${imageFile(file)} is an animated PNG, so only its first frame is shown. Save it as GIF or WebP to play it.`,
  /** `frames` is the number of complete frames. */
  'image/cut-gif': ({ file, frames }: OfFile & { frames: number }) =>
    `${imageFile(file)} is incomplete: only its first ${frames === 1 ? 'frame is' : `${frames} frames are`} shown. Replace it with a complete copy.`,
  /** The offset of the error in the path, in UTF-16 units. */
  'drawing/path': ({ at }: { at: number }) => `The path can’t be read from character ${at + 1} on.`,
  'drawing/too-large': () => 'This layer would be larger than 8192 pixels per side. Make it smaller.',
  'drawing/too-slow': () =>
    'This text takes too long to draw. Reduce its size, its outline, or the blur of its shadow.',
  'text/overflow': () => 'The text doesn’t fit its box; the rest is cut off. Enlarge the box or reduce `minsize`.',
  'text/more-lines': ({ most }: { most: number }) =>
    `The text needs more than ${most} ${most === 1 ? 'line' : 'lines'}; the rest is cut off. Raise \`maxlines\` or shorten the text.`,
  'text/beyond-box': () =>
    'The text extends beyond its box. Enlarge the box, reduce `size`, or write `autosize="shrink"`.',
  /** The beginning of the first broken word. */
  'text/broken-word': ({ word }: { word: string }) =>
    `The word “${word}” is wider than its box, so it’s broken across lines. Widen the box or reduce the font size.`,
  /** The first code point of a symbol font, in hexadecimal; null for other fonts. */
  'font/unused': ({ symbol }: { symbol: string | null }) =>
    symbol === null
      ? 'The font has none of the characters of this text, so another font shows them. Name a font that has them.'
      : `The characters of this symbol font start at U+F020, so another font shows the text. Write each character by its code; the first one is \`&#x${symbol};\`.`,
  'font/no-use': ({ family }: { family: string }) =>
    `No text uses the font “${family}”. Name it in the \`font\` of a text, or remove it.`,
  /** Two files of one family with the same weights and style. `file` is not used, and `by` is. */
  'font/repeated': ({ file, by, family, least, most, style }: RepeatedFont) =>
    `“${file}” isn’t used: “${by}” is declared after it as “${family}” with the same weight (${least === most ? least : `${least}–${most}`}) and style (${style}). Remove one of them, or write other values for \`weight\` and \`style\`.`,
  'font/weight': ({ family, weight, shown }: { family: string; weight: number; shown: number }) =>
    `“${family}” has no weight ${weight}; the film shows its weight ${shown}. Add a font with that weight, or write \`weight="${shown}"\`.`,
  /** Sizes in pixels of the film. `more` is the number of further captions that are too small. */
  'text/too-small': ({ size, asked, more = 0 }: { size: number; asked: number; more?: number }) =>
    `The text shrinks from ${asked} px to ${size} px to fit its box${more === 0 ? '' : `, and so do ${more} more captions`}; on a phone it’s hard to read. ` +
    'Enlarge the box or shorten the text.',
  /** The first caption that does not fit, and the number of further ones. */
  'captions/overflow': ({ text, more }: { text: string; more: number }) =>
    `The caption “${text}”${more === 0 ? '' : ` and ${more} more`} doesn’t fit its box; the rest is cut off. ` +
    'Enlarge the box, reduce `minsize`, or raise `maxlines`.',
  'captions/cue': ({ file, of, line }: BadCue) =>
    `${CUE_FAULT[of]} (“${file}”, ${of === 'entry' ? 'entry' : 'line'} ${line}); ${of === 'tag' ? 'the tag is ignored' : 'it’s skipped'}.`,
  'captions/own-cue-order': () => 'The caption ends before it starts, so it’s skipped. Set `end` after `start`.',
  /** `cues` is the number of captions whose words have estimated times. */
  'captions/words': ({ cues }: { cues: number }) =>
    `${cues === 1 ? 'A caption lacks times for some of its words, so they' : `${cues} captions lack times for some of their words, so the words`} are spread by their length. ` +
    'Use a file with word timing, or set Word times to Spread (`words="spread"`).',
  'captions/more-cues': ({ file, more }: { file: string; more: number }) =>
    `${more} more ${more === 1 ? 'place' : 'places'} in “${file}” can’t be read as captions and ${more === 1 ? 'is' : 'are'} skipped.`,
  'captions/ignored': ({ file, of, line, count }: IgnoredStyles) =>
    of === 'clock'
      ? `“${file}” belongs to a stream with its own clock (X-TIMESTAMP-MAP, line ${line}). The film counts its times from 0. If the captions are early or late, set \`start\` or \`skip\`.`
      : `“${file}” has ${count} ${(count === 1 ? IGNORED_STYLE : IGNORED_STYLES)[of]} that ${count === 1 ? 'is' : 'are'} ignored (${count === 1 ? '' : 'the first is on '}line ${line}): ` +
        'the attributes of the layer style and place captions.',
  'captions/none': ({ file }: { file: string }) => `“${file}” has no caption, so this layer is empty.`,
  /** The first ten characters. */
  'text/missing-glyph': ({ characters, canBeAdded = false }: { characters: readonly string[]; canBeAdded?: boolean }) =>
    `No font has ${characters.length === 1 ? 'the character' : 'the characters'} ${characters.map((each) => codePointIn(each, `“${each}”`)).join(', ')}; ` +
    `the film shows an empty box for a visible character and nothing for a control character.${
      lacksOnlyControls(characters)
        ? ''
        : canBeAdded
          ? ' Add fonts that have them in the settings or with `scenewright fonts add cjk`.'
          : ' Choose a font that has them.'
    }${windowsAdvice(characters, (meant, isOne) => ` In Windows-1252, ${enumeration(meant.map(([code, character]) => `${code} is ${character}`))}: write ${isOne ? 'that character' : 'those characters'} instead.`)}`,
  'format/size': ({ format, width, height, renderedWidth, renderedHeight }: OtherSize) =>
    `${format} doesn’t support ${width}×${height}, so the film renders at ${renderedWidth}×${renderedHeight}.`,
  /** Frame rates as the language writes them, such as `30000/1001`. */
  'format/frame-rate': ({ format, rate, renderedRate }: { format: string; rate: string; renderedRate: string }) =>
    `${format} doesn’t support ${rate} fps, so the film renders at ${renderedRate} fps with the same length.`,
  'sound/loudness': ({ target, reached }: { target: number; reached: number }) =>
    `The film reaches ${reached} LUFS instead of ${target}: its loudest moments are too far above the rest of its sound.`,
  'sound/silent': () =>
    'The loudness stays unchanged, because the film is silent, quieter than -70 LUFS, or shorter than 0.4 s.',
  /** The name of the file that has the part. */
  'package/side-file': ({ format, part, file }: { format: string; part: PackagePart; file: string }) =>
    `${format} can’t contain ${PACKAGE_PARTS[part]}, so the file “${file}” does.`,
  /** A film has one subtitle track. */
  'package/second-language': ({ language, file }: { language: string; file: string }) =>
    `The film has one subtitle track, so the captions in \`${language}\` are in the file “${file}”.`,
  'package/empty': ({ part }: { part: LackingPart }) => `The package has no ${LACKING_PARTS[part]}.`,
  'package/cover': ({ name }: { name: string }) =>
    `The cover “${name}” can’t be read. Use an image in PNG, JPEG, or WebP.`,
  'format/no-alpha': ({ format, matte }: OverMatte) =>
    `${format} doesn’t support transparency, so the film is drawn over its matte ${matte}.`,
  'format/alpha-threshold': ({ format, matte }: OverMatte) =>
    `Pixels of ${format} are either opaque or transparent, so the edges of the film are drawn over its matte ${matte}.`,
  'format/no-sound': ({ format }: { format: string }) => `${format} has no sound, so the film is silent.`,
  'batch/required-empty': ({ default: fallback }: { default: string }) =>
    `This value is required, but the cell is empty, so the film shows the default “${fallback}”.`,
  /** `items` is the number of items of the default. */
  'batch/required-empty-list': ({ items }: { items: number }) =>
    `This value is required, but the cell is empty, so the film shows the default of ${items === 1 ? '1 item' : `${items} items`}.`,
  'batch/no-column-no-default': ({ variable }: { variable: string }) =>
    `The variable \`${variable}\` has neither a column nor a default.`,
  /** The variable that the column probably means; null if no name is similar. */
  'batch/unused-column': ({ column, meant: suggestions }: { column: string; meant: string | null }) =>
    `The column “${column}” isn’t used: it’s neither a variable nor part of the file name` +
    `${suggestions === null ? '.' : `. Did you mean \`${suggestions}\`?`}`,
  /** A field of a JSON table beside the list of rows. */
  'batch/unmatched-rows': ({ list, rows, count }: { list: string; rows: readonly number[]; count: number }) =>
    `${count === 1 ? 'A row' : `${count} rows`} of the table for ${named(list)} ${count === 1 ? 'matches' : 'match'} no film: ${rows.join(', ')}${rows.length < count ? ', …' : ''}. Check the key.`,
  'batch/no-key-column': ({ list, column, columns }: { list: string; column: string; columns: readonly string[] }) =>
    `The list ${named(list)} needs a column ${named(column)}; the columns are ${enumeration(columns.map(named))}.`,
  /** The variable that the list probably means; null if no name is similar. `names` are then the variables. */
  'batch/unknown-list': ({ list, meant, names }: UnknownList) =>
    `The list ${named(list)} isn’t used, because no template has a variable with this name.` +
    (meant === null
      ? names.length === 0
        ? ''
        : ` The ${names.length === 1 ? 'variable is' : 'variables are'} ${enumeration(someOf(names))}.`
      : ` Did you mean ${named(meant)}?`),
  'batch/unused-member': ({ member }: { member: string }) =>
    `The field “${member}” next to the list of rows isn’t used. Remove it.`,
  'batch/value-of-rows': ({ variable }: { variable: string }) =>
    `Every row has its own value for \`${variable}\`, so the value for all rows isn’t used.`,
  /** The numbers of two columns with one name, from 1. The first one is used. */
  'batch/repeated-column': ({ column, number, first }: { column: string; number: number; first: number }) =>
    `Column ${number} (“${column}”) has the same name as column ${first}, so it isn’t used. Rename or remove one of them.`,
  /** `default` is empty for a variable whose default is an empty text. */
  'batch/no-column': ({ variable, default: fallback }: { variable: string; default: string }) =>
    fallback === ''
      ? `No column matches the variable \`${variable}\`, so it’s empty in every film.`
      : `No column matches the variable \`${variable}\`, so every film shows the default “${fallback}”.`,
  /** `items` is the number of items of the default. */
  'batch/no-column-list': ({ variable, items }: { variable: string; items: number }) =>
    `No column matches the variable \`${variable}\`, so every film shows the default of ${items === 1 ? '1 item' : `${items} items`}.`,
  /** Lines of the file, from 1, both inclusive. */
  'batch/blank-lines': ({ from, to }: { from: number; to: number }) =>
    from === to
      ? `Line ${from} has no values, so it makes no film.`
      : `Lines ${from} to ${to} have no values, so they make no films.`,
  'batch/guessed-encoding': () =>
    'The table isn’t UTF-8, so it’s read as Windows-1252. If letters are wrong, save it as UTF-8.',
  /** A key that occurs more than once in `rows` rows; `row` is the first of them. */
  'batch/repeated-key': ({ column, row, rows }: { column: string; row: number; rows: number }) =>
    rows === 1
      ? `Row ${row} has “${column}” more than once. The last value is used.`
      : `${rows} rows have “${column}” more than once, row ${row} first. The last value is used.`,
  /** A file of another kind than the requested one. */
  'batch/unfit-file': ({ name, reason }: { name: string; reason: MediaMessage }, say) =>
    `“${name}” ${say(reason)}. Choose another file.`,
  'batch/nothing-seen': ({ name }: { name: string }) =>
    `“${name}” has no picture, so nothing is visible. Choose a video.`,
  'batch/nothing-heard': ({ name }: { name: string }) => `“${name}” has no sound. Choose another file.`,
  /** `text` is the displayed text. */
  'batch/text-cut': ({ text }: { text: string }) =>
    `“${text}” is too long for its box. Shorten it or enlarge the box in the editor.`,
  /** Contrast ratios by WCAG, such as 1.2 and 3. */
  'batch/low-contrast': ({ text, ratio, least }: { text: string; ratio: number; least: number }) =>
    `“${text}” is hard to read: its contrast is ${ratio} : 1; aim for at least ${least} : 1. Change its color or its background.`,
  /** A problem of a row of a table, counted from 1, and of its column, if any. */
  'batch/row': ({ row, column, problem }: { row: number; column: string | null; problem: AnyMessage }, say) =>
    `Row ${row}${column === null ? '' : `, column “${column}”`}: ${say(problem)}`,
  /** The reason why a source cannot be used, as a sentence with its final period. */
  'source/failed': ({ failure }: { failure: AnyMessage }, say) => asSentence(say(failure)),
});

/** A part of the package of a film. */
export type PackagePart = 'captions' | 'chapters' | 'metadata' | 'cover';

const PACKAGE_PARTS: Readonly<Record<PackagePart, string>> = {
  captions: 'a subtitle track',
  chapters: 'chapters',
  metadata: 'metadata',
  cover: 'a cover',
};

/** A requested part of a package for which a film has no content. */
export type LackingPart = 'captions' | 'subtitles' | 'chapters' | 'metadata';

const LACKING_PARTS: Readonly<Record<LackingPart, string>> = {
  captions: 'captions: the film has none',
  subtitles: 'subtitle track: set Track of the captions to Both (`track="both"`) or Soft (`track="soft"`)',
  chapters: 'chapters: set Chapter (`chapter`) on the scenes that begin one',
  metadata: 'metadata: add `metadata` to `resources`',
};
