import { clsx } from 'clsx';
import { Images, Pause, Play, Upload, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type AssetEntry, assetNamed } from '#renderer/api/client/asset-list.ts';
import { assetUrl, posterUrl } from '#renderer/api/client/media-urls.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useUploadStates } from '#renderer/api/queries/use-uploads.ts';
import { filesOfTransfer, pickFiles } from '#renderer/api/uploads/collect-files.ts';
import type { OfferedFile } from '#renderer/api/uploads/upload-table.ts';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { fileKindOf } from '#renderer/editor/file-kinds.ts';
import { useFileDrop } from '#renderer/project/file-drop.ts';
import { otherImageReason } from '#renderer/project/file-facts.ts';
import { type MediaKind, SourceList, SourcePicker } from '#renderer/project/source-picker.tsx';
import { useTakeFile } from '#renderer/project/taken-file.ts';
import { assetKindsOf } from '#renderer/project/variable-inputs.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Progress } from '#renderer/ui/display/progress.tsx';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import { nameKey } from '#shared/names/asset-name.ts';
import { isFontFile } from '#shared/template/value-types/text-types.ts';
import type { ControlProps } from './control-props.ts';
import styles from './media-control.module.css';
import { PhotoPicture } from './photo-picture.tsx';

/**
 * A control for an asset: the user drops a file, chooses a file from this machine, or selects an asset of the project.
 */
export function MediaControl(props: ControlProps) {
  const { field, label, invalid, disabled, onChange } = props;
  const { variables } = useStrings();
  const { variable, row } = field;
  const { value } = row;
  if (!variable.uses.some(({ source }) => source?.form === 'asset'))
    return (
      <SourcePicker
        value={value === null || value === '' ? null : { kind: 'url', url: value }}
        kinds="url"
        label={label}
        placeholder={variables.unneeded}
        invalid={invalid}
        disabled={disabled}
        onChange={(source) => onChange(source.kind === 'url' ? source.url : source.name)}
      />
    );
  return <AssetControl {...props} />;
}

function AssetControl(props: ControlProps) {
  const { field, label, disabled, onChange, onCut } = props;
  const { fillIn: strings, timeline } = useStrings();
  const project = useEditorValue(({ document }) => document.state.project);
  const { data: assets } = useAssets(project);
  const shows = useMemo(() => assetKindsOf(field.variable), [field.variable]);
  const fileUpload = useTakeFile(project, onChange);
  const [problem, setProblem] = useState<string | null>(null);
  const kind = requestedKind(shows[0]);
  const offerFile = async (offered: OfferedFile | undefined) => {
    if (offered === undefined) return;
    const { file } = offered;
    const reason = await otherImageReason(file);
    const fileKind = isFontFile(file.name) ? 'font' : fileKindOf(file);
    const isUsable = reason === null && shows.some((each) => each === fileKind);
    setProblem(isUsable ? null : reason === null ? strings.unsuitable[kind] : strings.fileIs(file.name, reason));
    if (isUsable) fileUpload.take(offered);
  };
  const drop = useFileDrop((transfer) => {
    if (!disabled) void filesOfTransfer(transfer).then(([first]) => offerFile(first));
  });
  const value = field.row.value ?? '';
  const asset = value === '' ? undefined : assetNamed(assets, value);
  const isUploading = useUploadStates(project).get(nameKey(value)) === 'uploading';
  const isRequired = field.variable.declaration?.required === true;
  const fault = problem ?? fileUpload.fault;
  return (
    <div className={clsx(styles.media, drop.isOver && styles.over)} {...drop.handlers} data-takes-drops="">
      {asset !== undefined && kind === 'image' && (
        <PhotoPicture
          key={asset.etag}
          project={project}
          asset={asset}
          label={label}
          cutting={field.cutting}
          disabled={disabled}
          onCut={onCut}
        />
      )}
      {asset !== undefined && kind === 'video' && <VideoPicture key={asset.etag} project={project} asset={asset} />}
      {asset === undefined && value !== '' && assets !== undefined && (
        <p className={isUploading ? styles.hint : styles.missing}>
          {isUploading ? timeline.uploading : strings.fileMissing(value)}
        </p>
      )}
      {value === '' && fileUpload.name === null && (
        <p className={styles.hint}>{drop.isOver ? strings.letGo : strings.dropHere[kind]}</p>
      )}
      {fileUpload.name !== null && (
        <div className={styles.coming}>
          <FileName name={fileUpload.name} className={styles.name} />
          <Progress value={fileUpload.share} label={strings.comes(fileUpload.name)} className={styles.bar} />
        </div>
      )}
      <div className={styles.line}>
        {asset !== undefined && kind === 'audio' && (
          <SoundPicture key={asset.etag} project={project} asset={asset} label={label} />
        )}
        {value !== '' && <FileName name={value} className={styles.name} />}
        <span className={styles.space} />
        <Button
          size="sm"
          icon={Upload}
          disabled={disabled}
          aria-label={strings.fromMachine(label)}
          onClick={() => void pickFiles({ multiple: false }).then(([first]) => offerFile(first))}
        >
          {strings.upload}
        </Button>
        <ChooseButton {...props} shows={shows} />
        {value !== '' && !isRequired && (
          <IconButton
            icon={X}
            size="sm"
            iconSize={14}
            label={strings.remove(label)}
            disabled={disabled}
            onClick={() => onChange('')}
          />
        )}
      </div>
      {fault !== null && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}

/** Returns the media kind that the form names in its texts. */
function requestedKind(kind: MediaKind | undefined): Exclude<MediaKind, 'other'> {
  return kind === undefined || kind === 'other' ? 'video' : kind;
}

function ChooseButton({
  field,
  label,
  disabled,
  onChange,
  shows,
}: ControlProps & { readonly shows: ReturnType<typeof assetKindsOf> }) {
  const { fillIn: strings } = useStrings();
  const [open, setOpen] = useState(false);
  const { value } = field.row;
  return (
    <Popover
      label={strings.ofProject(label)}
      open={open}
      onOpenChange={(next) => setOpen(next && !disabled)}
      align="end"
      flush
      trigger={
        <Button size="sm" icon={Images} disabled={disabled} aria-label={strings.ofProject(label)}>
          {strings.choose}
        </Button>
      }
    >
      <SourceList
        value={value === null || value === '' ? null : { kind: 'asset', name: value }}
        kinds="asset"
        shows={shows}
        onChoose={(source) => {
          setOpen(false);
          if (source.kind === 'asset') onChange(source.name);
        }}
      />
    </Popover>
  );
}

/** The width of the picture in device pixels: twice the width of the form in CSS pixels. */
const WIDTH = 720;

/** A frame of a video, so that the user recognizes the video. */
function VideoPicture({ project, asset }: { readonly project: string; readonly asset: AssetEntry }) {
  const { name, etag } = asset;
  return (
    <div className={styles.picture}>
      <img
        className={styles.whole}
        src={posterUrl(project, { kind: 'asset', name, etag }, { width: WIDTH })}
        alt=""
        draggable={false}
      />
    </div>
  );
}

export interface SoundPictureProps {
  readonly project: string;
  readonly asset: AssetEntry;
  readonly label: string;
}

/** A sound with a play button. */
function SoundPicture({ project, asset, label }: SoundPictureProps) {
  const { fillIn: strings } = useStrings();
  const [playing, setPlaying] = useState(false);
  const player = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const element = player.current;
    return () => element?.pause();
  }, []);
  const toggle = () => {
    if (playing) player.current?.pause();
    else void player.current?.play().catch(() => setPlaying(false));
  };
  return (
    <>
      <IconButton
        icon={playing ? Pause : Play}
        filled
        size="sm"
        label={playing ? strings.stop(label) : strings.play(label)}
        onClick={toggle}
      />
      {/* biome-ignore lint/a11y/useMediaCaption: a preview of a sound has no captions */}
      <audio
        ref={player}
        src={assetUrl(project, asset.name)}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
      />
    </>
  );
}
