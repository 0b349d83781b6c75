export interface ClipboardAccess {
  /** Returns the text on the clipboard; an empty text if there is none. */
  readonly read: () => Promise<string>;
  readonly write: (text: string) => void;
}

/**
 * Accesses the system clipboard, for actions from a menu or the palette. The browser can ask the user for permission.
 */
export function systemClipboard(navigator: Navigator, refused: () => void): ClipboardAccess {
  return {
    read: async () => {
      try {
        return await navigator.clipboard.readText();
      } catch {
        refused();
        return '';
      }
    },
    write: (text) => {
      navigator.clipboard.writeText(text).catch(refused);
    },
  };
}

/** Accesses the clipboard of a copy, cut, or paste event, which needs no permission. */
export function eventClipboard(event: ClipboardEvent): ClipboardAccess {
  return {
    read: async () => event.clipboardData?.getData('text/plain') ?? '',
    write: (text) => {
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
    },
  };
}
