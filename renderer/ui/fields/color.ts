/** A color in HSV: the hue from 0 to 360, saturation and value from 0 to 1. */
export interface Hsv {
  readonly hue: number;
  readonly saturation: number;
  readonly value: number;
}

const longHex = /^#?([0-9a-f]{6})$/i;
const shortHex = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/i;

/** Parses a typed color (`#1A2B3C`, `1a2b3c`, `#abc`) into `#rrggbb`; null for other texts. */
export function readHex(text: string): string | null {
  const trimmed = text.trim();
  const long = longHex.exec(trimmed)?.[1];
  if (long !== undefined) return `#${long.toLowerCase()}`;
  const short = shortHex.exec(trimmed);
  if (short === null) return null;
  return `#${short
    .slice(1)
    .map((figure) => figure.repeat(2))
    .join('')
    .toLowerCase()}`;
}

/** Converts `#rrggbb` to HSV (Smith 1978). Gray has hue 0, and black has saturation 0. */
export function hsvOf(hex: string): Hsv {
  const number = Number.parseInt(hex.slice(1), 16);
  const red = ((number >> 16) & 255) / 255;
  const green = ((number >> 8) & 255) / 255;
  const blue = (number & 255) / 255;
  const value = Math.max(red, green, blue);
  const spread = value - Math.min(red, green, blue);
  return { hue: hueOf(red, green, blue, value, spread), saturation: value === 0 ? 0 : spread / value, value };
}

function hueOf(red: number, green: number, blue: number, value: number, spread: number): number {
  if (spread === 0) return 0;
  if (value === red) return (60 * ((green - blue) / spread) + 360) % 360;
  if (value === green) return 60 * ((blue - red) / spread) + 120;
  return 60 * ((red - green) / spread) + 240;
}

/** Converts HSV to the nearest `#rrggbb`; the inverse of {@link hsvOf}. */
export function hexOf({ hue, saturation, value }: Hsv): string {
  const channel = (offset: number) => {
    const sector = (offset + hue / 60) % 6;
    const level = value - value * saturation * Math.max(0, Math.min(sector, 4 - sector, 1));
    return Math.round(level * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(5)}${channel(3)}${channel(1)}`;
}
