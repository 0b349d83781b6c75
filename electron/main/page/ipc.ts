import type { ContentsPort, InvokeEvent, IpcPort } from '#main/system/electron-port.ts';
import type { Log } from '#main/system/log.ts';
import type {
  DesktopBridge,
  DesktopCallName,
  DesktopEventName,
  DesktopEvents,
} from '#shared/contract/desktop/desktop-bridge.ts';
import { type DesktopCall, desktopCalls, desktopEvents } from '#shared/contract/desktop/desktop-calls.ts';
import {
  callChannel,
  DESKTOP_ORIGIN,
  desktopCallNames,
  EVENT_CHANNEL,
} from '#shared/contract/desktop/desktop-channels.ts';

/** What answers each call; results are checked before they leave. */
export type DesktopHandlers = {
  readonly [Name in DesktopCallName]: (
    ...args: Parameters<DesktopBridge[Name]>
  ) => Awaited<ReturnType<DesktopBridge[Name]>> | ReturnType<DesktopBridge[Name]>;
};

export interface IpcOptions {
  readonly ipcMain: IpcPort;
  readonly log: Log;
  /** The id of the contents of the one window; null while there is none. */
  readonly windowId: () => number | null;
}

/** Takes every call of the bridge's table; there are no other channels for the page. */
export function registerCalls(handlers: DesktopHandlers, options: IpcOptions): void {
  for (const name of desktopCallNames) registerCall(name, handlers[name], options);
}

function registerCall<Name extends DesktopCallName>(
  name: Name,
  handler: DesktopHandlers[Name],
  options: IpcOptions,
): void {
  // The table's types keep a call's schemas and its handler together; here, where any of them may run, they are
  // unknown.
  const { args, answer } = desktopCalls[name] as DesktopCall<readonly unknown[], unknown>;
  const run = handler as (...args: readonly unknown[]) => unknown;
  register(callChannel(name), options, async (given) => {
    const parsed = args.safeParse(given);
    if (!parsed.success) throw new BridgeError(`${name}: ${parsed.error.issues[0]?.message ?? 'wrong arguments'}`);
    return answer.parse(await run(...parsed.data));
  });
}

/** The page asked for something that it may not have, or wrongly. */
class BridgeError extends Error {
  override readonly name = 'BridgeError';
}

/**
 * The one place where a channel is opened: it answers to the top frame of the editor's own page in the window, and to
 * nobody else.
 */
export function register(
  channel: string,
  { ipcMain, log, windowId }: IpcOptions,
  handler: (args: readonly unknown[]) => Promise<unknown>,
): void {
  ipcMain.handle(channel, async (event, ...args) => {
    if (!isOurPage(event, windowId())) {
      log.warn('refused a call from another origin', { channel, origin: event.senderFrame?.origin ?? null });
      throw new BridgeError('refused');
    }
    try {
      return await handler(args);
    } catch (error) {
      log.error(`${channel} failed`, error);
      // What went wrong inside, such as paths, stays in the log.
      throw error instanceof BridgeError ? error : new BridgeError('failed');
    }
  });
}

/** Whether a message comes from the page itself: not from a frame in it, another page or another window. */
function isOurPage({ sender, senderFrame }: InvokeEvent, windowId: number | null): boolean {
  return (
    senderFrame !== null &&
    senderFrame.parent === null &&
    senderFrame.origin === DESKTOP_ORIGIN &&
    windowId !== null &&
    sender.id === windowId
  );
}

/** Tells the page of an event, where there is one. */
export function sendEvent<Name extends DesktopEventName>(
  contents: ContentsPort | null,
  name: Name,
  payload: DesktopEvents[Name],
): void {
  if (contents === null || contents.isDestroyed()) return;
  contents.send(EVENT_CHANNEL, name, desktopEvents[name].parse(payload));
}
