import { createHash } from 'node:crypto';

/** What decides, beside its key, which bytes a part comes to: versions of everything that makes it. */
export interface Maker {
  /** `ENGINE_VERSION` of this program. */
  readonly engine: number;
  /** As FFmpeg says it. */
  readonly ffmpeg: string;
  readonly canvasKit: string;
  /** What draws SVG, such as `resvg 0.48.1`; empty of programs that do not say it. */
  readonly svg: string;
}

/** Whether two programs plan and draw alike. Only their FFmpeg may differ. */
export function drawsAlike(one: Omit<Maker, 'ffmpeg'>, other: Omit<Maker, 'ffmpeg'>): boolean {
  return one.engine === other.engine && one.canvasKit === other.canvasKit && one.svg === other.svg;
}

/** A short name of a maker, equal for equal versions: 16 hex digits. Work for one maker is never given to another. */
export function makerName({ engine, ffmpeg, canvasKit, svg }: Maker): string {
  return createHash('sha256')
    .update(JSON.stringify([engine, ffmpeg, canvasKit, svg]))
    .digest('hex')
    .slice(0, 16);
}
