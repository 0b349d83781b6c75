import { Check, CircleCheck, CircleX, TriangleAlert, X } from 'lucide-react';
import { useEncoders } from '#renderer/api/queries/use-encoders.ts';
import { useHealth } from '#renderer/api/queries/use-health.ts';
import { useFormats } from '#renderer/api/queries/use-renders.ts';
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
  const { settings: strings } = useStrings();
  const desktop = useDesktop();
  const { settings, applyResponse } = useDesktopSettings();
  const { data: health } = useHealth();
  const place = useEncoders().data?.ffmpeg ?? null;
  const chosen = settings?.ffmpeg ?? null;
  return (
    <SettingsGroup
      name="ffmpeg"
      title={strings.ffmpeg}
      mark={health !== undefined && <Found ffmpeg={health.ffmpeg} />}
      end={
        desktop !== null && (
          <>
            {chosen !== null && (
              <Button variant="quiet" size="sm" onClick={() => void desktop.resetFfmpeg().then(applyResponse)}>
                {strings.resetFfmpeg}
              </Button>
            )}
            <Button variant="quiet" size="sm" onClick={() => void desktop.chooseFfmpeg().then(applyResponse)}>
              {strings.choose}
            </Button>
          </>
        )
      }
    >
      <p className={`${styles.facts} tabular`}>
        {place === null
          ? [chosen, health?.ffmpeg?.version].filter((part) => part != null).join(' · ')
          : [place.path, place.version, strings.origins[place.origin]].join(' · ')}
      </p>
      {place !== null && place.configuration !== '' && (
        <details className={styles.build}>
          <summary>{strings.buildOptions}</summary>
          <code>{place.configuration}</code>
        </details>
      )}
      <Formats />
      <Hardware />
      {desktop === null && <p className={shared.hint}>{strings.ffmpegInBrowser}</p>}
    </SettingsGroup>
  );
}

function Found({ ffmpeg }: { readonly ffmpeg: { readonly knownBad: boolean } | null }) {
  const { settings: strings } = useStrings();
  if (ffmpeg === null) {
    return (
      <Badge tone="danger" icon={CircleX}>
        {strings.notFound}
      </Badge>
    );
  }
  return ffmpeg.knownBad ? (
    <Badge tone="warning" icon={TriangleAlert}>
      {strings.knownBad}
    </Badge>
  ) : (
    <Badge tone="success" icon={CircleCheck}>
      {strings.found}
    </Badge>
  );
}

function Formats() {
  const { settings: strings } = useStrings();
  const { data: formats } = useFormats();
  if (formats === undefined) return null;
  const unavailable = formats.filter(({ available }) => !available);
  return (
    <>
      <ul aria-label={strings.canMake} className={styles.formats}>
        {formats.map(({ name, available }) => (
          <li key={name}>
            <Badge
              icon={available ? Check : X}
              iconClassName={available ? shared.good : undefined}
              className={available ? styles.format : styles.formatOff}
              title={available ? strings.yes : strings.no}
            >
              {name}
            </Badge>
          </li>
        ))}
      </ul>
      <p className={shared.hint}>
        {unavailable.length === 0
          ? strings.allFormats
          : strings.cannotMake(unavailable.map(({ name }) => name).join(', '))}
      </p>
    </>
  );
}

function Hardware() {
  const { settings: strings } = useStrings();
  const query = useEncoders();
  const { data } = query;
  if (data === undefined)
    return (
      <LoadFallback query={query} title={strings.hardwareFailed}>
        <Skeleton height={58} />
      </LoadFallback>
    );
  return (
    <>
      <h3 className={styles.subtitle}>{strings.hardware}</h3>
      <ul aria-label={strings.hardware} className={styles.encoders}>
        {data.encoders.map(({ name, label, available, reason, detail }) => (
          <li key={name}>
            <Badge
              icon={available ? Check : X}
              iconClassName={available ? shared.good : undefined}
              className={available ? styles.format : styles.formatOff}
              title={
                reason === null
                  ? strings.yes
                  : [strings.hardwareWhy[reason], detail].filter((part) => part !== null).join(' ')
              }
            >
              {label}
            </Badge>
          </li>
        ))}
      </ul>
      <p className={shared.hint}>
        {data.encoders.some(({ available }) => available) ? strings.hardwareSome : strings.hardwareNone}
      </p>
    </>
  );
}
