import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import {
  type AgentCall,
  AgentCallsDialog,
  type AgentState,
  useAgents,
  useChangeAgents,
} from '#renderer/project/agents.tsx';
import { LoadFallback } from '#renderer/shell/frame/load-fallback.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Switch } from '#renderer/ui/controls/switch.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import styles from './settings.module.css';
import { SettingsGroup, SettingsRow } from './settings-group.tsx';

/** The number of calls that the section shows. */
const SHOWN_CALLS = 8;

/** The switch for assistants, the lines that connect them, their keys, and their last calls. */
export function AgentsSection() {
  const { agents: strings, settings } = useStrings();
  const { client } = useApi();
  const query = useAgents();
  const { data } = query;
  const change = useChangeAgents();
  if (data === undefined)
    return (
      <SettingsGroup name="agents" title={settings.agents}>
        <LoadFallback query={query} title={strings.failed}>
          <Skeleton height={44} />
        </LoadFallback>
      </SettingsGroup>
    );
  const set = (body: { readonly on?: boolean; readonly http?: boolean; readonly paused?: boolean }) =>
    change(() => client.call('changeAgents', { body }));
  return (
    <SettingsGroup
      name="agents"
      title={settings.agents}
      end={<Switch label={strings.on} checked={data.on} onChange={(on) => set({ on })} />}
    >
      <p className={styles.hint}>{data.on ? strings.hintOn : strings.hintOff}</p>
      {data.on && (
        <>
          <ConnectRows workspace={data.workspace} />
          <SettingsRow label={strings.http}>
            <span className={styles.text}>{strings.httpHint}</span>
            <Switch label={strings.overHttp} checked={data.http} onChange={(http) => set({ http })} />
          </SettingsRow>
          <SettingsRow label={strings.paused}>
            <span className={styles.text}>{strings.pausedHint}</span>
            <Switch label={strings.pause} checked={data.paused} onChange={(paused) => set({ paused })} />
          </SettingsRow>
        </>
      )}
      <KeyRows state={data} />
      <CallRows />
    </SettingsGroup>
  );
}

/** For each assistant, the line that the user copies to connect the assistant. */
function ConnectRows({ workspace }: { readonly workspace: string }) {
  const { agents: strings } = useStrings();
  const folder = /^[\w/.:\\-]+$/.test(workspace) ? workspace : JSON.stringify(workspace);
  const command = `scenewright mcp --enable --workspace ${folder}`;
  const server = { command: 'scenewright', args: ['mcp', '--enable', '--workspace', workspace] };
  const lines = [
    { name: 'Claude Code', line: `claude mcp add scenewright -- ${command}` },
    { name: 'Codex', line: `codex mcp add scenewright -- ${command}` },
    { name: 'Cursor', line: JSON.stringify({ mcpServers: { scenewright: server } }) },
  ];
  return lines.map(({ name, line }) => (
    <SettingsRow key={name} label={name}>
      <CopiedLine line={line} label={strings.copyLine(name)} />
    </SettingsRow>
  ));
}

function CopiedLine({ line, label }: { readonly line: string; readonly label: string }) {
  const { agents: strings, actions } = useStrings();
  const toasts = useToast();
  const copy = () =>
    navigator.clipboard.writeText(line).then(
      () => toasts.show({ message: strings.copied, seconds: 2 }),
      () => toasts.show({ message: actions.clipboardRefused, detail: actions.clipboardRefusedHint, tone: 'warning' }),
    );
  return (
    <>
      <span className={`${styles.path} mono`}>{line}</span>
      <IconButton icon={Copy} label={label} size="sm" onClick={() => void copy()} />
    </>
  );
}

/** The keys with the time of their last use, and a field for a new key. A new key is shown only once. */
function KeyRows({ state }: { readonly state: AgentState }) {
  const { agents: strings } = useStrings();
  const { client } = useApi();
  const change = useChangeAgents();
  const [secret, setSecret] = useState<string | null>(null);
  const [addresses, setAddresses] = useState(false);
  const create = async (name: string) => {
    if (name.trim() === '') return;
    const created = await change(() => client.call('createAgentKey', { body: { name: name.trim(), addresses } }));
    setSecret(created?.secret ?? null);
    setAddresses(false);
  };
  const keys = state.keys.filter(({ revokedAt }) => revokedAt === null);
  return (
    <>
      {keys.map(({ id, name, local, lastUsedAt, addresses: isForAddresses }) => (
        <SettingsRow key={id} label={strings.key}>
          <span className={styles.text}>
            {strings.keyOf(
              name,
              local,
              lastUsedAt === null ? null : new Date(lastUsedAt).toLocaleString(strings.locale),
            )}
            {isForAddresses && ` · ${strings.mayUseAddresses}`}
          </span>
          <Button
            size="sm"
            variant="quiet"
            aria-label={strings.revokeOf(name)}
            onClick={() => void change(() => client.call('revokeAgentKey', { parameters: { key: id } }))}
          >
            {strings.revoke}
          </Button>
        </SettingsRow>
      ))}
      {state.http && (
        <>
          <SettingsRow label={strings.newKey}>
            <TextField
              size="sm"
              label={strings.newKeyName}
              placeholder={strings.newKeyName}
              value=""
              onCommit={(name) => void create(name)}
            />
          </SettingsRow>
          <SettingsRow label={strings.addresses}>
            <span className={styles.text}>{strings.addressesHint}</span>
            <Switch label={strings.allowAddresses} checked={addresses} onChange={setAddresses} />
          </SettingsRow>
        </>
      )}
      {secret !== null && (
        <>
          <SettingsRow label={strings.secret}>
            <CopiedLine line={secret} label={strings.copySecret} />
          </SettingsRow>
          <p className={styles.hint}>{strings.secretHint}</p>
        </>
      )}
    </>
  );
}

/** The last calls of assistants. */
function CallRows() {
  const { agents: strings } = useStrings();
  const { client } = useApi();
  const { data } = useQuery({
    queryKey: queryKeys.agentCalls,
    queryFn: ({ signal }) => client.call('listAgentCalls', { query: { limit: SHOWN_CALLS } as never, signal }),
    refetchOnMount: 'always',
  });
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const calls = data?.calls ?? [];
  if (calls.length === 0) return null;
  return (
    <SettingsRow label={strings.calls}>
      <ul className={styles.calls} aria-label={strings.calls}>
        {calls.map((call) => (
          <li key={call.id} className={styles.text}>
            {callText(call, strings)}
          </li>
        ))}
      </ul>
      <Button size="sm" variant="quiet" onClick={() => setOpen(true)}>
        {strings.showAllCalls}
      </Button>
      {isOpen && <AgentCallsDialog editor={null} onClose={close} onCompare={close} />}
    </SettingsRow>
  );
}

function callText(
  { at, author, tool, template, label, outcome }: AgentCall,
  strings: { readonly locale: string; readonly outcome: (code: string) => string },
): string {
  const time = new Date(at).toLocaleTimeString(strings.locale);
  return [time, author, tool, template, label, strings.outcome(outcome)].filter((part) => part !== null).join(' · ');
}
