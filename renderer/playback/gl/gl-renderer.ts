import { type Placement, placeSource, type Size } from '#shared/template/values/placement.ts';
import { type ColorTransform, fromWorkingColor, toDisplayColor, toWorkingColor } from '../picture/color-matrix.ts';
import {
  type ComposedLayer,
  type Composition,
  type PreviewRenderer,
  type Rotation,
  sameComposition,
} from '../picture/composition.ts';
import type { Picture } from '../picture/picture.ts';
import { contextOf, followLoss, resizeCanvas, untilFinished } from './gl-context.ts';
import {
  COPY_PASS,
  createPrograms,
  DIRECT_PASSES,
  effectPass,
  effectShaders,
  effectUniforms,
  type PlacedPicture,
  READ_PASSES,
  SCALE_PASS,
  SHOW_PASS,
  type Uniforms,
} from './gl-programs.ts';
import { createPictureTextures, createTextureTargetPool, type TextureTarget } from './gl-textures.ts';

/** Creates the renderer of a canvas; null without WebGL 2. */
export function createGlRenderer(canvas: HTMLCanvasElement | OffscreenCanvas): PreviewRenderer | null {
  const gl = contextOf(canvas);
  if (gl === null) return null;
  let compositor: Compositor | null = createCompositor(gl);
  let current: { readonly composition: Composition; readonly scale: number } | null = null;
  const listeners = new Set<(available: boolean) => void>();

  /** The size of the canvas at full scale. */
  let whole: Size = { width: canvas.width, height: canvas.height };

  const redraw = () => {
    if (current === null || compositor === null) return;
    const size = scaled(whole, current.scale);
    // Also resize the canvas, because presenting a large canvas is slow on slow graphics.
    resizeCanvas(canvas, size);
    compositor.draw(current.composition, size, current.scale < 1);
  };
  const unfollow = followLoss(canvas, {
    onLost() {
      compositor = null;
      for (const listener of listeners) listener(false);
    },
    onRestored() {
      compositor = createCompositor(gl);
      redraw();
      for (const listener of listeners) listener(true);
    },
  });

  return {
    drawsWholeFrames: false,
    resize(size) {
      const nextSize = scaled(size, 1);
      if (nextSize.width === whole.width && nextSize.height === whole.height) return;
      whole = nextSize;
      if (current === null) resizeCanvas(canvas, whole);
      else redraw();
    },
    draw(composition, scale = 1) {
      if (current !== null && scale <= current.scale && sameComposition(composition, current.composition)) return false;
      current = { composition, scale };
      redraw();
      return true;
    },
    finished: () => untilFinished(gl),
    drawOn(other, composition) {
      if (compositor === null) return;
      const { width, height } = whole;
      resizeCanvas(canvas, whole);
      compositor.draw(composition, whole, false);
      if (other.width !== width) other.width = width;
      if (other.height !== height) other.height = height;
      // Both draws happen in one task, so the browser never presents the intermediate frame.
      const context = other.getContext('2d');
      context?.clearRect(0, 0, width, height);
      context?.drawImage(canvas, 0, 0);
      redraw();
    },
    onAvailable(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      unfollow();
      listeners.clear();
      compositor?.dispose();
      compositor = null;
      current = null;
    },
  };
}

function scaled({ width, height }: Size, scale: number): Size {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Draws compositions into the canvas of a graphics context. */
interface Compositor {
  /**
   * Draws a composition. `size` is the canvas size in pixels; its aspect ratio must be close to the aspect ratio of the
   * movie. A draft is fast, because it reads and scales only the needed pixels. Any other frame matches the engine.
   */
  readonly draw: (composition: Composition, size: Size, isDraft: boolean) => void;
  readonly dispose: () => void;
}

/** Black in limited-range BT.709. */
const BLACK = [16 / 255, 128 / 255, 128 / 255] as const;

function createCompositor(gl: WebGL2RenderingContext): Compositor {
  const programs = createPrograms(gl);
  const textures = createPictureTextures(gl);
  const targets = createTextureTargetPool(gl);

  const into = (target: TextureTarget) => {
    gl.bindFramebuffer(gl.FRAMEBUFFER, target.framebuffer);
    gl.viewport(0, 0, target.width, target.height);
  };

  /** Converts planes to an upright picture of luma, chroma, and opacity. `part` is a matrix that selects a region. */
  const read = (layer: ComposedLayer, size: Size, part?: readonly number[]): TextureTarget => {
    const { picture, rotation, color } = layer;
    const target = targets.acquire(size);
    into(target);
    const planes = textures.get(picture).map((texture, index) => [`plane${index}`, texture] as const);
    const layout = picture.kind === 'image' ? 'rgba' : picture.layout;
    programs.of(READ_PASSES[layout]).draw(Object.fromEntries(planes), {
      ...uniformsOf(toWorkingColor(color)),
      upright: part === undefined ? ROTATIONS[rotation] : multiplied(ROTATIONS[rotation], part),
      bytes: bytesOf(picture),
    });
    return target;
  };

  /** Reads at most two source pixels per pixel of the area in each direction. The final bilinear copy averages them. */
  const readReduced = (layer: ComposedLayer, area: Area): TextureTarget => {
    const picture = read(layer, reducedSize(uprightSize(layer), area), readArea(area));
    if (picture.width === area.width && picture.height === area.height) return picture;
    const target = targets.acquire(area);
    into(target);
    programs.of(COPY_PASS).draw({ picture: picture.texture }, {});
    targets.release(picture);
    return target;
  };

  /**
   * Scales a picture and crops it to `size`. `whole` is the scaled size before the crop; it can be fractional. `left`
   * and `top` are the cropped lengths.
   */
  const scale = (picture: TextureTarget, size: Size, whole: Size, left: number, top: number): TextureTarget => {
    const scaledAcross = scaleAlong(picture, { width: size.width, height: picture.height }, [1, 0], whole.width, left);
    return scaleAlong(scaledAcross, size, [0, 1], whole.height, top);
  };

  const scaleAlong = (
    picture: TextureTarget,
    size: Size,
    axis: readonly [0 | 1, 0 | 1],
    whole: number,
    cut: number,
  ): TextureTarget => {
    const [from, to] = axis[0] === 1 ? [picture.width, size.width] : [picture.height, size.height];
    const stepping = from / whole;
    if (from === to && Math.abs(stepping - 1) < 1e-9 && cut === 0) return picture;
    // After the first direction, keep values beyond black and white, because the second direction can return them to
    // the valid range.
    const target = targets.acquire(size, axis[0] === 1);
    into(target);
    programs.of(SCALE_PASS).draw({ picture: picture.texture }, { axis, start: cut * stepping, stepping });
    targets.release(picture);
    return target;
  };

  const applyEffects = (layer: ComposedLayer, picture: TextureTarget, placed: PlacedPicture): TextureTarget => {
    let current = picture;
    for (const effect of layer.effects) {
      const uniforms = effectUniforms(effect, placed);
      const nextTarget = targets.acquire(current);
      into(nextTarget);
      programs.of(effectPass(effectShaders[effect.type].source)).draw({ picture: current.texture }, uniforms);
      targets.release(current);
      current = nextTarget;
    }
    return current;
  };

  const drawLayer = (
    layer: ComposedLayer,
    { frame, isTransparent = false }: Composition,
    canvas: TextureTarget,
    isDraft: boolean,
  ): void => {
    const placement = placeSource(layer.display, frame, layer.fit, 2);
    const area = areaOf(placement, frame, canvas);
    const scaled = isDraft
      ? readReduced(layer, area)
      : scale(read(layer, uprightSize(layer)), area, area.whole, area.cutLeft, area.cutTop);
    const finished = applyEffects(layer, scaled, { ...placement.picture, colorSpread: colorSpread(layer, placement) });
    gl.bindFramebuffer(gl.FRAMEBUFFER, canvas.framebuffer);
    gl.viewport(area.left, area.top, area.width, area.height);
    if (!isTransparent) gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ZERO, gl.ONE);
    programs.of(COPY_PASS).draw({ picture: finished.texture }, {});
    gl.disable(gl.BLEND);
    targets.release(finished);
  };

  /** Draws a layer without effects that fills the frame, in one pass from its planes to the canvas. */
  const drawDirectly = ({ picture, rotation, color }: ComposedLayer, area: Area, pass: string): void => {
    const planes = textures.get(picture).map((texture, index) => [`plane${index}`, texture] as const);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, area.width, area.height);
    // A strong reduction needs the mean of four samples; otherwise, one sample is enough.
    const isMuchSmaller = picture.width * picture.height > 4 * area.whole.width * area.whole.height;
    programs.of(pass).draw(Object.fromEntries(planes), {
      ...uniformsOf(toDisplayColor(color)),
      upright: multiplied(ROTATIONS[rotation], readArea(area)),
      bytes: bytesOf(picture),
      apart: isMuchSmaller ? [0.25 / area.width, 0.25 / area.height] : [0, 0],
    });
  };

  return {
    draw(composition, size, isDraft) {
      const { frame, layers, isTransparent = false } = composition;
      gl.disable(gl.BLEND);
      gl.disable(gl.DEPTH_TEST);
      const [only, ...others] = layers;
      if (isDraft && only !== undefined && others.length === 0 && only.effects.length === 0) {
        const pass = directPassOf(only);
        const area = areaOf(placeSource(only.display, frame, only.fit, 2), frame, size);
        if (pass !== null && coversAll(area, size)) {
          drawDirectly(only, area, pass);
          targets.sweep();
          return;
        }
      }
      const canvas = targets.acquire(size);
      into(canvas);
      gl.clearColor(...BLACK, isTransparent ? 0 : 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
      for (const layer of layers) drawLayer(layer, composition, canvas, isDraft);
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      gl.viewport(0, 0, size.width, size.height);
      programs.of(SHOW_PASS).draw({ picture: canvas.texture }, uniformsOf(fromWorkingColor()));
      targets.release(canvas);
      targets.sweep();
    },
    dispose() {
      programs.dispose();
      textures.dispose();
      targets.dispose();
    },
  };
}

/**
 * Returns the fraction of a neighbor's chroma value that the reconstruction subtracts. Bilinear sampling of a half-size
 * chroma plane gives each pixel 3/4 of its own chroma value and 1/4 of a neighbor's value. The mean of two pixels then
 * contains 1/8 from each side. A factor of 0.18 nearly reverts this. A reduced picture needs less correction.
 */
function colorSpread({ picture }: ComposedLayer, { scaled }: Placement): number {
  const [luma, colors] = picture.kind === 'image' ? [] : picture.planes;
  if (luma === undefined || colors === undefined || colors.width === luma.width) return 0;
  const shrinking = Math.sqrt((picture.width * picture.height) / (scaled.width * scaled.height));
  return 0.18 * Math.min(1, Math.max(0.2, 2 - shrinking));
}

/**
 * Returns the pass that draws an opaque picture from its planes to the canvas; null if the layout of the planes has no
 * such pass.
 */
function directPassOf({ picture }: ComposedLayer): string | null {
  if (picture.kind === 'image') return null;
  return picture.layout === 'yuv' || picture.layout === 'nv' ? DIRECT_PASSES[picture.layout] : null;
}

function coversAll({ left, top, width, height }: Area, size: Size): boolean {
  return left === 0 && top === 0 && width === size.width && height === size.height;
}

/** Returns the weights of the two bytes of a texel. Their weighted sum is an 8-bit code as a fraction of 255. */
function bytesOf(picture: Picture): readonly number[] {
  if (picture.kind === 'image' || picture.bitDepth === 8) return [1, 0];
  const levels = 2 ** (picture.bitDepth - 8);
  return [1 / levels, 256 / levels];
}

function uniformsOf({ matrix: [x, y, z], offset }: ColorTransform): Uniforms {
  return { matrix: [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]], offset };
}

/** The position of a layer on a canvas that can be smaller than the movie. */
export interface Area extends Size {
  readonly left: number;
  readonly top: number;
  /** The scaled size of the whole picture on the canvas, including the cropped part. */
  readonly whole: Size;
  readonly cutLeft: number;
  readonly cutTop: number;
}

export function areaOf({ scaled, picture, left, top }: Placement, frame: Size, canvas: Size): Area {
  const [scaleX, scaleY] = [canvas.width / frame.width, canvas.height / frame.height];
  const [x, y] = [Math.round(left * scaleX), Math.round(top * scaleY)];
  return {
    left: x,
    top: y,
    width: Math.max(1, Math.round((left + picture.width) * scaleX) - x),
    height: Math.max(1, Math.round((top + picture.height) * scaleY) - y),
    whole: { width: scaled.width * scaleX, height: scaled.height * scaleY },
    cutLeft: cutOff(scaled.width, picture.width) * scaleX,
    cutTop: cutOff(scaled.height, picture.height) * scaleY,
  };
}

/**
 * Returns the length that FFmpeg's `crop` filter removes at the left or top. The filter crops around the center, at a
 * multiple of the chroma sampling.
 */
function cutOff(whole: number, visible: number): number {
  return Math.floor((whole - visible) / 4) * 2;
}

/** Returns the size of a layer's picture after its rotation. */
export function uprightSize({ picture, rotation }: Pick<ComposedLayer, 'picture' | 'rotation'>): Size {
  const { width, height } = picture;
  return rotation === 90 || rotation === 270 ? { width: height, height: width } : { width, height };
}

/**
 * Returns the size in which a reduced picture is read. It has two pixels per pixel of the area in each direction, but
 * is at most the size of the picture.
 */
export function reducedSize(picture: Size, { width, height, whole }: Area): Size {
  const reducedLength = (pictureLength: number, visible: number, of: number) =>
    Math.max(1, Math.min(2 * visible, Math.ceil((pictureLength * visible) / of)));
  return {
    width: reducedLength(picture.width, width, whole.width),
    height: reducedLength(picture.height, height, whole.height),
  };
}

/**
 * Returns the matrix from a point in the area to a point in the whole upright picture. Both have coordinates from (0,
 * 0) at the top left to (1, 1). The matrix is column-major, 3 × 3.
 */
export function readArea({ width, height, whole, cutLeft, cutTop }: Area): readonly number[] {
  const [scaleX, scaleY] = [width / whole.width, height / whole.height];
  return [scaleX, 0, 0, 0, scaleY, 0, cutLeft / whole.width, cutTop / whole.height, 1];
}

/**
 * The matrices that map a point in the upright picture to a point in the stored picture. They are column-major, 3 × 3;
 * (0, 0) is at the top left. For example, after a clockwise rotation by 90 degrees, the top left corner comes from the
 * stored bottom left corner.
 */
export const ROTATIONS: Readonly<Record<Rotation, readonly number[]>> = {
  0: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  90: [0, -1, 0, 1, 0, 0, 0, 1, 1],
  180: [-1, 0, 0, 0, -1, 0, 1, 1, 1],
  270: [0, 1, 0, -1, 0, 0, 1, 0, 1],
};

/** Returns the product of two column-major 3 × 3 matrices. The product applies `second` first, then `first`. */
export function multiplied(first: readonly number[], second: readonly number[]): readonly number[] {
  const at = (matrix: readonly number[], row: number, column: number) => matrix[column * 3 + row] ?? 0;
  return Array.from({ length: 9 }, (_, index) => {
    const [row, column] = [index % 3, Math.floor(index / 3)];
    return [0, 1, 2].reduce((sum, middle) => sum + at(first, row, middle) * at(second, middle, column), 0);
  });
}
