import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BookOpen, Copy, RefreshCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { servicePath } from '#renderer/api/client/service-path.ts';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Switch } from '#renderer/ui/controls/switch.tsx';
import { NumberField } from '#renderer/ui/fields/number-field.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import type { DesktopSettings } from '#shared/contract/desktop/desktop-shapes.ts';
import styles from './settings.module.css';
import { SettingsGroup, SettingsRow } from './settings-group.tsx';
import { useDesktopSettings } from './use-desktop-settings.ts';

/** The URL and the credentials that other programs use to access the service. */
export function ApiSection() {
  const { settings: strings } = useStrings();
  const desktop = useDesktop();
  return desktop === null ? (
    <SettingsGroup name="api" title={strings.api}>
      <AddressRow url={location.origin} />
      <PublicAddressRow />
      <p className={styles.hint}>{strings.apiInBrowser}</p>
    </SettingsGroup>
  ) : (
    <DesktopApi />
  );
}

function DesktopApi() {
  const { settings: strings } = useStrings();
  const desktop = useDesktop();
  const copy = useCopy();
  const { settings, applyResponse } = useDesktopSettings();
  const { data: access } = useQuery({
    queryKey: ['desktop', 'api', settings?.api],
    queryFn: async () => (await desktop?.apiAccess()) ?? null,
    enabled: settings !== undefined,
  });
  const change = (api: { readonly enabled: boolean; readonly port: number }) =>
    void desktop?.changeSettings({ api }).then(applyResponse);
  const isOn = settings?.api.enabled === true;
  return (
    <SettingsGroup
      name="api"
      title={strings.api}
      end={
        settings !== undefined && (
          <>
            <span className={styles.text}>{strings.apiOn}</span>
            <Switch label={strings.apiOn} checked={isOn} onChange={(enabled) => change({ ...settings.api, enabled })} />
          </>
        )
      }
    >
      {settings !== undefined && !isOn && <p className={styles.hint}>{strings.apiOff}</p>}
      {isOn && access != null && (
        <>
          <AddressRow url={access.url} />
          {access.otherPort && <p className={styles.hint}>{strings.otherPort}</p>}
          <SettingsRow label={strings.port}>
            <NumberField
              size="sm"
              label={strings.port}
              value={settings?.api.port ?? 0}
              min={0}
              max={65_535}
              precision={0}
              className={styles.port}
              onCommit={(port) => change({ enabled: true, port })}
            />
          </SettingsRow>
          <SettingsRow label={strings.key}>
            <span className={`${styles.path} mono`}>{access.key}</span>
            <IconButton icon={Copy} label={strings.copyKey} size="sm" onClick={() => copy(access.key, strings.key)} />
          </SettingsRow>
          <SettingsRow label={strings.secret}>
            <span className={styles.text}>{strings.secretHidden}</span>
            <IconButton
              icon={Copy}
              label={strings.copySecret}
              size="sm"
              onClick={() => void desktop?.copyApiSecret().then((copied) => copied && copy(null, strings.secret))}
            />
            <RenewSecret />
          </SettingsRow>
        </>
      )}
      {isOn && <PublicAddressRow />}
      {settings !== undefined && <HostsRow hosts={settings.allowHosts} onChanged={applyResponse} />}
    </SettingsGroup>
  );
}

/** The public URL for shared links. */
function PublicAddressRow() {
  const { settings: strings } = useStrings();
  const { client, queries } = useApi();
  const toasts = useToast();
  const { data } = useQuery({
    queryKey: queryKeys.linkAddress,
    queryFn: ({ signal }) => client.call('readLinkAddress', { signal }),
  });
  const save = (text: string) =>
    client.call('setLinkAddress', { body: { address: text.trim() === '' ? null : text.trim() } }).then(
      (saved) => queries.setQueryData(queryKeys.linkAddress, saved),
      (error: unknown) => {
        const { title, detail } = problemWords(error);
        toasts.show({ message: title, detail, tone: 'danger' });
      },
    );
  return (
    <>
      <SettingsRow label={strings.publicAddress}>
        <TextField
          size="sm"
          mono
          label={strings.publicAddress}
          placeholder="https://films.example"
          value={data?.address ?? ''}
          onCommit={(text) => void save(text)}
        />
      </SettingsRow>
      <p className={styles.hint}>{strings.publicAddressHint}</p>
    </>
  );
}

function AddressRow({ url }: { readonly url: string }) {
  const { settings: strings } = useStrings();
  const copy = useCopy();
  return (
    <SettingsRow label={strings.address}>
      <span className={`${styles.path} mono`}>{url}</span>
      <IconButton icon={Copy} label={strings.copyAddress} size="sm" onClick={() => copy(url, strings.address)} />
      <IconButton
        icon={BookOpen}
        label={strings.openDocs}
        size="sm"
        onClick={() => window.open(servicePath('/docs'), '_blank')}
      />
    </SettingsRow>
  );
}

/**
 * Returns a function that copies a text to the clipboard and shows a toast. With null, the function only shows the
 * toast, because the text was already copied.
 */
function useCopy(): (text: string | null, label: string) => void {
  const { settings: strings, actions } = useStrings();
  const toasts = useToast();
  return (text, label) => {
    const announce = () => toasts.show({ message: strings.copied(label), seconds: 2 });
    if (text === null) announce();
    else
      navigator.clipboard
        .writeText(text)
        .then(announce, () =>
          toasts.show({ message: actions.clipboardRefused, detail: actions.clipboardRefusedHint, tone: 'warning' }),
        );
  };
}

/** A button that creates a new key and secret after a confirmation. */
function RenewSecret() {
  const { settings: strings } = useStrings();
  const desktop = useDesktop();
  const queries = useQueryClient();
  const toasts = useToast();
  const cancelButton = useRef<HTMLButtonElement>(null);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const renew = async () => {
    if (busy) return;
    setBusy(true);
    const access = await desktop?.renewApiSecret().catch(() => null);
    setBusy(false);
    setAsking(false);
    if (access == null) toasts.show({ message: strings.notRenewed, tone: 'danger' });
    else toasts.show({ message: strings.renewed, detail: strings.renewedHint, tone: 'success' });
    await queries.invalidateQueries({ queryKey: ['desktop', 'api'] });
  };
  return (
    <>
      <IconButton icon={RefreshCw} label={strings.renewSecret} size="sm" onClick={() => setAsking(true)} />
      <Dialog
        open={asking}
        size="sm"
        onClose={() => setAsking(false)}
        initialFocus={cancelButton}
        title={strings.renewTitle}
        description={strings.renewMeans}
        onSubmit={() => void renew()}
        footer={
          <>
            <Button ref={cancelButton} onClick={() => setAsking(false)}>
              {strings.cancel}
            </Button>
            <Button type="submit" variant="danger" busy={busy}>
              {strings.renewNow}
            </Button>
          </>
        }
      >
        <p>{strings.renewRestarts}</p>
      </Dialog>
    </>
  );
}

export interface HostsRowProps {
  readonly hosts: readonly string[];
  readonly onChanged: (settings: DesktopSettings) => void;
}

/** The private hosts to which the service may send requests. */
function HostsRow({ hosts, onChanged }: HostsRowProps) {
  const { settings: strings } = useStrings();
  const desktop = useDesktop();
  const toasts = useToast();
  const change = (text: string) => {
    const allowHosts = [...new Set(text.split(/[\s,;]+/).filter((host) => host !== ''))];
    void desktop
      ?.changeSettings({ allowHosts })
      .then(onChanged, () =>
        toasts.show({ message: strings.hostsRefused, detail: strings.hostsRefusedHint, tone: 'warning' }),
      );
  };
  return (
    <>
      <SettingsRow label={strings.hosts}>
        <TextField
          size="sm"
          mono
          label={strings.hostsLabel}
          value={hosts.join(', ')}
          onCommit={change}
          boxClassName={styles.grow}
        />
      </SettingsRow>
      <p className={styles.hint}>{strings.hostsHint}</p>
    </>
  );
}
