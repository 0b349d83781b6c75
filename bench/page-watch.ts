/** The times of a page during the observation, in milliseconds. */
export interface PageTimes {
  /** The time from each input to the end of the next drawn frame. */
  readonly inputs: readonly number[];
  /** The time from the first event listener of each input to the end of the next drawn frame. */
  readonly work: readonly number[];
  /** The time from each frame to the next frame. */
  readonly frames: readonly number[];
}

/**
 * Watches inputs and frames. Runs in the page and therefore cannot use other functions of this file. `stop` waits until
 * the frame of every input is painted.
 */
export function watchPage(): { readonly stop: () => Promise<PageTimes> } {
  const inputs: Promise<number>[] = [];
  const work: number[] = [];
  const frames: number[] = [];
  const ended = new AbortController();
  let last = 0;
  const onFrame = (now: number) => {
    if (last > 0) frames.push(now - last);
    last = now;
    if (!ended.signal.aborted) requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
  const painted = (timeStamp: number) => {
    const begin = performance.now();
    return new Promise<number>((resolve) => {
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        // A message that is posted during a frame arrives after the paint.
        channel.port1.onmessage = () => {
          const end = performance.now();
          work.push(end - begin);
          resolve(end - timeStamp);
        };
        channel.port2.postMessage(null);
      });
    });
  };
  const onInput = (event: Event) => {
    const isHeld = event instanceof KeyboardEvent && ['Control', 'Shift', 'Alt', 'Meta'].includes(event.key);
    if (!isHeld) inputs.push(painted(event.timeStamp));
  };
  for (const type of ['pointermove', 'wheel', 'keydown'])
    window.addEventListener(type, onInput, { capture: true, signal: ended.signal, passive: true });
  return {
    stop: async () => {
      ended.abort();
      return { inputs: await Promise.all(inputs), work, frames };
    },
  };
}
