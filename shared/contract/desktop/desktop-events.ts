import type { DesktopEventName, DesktopEvents } from './desktop-bridge.ts';
import { DESKTOP_ORIGIN, desktopEventNames } from './desktop-channels.ts';

/**
 * How an event of the desktop travels from the preload script to the page: as a message that the window posts to
 * itself, since no callback may cross the bridge.
 */
export interface DesktopMessage<Name extends DesktopEventName = DesktopEventName> {
  readonly desktopEvent: Name;
  readonly payload: DesktopEvents[Name];
}

/** What of a window is needed to listen; every window has it. */
export interface MessageTarget {
  readonly addEventListener: (type: 'message', listener: (event: WindowMessage) => void) => void;
  readonly removeEventListener: (type: 'message', listener: (event: WindowMessage) => void) => void;
}

interface WindowMessage {
  readonly data: unknown;
  readonly source: unknown;
  readonly origin: string;
}

/** Calls `listener` for each event of that name, until what it returns is called: `onDesktopEvent(window, 'action', …)`. */
export function onDesktopEvent<Name extends DesktopEventName>(
  target: MessageTarget,
  name: Name,
  listener: (payload: DesktopEvents[Name]) => void,
): () => void {
  const take = ({ data, source, origin }: WindowMessage): void => {
    // Another frame may post to this window as well; only what it posts to itself comes from the preload script.
    if (source !== target || origin !== DESKTOP_ORIGIN) return;
    if (isMessage(data, name)) listener(data.payload);
  };
  target.addEventListener('message', take);
  return () => target.removeEventListener('message', take);
}

/** Whether a name is one of an event. */
export function isDesktopEventName(name: unknown): name is DesktopEventName {
  return desktopEventNames.some((each) => each === name);
}

/** Payloads were checked where they came from, in the main process. */
function isMessage<Name extends DesktopEventName>(data: unknown, name: Name): data is DesktopMessage<Name> {
  return typeof data === 'object' && data !== null && 'desktopEvent' in data && data.desktopEvent === name;
}
