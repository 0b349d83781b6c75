/** What was drawn in a page since it began to be watched. */
export interface PictureWatch {
  readonly begin: () => void;
  /** When pictures were drawn, in milliseconds. */
  readonly times: () => readonly number[];
  /** Resolves with the milliseconds from the next input to the next picture behind it; with null where none is drawn. */
  readonly next: () => Promise<number | null>;
}

/** Runs in the page before all else, so it uses nothing of this file: hears of each picture that WebGL draws on a canvas of the page. */
export function watchPictures(): void {
  const UNSEEN = 2000;
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
        // A step may show what is on screen already.
        setTimeout(() => resolve(null), UNSEEN);
      }),
  };
}
