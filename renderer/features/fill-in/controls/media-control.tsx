import { clsx } from 'clsx';
import { Images, Upload, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { assetNamed } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useComing } from '#renderer/api/queries/use-uploads.ts';
import { filesOfTransfer, pickFiles } from '#renderer/api/uploads/collect-files.ts';
import type { OfferedFile } from '#renderer/api/uploads/upload-ledger.ts';
import { fileKindOf } from '#renderer/common/inserting/file-things.ts';
import { otherImageReason } from '#renderer/common/sources/file-facts.ts';
import { type ShownKind, SourceList } from '#renderer/common/sources/source-list.tsx';
import { SourcePicker } from '#renderer/common/sources/source-picker.tsx';
import { useFileDrop } from '#renderer/common/sources/use-file-drop.ts';
import { useTakeFile } from '#renderer/common/uploads/use-take-file.ts';
import { assetKindsOf } from '#renderer/common/values/asked.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
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
import { SoundPicture } from './sound-picture.tsx';
import { VideoPicture } from './video-picture.tsx';

/** A file of the project: dropped, taken from this machine, or one of those that are there. */
export function MediaControl(props: ControlProps) {
  const { field, label, invalid, disabled, onChange, onCut } = props;
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
  return (
    <AssetControl
      {...props}
      onChange={(name) => {
        onChange(name);
        // Another photo is cut anew: what was cut of the last one says nothing of it.
        onCut(null);
      }}
    />
  );
}

function AssetControl(props: ControlProps) {
  const { field, label, disabled, onChange, onCut } = props;
  const { fillIn: words, timeline } = useStrings();
  const project = useEditor((state) => state.project);
  const { data: assets } = useAssets(project);
  const shows = useMemo(() => assetKindsOf(field.variable), [field.variable]);
  const taken = useTakeFile(project, onChange);
  const [refused, setRefused] = useState<string | null>(null);
  const kind = wantedKind(shows[0]);
  const offer = async (offered: OfferedFile | undefined) => {
    if (offered === undefined) return;
    const { file } = offered;
    const why = await otherImageReason(file);
    const given = isFontFile(file.name) ? 'font' : fileKindOf(file);
    const isWanted = why === null && shows.some((each) => each === given);
    setRefused(isWanted ? null : why === null ? words.notWanted[kind] : words.fileIs(file.name, why));
    if (isWanted) taken.take(offered);
  };
  const drop = useFileDrop((transfer) => {
    if (!disabled) void filesOfTransfer(transfer).then(([first]) => offer(first));
  });
  const value = field.row.value ?? '';
  const asset = value === '' ? undefined : assetNamed(assets, value);
  const isUploading = useComing(project).get(nameKey(value)) === 'uploading';
  const isRequired = field.variable.declaration?.required === true;
  const fault = refused ?? taken.fault;
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
          {isUploading ? timeline.uploading : words.fileMissing(value)}
        </p>
      )}
      {value === '' && taken.name === null && (
        <p className={styles.hint}>{drop.isOver ? words.letGo : words.dropHere[kind]}</p>
      )}
      {taken.name !== null && (
        <div className={styles.coming}>
          <FileName name={taken.name} className={styles.name} />
          <Progress value={taken.share} label={words.comes(taken.name)} className={styles.bar} />
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
          aria-label={words.fromMachine(label)}
          onClick={() => void pickFiles({ multiple: false }).then(([first]) => offer(first))}
        >
          {words.upload}
        </Button>
        <ChooseButton {...props} shows={shows} />
        {value !== '' && !isRequired && (
          <IconButton
            icon={X}
            size="sm"
            iconSize={14}
            label={words.remove(label)}
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

/** What the form asks for by name. */
function wantedKind(kind: ShownKind | undefined): Exclude<ShownKind, 'other'> {
  return kind === undefined || kind === 'other' ? 'video' : kind;
}

function ChooseButton({
  field,
  label,
  disabled,
  onChange,
  shows,
}: ControlProps & { readonly shows: ReturnType<typeof assetKindsOf> }) {
  const { fillIn: words } = useStrings();
  const [open, setOpen] = useState(false);
  const { value } = field.row;
  return (
    <Popover
      label={words.ofProject(label)}
      open={open}
      onOpenChange={(next) => setOpen(next && !disabled)}
      align="end"
      flush
      trigger={
        <Button size="sm" icon={Images} disabled={disabled} aria-label={words.ofProject(label)}>
          {words.choose}
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
