import { ChevronDown, FolderOpen, Pause, Play, RotateCcw, ShieldCheck, X } from 'lucide-react';
import { useApi } from '#renderer/api/api-context.tsx';
import { pickFiles } from '#renderer/api/uploads/collect-files.ts';
import { canPause, type UploadRow } from '#renderer/api/uploads/upload-row.ts';
import type { ClashChoice } from '#renderer/api/uploads/uploads.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';

/** What can be done with an upload as it is now. */
export function UploadButtons({ row, clashes }: { readonly row: UploadRow; readonly clashes: number }) {
  const { uploads } = useApi();
  const { uploads: words } = useStrings().assets;
  const { id, phase, name } = row;
  // Of many rows, each button says which file it is about.
  const named = (label: string) => `${label}: ${name}`;
  const small = { size: 'sm', iconSize: 14 } as const;
  if (phase.type === 'done') {
    return <IconButton {...small} icon={X} label={named(words.dismiss)} onClick={() => uploads.dismiss(id)} />;
  }
  if (phase.type === 'conflict') return <ClashMenu id={id} label={named(words.choose)} clashes={clashes} />;
  const resume = () => void uploads.resume(id);
  const choose = () =>
    void pickFiles({ multiple: false }).then(([offered]) => offered && uploads.provideFile(id, offered));
  const isAllowed = phase.type === 'waiting' && phase.reason === 'permission';
  return (
    <>
      {canPause(phase) && (
        <IconButton {...small} icon={Pause} label={named(words.pause)} onClick={() => void uploads.pause(id)} />
      )}
      {phase.type === 'paused' && <IconButton {...small} icon={Play} label={named(words.resume)} onClick={resume} />}
      {phase.type === 'failed' && (
        <IconButton {...small} icon={RotateCcw} label={named(words.retry)} onClick={resume} />
      )}
      {isAllowed && <IconButton {...small} icon={ShieldCheck} label={named(words.allow)} onClick={resume} />}
      {phase.type === 'waiting' && (
        <IconButton {...small} icon={FolderOpen} label={named(words.chooseFile)} onClick={choose} />
      )}
      {phase.type !== 'cancelling' && phase.type !== 'finishing' && (
        <IconButton {...small} icon={X} label={named(words.cancel)} onClick={() => void uploads.cancel(id)} />
      )}
    </>
  );
}

interface ClashMenuProps {
  readonly id: string;
  readonly label: string;
  readonly clashes: number;
}

function ClashMenu({ id, label: name, clashes }: ClashMenuProps) {
  const { uploads } = useApi();
  const { uploads: words } = useStrings().assets;
  const choices = [
    ['replace', words.replace],
    ['keep-both', words.keepBoth],
    ['skip', words.skip],
  ] as const satisfies readonly (readonly [ClashChoice, string])[];
  const entries = (all: boolean): readonly MenuEntry[] =>
    choices.map(([choice, label]) => ({
      kind: 'command',
      id: `${choice}${all ? '-all' : ''}`,
      label,
      run: () => void uploads.choose(id, choice, all),
    }));
  const forAll: readonly MenuEntry[] =
    clashes > 1 ? [{ kind: 'heading', id: 'all', label: words.forAll(clashes) }, ...entries(true)] : [];
  return (
    <Menu
      trigger={<IconButton size="sm" iconSize={14} icon={ChevronDown} label={name} variant="plain" />}
      align="end"
      entries={[...entries(false), ...forAll]}
    />
  );
}
