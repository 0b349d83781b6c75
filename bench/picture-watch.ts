/** The pictures that a page has drawn since the start of the observation. */
export interface PictureWatch {
  readonly begin: () => void;
  /** The times of the drawn pictures, in milliseconds. */
  readonly times: () => readonly number[];
  /** Returns the milliseconds from the next input to the next picture; null if no picture is drawn. */
  readonly next: () => Promise<number | null>;
}

/**
 * Records each picture that WebGL draws on a canvas. Runs in the page before other scripts, and therefore cannot use
 * other functions of this file.
 */
export function watchPictures(): void {
  const TIMEOUT_MS = 2000;
  let times: number[] = [];
  let input: number | null = null;
  let waiting: ((milliseconds: number | null) => void) | null = null;
  const drawn = () => {
    const now = performance.now();
    times.push(now);
    if (input === null || waiting === null) return;
    waiting(now - input);
    input = null;
    waiting = null;
  };
  const { bindFramebuffer } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.bindFramebuffer = function (target, framebuffer) {
    if (framebuffer === null && this.canvas instanceof HTMLCanvasElement) drawn();
    bindFramebuffer.call(this, target, framebuffer);
  };
  addEventListener(
    'pointermove',
    (event) => {
      input ??= event.timeStamp;
    },
    { capture: true },
  );
  window.pictureWatch = {
    begin: () => {
      times = [];
    },
    times: () => times,
    next: () =>
      new Promise((resolve) => {
        input = null;
        waiting = resolve;
        // Give up after a timeout: a step can show the picture that is already on screen.
        setTimeout(() => resolve(null), TIMEOUT_MS);
      }),
  };
}

declare global {
  interface Window {
    pictureWatch: PictureWatch;
  }
}
