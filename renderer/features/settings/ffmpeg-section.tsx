import { Check, CircleCheck, CircleX, TriangleAlert, X } from 'lucide-react';
import { useHealth } from '#renderer/api/queries/use-health.ts';
import { useFormats } from '#renderer/api/queries/use-renders.ts';
import { useEncoders } from '#renderer/api/queries/use-storage.ts';
import { LoadFallback } from '#renderer/shell/frame/load-fallback.tsx';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Badge } from '#renderer/ui/display/badge.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import styles from './ffmpeg-section.module.css';
import shared from './settings.module.css';
import { SettingsGroup } from './settings-group.tsx';
import { useDesktopSettings } from './use-desktop-settings.ts';

/** The FFmpeg that renders, with its encoders and filters. */
export function FfmpegSection() {
  const { settings: words } = useStrings();
  const desktop = useDesktop();
  const { settings, take } = useDesktopSettings();
  const { data: health } = useHealth();
  const place = useEncoders().data?.ffmpeg ?? null;
  const chosen = settings?.ffmpeg ?? null;
  return (
    <SettingsGroup
      name="ffmpeg"
      title={words.ffmpeg}
      mark={health !== undefined && <Found ffmpeg={health.ffmpeg} />}
      end={
        desktop !== null && (
          <>
            {chosen !== null && (
              <Button variant="quiet" size="sm" onClick={() => void desktop.resetFfmpeg().then(take)}>
                {words.resetFfmpeg}
              </Button>
            )}
            <Button variant="quiet" size="sm" onClick={() => void desktop.chooseFfmpeg().then(take)}>
              {words.choose}
            </Button>
          </>
        )
      }
    >
      <p className={`${styles.facts} tabular`}>
        {place === null
          ? [chosen, health?.ffmpeg?.version].filter((part) => part != null).join(' · ')
          : [place.path, place.version, words.origins[place.origin]].join(' · ')}
      </p>
      {place !== null && place.configuration !== '' && (
        <details className={styles.build}>
          <summary>{words.buildOptions}</summary>
          <code>{place.configuration}</code>
        </details>
      )}
      <Formats />
      <Hardware />
      {desktop === null && <p className={shared.hint}>{words.ffmpegInBrowser}</p>}
    </SettingsGroup>
  );
}

function Found({ ffmpeg }: { readonly ffmpeg: { readonly knownBad: boolean } | null }) {
  const { settings: words } = useStrings();
  if (ffmpeg === null) {
    return (
      <Badge tone="danger" icon={CircleX}>
        {words.notFound}
      </Badge>
    );
  }
  return ffmpeg.knownBad ? (
    <Badge tone="warning" icon={TriangleAlert}>
      {words.knownBad}
    </Badge>
  ) : (
    <Badge tone="success" icon={CircleCheck}>
      {words.found}
    </Badge>
  );
}

function Formats() {
  const { settings: words } = useStrings();
  const { data: formats } = useFormats();
  if (formats === undefined) return null;
  const unavailable = formats.filter(({ available }) => !available);
  return (
    <>
      <ul aria-label={words.canMake} className={styles.formats}>
        {formats.map(({ name, available }) => (
          <li key={name}>
            <Badge
              icon={available ? Check : X}
              iconClassName={available ? shared.good : undefined}
              className={available ? styles.format : styles.formatOff}
              title={available ? words.yes : words.no}
            >
              {name}
            </Badge>
          </li>
        ))}
      </ul>
      <p className={shared.hint}>
        {unavailable.length === 0 ? words.allFormats : words.cannotMake(unavailable.map(({ name }) => name).join(', '))}
      </p>
    </>
  );
}

function Hardware() {
  const { settings: words } = useStrings();
  const query = useEncoders();
  const { data } = query;
  if (data === undefined)
    return (
      <LoadFallback query={query} title={words.hardwareFailed}>
        <Skeleton height={58} />
      </LoadFallback>
    );
  return (
    <>
      <h3 className={styles.subtitle}>{words.hardware}</h3>
      <ul aria-label={words.hardware} className={styles.encoders}>
        {data.encoders.map(({ name, label, available, reason, detail }) => (
          <li key={name}>
            <Badge
              icon={available ? Check : X}
              iconClassName={available ? shared.good : undefined}
              className={available ? styles.format : styles.formatOff}
              title={
                reason === null
                  ? words.yes
                  : [words.hardwareWhy[reason], detail].filter((each) => each !== null).join(' ')
              }
            >
              {label}
            </Badge>
          </li>
        ))}
      </ul>
      <p className={shared.hint}>
        {data.encoders.some(({ available }) => available) ? words.hardwareSome : words.hardwareNone}
      </p>
    </>
  );
}
