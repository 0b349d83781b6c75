import { SVG_DRAWER } from '#shared/drawings/svg-drawer.ts';
import { canvasKitVersion } from '../../drawings/canvas-kit-version.ts';
import { ENGINE_VERSION } from '../../render/parts/part.ts';
import type { Maker } from './maker.ts';

/** What this program makes films with, beside an FFmpeg. */
export function ownMaker(): Omit<Maker, 'ffmpeg'> {
  return { engine: ENGINE_VERSION, canvasKit: canvasKitVersion(), svg: SVG_DRAWER.name };
}
