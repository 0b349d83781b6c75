import { limits } from '#shared/template/document/limits.ts';
import { type ProblemCode, problemCodes } from '#shared/template/document/problem.ts';
import { type EffectType, effectRegistry, effectTypes } from '#shared/template/effects/effects.ts';
import { PLACEHOLDER_OPTIONS } from '#shared/template/placeholders/placeholder.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import type { AttributeSpec } from '#shared/template/value-types/attribute-types.ts';
import {
  brandSection,
  codeSection,
  conditionSection,
  imageSection,
  motionSection,
  originSection,
  overlaySection,
  packageSection,
  pictureSection,
  soundSection,
  transitionSection,
} from './reference/chapters.ts';
import { expressionSection } from './reference/expressions.ts';
import { formatSection } from './reference/formats.ts';
import { effectPicture } from './reference/pictures.ts';
import { PROBLEM_WORDS } from './reference/words.ts';
import { TIME_EXAMPLE } from './time-drawing.ts';

/** The texts between the generated tables. */
const INTRODUCTION = `# The template language

\`npm run docs\` generates this page from the tables in \`shared/template/\`; edit the tables, not this page.

A template is a list of scenes that play one after another. Every attribute value can be a variable.

\`\`\`xml
<movie width="1280" height="720" framerate="30000/1001">
  <scene duration="150" name="Opening">
    <video url="https://example.org/clip.mp4" audio="true" skip="1.5s" fit="cover">
      <filter type="saturation" intensity="\${mood, 0.5}"/>
      <transform type="flip" axis="x"/>
    </video>
  </scene>
</movie>
\`\`\`

A movie without an enabled scene can be edited and saved, but not rendered
(\`template/no-scenes\`).
`;

const KINDS: Readonly<Record<AttributeSpec<unknown>['type']['kind'], string>> = {
  integer: 'whole number',
  number: 'number',
  boolean: '`true` or `false`',
  color: '`#rgb` or `#rrggbb`',
  choice: 'one of',
  time: 'frames, or seconds such as `1.5s`',
  'frame-rate': '`N` or `N/D`',
  text: 'text',
  gain: 'factor, or decibels such as `-6dB`',
  url: 'http or https address',
  asset: 'file name',
  length: 'pixels, or a percentage',
  point: 'two lengths, across and down',
  origin: 'a name, or two lengths',
  pair: 'one number, or two',
  edges: 'four lengths: top, right, bottom, left',
  padding: 'one to four lengths',
  percentages: 'two percentages, across and down',
  paint: '`#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`',
  background: '`#rgb`, `#rrggbb`, or `transparent`',
  'signed-time': 'frames, or seconds such as `1.5s`, can be negative',
  'part-of-time': 'frames, seconds such as `1.5s`, or a percentage',
  easing: 'an easing',
  handle: '`true`, `false` or two numbers',
  outline: 'width and color',
  shadow: 'across, down, blur, and color',
  fonts: 'names, separated by commas',
  condition: 'a condition',
  cases: 'values, separated by commas',
  'variable-name': "a variable's name",
  choices: 'values, separated by commas: `value` or `value: label`',
  matrix: '12 or 20 numbers',
  gradient: 'an angle and colors, such as `90, #000, #f00 30%, #fff`',
  repeat: 'whole number or `forever`',
  language: 'language tag',
  loudness: 'LUFS, or `none`',
};

const PLACEHOLDER_WORDS: Readonly<Record<(typeof PLACEHOLDER_OPTIONS)[number], string>> = {
  U: 'upper case',
  L: 'lower case',
  T: 'first letter of each word in upper case',
  E: 'URL-encoded',
};

/** Returns the reference of the language as Markdown. */
export function languageReference(): string {
  return [
    INTRODUCTION,
    ...elementSections(),
    effectSection(),
    pictureSection(),
    imageSection(),
    codeSection(),
    motionSection(),
    timeSection(),
    transitionSection(),
    overlaySection(),
    soundSection(),
    packageSection(),
    sourceSection(),
    lengthSection(),
    conditionSection(),
    variableSection(),
    brandSection(),
    expressionSection(),
    formatSection(),
    limitSection(),
    problemSection(),
    originSection(),
  ].join('\n');
}

const series = new Intl.ListFormat('en');

function elementSections(): readonly string[] {
  return Object.entries(elementRegistry).map(([name, spec]) => {
    const inside =
      spec.children.length === 0
        ? ''
        : ` It can contain ${series.format(spec.children.map((child) => `\`${child}\``))}.`;
    return `## \`${name}\`\n\n${spec.description}${inside}\n\n${attributeTable(spec.attributes)}`;
  });
}

function effectSection(): string {
  const sections = effectTypes.map((type: EffectType) => {
    const { element, description, attributes } = effectRegistry[type];
    return `### \`<${element} type="${type}">\`\n\n${description}\n\n![Without and with it](pictures/${effectPicture(type)}.jpg)\n\n${attributeTable(attributes)}`;
  });
  return `## Effects\n\n${EFFECTS}\n\n${sections.join('\n')}`;
}

const EFFECTS = `Effects are applied in document order, and the order matters.

An effect can contain \`animation\` elements with keys of its own attributes that are numbers, colors, lengths, points, or matrices.

\`\`\`xml
<filter type="blur" radius="0">
  <animation easing="ease-out">
    <key time="0" radius="20"/>
    <key time="1s" radius="0"/>
  </animation>
</filter>
\`\`\`

- The times of keys count the frames of the layer, and keys work as in a layer (see [Movement](#movement)). Values beyond the
  range of their attribute are limited to it.
- In each frame, an effect uses the values of that frame.
- A layer is placed with the size that it has after its effects in that frame. For the move to whole pixels, the written
  size counts, so that the layer does not tremble.
- Presets are for layers. A mask cannot be animated; the layers in it can.`;

function attributeTable(attributes: Readonly<Record<string, AttributeSpec<unknown>>>): string {
  const rows = Object.entries(attributes).map(([name, spec]) => {
    const names = [name, ...(spec.aliases ?? []).map((alias) => `or ${alias}`)].map((alternative) =>
      alternative.replace(/[\w-]+$/, '`$&`'),
    );
    return `| ${names.join(' ')} | ${valueWords(spec)} | ${absentWords(spec)} | ${spec.description} |`;
  });
  return rows.length === 0
    ? ''
    : `| attribute | value | default | meaning |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
}

function valueWords({ type, unit }: AttributeSpec<unknown>): string {
  const options = type.options?.map((option) => `\`${type.format(option)}\``).join(', ');
  const words = options === undefined ? KINDS[type.kind] : options;
  const unitWords = unit === undefined || type.kind === 'time' ? '' : ` ${unit}`;
  return `${words}${boundWords(type)}${unitWords}`;
}

function boundWords({ minimum, maximum, kind }: AttributeSpec<unknown>['type']): string {
  if (minimum !== undefined && maximum !== undefined) return `, ${minimum} to ${maximum}`;
  if (minimum === undefined || (kind === 'time' && minimum === 0)) return '';
  return kind === 'time' ? `, at least ${minimum} frame` : `, at least ${minimum}`;
}

function absentWords({ absent, type }: AttributeSpec<unknown>): string {
  if ('required' in absent) return 'required';
  return absent.default === null ? 'none' : `\`${type.format(absent.default)}\``;
}

function timeSection(): string {
  return `## Time

All times are whole frames of the movie. Frame *n* is at the time *n* ÷ \`framerate\`.

- **A layer** of a scene of length *L* with \`offset\` *o* and \`duration\` *D* is visible in the scene's frames *o* ≤ *n* < min(*o* + *D*, *L*). Its local
  frame is *m* = *n* − *o*; its animations use *m*. Without \`duration\`, it lasts until the scene's end.
- **A sound** uses the \`volume\` and \`pan\` of its keys at the time of each sample, not of each frame.
- **A source** shows in frame *m* the last of its frames that starts before the middle of the frame: before the time
  \`skip\` + (*m* + ½) × \`speed\` of the source, in frames of the movie. If none does, it shows its first frame.
- **\`overlap\`**: a negative value ends a layer this many frames earlier; a positive value skips this many frames of its beginning.
- **The film** plays its scenes one after another. With a transition of length *d* between two scenes, the second scene starts *d*
  frames before the first one ends: start(i + 1) = start(i) + L(i) − d(i), and the film lasts Σ L − Σ d. The local times of both scenes stay the same: the
  outgoing scene plays its last *d* frames, the incoming scene its first *d* frames.
- **Progress**: in frame *i* of a transition, p = e((i + 1) ÷ (d + 1)), where *e* is its easing. The frame before the transition shows only the outgoing scene,
  the frame after it only the incoming scene, and the steps between them are equal.
- **Before the first scene or after the last one**, a transition starts from or ends in the movie's \`background\`. It overlaps the scene and does not change any length.
- **Skipped scenes** take no time. A transition joins the scenes that play before and after it. If several transitions have no playing
  scene between them, the first enabled one counts. A transition directly next to another one, with no scene written between
  them, gets a warning (\`template/transition-place\`).
- **Short scenes**: if the two transitions of a scene are longer than the scene, each gets ⌊d × min(L_a ÷ D_a, L_b ÷ D_b, 1)⌋ frames, where a
  and b are its two scenes and D is the sum of a scene's transitions. A transition of 0 frames is a cut. The warning is \`template/transition-shortened\`.
- **A format with another frame rate** shows, at the time *t*, animations and transitions at the real number *n* = *t* × \`framerate\`.

\`\`\`xml
${TIME_EXAMPLE}\`\`\`

![Three scenes that overlap during their transitions, and the resulting film](drawings/time.svg)
`;
}

function sourceSection(): string {
  return `## Sources

- **Interlaced video** is deinterlaced, one picture per frame, in the film and in the preview. \`deinterlace="false"\` keeps its fields.
  Frames that are marked as progressive stay as they are.
- **Changes midway**: a source whose picture changes its size, shape, or pixel format, whose sound changes its rate or channels, or whose
  time stamps jump is converted once into a steady copy. Film and preview use that copy. It is as large as the largest picture; others are
  fitted into it, on black. A source that is longer than 4 hours, or whose time stamps go back in a container other than MPEG-TS, MPEG-PS,
  and Ogg, is refused.
- **Fragmented MP4**: fragments that are out of order or repeated are put in order in a copy, without encoding them again. Joined files with
  the same coding play one after another. If a joined file has another coding, the film uses the first file and reports the rest. Bytes
  between fragments are left out; where time is missing, a warning names the place.
- **Chained Ogg** with Theora plays one link after another. A link lasts as long as the longer of its picture and its sound.
- **The end of a stream** is the end of its last packet, without the padding of its encoder. A looped sound starts again at that sample.
`;
}

function lengthSection(): string {
  return `## Lengths from the content

A scene without \`duration\` ends with the last of its layers that has a length. A layer has a length if it has a \`duration\`. A \`video\` or \`audio\` without it has the
length of its source after \`skip\`, divided by \`speed\`, rounded to the nearest frame for video and up for sound. If the sound of a \`video\` is
more than 0.1 s longer than its picture, the sound counts, unless \`audio="false"\` or \`end\` is \`loop\` or \`hide\`. Other layers do not count; neither do
layers in a group, a video with \`freeze\`, or a sound with \`loop\`. With \`duration="audio"\`, only sounds count. \`extra\` is added.

- Such a length is known when the sources are. A render finds them first. Until then, the editor assumes five seconds and says so, and
  \`offset\` and \`numframes\` of variables are null if they depend on it.
- A render of a range needs the end of the range if the length of the film is not known. Frames of the range after the end of the film are left out.
- If nothing has a length, the scene is refused (\`template/no-length\`): immediately, or when its sources are known.
`;
}

function variableSection(): string {
  const options = PLACEHOLDER_OPTIONS.map((option) => `\`${option}\` ${PLACEHOLDER_WORDS[option]}`);
  return `## Variables

\`\${name}\`, \`\${name, default}\` or \`\${name, default, options}\` can be used in values of attributes, alone or within other text. A
default that contains a comma or a brace needs quotes, \`'…'\` or \`"…"\`; double the quote inside of them. Options are letters:
${options.join(', ')}.

- Values are inserted after the XML is parsed, so a value cannot change the structure, and are checked like literal values.
- A given value takes precedence over the default of the placeholder, and that default over a default elsewhere.
- In a condition, the empty default of \`\${name, ''}\` applies only there: the variable can have no value although it has a
  default elsewhere.
- A variable of the brand without a value gets the value of the project's [brand](#variables-of-the-brand), which takes precedence over all defaults.
- A variable has the type of the attributes that use it: media, color, time, number, boolean, or text.
- The comment \`<!-- … -->\` directly above a scene belongs to it and moves with it in the editor.
- \`variable\` in \`resources\` declares a variable; this is optional. Its default applies to uses without their own default.
- Every value is checked against the declaration before anything is rendered: its type, \`min\`, \`max\` and \`step\`, \`maxlength\`,
  and with \`type="choice"\` its \`choices\` (\`variable/refused\`, in a batch with the row). An empty value of a \`required\` variable is
  refused (\`variable/missing\`); other variables accept it. Variables of parts that do not play are not checked. Times are compared in frames.
- If a use does not accept the declared type, both places get a warning (\`variable/conflict\`). A choice fits everywhere, and a text accepts every type.

\`\`\`xml
<resources>
  <variable name="plan" type="choice" label="Plan" group="Order" required="true" choices="gold: Gold, silver: Silver"/>
  <variable name="age" type="number" min="18" max="99" step="1" default="30" help="Shown in the last scene."/>
</resources>
\`\`\`
`;
}

const OTHER_LIMITS: readonly (readonly [string, number])[] = [
  ['layers of a scene, including groups and masks', limits.layers],
  ['sounds of a scene', limits.soundsOfScene],
  ['sounds of the movie', limits.soundsOfMovie],
  ['layers of all overlays, including groups and masks', limits.layers],
  ['layers of overlays, each counted once for every scene and transition that it covers', limits.overlaidLayers],
  ['sounds of all overlays', limits.soundsOfScene],
  ['scenes that a custom transition shows', limits.shownScenes],
  ['videos in a custom transition, including the scenes that it shows', 2 * limits.videosAtOnce],
  ['effects of a layer', limits.effects],
  ['animations of a layer', limits.animations],
  ['keys of an animation', limits.keys],
  ['characters of a text', limits.textCharacters],
  ['nested groups', limits.nestedGroups],
  ['nested masks', limits.nestedMasks],
  ['nested sequences and choices', limits.nestedScenes],
];

function limitSection(): string {
  const { bytes, depth, elements, scenes, seconds, valueBytes, allValuesBytes, givenValues } = limits;
  return `## Limits

A template has at most ${bytes / 2 ** 20} MiB, ${depth} levels, ${elements.toLocaleString('en')} elements, ${scenes.toLocaleString('en')} scenes, and ${seconds / 3600} hours. Document types, entities, and processing instructions
are refused. Unknown elements and attributes are kept in the template, ignored in the film, and reported as warnings.

A value has at most ${valueBytes / 2 ** 20} MiB with its variables filled in, and all values with variables have at most ${allValuesBytes / 2 ** 20} MiB
together. Sizes are counted before the values are created; a longer value is refused in its place (\`variable/too-long\`).
A render, or a row of a batch, can have at most ${givenValues.toLocaleString('en')} values.

| | at most |
| --- | --- |
${OTHER_LIMITS.map(([words, most]) => `| ${words} | ${most.toLocaleString('en')} |`).join('\n')}
`;
}

function problemSection(): string {
  const rows = Object.entries(problemCodes).map(
    ([code, severity]) => `| \`${code}\` | ${severity} | ${PROBLEM_WORDS[code as ProblemCode]} |`,
  );
  return `## Problems

All problems of a template are reported together, each with line, column, and path. Codes are stable, so scripts can match them.

| code | | when |
| --- | --- | --- |
${rows.join('\n')}
`;
}
