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
import type { ContentsPort, InvokeEvent, IpcPort } from './system/electron-port.ts';
import type { Log } from './system/log.ts';

/** The handlers of the calls. Results are checked before they are sent. */
export type DesktopHandlers = {
  readonly [Name in DesktopCallName]: (
    ...args: Parameters<DesktopBridge[Name]>
  ) => Awaited<ReturnType<DesktopBridge[Name]>> | ReturnType<DesktopBridge[Name]>;
};

export interface IpcOptions {
  readonly ipcMain: IpcPort;
  readonly log: Log;
  /** Returns the id of the contents of the only window; null before the window is open. */
  readonly windowId: () => number | null;
}

/** Registers all calls in the table of the bridge. The page has no other channels. */
export function registerCalls(handlers: DesktopHandlers, options: IpcOptions): void {
  for (const name of desktopCallNames) registerCall(name, handlers[name], options);
}

function registerCall<Name extends DesktopCallName>(
  name: Name,
  handler: DesktopHandlers[Name],
  options: IpcOptions,
): void {
  // The table's types match each handler to the schemas of its call. For a call that is chosen at run time, the types
  // are unknown.
  const { args, answer } = desktopCalls[name] as DesktopCall<readonly unknown[], unknown>;
  const run = handler as (...args: readonly unknown[]) => unknown;
  register(callChannel(name), options, async (received) => {
    const parsed = args.safeParse(received);
    if (!parsed.success) throw new BridgeError(`${name}: ${parsed.error.issues[0]?.message ?? 'wrong arguments'}`);
    return answer.parse(await run(...parsed.data));
  });
}

/** The error for an invalid or forbidden call of the page. */
class BridgeError extends Error {
  override readonly name = 'BridgeError';
}

/**
 * Opens a channel that answers only the top frame of the editor's page in the window. No other function opens channels.
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
      // Details of internal errors, such as paths, stay in the log.
      throw error instanceof BridgeError ? error : new BridgeError('failed');
    }
  });
}

/**
 * Checks whether a message comes from the page itself, and not from a nested frame, another page, or another window.
 */
function isOurPage({ sender, senderFrame }: InvokeEvent, windowId: number | null): boolean {
  return (
    senderFrame !== null &&
    senderFrame.parent === null &&
    senderFrame.origin === DESKTOP_ORIGIN &&
    windowId !== null &&
    sender.id === windowId
  );
}

/** Sends an event to the page. Drops it if the page is closed. Throws if the payload does not match its schema. */
export function sendEvent<Name extends DesktopEventName>(
  contents: ContentsPort | null,
  name: Name,
  payload: DesktopEvents[Name],
): void {
  if (contents === null || contents.isDestroyed()) return;
  contents.send(EVENT_CHANNEL, name, desktopEvents[name].parse(payload));
}
