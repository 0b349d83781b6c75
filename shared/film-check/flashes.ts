import type { Rect } from '../timeline/layer-state.ts';
import { filmChecks } from './check-table.ts';
import { CELL_PLANES, type CellGrid, MAX_CHROMATICITY } from './picture-reader.ts';

/** A range of frames with too many flashes in a part of the picture. */
export interface FlashRun {
  /** The range from the first to the last change; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** The part of the frame with the flashes, from 0 to 1 on both axes. */
  readonly window: Rect;
  /** The highest number of flashes per second. */
  readonly rate: number;
  /** Whether there are more than three flashes in a second. If false, there are exactly three. */
  readonly isTooMany: boolean;
}

/** Counts the flashes of a film frame by frame. */
export interface FlashCounter {
  /** Counts the next frame. `cells` has the format that `PictureReader.read` writes. */
  readonly add: (cells: Uint8Array) => void;
  /** Returns the general flashes and the red flashes. Call it after the last frame. */
  readonly end: () => { readonly general: readonly FlashRun[]; readonly red: readonly FlashRun[] };
}

/**
 * Counts flashes according to WCAG 2.2, success criterion 2.3.1. A flash is a pair of opposing changes of a cell. A
 * change counts only if a quarter of the cells in a window of 341×256 pixels change together. Changes are counted per
 * cell, because the edges of a moving box change many different cells once.
 */
export function createFlashCounter(grid: CellGrid, framesPerSecond: number): FlashCounter {
  const count = grid.columns * grid.rows;
  const general = createWindowCounter(grid, framesPerSecond);
  const red = createWindowCounter(grid, framesPerSecond);
  const markLuminance = luminanceChanges(count);
  const markRed = redChanges(count);
  return {
    add: (cells) => {
      if (cells.length < CELL_PLANES * count) throw new RangeError('a frame without all cells');
      general.add(markLuminance(cells, general.marks()));
      red.add(markRed(cells, red.marks()));
    },
    end: () => ({ general: general.end(), red: red.end() }),
  };
}

/**
 * Writes 1 or -1 for the direction of the change of each cell, or 0 without a change. Returns whether any cell changed.
 */
type Changes = (cells: Uint8Array, marks: Int8Array) => boolean;

/** Returns an element of the array; 0 outside the array. */
const byteOf = (values: Uint8Array, at: number): number => values[at] ?? 0;
const signOf = (values: Int8Array, at: number): number => values[at] ?? 0;
const numberOf = (values: Int32Array, at: number): number => values[at] ?? 0;

/** Finds changes of the relative luminance between two extremes. The darker one must be below 0.8. */
function luminanceChanges(count: number): Changes {
  const { luminance, darker } = filmChecks['picture/flash'].thresholds;
  const [least, dark] = [255 * luminance, 255 * darker];
  const [low, high] = [new Uint8Array(count), new Uint8Array(count)];
  const direction = new Int8Array(count);
  let isFirst = true;
  /** Returns the direction of the change since the last extreme. */
  const changeOf = (cell: number, now: number): number => {
    const last = signOf(direction, cell);
    const lowest = byteOf(low, cell);
    if (last <= 0 && now - lowest >= least && lowest < dark) return 1;
    return last >= 0 && byteOf(high, cell) - now >= least && now < dark ? -1 : 0;
  };
  return (cells, marks) => {
    let isChanged = false;
    if (isFirst) {
      low.set(cells.subarray(0, count));
      high.set(cells.subarray(0, count));
      isFirst = false;
    }
    for (let cell = 0; cell < count; cell++) {
      const now = byteOf(cells, cell);
      const change = changeOf(cell, now);
      if (change === 0) {
        if (now < byteOf(low, cell)) low[cell] = now;
        if (now > byteOf(high, cell)) high[cell] = now;
        continue;
      }
      direction[cell] = change;
      marks[cell] = change;
      low[cell] = now;
      high[cell] = now;
      isChanged = true;
    }
    return isChanged;
  };
}

/** Stores the chromaticities of cells at their extremes, and the fraction of red in their light. */
function createExtremes(count: number) {
  const [u, v, share] = [new Uint8Array(count), new Uint8Array(count), new Uint8Array(count)];
  return {
    share,
    put: (cell: number, cells: Uint8Array): void => {
      u[cell] = byteOf(cells, count + cell);
      v[cell] = byteOf(cells, 2 * count + cell);
      share[cell] = byteOf(cells, 3 * count + cell);
    },
    /** Returns the squared distance between two chromaticities. */
    distance: (cell: number, cells: Uint8Array): number => {
      const across = byteOf(cells, count + cell) - byteOf(u, cell);
      const down = byteOf(cells, 2 * count + cell) - byteOf(v, cell);
      return across * across + down * down;
    },
  };
}

/** Finds changes of the chromaticity to and from saturated red. */
function redChanges(count: number): Changes {
  const { chromaticity, saturation } = filmChecks['picture/flash-red'].thresholds;
  const least = ((chromaticity * 255) / MAX_CHROMATICITY) ** 2;
  const saturated = 255 * saturation;
  // The extremes of each cell since its last change: the most red and the least red color.
  const [most, fewest] = [createExtremes(count), createExtremes(count)];
  const direction = new Int8Array(count);
  let isFirst = true;
  const changeOf = (cell: number, cells: Uint8Array): number => {
    const last = signOf(direction, cell);
    const isRed = byteOf(cells, 3 * count + cell) >= saturated;
    if (last <= 0 && isRed && fewest.distance(cell, cells) > least) return 1;
    const wasRed = byteOf(most.share, cell) >= saturated;
    return last >= 0 && wasRed && most.distance(cell, cells) > least ? -1 : 0;
  };
  return (cells, marks) => {
    let isChanged = false;
    for (let cell = 0; cell < count; cell++) {
      const change = isFirst ? 0 : changeOf(cell, cells);
      const share = byteOf(cells, 3 * count + cell);
      const isExtreme = isFirst || change !== 0;
      if (isExtreme || share > byteOf(most.share, cell)) most.put(cell, cells);
      if (isExtreme || share < byteOf(fewest.share, cell)) fewest.put(cell, cells);
      if (change === 0) continue;
      direction[cell] = change;
      marks[cell] = change;
      isChanged = true;
    }
    isFirst = false;
    return isChanged;
  };
}

/** The number of changes in four flashes (more than three), and in three flashes. */
const MANY = 8;
const SOME = 6;
const NEVER = -1e9;
/** The maximum pause in seconds between flashes of the same run. */
const PAUSE = 0.25;

interface OpenRun {
  from: number;
  to: number;
  window: Rect;
  rate: number;
  isTooMany: boolean;
}

/** A window in which enough cells are marked. */
interface FoundWindow {
  readonly left: number;
  readonly top: number;
  readonly found: number;
}

/** Finds the windows in which enough cells are marked. */
function createWindows({ columns, rows, cellWidth, cellHeight }: CellGrid) {
  const { width, height, share } = filmChecks['picture/flash'].thresholds;
  const across = Math.min(columns, Math.max(1, Math.round(width / cellWidth)));
  const down = Math.min(rows, Math.max(1, Math.round(height / cellHeight)));
  const least = (share * width * height) / (cellWidth * cellHeight);
  const stride = columns + 1;
  const sums = new Int32Array(stride * (rows + 1));
  const corners = new Int32Array(stride * (rows + 1));
  const mask = new Uint8Array(columns * rows);
  const sumMask = (): void => {
    for (let row = 0; row < rows; row++) {
      let line = 0;
      for (let column = 0; column < columns; column++) {
        line += byteOf(mask, row * columns + column);
        sums[(row + 1) * stride + column + 1] = numberOf(sums, row * stride + column + 1) + line;
      }
    }
  };
  const each = (call: (left: number, top: number, found: number) => void): void => {
    sumMask();
    for (let top = 0; top + down <= rows; top++)
      for (let left = 0; left + across <= columns; left++) {
        const first = top * stride + left;
        const last = (top + down) * stride + left;
        const found =
          numberOf(sums, last + across) - numberOf(sums, last) - numberOf(sums, first + across) + numberOf(sums, first);
        if (found >= least) call(left, top, found);
      }
  };
  const addCorner = (at: number, value: number): void => {
    corners[at] = numberOf(corners, at) + value;
  };
  return {
    ...{ across, down, each },
    /**
     * Marks the cells for which a function returns true. Returns whether the marked cells can fill a quarter of a
     * window.
     */
    mark: (isChosen: (cell: number) => boolean): boolean => {
      let all = 0;
      for (let cell = 0; cell < mask.length; cell++) {
        const is = isChosen(cell);
        mask[cell] = is ? 1 : 0;
        if (is) all += 1;
      }
      return all >= least;
    },
    /** Calls a function for each cell that is in at least one of the found windows. */
    eachCell: (call: (cell: number) => void): void => {
      corners.fill(0);
      each((left, top) => {
        addCorner(top * stride + left, 1);
        addCorner(top * stride + left + across, -1);
        addCorner((top + down) * stride + left, -1);
        addCorner((top + down) * stride + left + across, 1);
      });
      // The number of windows that contain a cell is the sum of the corners above and to the left of the cell.
      const above = new Int32Array(columns);
      for (let row = 0; row < rows; row++) {
        let line = 0;
        for (let column = 0; column < columns; column++) {
          line += numberOf(corners, row * stride + column);
          above[column] = numberOf(above, column) + line;
          if (numberOf(above, column) > 0) call(row * columns + column);
        }
      }
    },
  };
}

/**
 * The frames of the last changes of each cell, and the frames in which the number of changes per second reached a
 * limit.
 */
function createChangeTimes(count: number, perSecond: number) {
  const times = new Int32Array(MANY * count).fill(NEVER);
  const next = new Uint8Array(count);
  const limit = (changes: number) => {
    const [reached, since] = [new Int32Array(count).fill(NEVER), new Int32Array(count)];
    return { changes, reached, since };
  };
  const limits = { many: limit(MANY), some: limit(SOME) };
  return {
    ...limits,
    note: (cell: number, frame: number): void => {
      const place = byteOf(next, cell);
      times[MANY * cell + place] = frame;
      next[cell] = (place + 1) % MANY;
      for (const { changes, reached, since } of [limits.many, limits.some]) {
        const first = numberOf(times, MANY * cell + ((place + 1 + MANY - changes) % MANY));
        if (frame - first >= perSecond) continue;
        reached[cell] = frame;
        since[cell] = first;
      }
    },
  };
}

/** Counts changes that occur together in a quarter of the cells of a window. */
function createWindowCounter(grid: CellGrid, perSecond: number) {
  const { columns, rows } = grid;
  const count = columns * rows;
  const windows = createWindows(grid);
  const times = createChangeTimes(count, perSecond);
  // The marks of the last three frames, because changes count together if they are at most one frame apart.
  const ring = [new Int8Array(count), new Int8Array(count), new Int8Array(count)] as const;
  const isMarked = [false, false, false];
  const runs: OpenRun[] = [];
  let frames = 0;
  const marksOf = (frame: number): Int8Array => ring[((frame % 3) + 3) % 3] ?? ring[0];

  /** Records the changes of a frame in one direction, for the cells that change together with enough other cells. */
  const noteCommon = (frame: number, direction: number): void => {
    const [before, now, after] = [marksOf(frame - 1), marksOf(frame), marksOf(frame + 1)];
    const isChanged = (cell: number) =>
      before[cell] === direction || now[cell] === direction || after[cell] === direction;
    if (!windows.mark(isChanged)) return;
    windows.eachCell((cell) => {
      if (now[cell] === direction) times.note(cell, frame);
    });
  };

  /** Adds the frame to a run if a window had too many changes in the last second. Returns whether it had. */
  const noteRun = (frame: number, { changes, reached, since }: typeof times.many): boolean => {
    if (!windows.mark((cell) => numberOf(reached, cell) >= frame - 2)) return false;
    let best: FoundWindow = { left: 0, top: 0, found: 0 };
    windows.each((left, top, found) => {
      if (found > best.found) best = { left, top, found };
    });
    if (best.found === 0) return false;
    let from = frame;
    for (let cell = 0; cell < count; cell++)
      if (numberOf(reached, cell) >= frame - 2) from = Math.min(from, numberOf(since, cell));
    const window = {
      ...{ left: best.left / columns, top: best.top / rows },
      ...{ width: windows.across / columns, height: windows.down / rows },
    };
    const rate = ((changes - 1) / 2) * (perSecond / Math.max(1, frame - from));
    extendRuns({ from, to: frame + 1, window, rate, isTooMany: changes === MANY });
    return true;
  };

  const extendRuns = (run: OpenRun): void => {
    const last = runs.at(-1);
    if (last === undefined || run.from > last.to + PAUSE * perSecond) {
      runs.push(run);
      return;
    }
    const isWorse = run.isTooMany && !last.isTooMany;
    if (isWorse) Object.assign(last, { window: run.window, rate: run.rate, isTooMany: true });
    else if (run.isTooMany === last.isTooMany) last.rate = Math.max(last.rate, run.rate);
    last.to = run.to;
  };

  /** Counts the changes of a frame. The next frame must be known. */
  const evaluate = (frame: number): void => {
    if (frame < 0 || !isMarked[frame % 3]) return;
    noteCommon(frame, 1);
    noteCommon(frame, -1);
    if (!noteRun(frame, times.many)) noteRun(frame, times.some);
  };
  return {
    /** Returns the array for the marks of the next frame, cleared. */
    marks: (): Int8Array => marksOf(frames).fill(0),
    add: (isChanged: boolean): void => {
      isMarked[frames % 3] = isChanged;
      evaluate(frames - 1);
      frames += 1;
    },
    end: (): readonly FlashRun[] => {
      marksOf(frames).fill(0);
      evaluate(frames - 1);
      return runs;
    },
  };
}
