import type { CheckOptions } from '../check-film.ts';
import type { CheckCode, CheckSeverity } from '../check-table.ts';

/** The size of a film, and the values of its variables. */
export interface Frame {
  readonly width?: number;
  readonly height?: number;
  readonly values?: Readonly<Record<string, string>>;
}

/** A film with a fault, and nearly the same film just within the threshold. */
interface SeededFault {
  readonly name: string;
  readonly code: CheckCode;
  readonly severity: CheckSeverity;
  /** The frames with the fault, with a tolerance of two frames. */
  readonly frames: readonly [number, number];
  readonly fault: string;
  readonly fine: string;
  readonly options?: Partial<CheckOptions>;
  readonly frame?: Frame;
}

const TALL = { width: 1080, height: 1920 };
export const CORNER = 'origin="0%, 0%" anchor="-50%, -50%" xalign="left" yalign="top"';
export const scene = (inside: string, duration = 90) => `<scene duration="${duration}">${inside}</scene>`;
export const text = (content: string, attributes = '') => `<text size="80" content="${content}" ${attributes}/>`;
const SOLID = '<solid color="#000000"/>';
export const cues = (inside: string, length = 120) => scene(`<captions size="40">${inside}</captions>`, length);
const image = (name: string, attributes = '') => `<image src="${name}" ${attributes}/>`;

export const faults: readonly SeededFault[] = [
  {
    name: 'a text of 8 words for 1.5 s',
    code: 'text/too-short',
    severity: 'warning',
    frames: [30, 75],
    fault: scene(text('Seven long words need more than a second', 'offset="30" duration="45"')),
    fine: scene(text('Seven long words need more than a second', 'offset="15" duration="73"')),
  },
  {
    name: 'a text that is shorter by a frame',
    code: 'text/too-short',
    severity: 'notice',
    frames: [10, 33],
    fault: scene(text('Hello', 'offset="10" duration="23"')),
    fine: scene(text('Hello', 'offset="10" duration="24"')),
  },
  {
    name: 'a third of a text beyond the edge',
    code: 'text/off-frame',
    severity: 'error',
    frames: [3, 90],
    fault: scene(text('Outside', 'position="-930, 0"')),
    fine: scene(text('Outside', 'position="-700, 0"')),
  },
  {
    name: 'a text at the upper edge',
    code: 'text/unsafe-area',
    severity: 'warning',
    frames: [3, 90],
    fault: scene(text('Near', `${CORNER} position="200, 0"`)),
    fine: scene(text('Near', `${CORNER} position="200, 54"`)),
  },
  {
    name: 'a text below the buttons of a platform',
    code: 'text/under-overlay',
    severity: 'warning',
    frames: [0, 90],
    fault: scene(text('Below', 'position="0, 600"')),
    fine: scene(text('Above', 'position="0, 0"')),
    options: { platforms: ['shorts'] },
    frame: TALL,
  },
  {
    name: 'a text with more lines than its box',
    code: 'text/cut',
    severity: 'warning',
    frames: [0, 90],
    fault: scene(text('One two three four', 'width="300" maxlines="2"'), 90),
    fine: scene(text('One two', 'width="300" maxlines="2"')),
  },
  {
    name: 'a text that the box of a group cuts off',
    code: 'text/cut',
    severity: 'error',
    frames: [3, 90],
    fault: scene(`<group width="400" height="200">${text('Cut', 'position="180, 0"')}</group>`),
    fine: scene(`<group width="400" height="200">${text('Cut', 'position="80, 0"')}</group>`),
  },
  {
    name: 'white letters while a white solid is behind them',
    code: 'text/low-contrast',
    severity: 'warning',
    frames: [40, 58],
    fault: scene(`${SOLID}<solid color="#ffffff" offset="40" duration="18"/>${text('Words', 'color="#ffffff"')}`),
    fine: scene(`${SOLID}<solid color="#ffffff" offset="40" duration="6"/>${text('Words', 'color="#ffffff"')}`),
  },
  {
    name: 'letters in the color of the background',
    code: 'text/low-contrast',
    severity: 'error',
    frames: [3, 90],
    fault: scene(text('Words', 'color="#303030"')).replace('<scene', '<scene background="#202020"'),
    fine: scene(text('Words', 'color="#c0c0c0"')).replace('<scene', '<scene background="#202020"'),
  },
  {
    name: 'two texts on one another',
    code: 'text/overlap',
    severity: 'warning',
    frames: [30, 60],
    fault: scene(text('First') + text('Second', 'offset="30" duration="30" position="0, 20"')),
    fine: scene(text('First') + text('Second', 'offset="30" duration="30" position="0, 90"')),
  },
  {
    name: 'letters of 8 pixels on a phone',
    code: 'text/tiny',
    severity: 'warning',
    frames: [3, 90],
    fault: scene('<text size="20" content="Small"/>'),
    fine: scene('<text size="28" content="Small"/>'),
  },
  {
    name: 'a letter that no font has',
    code: 'text/missing-glyph',
    severity: 'warning',
    frames: [0, 90],
    fault: scene(text('A𓀀')),
    fine: scene(text('A')),
  },
  {
    name: 'a caption with 31 characters per second',
    code: 'captions/too-fast',
    severity: 'error',
    frames: [0, 30],
    fault: cues('<cue start="0" end="30">Thirty-one characters, no more!!</cue>'),
    fine: cues('<cue start="0" end="60">Thirty-one characters, no more!!</cue>'),
  },
  {
    name: 'a caption with three lines',
    code: 'captions/lines',
    severity: 'warning',
    frames: [0, 120],
    fault: cues('<cue start="0" end="120">One\nTwo\nThree</cue>'),
    fine: cues('<cue start="0" end="120">One\nTwo</cue>'),
  },
  {
    name: 'a caption that begins before the previous one ends',
    code: 'captions/timing',
    severity: 'warning',
    frames: [30, 90],
    fault: cues('<cue start="0" end="40">One</cue><cue start="30" end="90">Two</cue>'),
    fine: cues('<cue start="0" end="30">One</cue><cue start="32" end="90">Two</cue>'),
  },
  {
    name: 'an image at 1.6 times its pixels',
    code: 'picture/upscaled',
    severity: 'warning',
    frames: [3, 90],
    fault: scene(image('photo-1200x675.png', 'fit="cover"')),
    fine: scene(image('photo-1280x720.png', 'fit="cover"')),
  },
  {
    name: 'an image that is stretched by 5 %',
    code: 'picture/stretched',
    severity: 'warning',
    frames: [3, 90],
    fault: scene(image('photo-1920x1134.png', 'fit="stretch"')),
    fine: scene(image('photo-1920x1100.png', 'fit="stretch"')),
  },
  {
    name: 'an image that leaves a strip at the left and the right',
    code: 'picture/edge-gap',
    severity: 'warning',
    frames: [3, 90],
    fault: scene(image('photo-1880x1080.png')),
    fine: scene(image('photo-1880x1080.png', 'fit="cover"')),
  },
  {
    name: 'a film that is too long for a platform',
    code: 'delivery/length',
    severity: 'error',
    frames: [0, 1830],
    fault: scene(text('Long'), 1830),
    fine: scene(text('Long'), 1800),
    options: { platforms: ['stories'] },
  },
  {
    name: 'a film that is too wide for a platform',
    code: 'delivery/shape',
    severity: 'error',
    frames: [0, 90],
    fault: scene(''),
    fine: scene(''),
    options: { platforms: ['linkedin'] },
    frame: { width: 1920, height: 780 },
  },
  {
    name: 'more texts than a reader finishes',
    code: 'text/together',
    severity: 'notice',
    frames: [0, 30],
    fault: scene(
      text('A title of more than thirty characters here', 'duration="30"') + text('Second', 'position="0, 200"'),
    ),
    fine: scene(text('A short title', 'duration="30"') + text('Second', 'position="0, 200"')),
    options: { only: ['text/together'] },
  },
];
