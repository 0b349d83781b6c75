import type { VideoSample } from 'mediabunny';
import type { PlanarPicture, Plane, PlaneLayoutName } from '../picture/picture.ts';

/** The plane layout of a WebCodecs pixel format. */
interface Format {
  readonly layout: PlaneLayoutName;
  readonly bitDepth: 8 | 10 | 12;
  /** The horizontal and vertical chroma subsampling. */
  readonly across: 1 | 2;
  readonly down: 1 | 2;
}

/**
 * Copies the planes of a decoded frame without conversion. Closes the frame immediately, because a decoder has few
 * output buffers. Colors are converted later, as in the engine. The browser converts only formats that are not listed
 * here (to RGBA).
 */
export async function readPicture(sample: VideoSample): Promise<PlanarPicture> {
  const { width, height } = sample.visibleRect;
  const knownFormat = sample.format === null ? null : formatOf(sample.format);
  const format = knownFormat ?? { layout: 'rgba', bitDepth: 8, across: 1, down: 1 };
  const options = knownFormat === null ? ({ format: 'RGBA' } as const) : {};
  const data = new Uint8Array(sample.allocationSize(options));
  const layout = await sample.copyTo(data, options);
  const planes = layout.map(({ offset, stride }, index): Plane => {
    const { across, down, components } = shapeOf(format, index);
    const [planeWidth, planeHeight] = [Math.ceil(width / across), Math.ceil(height / down)];
    const bytes = data.subarray(offset, offset + stride * planeHeight);
    return { data: bytes, width: planeWidth, height: planeHeight, components, stride };
  });
  return { kind: 'planes', width, height, ...format, planes, bytes: data.byteLength };
}

function formatOf(name: string): Format | null {
  const planar = /^I4(20|22|44)(A)?(?:P(10|12))?$/.exec(name);
  if (planar !== null) {
    const [, sampling, alpha, depth] = planar;
    return {
      layout: alpha === undefined ? 'yuv' : 'yuva',
      bitDepth: depth === '10' ? 10 : depth === '12' ? 12 : 8,
      across: sampling === '44' ? 1 : 2,
      down: sampling === '20' ? 2 : 1,
    };
  }
  switch (name) {
    case 'NV12':
      return { layout: 'nv', bitDepth: 8, across: 2, down: 2 };
    case 'RGBA':
    case 'RGBX':
      return { layout: 'rgba', bitDepth: 8, across: 1, down: 1 };
    case 'BGRA':
    case 'BGRX':
      return { layout: 'bgra', bitDepth: 8, across: 1, down: 1 };
    default:
      return null;
  }
}

function shapeOf(
  { layout, across, down }: Format,
  plane: number,
): { readonly across: number; readonly down: number; readonly components: 1 | 2 | 4 } {
  if (layout === 'rgba' || layout === 'bgra') return { across: 1, down: 1, components: 4 };
  if (plane === 0 || plane === 3) return { across: 1, down: 1, components: 1 };
  return { across, down, components: layout === 'nv' ? 2 : 1 };
}
