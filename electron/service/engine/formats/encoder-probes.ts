import { stat } from 'node:fs/promises';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { runTool } from '../../ffmpeg/run-tool.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import { type HardwareName, hardwareOf, probeArguments } from './hardware-encoders.ts';

/** The result of a probe: whether this machine can use a hardware encoder, and the reason if not. */
export type EncoderProbe =
  | { readonly available: true }
  | {
      readonly available: false;
      /** `not-in-ffmpeg`: this FFmpeg was built without the encoder. `no-device`: the encoder was tried and failed. */
      readonly reason: 'not-in-ffmpeg' | 'no-device';
      /** The error message of FFmpeg. */
      readonly detail: string | null;
    };

/** Probes hardware encoders. An encoder in FFmpeg's list may still not work on this machine. */
export interface EncoderProbes {
  /** Probes an encoder, once per FFmpeg program. */
  try(tools: MediaTools, name: HardwareName): Promise<EncoderProbe>;
  /** Throws {@link ServiceError} `render/encoder-unavailable` if the encoder cannot be used. */
  require(tools: MediaTools, name: HardwareName): Promise<void>;
}

/** The time limit of a probe. A driver can take some seconds to open a device. */
const PROBE_SECONDS = 20;

export function createEncoderProbes(): EncoderProbes {
  const probes = new Map<string, Promise<EncoderProbe>>();

  const tryOnce = async (tools: MediaTools, name: HardwareName): Promise<EncoderProbe> => {
    if (!tools.encoders.has(hardwareOf(name).encoder))
      return { available: false, reason: 'not-in-ffmpeg', detail: null };
    const key = `${name} ${await identityOf(tools)}`;
    const probe = probes.get(key) ?? runProbe(tools, name);
    probes.set(key, probe);
    // Probe again next time, because a timeout may be temporary.
    probe.catch(() => probes.delete(key));
    return probe;
  };

  return {
    try: tryOnce,
    require: async (tools, name) => {
      const probe = await tryOnce(tools, name);
      if (probe.available) return;
      const { label, encoder } = hardwareOf(name);
      throw new ServiceError(
        'render/encoder-unavailable',
        probe.reason === 'not-in-ffmpeg'
          ? message('encoder/not-built-in', { label, encoder })
          : message('encoder/no-use', { label, encoder, words: probe.detail }),
      );
    },
  };
}

async function runProbe(tools: MediaTools, name: HardwareName): Promise<EncoderProbe> {
  try {
    const { stdout, log } = await runTool({
      program: tools.ffmpeg,
      arguments: probeArguments(name),
      signal: new AbortController().signal,
      limits: { totalSeconds: PROBE_SECONDS, stallSeconds: PROBE_SECONDS },
    });
    return stdout.length > 0
      ? { available: true }
      : { available: false, reason: 'no-device', detail: errorLineIn(log) };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'ffmpeg/failed') throw error;
    return { available: false, reason: 'no-device', detail: errorLineIn(error.log) };
  }
}

/**
 * Returns the first line with an error, because it names the cause, while later errors only report the failure. Returns
 * the last line if there is no error, and null if the log is empty.
 */
function errorLineIn(log: readonly string[]): string | null {
  return log.find((line) => /error|fatal|cannot|failed|no device|not found/i.test(line)) ?? log.at(-1) ?? null;
}

/** Identifies the program by the properties of its file, because another program may be installed at the same path. */
async function identityOf({ ffmpeg, version }: MediaTools): Promise<string> {
  const { size, mtimeMs, ino } = await stat(ffmpeg);
  return `${ffmpeg} ${version} ${size} ${mtimeMs} ${ino}`;
}
