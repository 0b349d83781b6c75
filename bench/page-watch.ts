/** What a page did while it was watched, in milliseconds. */
export interface PageTimes {
  /** From each input to the end of the frame that was drawn next. */
  readonly inputs: readonly number[];
  /** From one frame to the next. */
  readonly frames: readonly number[];
}

/** Runs in the page, so it uses nothing of this file. Stopping waits until every input so far was painted. */
export function watchPage(): { readonly stop: () => Promise<PageTimes> } {
  const inputs: Promise<number>[] = [];
  const frames: number[] = [];
  const over = new AbortController();
  let last = 0;
  const onFrame = (now: number) => {
    if (last > 0) frames.push(now - last);
    last = now;
    if (!over.signal.aborted) requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
  const painted = (timeStamp: number) =>
    new Promise<number>((resolve) => {
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        // A message that is sent while a frame is made comes when it is painted.
        channel.port1.onmessage = () => resolve(performance.now() - timeStamp);
        channel.port2.postMessage(null);
      });
    });
  const onInput = (event: Event) => {
    const isHeld = event instanceof KeyboardEvent && ['Control', 'Shift', 'Alt', 'Meta'].includes(event.key);
    if (!isHeld) inputs.push(painted(event.timeStamp));
  };
  for (const type of ['pointermove', 'wheel', 'keydown'])
    window.addEventListener(type, onInput, { capture: true, signal: over.signal, passive: true });
  return {
    stop: async () => {
      over.abort();
      return { inputs: await Promise.all(inputs), frames };
    },
  };
}
