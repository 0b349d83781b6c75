/** A byte offset in the memory of a job. */
export type Address = number;

/**
 * Pixel operations in integer arithmetic. WebAssembly (`assembly/`) gives the same bytes as the reference in TypeScript
 * (`testing/reference/`).
 *
 * A **pixel** is four bytes: Y, Cb, Cr of BT.709 in limited range, each premultiplied by the opacity, and the opacity.
 * Addresses refer to the memory that the kernels were created with. A stride is the number of bytes from one row to the
 * next. Kernels check no bounds: the caller clips its rectangles first.
 */
export interface Kernels {
  /** Premultiplies `count` pixels in place: each color × its opacity. */
  readonly weigh: (at: Address, count: number) => void;
  /** Converts premultiplied RGBA to pixels; `from` and `to` can be equal. */
  readonly fromRgba: (from: Address, to: Address, count: number) => void;
  /**
   * Reads opaque pixels from planes in which 2 × 2 pixels share a color, in rows of half the stride. `width` and `rows`
   * are even.
   */
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
  /** Reads opaque pixels from three planes of one size. */
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
  /** Reads pixels from four planes of one size and premultiplies them. */
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
  /** Reads pixels from four planes of one size, whose colors are premultiplied. */
  readonly fromWeighted: (
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
   * Divides the colors of a frame by its opacity, in place. The planes have no gaps between their rows. A pixel of
   * opacity 0 gets the mean color, by opacity, of the smallest of its blocks of 2 × 2, 4 × 4, and 8 × 8 pixels that has
   * a visible pixel, and otherwise black.
   */
  readonly unweigh: (y: Address, cb: Address, cr: Address, alpha: Address, width: number, rows: number) => void;
  /**
   * Samples `count` pixels of a row from a picture with bilinear interpolation. `picture` is the address of its first
   * pixel after the border. `u` and `v` address, in 16.16, the upper left of the four source pixels of the first pixel;
   * `du` and `dv` are the steps per pixel. For every pixel, −1 ≤ u < width and −1 ≤ v < height.
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
  /**
   * Samples a picture of `width` × `height` pixels of one `color`, like {@link Kernels.sample}. The color is a
   * premultiplied pixel; Y is the lowest byte.
   */
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
  /** Multiplies every byte by an opacity of 0 to 256. */
  readonly fade: (at: Address, opacity: number, count: number) => void;
  /** Draws pixels over pixels. */
  readonly over: (
    from: Address,
    fromStride: number,
    to: Address,
    toStride: number,
    width: number,
    rows: number,
  ) => void;
  /** Draws pixels over three opaque planes of one size. */
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
  /** Draws pixels over four planes of one size, whose colors are premultiplied. */
  readonly overWeighted: (
    from: Address,
    fromStride: number,
    y: Address,
    cb: Address,
    cr: Address,
    alpha: Address,
    stride: number,
    width: number,
    rows: number,
  ) => void;
  /** Draws pixels over opaque planes in which 2 × 2 pixels share a color. `width` and `rows` are even. */
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
  /** Mixes the bytes of `a` and `b`. `weight` applies to `b`, in 256ths. `to` can equal `a` or `b`. */
  readonly mix: (a: Address, b: Address, weight: number, to: Address, count: number) => void;
  /** Mixes the bytes of `from` with one value. `weight` applies to the value, in 256ths. `to` can be `from`. */
  readonly mixValue: (from: Address, value: number, weight: number, to: Address, count: number) => void;
  /**
   * Mixes the bytes of two planes without gaps between their rows. The weight of `b`, in 256ths, is (start + x × across
   * + y × down) >> shift, clamped to 0 to 256. No sum exceeds 32 bits.
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
   * Mixes `count` bytes of `a` and `b`. The weight of `b`, in 256ths, is (start − t × slope) >> shift, clamped to 0 to
   * 256. `t` is the pixel's 16-bit number at `ways`, the lower byte first. No sum exceeds 32 bits.
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
  /** Halves a picture: each pixel is the mean of 2 × 2 pixels. `width` and `rows` are the size of the result. */
  readonly halve: (
    from: Address,
    fromStride: number,
    to: Address,
    toStride: number,
    width: number,
    rows: number,
  ) => void;
  /**
   * Changes pixels in place, so that drawing them over `ground` gives the result of a blend mode. `table` has a byte
   * for each pair of bytes, at the ground's byte × 256 + the pixel's byte.
   */
  readonly blend: (at: Address, ground: Address, table: Address, count: number) => void;
  /**
   * Multiplies colors in place by a matrix of 20 numbers in 16.16: five numbers for each of R', G', B', and opacity.
   * The fifth number is a summand.
   */
  readonly matrix: (at: Address, matrix: Address, count: number) => void;
  /** Maps R', G', and B' by a table of 256 bytes each; in place. */
  readonly lookUp: (at: Address, tables: Address, count: number) => void;
  /** Rotates and scales Cb and Cr around gray by factors in 16.16; in place. */
  readonly turnColors: (at: Address, cosine: number, sine: number, count: number) => void;
  /**
   * Mixes with a color (Y, Cb, Cr; Y is the lowest byte) by a plane of weights, 0 to 255. The opacity stays. In place.
   */
  readonly tint: (at: Address, weights: Address, color: number, count: number) => void;
  /**
   * Averages each pixel with `radius` pixels on either side, along each row. The edge pixels continue outside the
   * picture.
   */
  readonly blurAcross: (
    from: Address,
    fromStride: number,
    to: Address,
    toStride: number,
    width: number,
    rows: number,
    radius: number,
  ) => void;
  /** Averages each pixel with `radius` pixels above and below it, along each column. */
  readonly blurDown: (
    from: Address,
    fromStride: number,
    to: Address,
    toStride: number,
    width: number,
    rows: number,
    radius: number,
  ) => void;
  /**
   * Writes pixels of one color (not premultiplied; Y is the lowest byte). Their opacity is the opacity of the source
   * pixels × the opacity of the color.
   */
  readonly silhouette: (from: Address, to: Address, color: number, count: number) => void;
  /**
   * Multiplies pixels by a mask, in place. `channel` selects the channel of the mask: 0 is luminance, 1 to 3 are red,
   * green, and blue, all over black, and 4 is opacity. With `invert` 1, multiplies by the complement.
   */
  readonly mask: (at: Address, mask: Address, channel: number, invert: number, count: number) => void;
  /** Writes for each pixel the table entry of its luminance, 0 to 255; 0 for an empty pixel. */
  readonly luminances: (from: Address, table: Address, to: Address, count: number) => void;
  /**
   * Screens colors in place with `light` × an intensity (16.16, at most 4). `light` is composed over black. The opacity
   * stays.
   */
  readonly screen: (at: Address, light: Address, intensity: number, count: number) => void;
  /**
   * Computes c + amount (c − soft) for each color c in place. `soft` is the blurred color, and `amount` is in 16.16, at
   * most 5. The opacity stays.
   */
  readonly sharpen: (at: Address, soft: Address, amount: number, count: number) => void;
  /**
   * Multiplies the opacity by a byte of a table of 65,536 entries, at 256 Cb + Cr. Then subtracts from Cb and Cr their
   * component along a direction if it is positive: `x` and `y` are the direction in 16.16; `takenX` and `takenY`, in
   * 2.14, are the amount per unit along it. In place.
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
   * Adds pseudorandom noise to colors, at most `amount` (16.16, at most 1) × 127.5 in either direction. The opacity
   * stays. `u` is the cell of the first pixel in 16.16, `du` the step per pixel, and `row` the common term of all cells
   * of the row. With `colored` 1, R', G', and B' have separate noise. In place.
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
   * Mixes R', G', and B' with the colors of a table of `size`³ entries; `weight` applies to the table, in 256ths.
   * `cubeBytes` in `effects/colors.ts` defines the layout of `positions` and `table`. The opacity stays. In place.
   */
  readonly cube: (at: Address, positions: Address, table: Address, size: number, weight: number, count: number) => void;
  /** Mirrors pixels: left and right with `axis` 0, top and bottom with 1. `from` and `to` differ. */
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
