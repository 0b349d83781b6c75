import type { ImagePicture, Picture, Plane } from '../picture/picture.ts';
import { setSampling } from './targets.ts';

/** The textures of a picture: luma (or RGBA), colour differences, opacity. */
export type PictureTextures = readonly WebGLTexture[];

/** Brings pictures to the graphics and keeps the last ones there. */
export interface PictureTextureStore {
  readonly of: (picture: Picture) => PictureTextures;
  readonly dispose: () => void;
}

/** Enough for the layers of a frame that is drawn again and again while an effect is turned. */
const KEPT = 6;

export function createPictureTextures(gl: WebGL2RenderingContext): PictureTextureStore {
  const kept = new Map<Picture, PictureTextures>();
  const destroy = (textures: PictureTextures) => {
    for (const texture of textures) gl.deleteTexture(texture);
  };
  return {
    of(picture) {
      const known = kept.get(picture);
      if (known !== undefined) {
        // The order of a map is the order of its use.
        kept.delete(picture);
        kept.set(picture, known);
        return known;
      }
      const textures =
        picture.kind === 'image'
          ? [uploadImage(gl, picture)]
          : picture.planes.map((plane) => uploadPlane(gl, plane, picture.bitDepth));
      kept.set(picture, textures);
      for (const [oldest, old] of kept) {
        if (kept.size <= KEPT) break;
        kept.delete(oldest);
        destroy(old);
      }
      return textures;
    },
    dispose() {
      for (const textures of kept.values()) destroy(textures);
      kept.clear();
    },
  };
}

/**
 * More than 8 bits go up as two bytes a value, low and high: 16-bit textures cannot be filtered, these can, for
 * filtering the bytes and adding them is the same as filtering the sum.
 */
function uploadPlane(gl: WebGL2RenderingContext, plane: Plane, bitDepth: number): WebGLTexture {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  const bytes = plane.components * (bitDepth > 8 ? 2 : 1);
  const [inner, format] =
    bytes === 1 ? [gl.R8, gl.RED] : bytes === 2 ? [gl.RG8, gl.RG] : ([gl.RGBA8, gl.RGBA] as const);
  const { data, width, height, stride } = plane;
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  gl.pixelStorei(gl.UNPACK_ROW_LENGTH, stride / bytes);
  gl.texImage2D(gl.TEXTURE_2D, 0, inner, width, height, 0, format, gl.UNSIGNED_BYTE, data);
  gl.pixelStorei(gl.UNPACK_ROW_LENGTH, 0);
  setSampling(gl, gl.LINEAR);
  return texture;
}

/** Only the part that is meant: a strip of many pictures may be wider than a texture can be. */
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
