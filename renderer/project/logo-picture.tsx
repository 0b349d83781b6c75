import { useQuery } from '@tanstack/react-query';
import { useApi } from '#renderer/api/api-context.tsx';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { dataAddress } from './fonts.tsx';

/** The width in device pixels: twice the width in CSS pixels. */
const WIDTH = 336;
const HEIGHT = 176;
/** The background for a logo without a background color. White and black logos are both visible on it. */
const DEFAULT_BACKGROUND = '#808080';

export interface LogoPictureProps {
  readonly project: string;
  readonly asset: AssetEntry;
  /** The background color as `#rrggbb`; null if the brand defines none. */
  readonly ground: string | null;
  readonly alt: string;
  readonly className?: string | undefined;
}

/**
 * A logo on its background. The service renders it as in films, because the page must not display user files directly.
 * The margin is a quarter of the logo's width.
 */
export function LogoPicture({ project, asset, ground, alt, className }: LogoPictureProps) {
  const { client, region } = useApi();
  const background = ground ?? DEFAULT_BACKGROUND;
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
  `<movie width="${WIDTH}" height="${HEIGHT}" framerate="1"><scene duration="1" background="\${ground, ${DEFAULT_BACKGROUND}}">` +
  `<image src="\${logo, none.png}" width="66%" height="66%" fit="contain"/></scene></movie>`;
