import { createComposedFrames, isComposed } from '../compose/composed-frames.ts';
import { createProjectEngine } from '../compose/project-engine.ts';
import { createTextLayouts } from '../compose/text-layouts.ts';
import { createTextSizes, type TextSizes } from '../compose/text-sizes.ts';
import { createFrameMedia } from '../decode/frame-media.ts';
import type { MediaPort } from '../decode/media-port.ts';
import type { SourceLibrary } from '../decode/source-library.ts';
import { createFrameSource, type FrameProducer, type IsComposed } from '../frame-producer.ts';
import type { MovingQuality } from '../picture/moving-quality.ts';
import { createVideoFrames } from './video-frames.ts';

/** The frame producer of one project. Disposing it closes the sources. */
export interface ProjectFrames extends FrameProducer {
  readonly library: SourceLibrary;
  readonly texts: TextSizes;
  /** Preloads the compositing code before the first layer of a movie is added. */
  readonly prepareLayers: () => void;
  /** Sets the quality of composited frames during motion. */
  readonly setQuality: (quality: MovingQuality) => void;
  /** Creates another producer for the same sources, with separate requests. */
  readonly createSource: () => FrameProducer;
}

export interface ProjectFramesOptions {
  /** Whether the worker composites every frame. This is needed without WebGL 2. */
  readonly composesAll?: boolean;
  /**
   * Whether the frames of a transparent movie have opacity. If false (the default), they are composited over the matte.
   */
  readonly keepsAlpha?: boolean;
}

export function createProjectFrames(
  port: MediaPort,
  { composesAll = false, keepsAlpha = false }: ProjectFramesOptions = {},
): ProjectFrames {
  const media = createFrameMedia(port);
  const engine = createProjectEngine(port, media.changed);
  const drawnByWorker: IsComposed = composesAll ? () => true : isComposed;
  const open = () => {
    const composed = createComposedFrames(engine, media, { isComposed: drawnByWorker, keepsAlpha });
    return { composed, source: createFrameSource(createVideoFrames(media, drawnByWorker), composed, drawnByWorker) };
  };
  const { composed, source } = open();
  return {
    ...source,
    library: media.library,
    texts: createTextSizes(createTextLayouts(engine.worker), engine, media.subscribe),
    prepareLayers: engine.worker.prepare,
    setQuality: composed.setQuality,
    createSource: () => open().source,
    dispose() {
      for (const part of [source, engine, media]) part.dispose();
    },
  };
}
