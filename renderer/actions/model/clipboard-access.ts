/** The system's clipboard, as an action reaches it. */
export interface ClipboardAccess {
  /** Empty where it holds no text. */
  readonly read: () => Promise<string>;
  readonly write: (text: string) => void;
}

/** Uses the page's own clipboard access, for actions from a menu or the palette; the browser may ask for permission. */
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

/** Within a copy, cut or paste of the browser, which nobody has to be asked for. */
export function eventClipboard(event: ClipboardEvent): ClipboardAccess {
  return {
    read: async () => event.clipboardData?.getData('text/plain') ?? '',
    write: (text) => {
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
    },
  };
}
