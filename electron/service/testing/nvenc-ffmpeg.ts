import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { fakeTool } from './fake-tool.ts';
import { testTools } from './render-film.ts';

/**
 * Writes an FFmpeg that simulates a machine whose only GPU is an NVIDIA card. The program lists `h264_nvenc` and
 * encodes with the CPU instead. `log` contains a line for each run that encodes.
 */
export async function nvencFfmpeg(folder: string): Promise<{ readonly ffmpeg: string; readonly log: string }> {
  const { ffmpeg } = await testTools();
  const real = await realpath(ffmpeg);
  const log = join(folder, 'nvenc.log');
  const script = `
case "$*" in
  *-codecs*)
    ${real} "$@" | sed -E 's/h264_(videotoolbox|nvenc|qsv|vaapi|amf) //g; s/encoders: libx264/encoders: h264_nvenc libx264/'
    exit ;;
  *h264_nvenc*) echo nvenc >> ${log} ;;
esac
count=$#
while [ $count -gt 0 ]; do
  argument="$1"; shift; count=$((count - 1))
  case "$argument" in
    h264_nvenc) set -- "$@" libx264 -x264-params stitchable=1 ;;
    p4) set -- "$@" ultrafast ;;
    -rc | -cq) shift; count=$((count - 1)) ;;
    -b:v) set -- "$@" -crf; shift; count=$((count - 1)); set -- "$@" 30 ;;
    *) set -- "$@" "$argument" ;;
  esac
done
exec ${real} "$@"`;
  return { ffmpeg: await fakeTool(folder, 'ffmpeg-with-nvenc', script), log };
}
