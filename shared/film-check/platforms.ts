import type { Size } from '../template/values/placement.ts';

/** A platform that publishes films: the parts of the frame that its controls cover, and the films that it accepts. */
export interface Platform {
  readonly name: string;
  /** The name that users see. */
  readonly label: string;
  /**
   * The margins that controls cover, as fractions of the height (top, bottom) and of the width (left, right); null for
   * none.
   */
  readonly margins: Margins | null;
  /** The permitted length in seconds; null for any. */
  readonly length: { readonly least: number; readonly most: number } | null;
  /** The maximum size of the file in bytes; null for any. */
  readonly bytes: number | null;
  /** The permitted aspect ratios, width divided by height; null for any. */
  readonly shape: { readonly least: number; readonly most: number } | null;
  /** The integrated loudness in LUFS that the platform requests; null for none. */
  readonly loudness: number | null;
  /** Whether its feed displays the first frame before a film plays. */
  readonly showsFirstFrame?: true;
  /** The source of the numbers. */
  readonly source: string;
  /** Whether the platform itself publishes the numbers. If not, findings say "about". */
  readonly isOfficial: boolean;
  /** Whether findings about its limits are only notices, because the numbers are unconfirmed. */
  readonly isGuess?: true;
  /** The date on which the source was read. */
  readonly read: string;
}

export interface Margins {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Converts margins in pixels of a 1080×1920 frame to fractions of its size. */
const tall = (top: number, bottom: number, left: number, right: number): Margins => ({
  top: top / 1920,
  bottom: bottom / 1920,
  left: left / 1080,
  right: right / 1080,
});

const MEGABYTE = 1_000_000;
const READ = '2026-11-20';
const ANY = {
  margins: null,
  length: null,
  bytes: null,
  shape: null,
  loudness: null,
  isOfficial: true,
  read: READ,
} as const;

/**
 * The known platforms. Platforms change their numbers, so each entry has its source and the date on which it was read.
 */
const platforms: readonly Platform[] = [
  {
    ...ANY,
    name: 'shorts',
    label: 'YouTube Shorts',
    margins: tall(288, 672, 48, 192),
    length: { least: 0, most: 180 },
    source: 'Google, zone for vertical video ads, as quoted by shotstack.io; YouTube, October 2024',
    isOfficial: false,
  },
  {
    ...ANY,
    name: 'reels',
    label: 'Instagram Reels',
    margins: tall(269, 672, 65, 65),
    length: { least: 3, most: 900 },
    bytes: 300 * MEGABYTE,
    source: 'Meta, safe zones in percent; media guidelines of ayrshare.com',
    isOfficial: false,
  },
  {
    ...ANY,
    name: 'stories',
    label: 'Instagram Stories',
    margins: tall(269, 384, 65, 65),
    length: { least: 0, most: 60 },
    bytes: 4000 * MEGABYTE,
    source: 'Meta, safe zones in percent, before the common zone of March 2026',
  },
  {
    ...ANY,
    name: 'tiktok',
    label: 'TikTok',
    margins: tall(150, 440, 60, 150),
    length: { least: 3, most: 600 },
    bytes: 500 * MEGABYTE,
    source: 'Third parties; TikTok publishes template files without numbers',
    isOfficial: false,
  },
  {
    ...ANY,
    name: 'x',
    label: 'X',
    length: { least: 0.5, most: 140 },
    bytes: 512 * MEGABYTE,
    showsFirstFrame: true,
    source: 'X API, media best practices',
  },
  {
    ...ANY,
    name: 'linkedin',
    label: 'LinkedIn',
    length: { least: 3, most: 1800 },
    bytes: 500 * MEGABYTE,
    shape: { least: 1 / 2.4, most: 2.4 },
    showsFirstFrame: true,
    source: 'Media guidelines of ayrshare.com',
    isOfficial: false,
  },
  {
    ...ANY,
    name: 'whatsapp-status',
    label: 'WhatsApp status',
    length: { least: 0, most: 60 },
    source: 'Third parties',
    isOfficial: false,
    isGuess: true,
  },
  {
    ...ANY,
    name: 'television',
    label: 'Television',
    margins: { top: 0.05, bottom: 0.05, left: 0.05, right: 0.05 },
    loudness: -23,
    source: 'EBU R 95; EBU R 128 for the loudness',
  },
];

export const PLATFORM_NAMES: readonly string[] = platforms.map(({ name }) => name);

/** A platform that a project defines: its name and the margins that its controls cover. */
export interface OwnPlatform {
  readonly name: string;
  readonly margins: Margins;
}

/** Converts the platforms that a project defines. */
export function platformsOf(own: readonly OwnPlatform[]): readonly Platform[] {
  return own.map(({ name, margins }) => ({ ...ANY, name, label: name, margins, source: '' }));
}

/** Returns the platform with a name, including the platforms of a project; null if there is none. */
export function platformNamed(name: string, own: readonly Platform[] = []): Platform | null {
  return [...own, ...platforms].find((platform) => platform.name === name) ?? null;
}

/** Returns the known platforms and the platforms of a project. */
export function allPlatforms(own: readonly Platform[] = []): readonly Platform[] {
  return [...platforms, ...own];
}

/** Returns the edges of the area that the controls of a platform leave free, in pixels of the frame. */
export function freeArea({ top, bottom, left, right }: Margins, { width, height }: Size) {
  return { left: left * width, top: top * height, right: (1 - right) * width, bottom: (1 - bottom) * height };
}
