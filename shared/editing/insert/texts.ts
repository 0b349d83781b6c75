import { elementNamed, type NewElement } from './new-element.ts';
import type { Frame, NewThing } from './thing.ts';

/** How a new text can look. */
export type TextPreset = (typeof TEXT_PRESETS)[number];

export const TEXT_PRESETS = [
  'title',
  'subtitle',
  'lower-third',
  'number',
  'outlined',
  'boxed',
  'quote',
  'caption',
] as const;

type Values = Readonly<Record<string, string | number | null | undefined>>;

/** A text; one that is set as two stands in a group. Sizes are shares of the frame's shorter side. */
export function textElement({ preset, words, font }: Extract<NewThing, { kind: 'text' }>, frame: Frame): NewElement {
  const [first = '', second = ''] = words;
  const share = sharesOf(frame);
  const text = (content: string, values: Values) => elementNamed('text', { content, font, ...values });
  const plain = readable(frame);
  const centred = { width: '80%', xalign: 'center' };
  switch (preset) {
    case 'title':
      return text(first, { size: share(0.1), weight: 700, ...plain, ...centred });
    case 'subtitle':
      return text(first, { size: share(0.05), ...plain, ...centred, position: '0, 12%' });
    case 'number':
      return text(first, { size: share(0.28), weight: 700, ...plain });
    case 'outlined':
      return text(first, {
        ...{ size: share(0.1), weight: 700, ...centred },
        outline: `${Math.max(1, share(0.006))}, #000000`,
      });
    case 'boxed':
      return text(first, {
        ...{ size: share(0.06), weight: 700, color: '#111111', background: '#f2c230' },
        padding: `${share(0.012)} ${share(0.03)}`,
        radius: share(0.012),
      });
    case 'quote':
      return text(first, { size: share(0.06), ...plain, width: '60%' });
    case 'caption':
      return text(first, captionLook(frame));
    case 'lower-third': {
      const look = { padding: `${share(0.006)} ${share(0.014)}`, anchor: '-50%, 50%', origin: 'bottomleft' };
      return elementNamed('group', {}, [
        text(first, {
          ...{ size: share(0.032), weight: 700, color: '#ffffff', background: '#c8102e', ...look },
          position: '6%, -17.5%',
        }),
        text(second, {
          ...{ size: share(0.05), weight: 700, color: '#111111', background: '#ffffff', ...look },
          position: '6%, -10%',
        }),
      ]);
    }
    default:
      return preset satisfies never;
  }
}

/**
 * White on a dark band at the lower edge: it can be read on whatever is beneath it. In portrait films it is larger, and
 * stands above the lower 35 % and left of the buttons that apps such as Reels and Shorts cover.
 */
function captionLook(frame: Frame): Values {
  const share = sharesOf(frame);
  const isPortrait = frame.height > frame.width;
  return {
    ...{ size: share(isPortrait ? 0.06 : 0.045), origin: 'bottom' },
    ...{ position: isPortrait ? '0, -36%' : '0, -8%', anchor: '0, 50%' },
    ...{ background: '#000000b3', padding: `${share(0.008)} ${share(0.016)}` },
  };
}

/** The same for the captions of a file, whose place is that of captions already. */
export function captionsLook(frame: Frame): Values {
  const { size, position, background, padding } = captionLook(frame);
  return frame.height > frame.width
    ? { size, width: '72%', position, background, padding }
    : { size, background, padding };
}

/** Dark on what is light, white on what is dark; on a picture white with a soft shadow. White is not written. */
function readable(frame: Frame): Values {
  const { ground } = frame;
  if (ground === 'light') return { color: '#111111' };
  if (ground === 'dark') return {};
  const share = sharesOf(frame);
  return { shadow: `0, ${share(0.003)}, ${share(0.012)}, #000000a0` };
}

/** The largest that a font can be. */
const MOST = 2000;

function sharesOf({ width, height }: Frame): (part: number) => number {
  const side = Math.min(width, height);
  return (part) => Math.min(MOST, Math.max(1, Math.round(side * part)));
}
