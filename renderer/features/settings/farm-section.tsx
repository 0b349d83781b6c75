import { ServerCog } from 'lucide-react';
import { type FarmSettings, useFarmSettings } from '#renderer/api/queries/use-farm.ts';
import { LoadFallback } from '#renderer/shell/frame/load-fallback.tsx';
import { useDesktop, useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { FarmForm } from './farm-form.tsx';
import styles from './farm-section.module.css';
import shared from './settings.module.css';
import { SettingsGroup, SettingsRow } from './settings-group.tsx';

/** The settings for the queue of the workers, and for the store that they share with this service. */
export function FarmSection() {
  const { farm: strings, settings: settingsWords } = useStrings();
  const { go } = useNavigation();
  const query = useFarmSettings();
  const { data } = query;
  return (
    <SettingsGroup
      name="farm"
      title={settingsWords.farm}
      end={
        <Button variant="quiet" size="sm" icon={ServerCog} onClick={() => go({ screen: 'farm' })}>
          {strings.workers}
        </Button>
      }
    >
      {data === undefined ? (
        <LoadFallback query={query} title={strings.failed}>
          <Skeleton height={150} />
        </LoadFallback>
      ) : (
        <>
          {data.takesEffect === 'at-next-start' && <Pending />}
          {data.changeable ? <FarmForm settings={data} /> : <GivenFarm settings={data} />}
        </>
      )}
    </SettingsGroup>
  );
}

/** A note that saved settings take effect at the next start. */
function Pending() {
  const { farm } = useStrings();
  const { form: words } = farm;
  const desktop = useDesktop();
  return (
    <div role="status" className={styles.pending}>
      <p>
        {words.pending} {desktop === null && words.restartByHand}
      </p>
      {desktop !== null && (
        <Button size="sm" onClick={() => void desktop.restartService()}>
          {words.restart}
        </Button>
      )}
    </div>
  );
}

/** Settings from the start options of the service, which cannot be changed here. */
function GivenFarm({ settings: { farm: set, from } }: { readonly settings: FarmSettings }) {
  const { farm } = useStrings();
  const { form: words } = farm;
  const withSecretNote = (text: string, isStored: boolean | undefined, secretLabel: string) =>
    isStored === true ? `${text} · ${secretLabel}` : text;
  return (
    <>
      {set !== null && (
        <>
          <SettingsRow label={words.queue}>
            <span className={`${shared.path} mono`}>{set.queue}</span>
          </SettingsRow>
          {(set.username !== null || set.hasPassword) && (
            <SettingsRow label={words.username}>
              <span className={shared.text}>
                {withSecretNote(set.username ?? farm.none, set.hasPassword, words.hasPassword)}
              </span>
            </SettingsRow>
          )}
          <SettingsRow label={words.store}>
            <span className={`${shared.path} mono`}>{withSecretNote(set.store, set.hasKeys, words.hasKeys)}</span>
          </SettingsRow>
          {set.endpoint !== null && (
            <SettingsRow label={words.endpoint}>
              <span className={`${shared.path} mono`}>{set.endpoint}</span>
            </SettingsRow>
          )}
          {set.region !== null && (
            <SettingsRow label={words.region}>
              <span className={shared.text}>{set.region}</span>
            </SettingsRow>
          )}
        </>
      )}
      {from !== null && <p className={shared.hint}>{words.given[from]}</p>}
    </>
  );
}
