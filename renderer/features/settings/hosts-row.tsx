import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import type { DesktopSettings } from '#shared/contract/desktop/desktop-shapes.ts';
import styles from './page/settings.module.css';
import { SettingsRow } from './page/settings-group.tsx';

export interface HostsRowProps {
  readonly hosts: readonly string[];
  readonly onChanged: (settings: DesktopSettings) => void;
}

/** Private hosts that the service may ask although they are not public. */
export function HostsRow({ hosts, onChanged }: HostsRowProps) {
  const { settings: words } = useStrings();
  const desktop = useDesktop();
  const toasts = useToast();
  const change = (text: string) => {
    const allowHosts = [...new Set(text.split(/[\s,;]+/).filter((host) => host !== ''))];
    void desktop
      ?.changeSettings({ allowHosts })
      .then(onChanged, () => toasts.show({ message: words.hostsRefused, tone: 'warning' }));
  };
  return (
    <>
      <SettingsRow label={words.hosts}>
        <TextField
          size="sm"
          mono
          label={words.hostsLabel}
          value={hosts.join(', ')}
          onCommit={change}
          boxClassName={styles.grow}
        />
      </SettingsRow>
      <p className={styles.hint}>{words.hostsHint}</p>
    </>
  );
}
