import { Check, ChevronLeft } from 'lucide-react';
import { Mark } from '../../app/mark.tsx';
import { PageFrame } from '../../app/page-frame.tsx';
import { useStrings } from '../../strings/use-strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ApiSection } from './api-section.tsx';
import { FfmpegSection } from './ffmpeg-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { LookSection } from './look-section.tsx';
import { ClustersSection, StoresSection } from './secrets-sections.tsx';
import styles from './settings.module.css';
import { type GroupName, groupIcons } from './settings-group.tsx';
import { StorageSection } from './storage-section.tsx';
import { WorkspaceSection } from './workspace-section.tsx';

const names = Object.keys(groupIcons).filter((name): name is GroupName => name in groupIcons);

/** Everything that can be set, on one page; kept as it is changed. */
export function SettingsScreen() {
  const { settings: words } = useStrings();
  return (
    <PageFrame
      start={
        <>
          <IconButton icon={ChevronLeft} label={words.back} onClick={() => history.back()} />
          <Mark />
          <h1 className={styles.pageTitle}>{words.title}</h1>
        </>
      }
      end={
        <span className={styles.saved}>
          <Icon icon={Check} size={14} className={styles.good} />
          {words.savedAsYouGo}
        </span>
      }
    >
      <div className={styles.page}>
        <nav aria-label={words.sections} className={styles.nav}>
          {names.map((name) => (
            <button key={name} type="button" onClick={() => goTo(name)}>
              <Icon icon={groupIcons[name]} />
              {words[name]}
            </button>
          ))}
        </nav>
        <div className={styles.columns}>
          <div className={styles.column}>
            <WorkspaceSection />
            <StorageSection />
            <ApiSection />
            <ClustersSection />
            <StoresSection />
          </div>
          <div className={styles.column}>
            <FfmpegSection />
            <LookSection />
            <KeysSection />
          </div>
        </div>
      </div>
    </PageFrame>
  );
}

function goTo(name: GroupName): void {
  const group = document.getElementById(`settings-${name}`);
  group?.scrollIntoView({ block: 'start', behavior: 'smooth' });
  group?.focus({ preventScroll: true });
}
