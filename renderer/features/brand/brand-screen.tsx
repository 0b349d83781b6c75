import { Check, ChevronLeft, Download, FolderX, PackageOpen, Redo2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { ActionButton } from '#renderer/actions/use-actions.tsx';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { useProjects } from '#renderer/api/queries/use-projects.ts';
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
import { ColoursSection } from './sections/colours-section.tsx';
import { FontsSection } from './sections/fonts-section.tsx';
import { LogosSection } from './sections/logos-section.tsx';
import { MotionSection } from './sections/motion-section.tsx';
import { SoundSection } from './sections/sound-section.tsx';
import { type EditedBrand, useBrandKit } from './sections/use-brand-kit.ts';
import { useBrandUse } from './sections/use-brand-use.ts';
import { UseInDialog } from './sections/use-in-dialog.tsx';
import { UsedSection } from './sections/used-section.tsx';

const NO_COLOURS = [] as const;

/** The screen of a project's brand: colors, fonts, logos, motion, and sound. Each change is saved immediately. */
export function BrandScreen({ project }: { readonly project: string }) {
  const { brand: words } = useStrings();
  const edited = useBrandKit(project);
  const { data: projects } = useProjects();
  const name = projects?.find(({ uid }) => uid === project)?.name ?? '';
  const uses = useBrandUse(project, edited.kit?.colours ?? NO_COLOURS);
  const [isUsing, setUsing] = useState(false);
  const { kit, change, missing, error } = edited;
  if (kit === null)
    return error === null ? (
      <ScreenSkeleton />
    ) : (
      <PageFrame heading={words.title}>
        <EmptyState icon={FolderX} title={words.title} hint={problemText(error)}>
          <ActionButton action="app/projects" />
        </EmptyState>
      </PageFrame>
    );
  const parts = { project, kit, onChange: change };
  return (
    <PageFrame
      title={name === '' ? words.title : `${name} / ${words.title}`}
      start={
        <>
          <IconButton icon={ChevronLeft} label={words.back} onClick={() => history.back()} />
          <Mark />
          <span className={styles.crumb}>{name} /</span>
          <h1 className={styles.pageTitle}>{words.title}</h1>
          <SaveState edited={edited} />
        </>
      }
      end={<Tools edited={edited} name={name} onUse={() => setUsing(true)} />}
    >
      <div className={styles.page}>
        <div className={styles.column}>
          <ColoursSection {...parts} />
          <FontsSection {...parts} />
          <MotionSection {...parts} />
        </div>
        <div className={styles.column}>
          <LogosSection {...parts} missing={missing} />
          <SoundSection {...parts} missing={missing} />
          <UsedSection {...parts} uses={uses} />
        </div>
      </div>
      <UseInDialog project={project} open={isUsing} onClose={() => setUsing(false)} uses={uses} />
    </PageFrame>
  );
}

function SaveState({ edited: { isSaving } }: { readonly edited: EditedBrand }) {
  const { brand: words } = useStrings();
  return (
    <span className={styles.saved} role="status">
      {!isSaving && <Icon icon={Check} size={14} className={styles.good} />}
      {isSaving ? words.saving : words.saved}
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
  const { brand: words } = useStrings();
  const toast = useToast();
  const { kit, change, canUndo, canRedo, undo, redo } = edited;
  const importFile = async () => {
    const file = await pickBrandFile();
    if (file === null) return;
    const read = await readBrandFile(file, words);
    if (!read.ok) return void toast.show({ message: words.notImported(file.name), detail: read.error, tone: 'danger' });
    change(read.value);
    toast.show(words.imported(file.name));
  };
  return (
    <>
      <IconButton icon={Undo2} label={words.undo} keys="Mod+Z" disabled={!canUndo} onClick={undo} />
      <IconButton icon={Redo2} label={words.redo} keys="Shift+Mod+Z" disabled={!canRedo} onClick={redo} />
      <Button icon={PackageOpen} onClick={() => void importFile()}>
        {words.import}
      </Button>
      <Button icon={Download} onClick={() => kit !== null && exportBrand(kit, name)}>
        {words.export}
      </Button>
      <Button variant="primary" onClick={onUse}>
        {words.useIn}
      </Button>
    </>
  );
}
