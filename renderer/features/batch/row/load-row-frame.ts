import type { Api } from '#renderer/api/api.ts';

/** The facts that determine a frame of a row's film. */
export interface RowPictureInput {
  readonly project: string;
  readonly text: string;
  readonly values: ReadonlyMap<string, string>;
  readonly frame: number;
  /** In pixels. */
  readonly filmWidth: number;
}

/** Returns the query of a frame as text; equal queries have the same picture. */
export function frameQuery({ values, ...rest }: RowPictureInput, width: number): string {
  return JSON.stringify({ ...rest, values: Object.fromEntries(values), width: Math.min(width, rest.filmWidth) });
}

/** Renders the frame of a query by `frameQuery` with the engine. Rejects with the service's problem. */
export async function loadRowFrame(
  { client, region }: Pick<Api, 'client' | 'region'>,
  query: string,
  signal: AbortSignal,
): Promise<Blob> {
  const asked: Omit<RowPictureInput, 'values'> & { values: object; width: number } = JSON.parse(query);
  const answer = await client.open('renderFrame', {
    parameters: { region: await region(), project: asked.project },
    body: {
      template: asked.text,
      variables: JSON.stringify(asked.values),
      frame: String(asked.frame),
      width: String(asked.width),
    },
    signal,
  });
  return answer.blob();
}
