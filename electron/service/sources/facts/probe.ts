import { stat } from 'node:fs/promises';
import { err, type Result } from '../../../../shared/lib/result.ts';
import type { MediaStatements } from '../../../../shared/statements/films/media-statements.ts';
import { statement } from '../../../../shared/statements/statement.ts';
import type { StatementIn } from '../../../../shared/statements/statement-in.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { runTool } from '../../ffmpeg/run-tool.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import { announcedBytes } from '../containers/announced-bytes.ts';
import { chooseDemuxer, type Demuxer } from '../containers/demuxer.ts';
import { readFileHead } from '../containers/file-head.ts';
import { readKeyFrames } from '../containers/key-frames.ts';
import { type FileTimes, factsFromProbe, type MeasuredStreams, needsMeasuring } from './facts-from-probe.ts';
import type { MediaFacts } from './media-facts.ts';
import { inputArguments } from './media-input.ts';
import { createPacketMeter, METERED } from './packet-ends.ts';
import { parseProbe } from './probe-json.ts';

/** What a look at a file gave, before any of it is judged: enough to have its facts again without another look. */
export interface ProbeRecord extends FileTimes {
  readonly demuxer: Demuxer;
  /** ffprobe's answer, as JSON. */
  readonly answer: string;
}

type NotMedia = StatementIn<MediaStatements>;

const METADATA_BYTES = 8 * 2 ** 20;
const PROBE_SECONDS = 60;
/** Reading all packets of a film of hours from a slow disk. */
const MEASURE_SECONDS = 900;

/**
 * What a local media file is. The error says why it is none. Throws the signal's reason when aborted and
 * {@link ServiceError} when ffprobe itself cannot be run.
 */
export async function probeMedia(
  path: string,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<Result<MediaFacts, NotMedia>> {
  const record = await lookInto(path, tools, signal);
  return record.ok ? factsOf(record.value, tools) : record;
}

/** The facts in a record of an earlier or present look. */
export function factsOf(
  record: ProbeRecord,
  tools: Pick<MediaTools, 'decoders' | 'readableCodecs'>,
): Result<MediaFacts, NotMedia> {
  const probed = parseProbe(record.answer);
  return probed === null
    ? err(statement('media/not-understood'))
    : factsFromProbe(probed, record.demuxer, tools, record);
}

/** Looks into a file as {@link probeMedia} does, and leaves what it saw unjudged. */
export async function lookInto(
  path: string,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<Result<ProbeRecord, NotMedia>> {
  const head = await headOf(path);
  if (!head.ok) return head;
  const chosen = chooseDemuxer(head.value);
  if (!chosen.ok) return chosen;
  const demuxer = chosen.value;
  try {
    const asked = [
      '-show_entries',
      'format=start_time,duration',
      '-show_streams',
      '-print_format',
      'json',
      ...inputArguments(path, demuxer),
    ];
    const limits = { totalSeconds: PROBE_SECONDS, stdoutBytes: METADATA_BYTES };
    const { stdout } = await runTool({ program: tools.ffprobe, kind: 'ffprobe', arguments: asked, signal, limits });
    const answer = stdout.toString('utf8');
    const probed = parseProbe(answer);
    if (probed === null) return err(statement('media/not-understood'));
    const { size } = await stat(path);
    const isCut = ((await announcedBytes(path, demuxer)) ?? 0) > size;
    const measured =
      isCut || needsMeasuring(probed, demuxer)
        ? await measureStreams(path, demuxer, isCut ? size : undefined, tools, signal)
        : new Map();
    const keyFrames = demuxer === 'mov' ? await readKeyFrames(path) : new Map();
    return { ok: true, value: { demuxer, answer, measured, keyFrames, isCut } };
  } catch (error) {
    const reason = error instanceof ServiceError ? reasonIn(error) : null;
    if (reason === null) throw error;
    return err(reason);
  }
}

async function headOf(path: string): Promise<Result<Uint8Array, NotMedia>> {
  try {
    // Looked at before it is opened: opening a pipe waits for somebody to write to it.
    if (!(await stat(path)).isFile()) return err(statement('media/no-file'));
    return { ok: true, value: await readFileHead(path) };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return err(
      error.code === 'ENOENT'
        ? statement('media/missing')
        : statement('media/unreadable', { code: String(error.code) }),
    );
  }
}

/** Reads a file to its end, without decoding any of it. */
async function measureStreams(
  path: string,
  demuxer: Demuxer,
  cutAt: number | undefined,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<MeasuredStreams> {
  const meter = createPacketMeter(cutAt);
  const asked = ['-show_entries', METERED, '-print_format', 'csv=print_section=0'];
  await runTool({
    program: tools.ffprobe,
    kind: 'ffprobe',
    arguments: [...asked, ...inputArguments(path, demuxer)],
    signal,
    onStdout: meter.push,
    limits: { totalSeconds: MEASURE_SECONDS },
  });
  return meter.streams();
}

/** What the failure says of the file; null where it says nothing of it. */
function reasonIn(error: ServiceError): NotMedia | null {
  if (error.code === 'ffmpeg/stalled') return statement('media/slow');
  if (error.code === 'ffmpeg/output-limit') return statement('media/too-much-metadata');
  if (error.code !== 'ffmpeg/failed') return null;
  // Lines are `[mov @ 0x5581] [error] moov atom not found`; the last one repeats the path.
  const reasons = error.log.filter((line) => line.includes('[error]')).map((line) => line.replace(/^.*\[error\] /, ''));
  return statement('media/damaged', { words: reasons.find((line) => !line.startsWith('file:')) ?? null });
}
