import { CircleCheck, Clock, Lock, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { KnownSecret, SecretKeys } from '../../../shared/contract/desktop-bridge.ts';
import { useDesktop } from '../../app/window-context.tsx';
import { useStrings } from '../../strings/use-strings.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import styles from './settings.module.css';
import { SettingsGroup } from './settings-group.tsx';
import { useReadSecretsAgain, useRemoveSecret, useSecrets } from './use-secrets.ts';

/** Where projects can be published to. */
export function ClustersSection() {
  const { settings: words } = useStrings();
  const desktop = useDesktop();
  return (
    <SecretsGroup name="clusters" kind="cluster" title={words.clusters}>
      <div className={styles.item}>
        <span className={styles.itemName}>{words.local}</span>
        <span className={styles.itemHint}>{words.builtIn}</span>
        <span className={styles.itemState}>
          <Icon icon={CircleCheck} size={14} className={styles.good} />
          {words.ready}
        </span>
      </div>
      {desktop === null && <p className={styles.hint}>{words.clustersInBrowser}</p>}
    </SecretsGroup>
  );
}

/** Keys of object stores that renders can name. */
export function StoresSection() {
  const { settings: words } = useStrings();
  const desktop = useDesktop();
  const has = useSecrets().some(({ kind }) => kind === 'object-store');
  return (
    <SecretsGroup name="stores" kind="object-store" title={words.stores}>
      {desktop === null ? (
        <p className={styles.hint}>{words.onlyDesktop}</p>
      ) : (
        !has && <p className={styles.hint}>{words.noStores}</p>
      )}
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
  const secrets = useSecrets().filter((secret) => secret.kind === kind);
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
      {secrets.map((secret) => (
        <SecretItem key={secret.name} secret={secret} />
      ))}
      {adding && <SecretDialog kind={kind} onClose={() => setAdding(false)} onKept={readAgain} />}
    </SettingsGroup>
  );
}

function SecretItem({ secret }: { readonly secret: KnownSecret }) {
  const { settings: words } = useStrings();
  const remove = useRemoveSecret();
  const { name, hint, state } = secret;
  const icons = { stored: CircleCheck, memory: Clock, locked: Lock } as const;
  const states = { stored: words.kept, memory: words.inMemory, locked: words.locked } as const;
  return (
    <div className={styles.item}>
      <span className={styles.itemName}>{name}</span>
      <span className={`${styles.itemHint} mono`}>{hint}</span>
      <span className={styles.itemState}>
        <Icon icon={icons[state]} size={14} className={state === 'stored' ? styles.good : styles.warning} />
        {states[state]}
        <IconButton
          icon={Trash2}
          label={words.remove(name)}
          size="sm"
          iconSize={14}
          onClick={() => remove.mutate(name)}
        />
      </span>
    </div>
  );
}
