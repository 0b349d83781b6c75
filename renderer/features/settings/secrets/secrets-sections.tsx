import { CircleCheck, Clock, Lock, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useClusters } from '#renderer/api/queries/use-publishing.ts';
import { SecretDialog } from '#renderer/common/renders/secret-dialog.tsx';
import { useReadSecretsAgain, useSecrets } from '#renderer/common/renders/use-secrets.ts';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import type { KnownSecret, SecretKeys } from '#shared/contract/desktop/desktop-shapes.ts';
import styles from '../page/settings.module.css';
import { SettingsGroup } from '../page/settings-group.tsx';
import { ClusterItem } from './cluster-item.tsx';
import { RemoveSecretDialog } from './remove-secret-dialog.tsx';

/** Where projects can be published to. */
export function ClustersSection() {
  const { settings: words } = useStrings();
  const desktop = useDesktop();
  const secrets = useSecrets().filter(({ kind }) => kind === 'cluster');
  const { data: known = [] } = useClusters();
  const kept = new Map(secrets.map((secret) => [secret.name, secret]));
  // One that was just added is shown before the service has told of it.
  const added = secrets.filter(({ name }) => known.every((each) => each.name !== name));
  const ready = (text: string) => (
    <>
      <Icon icon={CircleCheck} size={14} className={styles.good} />
      {text}
    </>
  );
  return (
    <SecretsGroup name="clusters" kind="cluster" title={words.clusters}>
      {known.map(({ name, url }) => {
        const secret = kept.get(name);
        return (
          <ClusterItem
            key={name}
            name={name}
            url={url}
            state={secret === undefined ? ready(words.ready) : <SecretState secret={secret} />}
            buttons={secret && <SecretButtons secret={secret} />}
          />
        );
      })}
      {added.map((secret) => (
        <ClusterItem
          key={secret.name}
          name={secret.name}
          url={secret.hint}
          state={<SecretState secret={secret} />}
          buttons={<SecretButtons secret={secret} />}
        />
      ))}
      {desktop === null && <p className={styles.hint}>{words.clustersInBrowser}</p>}
    </SecretsGroup>
  );
}

/** Keys of object stores that renders can name. */
export function StoresSection() {
  const { settings: words } = useStrings();
  const desktop = useDesktop();
  const stores = useSecrets().filter(({ kind }) => kind === 'object-store');
  return (
    <SecretsGroup name="stores" kind="object-store" title={words.stores}>
      {desktop === null ? (
        <p className={styles.hint}>{words.onlyDesktop}</p>
      ) : (
        stores.length === 0 && <p className={styles.hint}>{words.noStores}</p>
      )}
      {stores.map((secret) => (
        <div key={secret.name} className={styles.item}>
          <span className={styles.itemName}>{secret.name}</span>
          <span className={`${styles.itemHint} mono`}>{secret.hint}</span>
          <span className={styles.itemState}>
            <SecretState secret={secret} />
            <SecretButtons secret={secret} />
          </span>
        </div>
      ))}
    </SecretsGroup>
  );
}

interface SecretsGroupProps {
  readonly name: 'clusters' | 'stores';
  readonly kind: SecretKeys['kind'];
  readonly title: string;
  readonly children: ReactNode;
}

function SecretsGroup({ name, kind, title, children }: SecretsGroupProps) {
  const { settings: words } = useStrings();
  const desktop = useDesktop();
  const readAgain = useReadSecretsAgain();
  const [adding, setAdding] = useState(false);
  return (
    <SettingsGroup
      name={name}
      title={title}
      end={
        desktop !== null && (
          <Button variant="quiet" size="sm" icon={Plus} onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        )
      }
    >
      {children}
      {adding && <SecretDialog kind={kind} onClose={() => setAdding(false)} onKept={readAgain} />}
    </SettingsGroup>
  );
}

function SecretState({ secret: { state } }: { readonly secret: KnownSecret }) {
  const { settings: words } = useStrings();
  const icons = { stored: CircleCheck, memory: Clock, locked: Lock } as const;
  const states = { stored: words.kept, memory: words.inMemory, locked: words.locked } as const;
  return (
    <>
      <Icon icon={icons[state]} size={14} className={state === 'stored' ? styles.good : styles.warning} />
      {states[state]}
    </>
  );
}

function SecretButtons({ secret }: { readonly secret: KnownSecret }) {
  const { settings: words } = useStrings();
  const [removing, setRemoving] = useState(false);
  const readAgain = useReadSecretsAgain();
  const [changing, setChanging] = useState(false);
  const { name, kind } = secret;
  return (
    <>
      <IconButton
        icon={Pencil}
        label={kind === 'cluster' ? words.changeCluster(name) : words.changeStore(name)}
        size="sm"
        iconSize={14}
        onClick={() => setChanging(true)}
      />
      <IconButton icon={Trash2} label={words.remove(name)} size="sm" iconSize={14} onClick={() => setRemoving(true)} />
      {removing && <RemoveSecretDialog secret={secret} onClose={() => setRemoving(false)} />}
      {changing && <SecretDialog kind={kind} replaces={secret} onClose={() => setChanging(false)} onKept={readAgain} />}
    </>
  );
}
