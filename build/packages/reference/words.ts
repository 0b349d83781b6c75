import type { ProblemCode } from '../../../shared/template/document/problem.ts';
import type { TRANSITION_TYPES } from '../../../shared/template/tables/transition-attributes.ts';
import type { PresetType } from '../../../shared/template/values/animation.ts';
import type { BlendMode } from '../../../shared/template/values/blend-mode.ts';
import type { BrandVariable } from '../../../shared/template/variables/brand-variables.ts';

/** What of a brand each of its variables is. */
export const BRAND_WORDS: Readonly<Record<BrandVariable, string>> = {
  brand_accent: 'colour that stands out',
  brand_panel: 'colour of grounds',
  brand_highlight: 'a second colour that stands out',
  brand_on_dark: 'colour of text on dark grounds',
  brand_on_light: 'colour of text on light grounds',
  brand_title_font: 'font of titles',
  brand_title_weight: 'weight of titles',
  brand_text_font: 'font of other text',
  brand_text_weight: 'weight of other text',
  brand_number_font: 'font of numbers',
  brand_number_weight: 'weight of numbers',
  brand_logo: 'image: the first logo',
  brand_music: 'sound',
  brand_music_volume: 'how loud that is: a factor of the amplitude',
};

/** What comes of the layer's colour s and the colour b beneath it. */
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

/** What a preset does to its layer. */
export const PRESET_WORDS: Readonly<Record<PresetType, string>> = {
  fadein: 'opacity × w',
  fadeout: 'opacity × w; it is over at the layer’s end, less `offset`',
  slidein:
    'position + (1 − w) v: v points to the side that `direction` names, and is `distance` long, or just as long that the layer is outside the frame',
  slideout: 'the same, on its way out',
  zoomin: 'scale × (f + (1 − f) w), f being `from`',
  zoomout: 'the same, on its way out',
  spinin: 'rotation + (1 − w) × `angle`',
  spinout: 'the same, on its way out',
  pop: '`zoomin` with the easing `back-out`',
  kenburns:
    'the picture is seen through a window that becomes smaller by z = 1 + (`zoom` − 1) p, at `focus`; with `direction="out"` it becomes larger',
  pan: 'a window of w ÷ `zoom` × h ÷ `zoom` goes from the side `direction` to the other one',
  spin: 'rotation + `angle` × p',
  typewriter: 'of the n units of a text, `letter` without `unit`, the first ⌊p (n + 1)⌋ are seen',
  textin:
    'each unit of a text, `word` without `unit`, comes in as `effect` says, `fadein` without it; one begins behind the other ([below](#parts-of-a-text))',
  textout: 'the same, on its way out, with `fadeout`',
};

/** What is seen in a transition. */
export const TRANSITION_WORDS: Readonly<Record<(typeof TRANSITION_TYPES)[number], string>> = {
  crossfade: 'A + (B − A) k ÷ 256',
  dissolve: 'another name of `crossfade`',
  fade: 'A goes over into `color` up to the middle, then that into B',
  wipe: 'B behind an edge, A before it; the edge is `softness` of the way wide, at least a pixel, and comes from `direction`',
  circle: 'B within a circle that grows from the middle; its edge is `softness` wide',
  clock: 'B behind a hand that turns clockwise from twelve',
  luma: 'B where the image `src` or `url` is bright first, where it is dark last',
  slide: 'B comes in over A from `direction`',
  push: 'B comes in from `direction` and pushes A out',
  reveal: 'A goes, and B lies beneath; B appears first at `direction`',
  custom: 'the `scene` that it holds; each `layer` in it shows A or B',
  zoom: 'A grows to 1 + `amount` and goes over into B; with `direction="out"` B begins large',
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

/** When each problem is told. */
export const PROBLEM_WORDS: Readonly<Record<ProblemCode, string>> = {
  'xml/encoding': 'The bytes are not the encoding that they say they are.',
  'xml/too-large': 'The text is larger than a template may be.',
  'xml/too-deep': 'Elements stand in one another more often than they may.',
  'xml/too-many-elements': 'There are more elements than there may be.',
  'xml/not-well-formed': 'It is not XML.',
  'xml/doctype': 'It has a document type or entities.',
  'xml/processing-instruction': 'It has a processing instruction.',
  'json/not-a-template': 'The JSON is not a template’s.',
  'template/root': 'The root is not `movie`.',
  'template/misplaced-element': 'An element stands where it has no meaning.',
  'template/missing-attribute': 'An attribute that has to be there is not.',
  'template/invalid-value': 'A value cannot be read as what it should be, or lies outside of its bounds.',
  'template/source': 'There is no source, or there are two.',
  'template/effect-element': 'An effect stands in the other of `filter` and `transform`.',
  'template/too-many-scenes': 'There are more scenes than there may be.',
  'template/too-long': 'A time or the film is longer than it may be.',
  'template/no-scenes': 'No scene is played: told when the film is to be made.',
  'template/duplicate-attribute': 'An attribute and another name of it are both there.',
  'template/path': 'The data of a path, or points, cannot be read.',
  'template/condition': 'A condition cannot be read.',
  'template/sequence-length': 'A scene that holds scenes has a `duration`.',
  'template/duplicate-id': 'Two scenes have one `id`.',
  'template/unknown-ref':
    'A `layer` of a custom transition names a scene that is not there, or none of the two beside the transition.',
  'template/duplicate-variable': 'A variable is declared twice.',
  'template/variable-limits': 'The least of a declaration is above its most.',
  'template/no-length': 'A scene is as long as its content, and nothing in it has a length.',
  'template/key-order': 'The times of keys do not rise.',
  'template/not-animatable':
    'A key names what its layer or effect does not have, or what cannot change, or an animation stands where it can change nothing.',
  'template/no-keys': 'An animation without preset has no keys, or a preset has some.',
  'template/too-many-layers': 'There are more layers, effects, animations, keys or sounds than there may be.',
  'template/too-deep': 'Groups, masks or sequences stand in one another more often than they may.',
  'font/family': 'A text asks for a family that is neither declared nor bundled.',
  'template/unknown-element': 'An element is not known; it is kept, and left out of the film.',
  'template/unknown-attribute': 'An attribute is not known; it is kept, and does nothing.',
  'template/text': 'There is text where none has a meaning.',
  'template/no-case': 'No scene of a choice has the value, and none is without `case`.',
  'template/case': 'A `case` can never be chosen, or stands outside of a choice.',
  'template/mixed-scene':
    'A scene stands beside layers, layers in a choice, a scene in a transition that is not custom, or a `layer` outside of one: they are not rendered.',
  'template/transition-place': 'A transition does nothing because another one stands beside it.',
  'template/transition-shortened': 'A transition is shorter than asked for: its scenes have no more time.',
  'template/layer-outside': 'A layer begins behind the end of its scene.',
  'template/key-outside': 'A key lies behind the end of its animation or layer.',
  'template/more-problems': 'There are more problems than are listed.',
  'variable/malformed': 'A placeholder cannot be read.',
  'variable/missing': 'A variable has neither a value nor a default.',
  'variable/unused': 'A value is given for a variable that nothing uses, or a column of a table has no use.',
  'variable/no-column': 'No column of a table fills a variable: all films have its default.',
  'table/blank-lines': 'Lines of a table have no values, and make no films.',
  'variable/conflict': 'A variable has two defaults, or is used as two types.',
  'variable/refused': 'The value of a variable does not suit its use.',
  'variable/too-long': 'Values with their variables filled in are larger than they may be.',
  'source/not-found': 'A source is not there.',
  'source/unreadable': 'A source cannot be read.',
  'source/refused': 'An address is not one that is fetched from.',
  'source/fetch-failed': 'A source could not be fetched.',
  'source/kind': 'A source is something else than it is wanted for.',
  'source/too-large': 'A source is larger than can be drawn.',
  'font/not-found': 'A font is not there.',
  'font/unreadable': 'A font cannot be read.',
  'cube/unreadable': 'A table of colours cannot be read.',
  'captions/unreadable': 'A file of captions cannot be read as SubRip or WebVTT.',
  'captions/cue':
    'A caption cannot be read, or its end is not behind its start: it is left out. Or a tag of a caption is not closed: the text behind `<` is left out.',
  'image/not-shown': 'A part of an image is not shown: a feature of an SVG, or the motion of an animated PNG.',
  'text/too-slow': 'A text takes too long to draw.',
  'text/missing-glyph': 'No font has a character of a text.',
  'text/overflow': 'A text does not fit into its box at its smallest size.',
  'font/unused': 'The font that a text names first has none of its characters; another font shows them.',
  'font/weight': 'A font of the template has no face of the weight that is asked for; the nearest one is shown.',
  'text/too-small': 'A text shrinks to fit its box so much that it can hardly be read on a phone.',
  'source/ended': 'The in-point of a layer lies behind the end of its source.',
  'source/damaged': 'Only the beginning of a source can be read; the film is made of that.',
  'format/size': 'The picture is larger than the format can hold, and is made smaller.',
  'source/hdr': 'A source has a high dynamic range, which is not kept.',
  'format/frame-rate': 'The format has another frame rate.',
  'format/no-sound': 'The format has no sound.',
};
