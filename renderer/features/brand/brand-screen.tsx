import { Check, ChevronLeft, Download, FolderX, PackageOpen } from 'lucide-react';
import { useState } from 'react';
import { ActionButton } from '#renderer/actions/use-actions.tsx';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { useProjects } from '#renderer/api/queries/use-projects.ts';
import { UndoButtons } from '#renderer/project/undo-buttons.tsx';
import { Mark } from '#renderer/shell/frame/mark.tsx';
import { PageFrame } from '#renderer/shell/frame/page-frame.tsx';
import { ScreenSkeleton } from '#renderer/shell/frame/screen-skeleton.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import styles from './sections/brand.module.css';
import { exportBrand, pickBrandFile, readBrandFile } from './sections/brand-file.ts';
import { CheckSection } from './sections/check-section.tsx';
import { ColorsSection } from './sections/colors-section.tsx';
import { FontsSection } from './sections/fonts-section.tsx';
import { LogosSection } from './sections/logos-section.tsx';
import { MotionSection } from './sections/motion-section.tsx';
import { SoundSection } from './sections/sound-section.tsx';
import { type EditedBrand, useBrandKit } from './sections/use-brand-kit.ts';
import { useBrandUse } from './sections/use-brand-use.ts';
import { UseInDialog } from './sections/use-in-dialog.tsx';
import { UsedSection } from './sections/used-section.tsx';

const NO_COLORS = [] as const;

/** The screen of a project's brand: colors, fonts, logos, motion, and sound. Each change is saved immediately. */
export function BrandScreen({ project }: { readonly project: string }) {
  const { brand: strings } = useStrings();
  const edited = useBrandKit(project);
  const { data: projects } = useProjects();
  const name = projects?.find(({ uid }) => uid === project)?.name ?? '';
  const uses = useBrandUse(project, edited.kit?.colours ?? NO_COLORS);
  const [isUsing, setUsing] = useState(false);
  const { kit, change, missing, error } = edited;
  if (kit === null)
    return error === null ? (
      <ScreenSkeleton />
    ) : (
      <PageFrame heading={strings.title}>
        <EmptyState icon={FolderX} title={strings.title} hint={problemText(error)}>
          <ActionButton action="app/projects" />
        </EmptyState>
      </PageFrame>
    );
  const parts = { project, kit, onChange: change };
  return (
    <PageFrame
      title={name === '' ? strings.title : `${name} / ${strings.title}`}
      start={
        <>
          <IconButton icon={ChevronLeft} label={strings.back} onClick={() => history.back()} />
          <Mark />
          <span className={styles.crumb}>{name} /</span>
          <h1 className={styles.pageTitle}>{strings.title}</h1>
          <SaveState edited={edited} />
        </>
      }
      end={<Tools edited={edited} name={name} onUse={() => setUsing(true)} />}
    >
      <div className={styles.page}>
        <div className={styles.column}>
          <ColorsSection {...parts} />
          <FontsSection {...parts} />
          <MotionSection {...parts} />
        </div>
        <div className={styles.column}>
          <LogosSection {...parts} missing={missing} />
          <SoundSection {...parts} missing={missing} />
          <CheckSection {...parts} />
          <UsedSection {...parts} uses={uses} />
        </div>
      </div>
      <UseInDialog project={project} open={isUsing} onClose={() => setUsing(false)} uses={uses} />
    </PageFrame>
  );
}

function SaveState({ edited: { isSaving } }: { readonly edited: EditedBrand }) {
  const { brand: strings } = useStrings();
  return (
    <span className={styles.saved} role="status">
      {!isSaving && <Icon icon={Check} size={14} className={styles.good} />}
      {isSaving ? strings.saving : strings.saved}
    </span>
  );
}

interface ToolsProps {
  readonly edited: EditedBrand;
  /** The name of the project. */
  readonly name: string;
  readonly onUse: () => void;
}

function Tools({ edited, name, onUse }: ToolsProps) {
  const { brand: strings } = useStrings();
  const toast = useToast();
  const { kit, change } = edited;
  const importFile = async () => {
    const file = await pickBrandFile();
    if (file === null) return;
    const read = await readBrandFile(file, strings);
    if (!read.ok)
      return void toast.show({ message: strings.notImported(file.name), detail: read.error, tone: 'danger' });
    change(read.value);
    toast.show(strings.imported(file.name));
  };
  return (
    <>
      <UndoButtons {...edited} />
      <Button icon={PackageOpen} onClick={() => void importFile()}>
        {strings.import}
      </Button>
      <Button icon={Download} onClick={() => kit !== null && exportBrand(kit, name)}>
        {strings.export}
      </Button>
      <Button variant="primary" onClick={onUse}>
        {strings.useIn}
      </Button>
    </>
  );
}
