import { PRESETS } from '#shared/template/tables/animation-attributes.ts';
import { TRANSITION_TYPES } from '#shared/template/tables/transition-attributes.ts';
import type { PresetType } from '#shared/template/values/animation.ts';
import { BLEND_MODES, type BlendMode } from '#shared/template/values/placement.ts';
import { BRAND_VARIABLES } from '#shared/template/variables/variable-uses.ts';
import { BLEND_WORDS, BRAND_WORDS, EASING_WORDS, PRESET_WORDS, TRANSITION_WORDS } from './words.ts';

/** Describes the steps from a layer's source to the picture of the scene. */
export function pictureSection(): string {
  const rows = BLEND_MODES.map(
    (mode: BlendMode) => `| \`${mode}\` | ${BLEND_WORDS[mode]} | ${picture(`blend-${mode}`, mode)} |`,
  );
  return `## From a layer to a picture

A scene starts with its \`background\`. Its layers are drawn over it from the first to the last. Each layer goes through these
steps; each step uses the result of the step before it:

1. **Source**: the frame of a video, an image, the drawing of a text or a shape, the picture of a group.
2. **Crop**, then **fit** into the box that \`width\` and \`height\` give. Now the picture has its size *w* × *h*.
3. **Window** of \`kenburns\` and \`pan\`: the picture moves within its box.
4. **Effects**, in document order.
5. **Masks**, one after another.
6. **Place**: scale, rotation and position.
7. **Opacity.**
8. **Blending** with the picture below.

### Place

The anchor of a picture is \`anchor\`, from the center of the picture: c = (w ÷ 2 + anchor across, h ÷ 2 + anchor down). Its position in the frame is
\`position\` P, from \`origin\` O. With the scale s and the clockwise rotation θ, a point q of the picture has the position

x = O_x + P_x + cos θ · s_x · (q_x − c_x) − sin θ · s_y · (q_y − c_y)
y = O_y + P_y + sin θ · s_x · (q_x − c_x) + cos θ · s_y · (q_y − c_y)

in pixels from the frame's upper left corner. A layer with the scale 1 and without rotation is moved by
less than a pixel to whole pixels, so that still layers are sharp. Percentages refer to the frame, in groups and masks
to their box, and for \`anchor\` to the picture. Positions between pixels mix the four nearest pixels; a picture that is scaled down uses
copies of half, a quarter … of its size.

### Blending

Colors are used as they are stored, from 0 to 1; s is the layer's, b that beneath it, and α the layer's opacity at the
pixel. Over an opaque background the result is b + (B(b, s) − b) × α. Each picture has red, gray, and green over the same background.

| \`blendmode\` | B(b, s) | |
| --- | --- | --- |
${rows.join('\n')}

### Lines of a text

A text with a width is broken into lines where Unicode allows it (UAX 14): at spaces, after hyphens and slashes, between
ideographs, between words of Thai, Lao, Khmer, and Burmese, between emoji, and at zero-width spaces. A line that is broken at
a soft hyphen (U+00AD) ends in a hyphen. A line feed, a carriage return, U+0085, and U+2029 end a paragraph; a vertical tab, a
form feed, and U+2028 end a line in it. With \`direction="auto"\` the first letter of a paragraph that isn't within an isolate
sets its direction (UAX 9, P2).

A text with a width and a height shrinks only if its lines don't fit at \`size\`, or if its longest unbreakable piece is
wider than its box. \`text/too-small\` reports a text that shrinks below 9 pixels of a phone that shows the film 390 pixels
wide, or 844 if the film is wider than high.

A control character, such as U+0092, is not drawn and takes no space. An empty box replaces any other character that no font
has. \`text/missing-glyph\` names both.
`;
}

/** Describes how codes are encoded and drawn. */
export function codeSection(): string {
  return `## Codes

\`\`\`xml
<code content="https://example.org/\${campaign, spring}" width="480" height="480" position="0, 300"/>
\`\`\`

- A code has one segment: numeric if its content has only digits, alphanumeric if it has only \`0-9 A-Z $%*+-./:\` and spaces,
  otherwise bytes in UTF-8. It has the smallest version that holds the segment at its \`level\`, and the mask with the lowest penalty
  of ISO/IEC 18004; of equal masks the first.
- A module is the largest whole number of pixels with which code and margin fit into the box. The rest of the box has the color
  \`background\`.
- Modules are drawn without smoothing. A layer with a scale or a rotation is sampled like a picture.
- The warnings \`code/small\`, \`code/contrast\`, \`code/margin\`, and \`code/short\` name codes that are hard to read. The scale in the
  middle of the visible time counts.
`;
}

/** Lists the supported images, and the unsupported features of SVG. */
export function imageSection(): string {
  return `## Images

PNG, JPEG, WebP, GIF, BMP, SVG, HEIC, and AVIF are drawn. The orientation in the EXIF data of JPEG, WebP, and PNG is
applied. GIF and WebP play; of an animated PNG the first frame is shown, with the warning \`image/not-shown\`. Other
formats, such as TIFF, are refused by name.

Photos of phones in HEIC, and AVIF, are converted once into a copy that film and preview use: a JPEG of high quality
without chroma subsampling, or a PNG if the photo has alpha. The asset stays the file that was added. Turns, mirrors, and
crops of the file are applied; 10 and 12 bits become 8; color profiles, Display P3, and BT.2020 become sRGB. A photo may
have 50 million pixels and 8,192 on a side. Sequences of images and HDR images (PQ or HLG) are refused by name.

### SVG

SVG is drawn by resvg: static SVG 1.1 and most of SVG 2, with style sheets, gradients, patterns, masks, filters, markers,
and text. A file is UTF-8, nests at most 300 elements, and has no XML entities that contain elements. What is not drawn is
left out, and the warning \`image/not-shown\` names it, at most ten names per image:

| not drawn | for example |
| --- | --- |
| animation and scripts | \`<animate>\`, \`<set>\`, \`<script>\`, the property \`animation\` |
| images and elements outside of the file | \`<image href="logo.png">\`, \`<use href="icons.svg#a">\` |
| HTML and other elements that are not SVG's drawing elements | \`<foreignObject>\`, \`<video>\`, \`<hatch>\` |
| functions of CSS | \`var()\`, \`calc()\`, \`color-mix()\`, \`light-dark()\` |
| rules of style sheets | \`@import\`, \`@font-face\`, \`@media\` |
| fonts other than Noto Sans | \`font-family="Arial"\`: the text is set in Noto Sans |
| selectors | \`:nth-child()\`, \`:not()\`, \`~\`, \`[id^=a]\`; nested rules |
| invalid colors | \`bleu\`, \`ff0000\`, \`#12345\`: ignored as in browsers, so the inherited color or the default applies |
| colors of the system | \`CanvasText\`, \`Highlight\`: drawn black |
| units | \`vw\`, \`vh\`, \`vmin\`, \`vmax\`, \`rem\`, \`ch\`, \`q\` |
| properties | \`width\`, \`cx\`, \`d\`, and other geometry in styles, \`rotate\`, \`translate\`, \`scale\`, \`vector-effect\`, \`transform-box\`, \`text-transform\`, \`mask-image\`, shapes in \`clip-path\` |

Compressed SVG (\`.svgz\`) is refused: unpack it first.
`;
}

/** Describes keyframes, presets, and easing. */
export function motionSection(): string {
  const presets = PRESETS.map(
    (type: PresetType) =>
      `| \`${type}\` | ${PRESET_WORDS[type]} | ${picture(`preset-${type}`, `${type} at four moments`)} |`,
  );
  const easings = EASING_WORDS.map(([name, formula]) => `| ${name} | ${formula} |`);
  return `## Movement

\`animation\` animates a layer with keys or with a preset.

### Keys

\`\`\`xml
<text content="Up">
  <animation easing="ease-in-out">
    <key time="0" position="0, 200" opacity="0"/>
    <key time="1s" position="0, 0"/>
    <key time="100%" opacity="1"/>
  </animation>
</text>
\`\`\`

- Each property is animated by the keys that set it. Before the first of these keys it has the value of that key, and after the
  last it keeps its value.
- Between the keys *a* and *b*, a value is v_a + (v_b − v_a) × e((n − t_a) ÷ (t_b − t_a)), e being the easing of key *a*.
- Keys replace the attribute. If several animations have keys of one property, the one that started last is used.
- Times count from the animation's start, which counts from the layer's first frame. Percentages refer to the animation.

### Presets

A preset takes *D* frames from the layer's frame *a*. In frame *m* it is p = e((m − a + 1) ÷ (D + 1)) complete, between 0
and 1; *w* is p for animations in, and 1 − p for animations out. A preset changes the values of the attributes and keys:
it adds to position and rotation, and multiplies scale and opacity.

| \`type\` | effect | |
| --- | --- | --- |
${presets.join('\n')}

### Parts of a text

\`\`\`xml
<text content="Spring is here" size="64">
  <animation type="textin" unit="word" effect="slidein" direction="bottom" duration="1s" overlap="0.5"/>
  <animation type="textout" unit="letter" duration="1s"/>
</text>
\`\`\`

\`typewriter\`, \`textin\` and \`textout\` split a text after its layout, so letters stay joined and lines stay in place. A
letter is one visible character: a base with its marks, a flag, a family. White space separates words, lines are those of the layout,
and white space belongs to the unit before it.

- \`duration\` (by default a second) is the time of all units together. Each of n units takes t = 1 ÷ (1 + (n − 1)(1 − \`overlap\`)) of
  it and starts t (1 − \`overlap\`) after the unit before it; each unit uses the easing. A unit that animates in is invisible before
  its time, and a unit that animates out is invisible after it.
- A unit is scaled and rotated around the center of its visible part. A unit that slides fades in or out on its way; its default distance is
  the size of the letters, and percentages of \`distance\` refer to the text's box.
- The \`background\` of the text does not move. Outlines and shadows move with their units, below all letters.
- At most 200 units move separately, and fewer in a text with more than 1,000 characters, with a wide shadow, or with keys of size or
  color: then neighboring units are combined. When no unit moves, the text looks the same as without the preset.

### Moving numbers

\`\`\`xml
<text value="1249.5" content="\${= money(value, 'EUR')}" size="96" width="90%" xalign="center">
  <animation type="countup" start="0" duration="1.5s"/>
</text>
\`\`\`

The \`value\` of a text is a number. In \`content\`, the name \`value\` is this number in the frame that is shown; without \`content\`, the text is
\`\${= number(value)}\`. Keyframes of \`value\` move it, and \`countup\` counts from \`start\` to it. All other names have one value in all
frames.

- A moving number is rounded to \`decimals\`, halves away from zero: by default the most decimals with which \`value\` and its keyframes are
  written. At a keyframe and after \`countup\`, the number is exactly the one that is written.
- The digits of a moving number are equally wide (OpenType \`tnum\`), so that they stay in place; \`figures\` changes this.
- The expressions are evaluated for every frame of the layer before the film is rendered. A fault in any frame is an error, and a layer can
  have at most 10,000 frames.

### Easing

The easing maps the fraction of the time u to the fraction of the change e(u). \`easein\` and \`easeout\` shape its beginning and its
end: \`"p, q"\` puts the handle of a curve at p of the time and p × q of the change, from the beginning or from the end;
\`true\` is \`0.333, 0\`, \`false\` is \`0, 0\`.

| \`easing\` | e(u) |
| --- | --- |
${easings.join('\n')}
`;
}

/** Describes the picture and the sound during a transition. */
export function transitionSection(): string {
  const rows = TRANSITION_TYPES.map(
    (type) =>
      `| \`${type}\` | ${TRANSITION_WORDS[type]} | ${picture(`transition-${type}`, `${type} after a quarter, a half and three quarters`)} |`,
  );
  return `### What a transition shows

A is the frame of the outgoing scene, B the frame of the incoming scene, each with all its layers. *k* is ⌊256 p + ½⌋,
between 0 and 256, and p is the progress (see [Time](#time)).

| \`type\` | picture | |
| --- | --- | --- |
${rows.join('\n')}

A \`custom\` transition contains a \`scene\` that is as long as the transition, with any layers and sounds; its own
\`duration\` and \`id\` are ignored. \`layer\` in it is the whole picture of the scene that \`ref\` refers to by its \`id\`, or by
that of a sequence or choice around it: one of the two scenes next to the transition. It has the attributes and children of
any other layer; its box is the frame. Without \`overlap\` it shows the same frames as in another transition: the last frames
of the outgoing scene, the first frames of the incoming scene. With \`overlap\` it starts this many frames before its scene's end
(negative) or after its beginning (positive), never outside of it. If the scene ends before the transition, its last
frame stays. A scene that does not play is not visible.

\`\`\`xml
<transition type="custom" duration="1s">
  <scene background="#14202b">
    <layer ref="second"/>
    <layer ref="first">
      <animation><key time="0" scale="1"/><key time="100%" scale="0" rotation="90"/></animation>
    </layer>
    <audio src="whoosh.mp3"/>
  </scene>
</transition>
\`\`\`

The sounds of the two scenes are mixed with the p of each sample. \`sound="crossfade"\`: A cos(p π ÷ 2) + B sin(p π ÷ 2), in a
\`fade\` A max(0, 1 − 2 p) + B max(0, 2 p − 1). \`cut\`: A up to the middle, then B. \`both\`: A + B.
A \`custom\` transition does the same, no matter where and when its layers show the scenes; the sounds of its own scene are
added.
`;
}

/** Describes overlays, which cover the whole film. */
export function overlaySection(): string {
  return `### Overlays

\`overlay\` contains layers above all scenes and transitions, such as a logo or a progress bar.
They are drawn over each finished frame, later overlays over earlier ones, and continue when
scenes change: their \`offset\` and \`duration\` refer to the film, and a layer without \`duration\` lasts until the
film's end. A transition does not move or mix overlays.

\`\`\`xml
<overlay name="Bug">
  <image src="logo.png" width="120" origin="topright" position="-90, 60" opacity="0.8"/>
  <solid color="#ffffffc0" width="100%" height="6" origin="bottomleft" anchor="-50%, 50%">
    <animation><key time="0" scale="0, 1"/><key time="100%" scale="1, 1"/></animation>
  </solid>
</overlay>
\`\`\`

Its videos and sounds play at their own volume across scenes, and no transition fades them. As in a scene, an
\`audio\` lowers the movie's sounds with \`duck\` and is not lowered itself. After an edit, only those
parts of the film are rendered again that show the edited layers.
`;
}

/** Describes the timing and the volume of sounds. */
export function soundSection(): string {
  return `## Sound

A film has 48,000 samples per second in each of two channels. The amplitude of a sound is multiplied by volume × fades × duck. A
fade is linear. \`pan\` p multiplies the left channel by min(1, 1 − p) and the right one by min(1, 1 + p). Sounds
that play at the same time are added and clipped once, at the end.

**Channels.** A source of any number of channels is mixed down to two, in the film, in the preview, and at every volume alike:

| source | film |
| --- | --- |
| Mono | The channel on both sides at half its power, which is 3 dB less on each side |
| Stereo | Both channels as they are |
| Surround sound whose order of channels the file names (5.1, 7.1, quad, …) | Front channels count once, the center, side, and back channels 0.707, a back center 0.5. If the numbers of a side add up to more than 1, all are divided by the sum, so that nothing clips: 5.1 has its front left channel at 0.414. The low-frequency channels are left out, and height channels too where FFmpeg leaves them out |
| A file that doesn't name the order | FFmpeg's usual order for 3 to 8, 16, and 24 channels (2.1, 4.0, 5.0, 5.1, 6.1, 7.1, hexadecagonal, 22.2); 7.1.2, 7.1.4, and 9.1.4 for 10, 12, and 14. With any other number, the odd channels are heard on the left and the even ones on the right |
| Ambisonics | Two cardioids that look left and right |

**Ducking.** While a layer with \`ducks\` plays, the movie's sounds with \`duck\` are lowered to that factor. Loudness is not measured: a
layer counts from its first to its last frame, however quiet it is. The factor falls linearly during
\`duckfade\`, is reached when the layer starts, and rises again after it. Two layers that are less than twice \`duckfade\` apart
count as one.

**Loudness of the film.** A \`movie\` with \`loudness\` T gets one gain for its whole sound, which is added without clipping in
32-bit floating point. I is its integrated loudness (ITU-R BS.1770-4, gated) and M its largest true peak. The ceiling is
c = 10^((\`truepeak\` − 0.5) ÷ 20).

1. The gain is g = min(10^((T − I) ÷ 20), 4 c ÷ M). The limiter therefore lowers the loudest moment by at most 12 dB.
2. p[n] is the largest magnitude of g × x at sample n and at the four points that the filter of BS.1770-4, Annex 2, finds after
   it. r[n] = min(1, c ÷ p[n]); m[n] is the minimum of r over n − 240 … n + 240; h[n] is the minimum of m[n − k] + k ÷ 9600
   over k ≥ 0; s[n] is the mean of h over n − 240 … n + 240. The film is g × x × s.
3. If the loudness of the result differs from T by more than 0.1 LU, g is multiplied by the difference, at most 4 c ÷ M, and
   step 2 is done again, three times in all.

A film that stays more than 0.5 LU away has the warning \`sound/loudness\`, and a silent film \`sound/silent\`. A render of a
range has the gain of the whole film. Without \`loudness\`, or with \`none\`, the sound stays unchanged.
`;
}

/** Describes conditions, which select the scenes and layers that play. */
export function conditionSection(): string {
  return `## Conditions

\`condition\` of a scene, a layer, a sound, a transition, or an overlay decides whether it is in the film.

\`\`\`text
condition = and { "or" and }
and       = not { "and" not }
not       = [ "not" ] test
test      = operand [ ( "=" | "!=" | "<" | "<=" | ">" | ">=" | "in" ) operand ] | "(" condition ")"
operand   = one or more of: placeholder, 'text', "text", word
\`\`\`

- A condition is read before its placeholders get their values: no value can change what it compares. A variable without a
  value is the empty text here. In XML \`<\` is written \`&lt;\`.
- One operand alone is false if it is empty, \`false\`, \`0\`, \`no\` or \`off\`, and true otherwise.
- Two decimal numbers are compared as numbers, everything else as text. \`in\` looks for the left side among the right side's
  values, which are separated by commas.
- A scene with \`type="choice"\` contains scenes and plays one: the first whose \`case\` has the value of its \`condition\`, else the first
  without \`case\`, else none (\`template/no-case\`). A scene that contains scenes and has no \`type\` plays all of them: a
  *sequence*.
- Parts that do not play are checked for syntax, but not for the values of their variables.
`;
}

/** Lists the variables of a brand. */
export function brandSection(): string {
  return `### Variables of the brand

The brand of a project sets these variables if a film does not set them; it takes precedence over every default.
A brand can leave some of them out, so a template needs defaults for projects without a brand:

| variable | value |
| --- | --- |
${BRAND_VARIABLES.map((name) => `| \`${name}\` | ${BRAND_WORDS[name]} |`).join('\n')}

\`\`\`xml
<resources>
  <variable name="brand_accent" type="color" label="Accent" default="#d8342b"/>
  <variable name="brand_logo" type="image" label="Logo" default=""/>
</resources>
<scene duration="5s" background="\${brand_accent}">
  <image src="\${brand_logo}" condition="\${brand_logo}" width="20%"/>
</scene>
\`\`\`

A variable whose file is missing gets no value. An empty value counts as a value: with it, this film shows no logo.
`;
}

export function originSection(): string {
  return `## Differences from the original

Scenewright reads templates of the original. Where its documentation leaves something open, these rules apply:

- \`origin\` is the point that \`position\` counts from; the default is the center of the frame.
- An optional scene plays if its condition is true; \`false\`, \`0\`, \`no\`, and \`off\` are false. Any other value is true.
- The numbers of \`easein\` and \`easeout\` are the length of the handle and the speed at that end.
- A \`mask\` without \`channel\` uses luminance: the layer is visible where the mask is white.
- \`path\` of a shape is SVG path data.
- \`volume\` can be up to 8, and there are four more blend modes.
- \`version\` and the placeholder option \`A\` are accepted and have no effect: Arabic is always shaped.
- \`fontsize\` and \`keyframe\` are accepted; the editor writes \`size\` and \`key\`.
- \`path\` animations are not supported.
`;
}

function picture(name: string, words: string): string {
  return `![${words}](pictures/${name}.jpg)`;
}

/** Describes the parts of a film's package. */
export function packageSection(): string {
  return `## The film's package

A render can make a package: files beside the film, and parts inside of it. Over HTTP, a render and a batch take them as
\`package\`; the command has \`--package\`. The render dialog has a tick for each.

| part | content |
| --- | --- |
| \`poster\` | The frame at \`poster\` of the movie, without it one that shows something: JPEG, PNG, or WebP |
| \`sheet\` | Pictures at the middles of equal stretches, 4 × 4 of 320 pixels without other numbers |
| \`captions\` | The soft captions as SubRip or WebVTT, a file for each language. WebVTT has the times of words |
| \`subtitles\` | The soft captions as a subtitle track, with their language |
| \`chapters\` | The chapters of the scenes |
| \`metadata\` | The texts and the cover of \`metadata\` in \`resources\` |
| \`checksums\` | The SHA-256 digests of the film and its files, as \`sha256sum\` writes them |

| | mp4, mov, av1, hevc | mkv | webm | mp3 | others |
| --- | --- | --- | --- | --- | --- |
| subtitle track | \`mov_text\` | SubRip | WebVTT | file | file |
| chapters | yes | yes | yes | ID3 | \`NAME.chapters.txt\`, in FFmpeg's format |
| metadata | yes | yes | yes | ID3 | \`NAME.json\` |
| cover | attached picture | attachment | file | ID3 | file |

A part that the container cannot contain becomes a file, with the warning \`package/side-file\`. The files are \`NAME.jpg\`,
\`NAME-sheet.jpg\`, \`NAME.de.srt\`, \`NAME-cover.png\`, and \`NAME.sha256\`, NAME being the file name of the film without its
extension. A film has one subtitle track; captions in further languages are files. A requested part without content has the
warning \`package/empty\`, and a cover that cannot be read is the error \`package/cover\`.

**Chapters.** A chapter begins with the scene that has \`chapter\`, after a transition in the middle of the transition. The
first chapter begins with the film. Chapters of less than a frame are left out. A render of a range has the chapters in it.

**Soft captions** are those of layers with \`track="soft"\`, which are not drawn, and \`track="both"\`. Their times are those
of the film: each cue is cut to the presence of its layer, in whole frames, and frame × 1000 ÷ frame rate is rounded to
milliseconds. Cues of several layers of one language are sorted by start. Phrases, looks, and \`uppercase\` have no effect.
Soft captions do not lengthen their scene.

**Caption files** contain the soft captions. A language without soft captions has a file with its burned captions.

The package is made after the film. Without it, a film has the same bytes as a template without these attributes.
`;
}
