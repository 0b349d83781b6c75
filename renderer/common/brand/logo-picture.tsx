import { useQuery } from '@tanstack/react-query';
import { useApi } from '#renderer/api/api-context.tsx';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { dataAddress } from '../fonts/use-engine-sample.ts';

/** Pixels; twice what is shown, for sharp screens. */
const WIDTH = 336;
const HEIGHT = 176;
/** What nothing is known to stand on: neither white nor black vanishes on it. */
const USUAL_GROUND = '#808080';

export interface LogoPictureProps {
  readonly project: string;
  readonly asset: AssetEntry;
  /** `#rrggbb`; null where it says none. */
  readonly ground: string | null;
  readonly alt: string;
  readonly className?: string | undefined;
}

/**
 * A logo on its ground, drawn by the engine as films show it: a file somebody brought is never shown as it is. A quarter
 * of its width stays clear around it.
 */
export function LogoPicture({ project, asset, ground, alt, className }: LogoPictureProps) {
  const { client, region } = useApi();
  const background = ground ?? USUAL_GROUND;
  const { data } = useQuery({
    queryKey: queryKeys.logo(project, asset.name, asset.etag, background),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const answer = await client.open('renderFrame', {
        parameters: { region: await region(), project },
        body: { template: TEMPLATE, variables: JSON.stringify({ logo: asset.name, ground: background }), frame: '0' },
        signal,
      });
      return dataAddress(await answer.blob());
    },
  });
  return data === undefined ? null : <img src={data} alt={alt} className={className} />;
}

const TEMPLATE =
  `<movie width="${WIDTH}" height="${HEIGHT}" framerate="1"><scene duration="1" background="\${ground, ${USUAL_GROUND}}">` +
  `<image src="\${logo, none.png}" width="66%" height="66%" fit="contain"/></scene></movie>`;
