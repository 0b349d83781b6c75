import type { LucideIcon } from 'lucide-react';
import {
  Bot,
  Cloud,
  Film,
  Folder,
  HardDrive,
  Image,
  Keyboard,
  Network,
  Palette,
  Server,
  ServerCog,
  Type,
} from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './settings.module.css';

/** The icons of the sections, in page order. */
export const groupIcons = {
  workspace: Folder,
  storage: HardDrive,
  api: Network,
  agents: Bot,
  farm: ServerCog,
  clusters: Server,
  stores: Cloud,
  ffmpeg: Film,
  fonts: Type,
  look: Palette,
  photos: Image,
  keys: Keyboard,
} as const satisfies Record<string, LucideIcon>;
export type GroupName = keyof typeof groupIcons;

export function groupId(name: GroupName): string {
  return `settings-${name}`;
}

export interface SettingsGroupProps {
  readonly name: GroupName;
  readonly title: string;
  /** Content beside the title. */
  readonly mark?: ReactNode;
  /** Content at the end of the title. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

/** A section of the settings with its title. */
export function SettingsGroup({ name, title, mark, end, children }: SettingsGroupProps) {
  return (
    <section id={groupId(name)} aria-labelledby={`settings-${name}-title`} tabIndex={-1} className={styles.group}>
      <header className={styles.head}>
        <h2 id={`settings-${name}-title`} className={styles.title}>
          {title}
        </h2>
        {mark}
        <span className={styles.space} />
        {end}
      </header>
      {children}
    </section>
  );
}

/** A setting with its name and its control. */
export function SettingsRow({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.row}>
      <span className={styles.label}>{label}</span>
      <div className={styles.value}>{children}</div>
    </div>
  );
}
