/** A place in a job's memory: bytes from its beginning. */
export type Address = number;

/**
 * Operations on pixels in whole numbers. WebAssembly (`assembly/`) gives the same bytes as the reference in TypeScript
 * (`testing/reference/`).
 *
 * A **pixel** is four bytes: Y, Cb, Cr of BT.709 in limited range, each weighted with the opacity, and the opacity.
 * Addresses point into the one memory that the kernels were made with; strides are bytes from one row to the next.
 * A kernel checks no bounds: whoever calls it has cut its rectangles before.
 */
export interface Kernels {
  /** Weights `count` pixels in place: each colour × its opacity. */
  readonly weigh: (at: Address, count: number) => void;
  /** Premultiplied RGBA to pixels; `from` and `to` may be the same. */
  readonly fromRgba: (from: Address, to: Address, count: number) => void;
  /** Opaque pixels of planes whose colours each stand for two by two pixels, in rows of half the stride. `width` and `rows` are even. */
  readonly fromYuv420: (
    y: Address,
    cb: Address,
    cr: Address,
    stride: number,
    to: Address,
    toStride: number,
    width: number,
    rows: number,
  ) => void;
  /** Opaque pixels of three planes of one size. */
  readonly fromYuv444: (
    y: Address,
    cb: Address,
    cr: Address,
    stride: number,
    to: Address,
    toStride: number,
    width: number,
    rows: number,
  ) => void;
  /** Weighted pixels of four planes of one size. */
  readonly fromYuva444: (
    y: Address,
    cb: Address,
    cr: Address,
    alpha: Address,
    stride: number,
    to: Address,
    toStride: number,
    width: number,
    rows: number,
  ) => void;
  /**
   * `count` pixels of a row, read between the pixels of a picture. `picture` is the address of its first pixel, behind
   * the border; `u` and `v` lead in 16.16 to the left and upper one of the four pixels that the first is made of, `du` and
   * `dv` say how far they go with each pixel. −1 ≤ u < width and −1 ≤ v < height hold for every pixel.
   */
  readonly sample: (
    picture: Address,
    stride: number,
    u: number,
    v: number,
    du: number,
    dv: number,
    to: Address,
    count: number,
  ) => void;
  /** The same of a picture of `width` × `height` pixels that are all `color`: a weighted pixel, its first byte the lowest. */
  readonly sampleSolid: (
    color: number,
    width: number,
    height: number,
    u: number,
    v: number,
    du: number,
    dv: number,
    to: Address,
    count: number,
  ) => void;
  /** Every byte × opacity, 0 to 256. */
  readonly fade: (at: Address, opacity: number, count: number) => void;
  /** Lays pixels over pixels. */
  readonly over: (
    from: Address,
    fromStride: number,
    to: Address,
    toStride: number,
    width: number,
    rows: number,
  ) => void;
  /** Lays pixels over three opaque planes of one size. */
  readonly over444: (
    from: Address,
    fromStride: number,
    y: Address,
    cb: Address,
    cr: Address,
    stride: number,
    width: number,
    rows: number,
  ) => void;
  /** Lays pixels over opaque planes whose colours each stand for two by two pixels. `width` and `rows` are even. */
  readonly over420: (
    from: Address,
    fromStride: number,
    y: Address,
    cb: Address,
    cr: Address,
    stride: number,
    width: number,
    rows: number,
  ) => void;
  /** Bytes of `a` and `b`, of `b` as many 256ths as `weight` says. `to` may be either. */
  readonly mix: (a: Address, b: Address, weight: number, to: Address, count: number) => void;
  /** Bytes of `from` and one value, of that as many 256ths as `weight` says. `to` may be `from`. */
  readonly mixValue: (from: Address, value: number, weight: number, to: Address, count: number) => void;
  /**
   * Bytes of two planes without gaps between their rows. The weight of `b`, in 256ths, is
   * (start + x × across + y × down) >> shift, kept within 0 and 256; none of the sums leaves 32 bits.
   */
  readonly wipe: (
    a: Address,
    b: Address,
    start: number,
    across: number,
    down: number,
    shift: number,
    to: Address,
    width: number,
    rows: number,
  ) => void;
  /**
   * `count` bytes of `a` and `b`. The weight of `b`, in 256ths, is (start − t × slope) >> shift, kept within 0 and 256, t
   * being the pixel's number of 16 bits among `ways`, its lower byte first; none of the sums leaves 32 bits.
   */
  readonly wipeBy: (
    a: Address,
    b: Address,
    ways: Address,
    start: number,
    slope: number,
    shift: number,
    to: Address,
    count: number,
  ) => void;
  /** Pixels of half the size: means of two by two. `width` and `rows` are those of the result. */
  readonly halve: (
    from: Address,
    fromStride: number,
    to: Address,
    toStride: number,
    width: number,
    rows: number,
  ) => void;
  /**
   * Pixels as they have to be to be laid over those of `ground` in a blend mode; in place. `table` has a byte for each
   * pair of them: the ground's × 256 + the pixel's.
   */
  readonly blend: (at: Address, ground: Address, table: Address, count: number) => void;
  /** Colours × a matrix: 20 numbers of 16.16, five for each of R', G', B' and opacity, the fifth being added; in place. */
  readonly matrix: (at: Address, matrix: Address, count: number) => void;
  /** R', G' and B' by a table of 256 bytes each; in place. */
  readonly lookUp: (at: Address, tables: Address, count: number) => void;
  /** Cb and Cr turned and stretched around grey: factors in 16.16; in place. */
  readonly turnColors: (at: Address, cosine: number, sine: number, count: number) => void;
  /** Mixes with a colour (Y, Cb, Cr, the first byte the lowest) by a plane of weights, 0 to 255; opacity stays; in place. */
  readonly tint: (at: Address, weights: Address, color: number, count: number) => void;
  /** Means of `radius` pixels to either side and the pixel itself along each row; the edge goes on beyond itself. */
  readonly blurAcross: (
    from: Address,
    fromStride: number,
    to: Address,
    toStride: number,
    width: number,
    rows: number,
    radius: number,
  ) => void;
  /** The same down each column. */
  readonly blurDown: (
    from: Address,
    fromStride: number,
    to: Address,
    toStride: number,
    width: number,
    rows: number,
    radius: number,
  ) => void;
  /** Pixels of one colour (unweighted, the first byte the lowest) whose opacity is that of others × the colour's. */
  readonly silhouette: (from: Address, to: Address, color: number, count: number) => void;
  /**
   * Pixels × what others show. `channel` is 0 for luminance, 1, 2, 3 for red, green, blue, all over black, 4 for opacity; with
   * `invert` 1 × what they do not show; in place.
   */
  readonly mask: (at: Address, mask: Address, channel: number, invert: number, count: number) => void;
  /** Of each pixel a byte of a table of 256 by its luminance, 0 to 255; 0 where it is empty. */
  readonly luminances: (from: Address, table: Address, to: Address, count: number) => void;
  /**
   * Colours screened with `light` × an intensity (16.16, up to 4). Light counts over black; opacity stays; in place.
   */
  readonly screen: (at: Address, light: Address, intensity: number, count: number) => void;
  /** c + amount (c − soft) of colours, `amount` in 16.16, up to 5; opacity stays; in place. */
  readonly sharpen: (at: Address, soft: Address, amount: number, count: number) => void;
  /**
   * Opacity × a byte of a table of 65536, by 256 Cb + Cr; and of Cb and Cr is taken off what they have along a direction: `x`
   * and `y` say it in 16.16, `takenX` and `takenY` what is taken off for 1 along it, in 2.14; in place.
   */
  readonly key: (
    at: Address,
    table: Address,
    x: number,
    y: number,
    takenX: number,
    takenY: number,
    count: number,
  ) => void;
  /**
   * Colours and a number for each that only looks like chance, at most `amount` (16.16, up to 1) × 127.5 away from 0; opacity
   * stays; in place. `u` is the cell of the first pixel in 16.16, `du` the way to the next pixel's, `row` the sum that all cells
   * of the row have in common; with `colored` 1 each of R', G', B' has its own.
   */
  readonly noise: (
    at: Address,
    u: number,
    du: number,
    row: number,
    amount: number,
    colored: number,
    count: number,
  ) => void;
  /**
   * R', G' and B' mixed with what a table of `size`³ colours has for them, of that as many 256ths as `weight` says; what
   * `positions` and `table` hold is said by `cube/cube-bytes.ts`; opacity stays; in place.
   */
  readonly cube: (at: Address, positions: Address, table: Address, size: number, weight: number, count: number) => void;
  /** Pixels mirrored: with `axis` 0 left and right, with 1 top and bottom. `from` and `to` differ. */
  readonly mirror: (
    from: Address,
    fromStride: number,
    to: Address,
    toStride: number,
    width: number,
    rows: number,
    axis: number,
  ) => void;
}

export type KernelName = keyof Kernels;
