/** What a page did while it was watched, in milliseconds. */
export interface PageTimes {
  /** From each input to the end of the frame that was drawn next. */
  readonly inputs: readonly number[];
  /** From one frame to the next. */
  readonly frames: readonly number[];
}

/** Runs in the page, so it uses nothing of this file. */
export function watchPage(): { readonly stop: () => PageTimes } {
  const inputs: number[] = [];
  const frames: number[] = [];
  const over = new AbortController();
  let last = 0;
  const onFrame = (now: number) => {
    if (last > 0) frames.push(now - last);
    last = now;
    if (!over.signal.aborted) requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
  const onInput = ({ timeStamp }: Event) => {
    requestAnimationFrame(() => {
      const painted = new MessageChannel();
      // A message that is sent while a frame is made comes when it is painted.
      painted.port1.onmessage = () => inputs.push(performance.now() - timeStamp);
      painted.port2.postMessage(null);
    });
  };
  for (const type of ['pointermove', 'wheel', 'keydown'])
    window.addEventListener(type, onInput, { capture: true, signal: over.signal, passive: true });
  return {
    stop: () => {
      over.abort();
      return { inputs, frames };
    },
  };
}
