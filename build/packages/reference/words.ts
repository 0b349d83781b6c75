import type { ProblemCode } from '#shared/template/document/problem.ts';
import type { TRANSITION_TYPES } from '#shared/template/tables/transition-attributes.ts';
import type { PresetType } from '#shared/template/values/animation.ts';
import type { BlendMode } from '#shared/template/values/placement.ts';
import type { BrandVariable } from '#shared/template/variables/variable-uses.ts';

/** The part of the brand that sets each brand variable. */
export const BRAND_WORDS: Readonly<Record<BrandVariable, string>> = {
  brand_accent: 'accent color',
  brand_panel: 'color of panels and backgrounds',
  brand_highlight: 'second accent color',
  brand_on_dark: 'text color on dark backgrounds',
  brand_on_light: 'text color on light backgrounds',
  brand_title_font: 'font of titles',
  brand_title_weight: 'weight of titles',
  brand_text_font: 'font of other text',
  brand_text_weight: 'weight of other text',
  brand_number_font: 'font of numbers',
  brand_number_weight: 'weight of numbers',
  brand_logo: 'image: the first logo',
  brand_music: 'sound',
  brand_music_volume: 'its volume: a factor of the amplitude',
};

/** The formula of each blend mode for the layer's color s and the color b below it. */
export const BLEND_WORDS: Readonly<Record<BlendMode, string>> = {
  normal: 's',
  multiply: 'b s',
  screen: 'b + s − b s',
  overlay: '`hardlight` with b and s exchanged',
  softlight:
    's ≤ ½: b − (1 − 2 s) b (1 − b); else b + (2 s − 1)(D − b), with D = ((16 b − 12) b + 4) b where b ≤ ¼, else √b',
  hardlight: 's ≤ ½: 2 b s; else 1 − 2 (1 − b)(1 − s)',
  darken: 'min(b, s)',
  lighten: 'max(b, s)',
  add: 'min(1, b + s)',
  difference: '|b − s|'.replaceAll('|', '\\|'),
};

/** The effect of each preset on its layer. */
export const PRESET_WORDS: Readonly<Record<PresetType, string>> = {
  fadein: 'opacity × w',
  fadeout: 'opacity × w; it ends at the layer’s end minus `offset`',
  slidein:
    'position + (1 − w) v: v points to the side `direction` and has the length `distance`; by default, it is just long enough to move the layer out of the frame',
  slideout: 'the reverse',
  zoomin: 'scale × (f + (1 − f) w), f being `from`',
  zoomout: 'the reverse',
  spinin: 'rotation + (1 − w) × `angle`',
  spinout: 'the reverse',
  pop: '`zoomin` with the easing `back-out`',
  kenburns: 'the visible window shrinks by z = 1 + (`zoom` − 1) p around `focus`; with `direction="out"` it grows',
  pan: 'a window of w ÷ `zoom` × h ÷ `zoom` moves from the side `direction` to the opposite side',
  spin: 'rotation + `angle` × p',
  typewriter: 'shows the first ⌊p (n + 1)⌋ of the n units of a text (by default letters)',
  textin:
    'animates each unit of a text (by default each word) with `effect` (by default `fadein`), one after another ([below](#parts-of-a-text))',
  textout: 'the reverse, with `fadeout`',
  countup: 'shows the number `start` + (`value` − `start`) p of a text ([below](#moving-numbers))',
};

/** The picture of each transition as a formula. */
export const TRANSITION_WORDS: Readonly<Record<(typeof TRANSITION_TYPES)[number], string>> = {
  crossfade: 'A + (B − A) k ÷ 256',
  dissolve: 'another name of `crossfade`',
  fade: 'A fades to `color` until the middle, then `color` fades to B',
  wipe: 'an edge moves in from `direction` and uncovers B; its width is `softness` of the distance, at least a pixel',
  circle: 'B in a circle that grows from the center; its edge has the width `softness`',
  clock: 'a hand that turns clockwise from twelve uncovers B',
  luma: 'B appears first where the image `src` or `url` is bright, last where it is dark',
  slide: 'B comes in over A from `direction`',
  push: 'B comes in from `direction` and pushes A out',
  reveal: 'A moves away and uncovers B, first at `direction`',
  custom: 'shows its `scene`; each `layer` in it shows A or B',
  zoom: 'A grows to 1 + `amount` and fades to B; with `direction="out"` B starts large and shrinks',
};

/** Each easing and its formula. */
export const EASING_WORDS: readonly (readonly [string, string])[] = [
  ['`linear`', 'u'],
  ['`cubic-bezier(x1, y1, x2, y2)`', 'the curve of CSS Easing 1; x1 and x2 are between 0 and 1'],
  [
    '`ease`, `ease-in`, `ease-out`, `ease-in-out`',
    'cubic-bezier of (0.25, 0.1, 0.25, 1), (0.42, 0, 1, 1), (0, 0, 0.58, 1), (0.42, 0, 0.58, 1)',
  ],
  ['`step`, `steps(n)`', '⌊u n⌋ ÷ n; `step` has n = 1, and holds until the next key'],
  [
    '`back-in`, `back-out`, `back-in-out`',
    'u² ((c + 1) u − c) with c = 1.70158; out: 1 − in(1 − u); in-out: each half one of them, with c = 2.5949095',
  ],
  ['`elastic-out`', '2^(−10 u) sin((10 u − ¾) 2π ÷ 3) + 1; at 0 and 1 exactly 0 and 1'],
  [
    '`bounce-out`',
    'with v = 2.75 u: v²; from v = 1 (v − 1.5)² + 0.75; from 2 (v − 2.25)² + 0.9375; from 2.5 (v − 2.625)² + 0.984375',
  ],
];

/** The condition that causes each problem. */
export const PROBLEM_WORDS: Readonly<Record<ProblemCode, string>> = {
  'xml/encoding': 'The bytes do not match the declared encoding.',
  'xml/too-large': 'The text is larger than the limit for templates.',
  'xml/too-deep': 'Elements are nested too deeply.',
  'xml/too-many-elements': 'There are too many elements.',
  'xml/not-well-formed': 'The text is not well-formed XML.',
  'xml/doctype': 'The document has a document type or entities.',
  'xml/processing-instruction': 'The document has a processing instruction.',
  'json/not-a-template': 'The JSON is not a template.',
  'template/root': 'The root element is not `movie`.',
  'template/misplaced-element': 'An element is in a place where it is not allowed.',
  'template/missing-attribute': 'A required attribute is missing.',
  'template/invalid-value': 'A value is invalid or out of range.',
  'template/source': 'An element has no source or two sources.',
  'template/effect-element': 'An effect uses `filter` instead of `transform`, or the reverse.',
  'template/too-many-scenes': 'There are too many scenes.',
  'template/too-long': 'A time or the film exceeds the maximum length.',
  'template/no-scenes': 'No scene plays. This is checked when the film is rendered.',
  'template/duplicate-attribute': 'An attribute is set twice, under two of its names.',
  'template/path': 'The data of a path or the points are invalid.',
  'template/condition': 'A condition is invalid.',
  'template/sequence-length': 'A scene that contains scenes has a `duration`.',
  'template/duplicate-id': 'Two scenes have the same `id`.',
  'template/unknown-ref':
    'A `layer` of a custom transition refers to a missing scene, or to a scene that is not next to the transition.',
  'template/duplicate-variable': 'A variable is declared twice.',
  'template/variable-limits': 'The minimum of a declaration is greater than its maximum.',
  'template/no-length': 'A scene has no duration, and nothing in it has a length.',
  'template/key-order': 'The times of keys are not in ascending order.',
  'template/not-animatable':
    'A key sets a property that its layer or effect does not have or that cannot be animated, or an animation is in a place where it has no effect.',
  'template/no-keys': 'An animation without a preset has no keys, or an animation with a preset has keys.',
  'template/too-many-layers': 'There are too many layers, effects, animations, keys, or sounds.',
  'template/too-deep': 'Groups, masks, or sequences are nested too deeply.',
  'font/family': 'A text uses a font family that is neither declared nor bundled.',
  'template/unknown-element': 'An element is unknown. It is kept in the template and ignored in the film.',
  'template/unknown-attribute': 'An attribute is unknown. It is kept in the template and ignored in the film.',
  'template/text': 'There is text in a place where it is not allowed.',
  'template/no-case': 'No scene of a choice matches the value, and no scene is without `case`.',
  'template/case': 'A `case` can never match, or its scene is not in a choice.',
  'template/mixed-scene':
    'A scene is next to layers, layers are in a choice, a scene is in a transition that is not custom, or a `layer` is outside of a custom transition. They are not rendered.',
  'template/transition-place': 'A transition has no effect because another one is next to it.',
  'template/transition-shortened': 'A transition is shortened because its scenes are too short.',
  'template/layer-outside': 'A layer starts after the end of its scene.',
  'template/key-outside': 'A key is after the end of its animation or layer.',
  'language/no-table': 'The language of the film has no formats. Numbers and dates are written as in English.',
  'template/more-problems': 'There are further problems that are not listed.',
  'variable/malformed': 'A placeholder is invalid.',
  'expression/syntax': 'An expression cannot be read.',
  'expression/function': 'An expression uses a function that does not exist.',
  'expression/arguments': 'A function has a wrong number of arguments.',
  'expression/value': 'An expression has no value, for example because a text is not a number.',
  'expression/too-slow': 'An expression takes too many steps.',
  'list/unreadable': 'The text of a list cannot be read, for example because it is not a valid JSON array.',
  'list/count': 'A list has fewer or more items than its declaration permits.',
  'list/field': 'An item of a default list, or `sort`, names a field that the list does not declare.',
  'list/too-many': 'Lists repeat elements so often that the template exceeds a limit, or a list has too many fields.',
  'list/too-deep': 'Repeated elements or lists are nested too deeply.',
  'variable/missing': 'A variable has neither a value nor a default.',
  'variable/unused': 'A value or a column of a table is for a variable that nothing uses.',
  'variable/repeated': 'A command has a value for one variable more than once. The last value is used.',
  'variable/no-column': 'No column of a table sets a variable. All films use its default.',
  'table/blank-lines': 'Lines of a table have no values. They are skipped.',
  'table/repeated-key': 'A row of a JSON table has a name more than once. Its last value is used.',
  'table/unused-member': 'A JSON table has a field beside its list of rows. The field is not used.',
  'table/note': 'A workbook has rows or cells that are not read as a spreadsheet shows them, such as hidden rows.',
  'file-name/altered': 'No file can have the name of a film, or another film has it. The film gets a similar name.',
  'variable/conflict': 'A variable has two defaults or is used with two types.',
  'variable/refused': 'The value of a variable is not valid for its use.',
  'variable/too-long': 'Values with their variables filled in are too large.',
  'source/not-found': 'A source is missing.',
  'source/unreadable': 'A source cannot be read.',
  'source/refused': 'Sources cannot be downloaded from an address.',
  'source/fetch-failed': 'A source could not be downloaded.',
  'source/kind': 'A source has the wrong kind for its use.',
  'source/too-large': 'A source is too large to be drawn.',
  'font/not-found': 'A font is missing.',
  'font/unreadable': 'A font cannot be read.',
  'cube/unreadable': 'A color table (LUT) cannot be read.',
  'captions/unreadable': 'A captions file cannot be read as SubRip or WebVTT.',
  'captions/words': 'Captions have no times for all words, so their words are spread over the times of the captions.',
  'captions/cue':
    'A caption cannot be read, or its end is not after its start; the caption is skipped. Or a tag of a caption is not closed; the text after `<` is skipped.',
  'captions/ignored':
    'A captions file contains styling or placement without effect: fonts, classes, ruby, commands in braces, cue settings, or STYLE and REGION blocks.',
  'captions/none': 'A captions file contains no caption.',
  'image/not-shown':
    'A part of an image is not shown: a feature of an SVG, the motion of an animated PNG, or the missing frames of a truncated GIF.',
  'text/too-slow': 'A text takes too long to draw.',
  'text/missing-glyph': 'No font contains a character of a text.',
  'text/overflow': 'A text does not fit into its box at its smallest size.',
  'code/empty': 'A code has no content.',
  'code/too-long': 'The content is longer than a QR code holds at its level.',
  'code/small': 'A module of a code is smaller than 3 pixels of the film.',
  'code/contrast': 'The contrast of a code is below 3:1, or the code is lighter than its background.',
  'code/margin': 'The margin of a code is narrower than 4 modules.',
  'code/short': 'A code is visible for less than 2 seconds.',
  'font/unused':
    'A declared font is not used, or the first font of a text contains none of its characters. Another font is used.',
  'font/weight': 'A font of the template lacks the requested weight. The nearest weight is used.',
  'text/too-small': 'A text shrinks so much to fit its box that it is hard to read on a phone.',
  'source/ended': 'The in point or the frozen frame of a layer is after the end of its source.',
  'source/damaged':
    'Only the beginning of a source can be read, and the film uses that part. Or a source has damaged data that the film plays, or starts in the middle of a recording, and the film skips its beginning.',
  'source/no-picture': 'A sound file is used as a video, which is invisible.',
  'source/no-sound': 'A video without sound is used as a sound, which is silent.',
  'format/size': 'The picture is too large for the format and is scaled down.',
  'source/hdr': 'A source has high dynamic range (HDR), which is converted to standard range.',
  'source/rotated':
    'A video is stored with a rotation that is not a multiple of 90 degrees. The film cuts off its corners.',
  'format/frame-rate': 'The format uses a different frame rate.',
  'sound/loudness':
    'The film does not reach its `loudness` within 0.5 LU, because its loudest moments are too far above the rest.',
  'sound/silent':
    'The film has `loudness` and is silent, quieter than −70 LUFS, or shorter than 0.4 s. Its sound stays unchanged.',
  'package/side-file':
    'The container of the film cannot contain a part of its package, so a file beside the film does.',
  'package/empty': 'The film has no content for a requested part of its package.',
  'package/cover': 'The cover of the film file cannot be read.',
  'format/no-alpha':
    'The film is transparent and the format does not support transparency. The film lies over `matte`.',
  'format/alpha-threshold':
    'The film is transparent and a pixel of the format is opaque or empty. Edges lie over `matte`.',
  'format/no-sound': 'The format does not support sound.',
};
