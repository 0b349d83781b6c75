import type { DesktopEventName, DesktopEvents } from './desktop-bridge.ts';
import { DESKTOP_ORIGIN, desktopEventNames } from './desktop-channels.ts';

/**
 * A desktop event as a message from the preload script to the page. The window posts the message to itself, because
 * callbacks cannot cross the bridge.
 */
export interface DesktopMessage<Name extends DesktopEventName = DesktopEventName> {
  readonly desktopEvent: Name;
  readonly payload: DesktopEvents[Name];
}

/** The methods of a window that the listener needs. */
export interface MessageTarget {
  readonly addEventListener: (type: 'message', listener: (event: WindowMessage) => void) => void;
  readonly removeEventListener: (type: 'message', listener: (event: WindowMessage) => void) => void;
}

interface WindowMessage {
  readonly data: unknown;
  readonly source: unknown;
  readonly origin: string;
}

/**
 * Calls `listener` for each event with this name, as in `onDesktopEvent(window, 'action', …)`. Returns a function that
 * stops listening.
 */
export function onDesktopEvent<Name extends DesktopEventName>(
  target: MessageTarget,
  name: Name,
  listener: (payload: DesktopEvents[Name]) => void,
): () => void {
  const handleMessage = ({ data, source, origin }: WindowMessage): void => {
    // Ignore messages from other frames. Only messages of the preload script have the window itself as their source.
    if (source !== target || origin !== DESKTOP_ORIGIN) return;
    if (isMessage(data, name)) listener(data.payload);
  };
  target.addEventListener('message', handleMessage);
  return () => target.removeEventListener('message', handleMessage);
}

/** Returns whether a value is the name of an event. */
export function isDesktopEventName(name: unknown): name is DesktopEventName {
  return desktopEventNames.some((desktopEventName) => desktopEventName === name);
}

/** Returns whether a message has this event name. The main process has already checked the payload. */
function isMessage<Name extends DesktopEventName>(data: unknown, name: Name): data is DesktopMessage<Name> {
  return typeof data === 'object' && data !== null && 'desktopEvent' in data && data.desktopEvent === name;
}
