import { clsx } from 'clsx';
import { CircleCheck, CircleX, FolderOpen, Images, Unlink, Upload } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { problemText, problemWords } from '#renderer/api/client/problem-words.ts';
import { useUploads } from '#renderer/api/queries/use-uploads.ts';
import { filesOfTransfer, pickFiles } from '#renderer/api/uploads/collect-files.ts';
import type { OfferedFile } from '#renderer/api/uploads/upload-table.ts';
import { useFileDrop } from '#renderer/project/file-drop.ts';
import { UploadItem } from '#renderer/project/upload-item.tsx';
import { rememberMode } from '#renderer/shell/window/use-editor-layout.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { formatSize } from '#renderer/ui/format/size.ts';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { nameKey } from '#shared/names/asset-name.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';
import { matchMedia, type NeededMedia } from './match-media.ts';
import { nameOfFile, saveTemplateFile } from './open-template-file.ts';
import styles from './open-with.module.css';
import { readOpened } from './read-opened.ts';
import { type TargetChoice, useTarget } from './use-target.ts';

/** A saved template whose media is still being uploaded. */
export interface TemplateAwaitingMedia {
  readonly project: string;
  readonly template: string;
  readonly names: readonly string[];
}

export interface OpenWithProps {
  readonly file: File;
  readonly bytes: Uint8Array;
  /** The files that were opened with the template. */
  readonly companionFiles: readonly OfferedFile[];
  readonly onClose: () => void;
}

/**
 * The dialog for opening a template from this machine. It asks for the project and the media, uploads them, and opens
 * the editor. For an invalid template, it shows the errors.
 */
export function OpenWithDialog({ file, bytes, companionFiles, onClose }: OpenWithProps) {
  const { openWith: strings } = useStrings();
  const read = useMemo(() => readOpened(bytes), [bytes]);
  const [uploading, setUploading] = useState<TemplateAwaitingMedia | null>(null);
  const common = { title: strings.title(file.name), name: nameOfFile(file.name), onClose };
  if (uploading !== null) return <UploadingMedia {...common} {...uploading} />;
  if (read.kind === 'broken') return <BrokenFile {...common} problems={read.problems} text={read.text} />;
  return (
    <GoodFile
      {...common}
      bytes={bytes}
      sources={read.sources}
      companionFiles={companionFiles}
      onUploading={setUploading}
    />
  );
}

export interface UploadingMediaProps extends TemplateAwaitingMedia {
  readonly title: string;
  readonly onClose: () => void;
}

/** The uploads of a saved template. The template opens when all uploads are done, or earlier at the user's request. */
function UploadingMedia({ title, project, template, names, onClose }: UploadingMediaProps) {
  const { openWith: strings } = useStrings();
  const { go } = useNavigation();
  const rows = useUploads(project).filter(({ name }) => names.includes(name));
  const isDone = rows.every(({ phase }) => phase.type === 'done');
  useEffect(() => {
    if (!isDone) return;
    go({ screen: 'project', project, template });
    onClose();
  });
  const open = () => {
    go({ screen: 'project', project, template });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={open}
      title={title}
      description={strings.uploading}
      footer={
        <Button variant="primary" onClick={open}>
          {strings.openNow}
        </Button>
      }
    >
      <ul className={styles.uploads} aria-label={strings.media}>
        {rows.map((row) => (
          <UploadItem key={row.id} row={row} clashes={0} />
        ))}
      </ul>
    </Dialog>
  );
}

export interface BrokenFileProps {
  readonly title: string;
  readonly name: string;
  readonly problems: readonly Problem[];
  readonly text: string | null;
  readonly onClose: () => void;
}

const most = 20;

/** The errors of an invalid template with their positions. The user can fix the text in the XML view. */
function BrokenFile({ title, name, problems, text, onClose }: BrokenFileProps) {
  const { openWith: strings, kit } = useStrings();
  const api = useApi();
  const { go } = useNavigation();
  const target = useTarget(name);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const open = async () => {
    if (busy || text === null) return;
    setBusy(true);
    try {
      const saved = await saveTemplateFile(api, target.target, { name, body: text, keepsErrors: true });
      rememberMode('xml');
      go({ screen: 'project', ...saved });
      onClose();
    } catch (error) {
      setProblem(problemText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={strings.broken(problems.length)}
      onSubmit={() => void open()}
      footer={
        <>
          <Button onClick={onClose}>{kit.cancel}</Button>
          {text !== null && (
            <Button type="submit" variant="primary" busy={busy}>
              {strings.fix}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        <ul className={styles.problems} aria-label={strings.problems}>
          {problems.slice(0, most).map((problem, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <li key={index}>
              <Icon icon={CircleX} size={14} />
              <span>
                {problem.line !== null && problem.column !== null && (
                  <span className={`${styles.place} tabular`}>{strings.place(problem.line, problem.column)}</span>
                )}{' '}
                {say(problem).replaceAll('`', '')}
              </span>
            </li>
          ))}
        </ul>
        {problems.length > most && <p className={styles.hint}>{strings.more(problems.length - most)}</p>}
        {text === null ? (
          <p className={styles.hint}>{strings.noText}</p>
        ) : (
          <>
            <TargetField target={target} name={name} />
            <p className={styles.hint}>{strings.fixHint}</p>
          </>
        )}
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}

const NEW_PROJECT = ' new';

/** A field that selects the project of the template. */
function TargetField({ target, name }: { readonly target: TargetChoice; readonly name: string }) {
  const { openWith: strings } = useStrings();
  return (
    <Field label={strings.project}>
      <Select
        value={target.chosen ?? NEW_PROJECT}
        onChange={(value) => target.choose(value === NEW_PROJECT ? null : value)}
        options={[
          { value: NEW_PROJECT, label: strings.newProject(name) },
          ...target.projects.map((project) => ({ value: project.uid, label: project.name })),
        ]}
      />
    </Field>
  );
}

export interface GoodFileProps {
  readonly title: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly sources: readonly MediaSource[];
  readonly companionFiles: readonly OfferedFile[];
  readonly onUploading: (uploading: TemplateAwaitingMedia) => void;
  readonly onClose: () => void;
}

/** The form for a valid template, with its target project and the sources of its media. */
function GoodFile({ title, name, bytes, sources, companionFiles, onUploading, onClose }: GoodFileProps) {
  const { openWith: strings, kit } = useStrings();
  const api = useApi();
  const { go } = useNavigation();
  const target = useTarget(name);
  const [files, setFiles] = useState(companionFiles);
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
      const uploadedNames = media.flatMap(({ name: asset, from }) => {
        if (from.kind !== 'file') return [];
        api.uploads.replace(saved.project, asset, from.offered);
        return [asset];
      });
      if (uploadedNames.length > 0) return onUploading({ ...saved, names: uploadedNames });
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
            {missing > 0 ? strings.missing(missing) : ''}
          </span>
          <Button onClick={onClose}>{kit.cancel}</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={!target.isKnown}>
            {missing > 0 ? strings.openAnyway : strings.open}
          </Button>
        </>
      }
    >
      <div className={clsx(styles.body, drop.isOver && styles.over)} {...drop.handlers}>
        <TargetField target={target} name={name} />
        {media.length > 0 && (
          <section className={styles.section} aria-label={strings.media}>
            <header className={styles.head}>
              <h3>{strings.media}</h3>
              <Button size="sm" icon={Images} onClick={() => add(pickFiles({ multiple: true }))}>
                {strings.chooseFiles}
              </Button>
              <Button size="sm" icon={FolderOpen} onClick={() => add(pickFolder())}>
                {strings.chooseFolder}
              </Button>
            </header>
            <MediaList media={media} onChoose={(asset) => void choose(asset)} />
          </section>
        )}
        <p className={styles.hint}>
          {[media.length === 0 ? strings.noMedia : strings.byName, remote > 0 ? strings.remote(remote) : ''].join(' ')}
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

/**
 * Asks for a folder and returns its files, including files in subfolders; an empty list if the user cancels. Call it in
 * a click handler.
 */
function pickFolder(): Promise<readonly OfferedFile[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.webkitdirectory = true;
    input.addEventListener('change', () => resolve([...(input.files ?? [])].map((file) => ({ file, handle: null }))));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}

export interface MediaListProps {
  readonly media: readonly NeededMedia[];
  /** Asks the user for a file to upload for an asset. */
  readonly onChoose: (name: string) => void;
}

const icons = { project: CircleCheck, file: Upload, missing: Unlink } as const;

/** The list of assets that a template names. Each exists, will be uploaded, or is missing. */
function MediaList({ media, onChoose }: MediaListProps) {
  const { openWith: strings } = useStrings();
  const labelOf = ({ from }: NeededMedia): string => {
    switch (from.kind) {
      case 'project':
        return strings.there;
      case 'file':
        return strings.uploads(formatSize(from.offered.file.size));
      case 'missing':
        return strings.isMissing;
    }
  };
  return (
    <ul className={styles.list} aria-label={strings.media}>
      {media.map((each) => {
        const { name, from } = each;
        return (
          <li key={name} data-from={from.kind}>
            <Icon icon={icons[from.kind]} size={14} className={styles[from.kind]} />
            <FileName name={name} className={styles.name} />
            <span className={`${styles.state} tabular`}>{labelOf(each)}</span>
            {from.kind !== 'project' && (
              <Button size="sm" variant="quiet" aria-label={strings.chooseFor(name)} onClick={() => onChoose(name)}>
                {strings.choose}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
