import { clsx } from 'clsx';
import { FolderOpen, Images } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { filesOfTransfer, pickFiles } from '#renderer/api/uploads/collect-files.ts';
import type { OfferedFile } from '#renderer/api/uploads/upload-ledger.ts';
import { useFileDrop } from '#renderer/common/sources/use-file-drop.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { nameKey } from '#shared/names/asset-name.ts';
import type { MediaSource } from '#shared/template/movie/media-source.ts';
import { matchMedia } from './match-media.ts';
import { MediaList } from './media-list.tsx';
import type { OnItsWay } from './on-its-way.ts';
import { saveTemplateFile } from './open-template-file.ts';
import styles from './open-with.module.css';
import { pickFolder } from './pick-folder.ts';
import { TargetField } from './target-field.tsx';
import { useTarget } from './use-target.ts';

export interface GoodFileProps {
  readonly title: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly sources: readonly MediaSource[];
  readonly beside: readonly OfferedFile[];
  readonly onUploading: (uploading: OnItsWay) => void;
  readonly onClose: () => void;
}

/** A template that can be opened: which project, and where its media is. */
export function GoodFile({ title, name, bytes, sources, beside, onUploading, onClose }: GoodFileProps) {
  const { openWith: words, kit } = useStrings();
  const api = useApi();
  const { go } = useNavigation();
  const target = useTarget(name);
  const [files, setFiles] = useState(beside);
  const [chosen, setChosen] = useState<ReadonlyMap<string, OfferedFile>>(new Map());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const media = matchMedia(sources, { assets: target.assets, files, chosen });
  const missing = media.filter(({ from }) => from.kind === 'missing').length;
  const remote = sources.filter(({ kind }) => kind === 'url').length;
  const add = (more: Promise<readonly OfferedFile[]>) => void more.then((some) => setFiles((all) => [...some, ...all]));
  const drop = useFileDrop((transfer) => add(filesOfTransfer(transfer)));
  const choose = async (asset: string) => {
    const [offered] = await pickFiles({ multiple: false });
    if (offered !== undefined) setChosen((all) => new Map([...all, [nameKey(asset), offered]]));
  };
  const open = async () => {
    if (busy || !target.isKnown) return;
    setBusy(true);
    setProblem(null);
    try {
      const saved = await saveTemplateFile(api, target.target, { name, body: bytes });
      const sent = media.flatMap(({ name: asset, from }) => {
        if (from.kind !== 'file') return [];
        api.uploads.replace(saved.project, asset, from.offered);
        return [asset];
      });
      if (sent.length > 0) return onUploading({ ...saved, names: sent });
      go({ screen: 'project', ...saved });
      onClose();
    } catch (error) {
      const { title: what, detail } = problemWords(error);
      setProblem(`${what}. ${detail}`);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      onSubmit={() => void open()}
      footer={
        <>
          <span className={styles.note} role="status">
            {missing > 0 ? words.missing(missing) : ''}
          </span>
          <Button onClick={onClose}>{kit.cancel}</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={!target.isKnown}>
            {missing > 0 ? words.openAnyway : words.open}
          </Button>
        </>
      }
    >
      <div className={clsx(styles.body, drop.isOver && styles.over)} {...drop.handlers}>
        <TargetField target={target} name={name} />
        {media.length > 0 && (
          <section className={styles.section} aria-label={words.media}>
            <header className={styles.head}>
              <h3>{words.media}</h3>
              <Button size="sm" icon={Images} onClick={() => add(pickFiles({ multiple: true }))}>
                {words.chooseFiles}
              </Button>
              <Button size="sm" icon={FolderOpen} onClick={() => add(pickFolder())}>
                {words.chooseFolder}
              </Button>
            </header>
            <MediaList media={media} onChoose={(asset) => void choose(asset)} />
          </section>
        )}
        <p className={styles.hint}>
          {[media.length === 0 ? words.noMedia : words.byName, remote > 0 ? words.remote(remote) : ''].join(' ')}
        </p>
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
