import { useMutation } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Activity, CircleCheck, Clock, Lock, Pencil, Plus, Trash2, TriangleAlert } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { useClusters } from '#renderer/api/queries/use-publishing.ts';
import { SecretDialog, useReadSecretsAgain, useRemoveSecret, useSecrets } from '#renderer/project/destinations.tsx';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import type { KnownSecret, SecretKeys } from '#shared/contract/desktop/desktop-shapes.ts';
import styles from './settings.module.css';
import { SettingsGroup } from './settings-group.tsx';

/** The clusters for publishing projects. */
export function ClustersSection() {
  const { settings: strings } = useStrings();
  const desktop = useDesktop();
  const secrets = useSecrets().filter(({ kind }) => kind === 'cluster');
  const { data: knownClusters = [] } = useClusters();
  const storedByName = new Map(secrets.map((secret) => [secret.name, secret]));
  // Show a new cluster before the service lists it.
  const added = secrets.filter(({ name }) => knownClusters.every((cluster) => cluster.name !== name));
  const readyMessage = (text: string) => (
    <>
      <Icon icon={CircleCheck} size={14} className={styles.good} />
      {text}
    </>
  );
  return (
    <SecretsGroup name="clusters" kind="cluster" title={strings.clusters}>
      {knownClusters.map(({ name, url }) => {
        const secret = storedByName.get(name);
        return (
          <ClusterItem
            key={name}
            name={name}
            url={url}
            state={secret === undefined ? readyMessage(strings.ready) : <SecretState secret={secret} />}
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
      {desktop === null && <p className={styles.hint}>{strings.clustersInBrowser}</p>}
    </SecretsGroup>
  );
}

/** The access keys of object stores, to which renders refer by name. */
export function StoresSection() {
  const { settings: strings } = useStrings();
  const desktop = useDesktop();
  const stores = useSecrets().filter(({ kind }) => kind === 'object-store');
  return (
    <SecretsGroup name="stores" kind="object-store" title={strings.stores}>
      {desktop === null ? (
        <p className={styles.hint}>{strings.onlyDesktop}</p>
      ) : (
        stores.length === 0 && <p className={styles.hint}>{strings.noStores}</p>
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
  const { settings: strings } = useStrings();
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
            {strings.add}
          </Button>
        )
      }
    >
      {children}
      {adding && <SecretDialog kind={kind} onClose={() => setAdding(false)} onStored={readAgain} />}
    </SettingsGroup>
  );
}

function SecretState({ secret: { state } }: { readonly secret: KnownSecret }) {
  const { settings: strings } = useStrings();
  const icons = { stored: CircleCheck, memory: Clock, locked: Lock } as const;
  const states = { stored: strings.stored, memory: strings.inMemory, locked: strings.locked } as const;
  return (
    <>
      <Icon icon={icons[state]} size={14} className={state === 'stored' ? styles.good : styles.warning} />
      {states[state]}
    </>
  );
}

function SecretButtons({ secret }: { readonly secret: KnownSecret }) {
  const { settings: strings } = useStrings();
  const [removing, setRemoving] = useState(false);
  const readAgain = useReadSecretsAgain();
  const [changing, setChanging] = useState(false);
  const { name, kind } = secret;
  return (
    <>
      <IconButton
        icon={Pencil}
        label={kind === 'cluster' ? strings.changeCluster(name) : strings.changeStore(name)}
        size="sm"
        iconSize={14}
        onClick={() => setChanging(true)}
      />
      <IconButton
        icon={Trash2}
        label={strings.remove(name)}
        size="sm"
        iconSize={14}
        onClick={() => setRemoving(true)}
      />
      {removing && <RemoveSecretDialog secret={secret} onClose={() => setRemoving(false)} />}
      {changing && (
        <SecretDialog kind={kind} replaces={secret} onClose={() => setChanging(false)} onStored={readAgain} />
      )}
    </>
  );
}

export interface ClusterItemProps {
  readonly name: string;
  /** The URL of the cluster; null for the built-in cluster. */
  readonly url: string | null;
  /** The state of the cluster if it is known without a request. */
  readonly state: ReactNode;
  readonly buttons?: ReactNode;
}

/** A cluster with a button that tests the connection. */
function ClusterItem({ name, url, state, buttons }: ClusterItemProps) {
  const { settings: strings } = useStrings();
  const test = useTestCluster(name);
  return (
    <div className={styles.item}>
      <span className={styles.itemName}>{name}</span>
      <span className={clsx(styles.itemHint, url !== null && 'mono')} title={url ?? undefined}>
        {url ?? strings.builtIn}
      </span>
      <span className={styles.itemState}>
        <span role="status" className={styles.itemState}>
          {test.isPending ? (
            strings.testing
          ) : test.isSuccess ? (
            <>
              <Icon icon={CircleCheck} size={14} className={styles.good} />
              {strings.answered(formatCount(Math.max(1, Math.round(test.data))))}
            </>
          ) : test.isError ? (
            <>
              <Icon icon={TriangleAlert} size={14} className={styles.warning} />
              {strings.noAnswer}
            </>
          ) : (
            state
          )}
        </span>
        <IconButton
          icon={Activity}
          label={strings.testCluster(name)}
          size="sm"
          iconSize={14}
          disabled={test.isPending}
          onClick={() => test.mutate()}
        />
        {buttons}
      </span>
      {test.isError && <p className={styles.itemProblem}>{problemText(test.error)}</p>}
    </div>
  );
}

/**
 * Returns a mutation that tests a cluster by reading its publications, which requires the right URL, keys, and region.
 * The result is the duration in milliseconds.
 */
function useTestCluster(cluster: string) {
  const { client } = useApi();
  return useMutation({
    mutationFn: async () => {
      const began = performance.now();
      await client.call('listPublished', { parameters: { cluster } });
      return performance.now() - began;
    },
  });
}

export interface RemoveSecretDialogProps {
  readonly secret: KnownSecret;
  readonly onClose: () => void;
}

/** A confirmation before access keys are removed. The user cannot restore removed keys. */
function RemoveSecretDialog({ secret, onClose }: RemoveSecretDialogProps) {
  const { settings: strings } = useStrings();
  const cancelButton = useRef<HTMLButtonElement>(null);
  const remove = useRemoveSecret();
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      initialFocus={cancelButton}
      title={strings.removeTitle(secret.name)}
      description={strings.removeMeans[secret.kind]}
      onSubmit={() => remove.mutate(secret.name, { onSettled: onClose })}
      footer={
        <>
          <Button ref={cancelButton} onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" variant="danger" busy={remove.isPending}>
            {strings.removeNow}
          </Button>
        </>
      }
    >
      <p>{strings.removeFinal}</p>
    </Dialog>
  );
}
