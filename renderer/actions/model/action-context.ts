import type { Api } from '#renderer/api/api.ts';
import type { Navigation } from '#renderer/shell/window/navigation.ts';
import type { ShellPort } from '#renderer/shell/window/shell.ts';
import type { EditorStore } from '#renderer/state/editor-store.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import type { Toasts } from '#renderer/ui/overlays/toast-store.ts';
import type { DesktopBridge } from '#shared/contract/desktop/desktop-bridge.ts';
import type { ClipboardAccess } from './clipboard-access.ts';
import type { ActionPorts } from './ports.ts';

/** What an action has at hand. */
export interface ActionContext {
  /** The open template; null outside of the editor. */
  readonly editor: EditorStore | null;
  /** What the parts on screen offer; undefined for those that are not there. */
  readonly ports: Partial<ActionPorts>;
  readonly navigation: Navigation;
  readonly shell: ShellPort;
  /** Null in a browser. */
  readonly desktop: DesktopBridge | null;
  readonly toasts: Toasts;
  readonly clipboard: ClipboardAccess;
  readonly strings: Catalogue;
  /** The service; `api.queries` is the cache of what it said. */
  readonly api: Api;
}
