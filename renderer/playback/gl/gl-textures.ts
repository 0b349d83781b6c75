import type { Size } from '#shared/template/values/placement.ts';
import type { ImagePicture, Picture, Plane } from '../picture/picture.ts';

/** The textures of a picture, one per plane: luma, chroma, and opacity, or RGBA. */
export type PictureTextures = readonly WebGLTexture[];

/** Uploads pictures to the GPU. The most recently used pictures are cached. */
export interface PictureTextureStore {
  readonly get: (picture: Picture) => PictureTextures;
  readonly dispose: () => void;
}

/**
 * The number of cached pictures. It is enough for the layers of a frame that is redrawn while the user adjusts an
 * effect.
 */
const CACHE_SIZE = 6;

export function createPictureTextures(gl: WebGL2RenderingContext): PictureTextureStore {
  const cached = new Map<Picture, PictureTextures>();
  const destroy = (textures: PictureTextures) => {
    for (const texture of textures) gl.deleteTexture(texture);
  };
  return {
    get(picture) {
      const cachedTextures = cached.get(picture);
      if (cachedTextures !== undefined) {
        // Move the picture to the end. A map iterates in insertion order, so the least recently used picture is first.
        cached.delete(picture);
        cached.set(picture, cachedTextures);
        return cachedTextures;
      }
      const textures =
        picture.kind === 'image'
          ? [uploadImage(gl, picture)]
          : picture.planes.map((plane) => uploadPlane(gl, plane, picture.bitDepth));
      cached.set(picture, textures);
      for (const [oldest, oldTexture] of cached) {
        if (cached.size <= CACHE_SIZE) break;
        cached.delete(oldest);
        destroy(oldTexture);
      }
      return textures;
    },
    dispose() {
      for (const textures of cached.values()) destroy(textures);
      cached.clear();
    },
  };
}

/**
 * Uploads a plane. Values above 8 bits are uploaded as two bytes (low and high), because WebGL cannot filter 16-bit
 * textures. Since filtering is linear, the filtered bytes can be added.
 */
function uploadPlane(gl: WebGL2RenderingContext, plane: Plane, bitDepth: number): WebGLTexture {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  const bytes = plane.components * (bitDepth > 8 ? 2 : 1);
  const [internalFormat, format] =
    bytes === 1 ? [gl.R8, gl.RED] : bytes === 2 ? [gl.RG8, gl.RG] : ([gl.RGBA8, gl.RGBA] as const);
  const { data, width, height, stride } = plane;
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  gl.pixelStorei(gl.UNPACK_ROW_LENGTH, stride / bytes);
  gl.texImage2D(gl.TEXTURE_2D, 0, internalFormat, width, height, 0, format, gl.UNSIGNED_BYTE, data);
  gl.pixelStorei(gl.UNPACK_ROW_LENGTH, 0);
  setSampling(gl, gl.LINEAR);
  return texture;
}

/** Uploads only the requested part of an image, because a whole filmstrip can be wider than the maximum texture. */
function uploadImage(gl: WebGL2RenderingContext, { image, left, top, width, height }: ImagePicture): WebGLTexture {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
  gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, left);
  gl.pixelStorei(gl.UNPACK_SKIP_ROWS, top);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, image);
  gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, 0);
  gl.pixelStorei(gl.UNPACK_SKIP_ROWS, 0);
  setSampling(gl, gl.LINEAR);
  return texture;
}

/** A texture with a framebuffer to draw into. `isHalfFloat` is whether it can store values outside 0 to 1. */
export interface TextureTarget extends Size {
  readonly texture: WebGLTexture;
  readonly framebuffer: WebGLFramebuffer;
  readonly isHalfFloat: boolean;
}

/** A pool of render targets, so that drawing a frame allocates no new ones. */
export interface TextureTargetPool {
  /**
   * Returns a target. A half-float target stores values outside 0 to 1. If the GPU does not support half floats, the
   * target stores bytes.
   */
  readonly acquire: (size: Size, wantsHalfFloat?: boolean) => TextureTarget;
  readonly release: (target: TextureTarget) => void;
  /** Deletes the targets that were not used since the last call. */
  readonly sweep: () => void;
  readonly dispose: () => void;
}

export function createTextureTargetPool(gl: WebGL2RenderingContext): TextureTargetPool {
  const canUseHalfFloat = gl.getExtension('EXT_color_buffer_float') !== null;
  const all = new Set<TextureTarget>();
  const freeTargets = new Set<TextureTarget>();
  const usedTargets = new Set<TextureTarget>();

  const create = ({ width, height }: Size, isHalfFloat: boolean): TextureTarget => {
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, isHalfFloat ? gl.RGBA16F : gl.RGBA8, width, height);
    setSampling(gl, isHalfFloat ? gl.NEAREST : gl.LINEAR);
    const framebuffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    const target = { width, height, texture, framebuffer, isHalfFloat };
    all.add(target);
    return target;
  };

  const destroy = (target: TextureTarget) => {
    gl.deleteFramebuffer(target.framebuffer);
    gl.deleteTexture(target.texture);
    all.delete(target);
    freeTargets.delete(target);
  };

  return {
    acquire(size, wantsHalfFloat = false) {
      const isHalfFloat = wantsHalfFloat && canUseHalfFloat;
      const isSuitable = (each: TextureTarget) =>
        each.width === size.width && each.height === size.height && each.isHalfFloat === isHalfFloat;
      const suitableTarget = [...freeTargets].find(isSuitable) ?? create(size, isHalfFloat);
      freeTargets.delete(suitableTarget);
      usedTargets.add(suitableTarget);
      return suitableTarget;
    },
    release: (target) => {
      freeTargets.add(target);
    },
    sweep() {
      for (const target of [...freeTargets]) if (!usedTargets.has(target)) destroy(target);
      usedTargets.clear();
    },
    dispose() {
      for (const target of [...all]) destroy(target);
    },
  };
}

/**
 * Sets the filter of the bound texture and clamps its coordinates. Samples outside the texture repeat its edge pixels.
 */
function setSampling(gl: WebGL2RenderingContext, filter: number): void {
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
}
