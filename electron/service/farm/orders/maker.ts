import { createHash } from 'node:crypto';

/** What decides, beside its key, which bytes a part comes to: versions of everything that makes it. */
export interface Maker {
  /** `ENGINE_VERSION` of this program. */
  readonly engine: number;
  /** As FFmpeg says it. */
  readonly ffmpeg: string;
  readonly canvasKit: string;
}

/** A short name of a maker, equal for equal versions: 16 hex digits. Work for one maker is never given to another. */
export function makerName({ engine, ffmpeg, canvasKit }: Maker): string {
  return createHash('sha256')
    .update(JSON.stringify([engine, ffmpeg, canvasKit]))
    .digest('hex')
    .slice(0, 16);
}
