/** The same as `reference/integers.ts` and `reference/colors.ts`, and how bytes of the memory are read. */
export const INTEGERS = `
int byteAt(int address) {
  return int(texelFetch(memory, ivec2(address & (SIDE - 1), address / SIDE), 0).r);
}
ivec4 pixelAt(int address) {
  return ivec4(byteAt(address), byteAt(address + 1), byteAt(address + 2), byteAt(address + 3));
}
int wordAt(int address) {
  ivec4 bytes = pixelAt(address);
  return bytes.x | (bytes.y << 8) | (bytes.z << 16) | (bytes.w << 24);
}
ivec4 pixelOf(int word) {
  return (ivec4(word) >> ivec4(0, 8, 16, 24)) & 255;
}
int div255(int v) {
  int near = v + 128;
  return (near + (near >> 8)) >> 8;
}
ivec3 div255(ivec3 v) {
  ivec3 near = v + 128;
  return (near + (near >> 8)) >> 8;
}
ivec4 div255(ivec4 v) {
  ivec4 near = v + 128;
  return (near + (near >> 8)) >> 8;
}
int toByte(int v) {
  return clamp(v, 0, 255);
}
int between(int a, int b, int weight) {
  return (a * (256 - weight) + b * weight + 128) >> 8;
}
ivec4 between(ivec4 a, ivec4 b, int weight) {
  return (a * (256 - weight) + b * weight + 128) >> 8;
}
ivec4 weighed(ivec3 color, int opacity) {
  return ivec4(div255(color * opacity), opacity);
}
/** The colours behind those of a pixel that is not empty. */
ivec3 colorsBehind(ivec4 pixel) {
  uint opacity = uint(pixel.a);
  uint factor = (16711680u + (opacity >> 1)) / opacity;
  return ivec3(min(uvec3(255), (uvec3(pixel.rgb) * factor + 32768u) >> 16));
}
ivec3 rgbOf(ivec3 color) {
  int light = 76309 * (color.x - 16) + 32768;
  int cb = color.y - 128;
  int cr = color.z - 128;
  ivec3 sums = light + ivec3(117489 * cr, -13975 * cb - 34925 * cr, 138438 * cb);
  return clamp(sums >> 16, 0, 255);
}
ivec3 fromRgb(ivec3 rgb) {
  ivec3 sums = 32768 + ivec3(
    11966 * rgb.r + 40254 * rgb.g + 4064 * rgb.b,
    -6596 * rgb.r - 22189 * rgb.g + 28785 * rgb.b,
    28785 * rgb.r - 26145 * rgb.g - 2640 * rgb.b
  );
  return clamp(ivec3(16, 128, 128) + (sums >> 16), 0, 255);
}
/** Whether an address lies in a rectangle of bytes, and where: across and down. */
bool isWithin(int address, int start, int stride, int width, int rows, out ivec2 at) {
  int offset = address - start;
  at = ivec2(offset % stride, offset / stride);
  return offset >= 0 && at.x < width && at.y < rows;
}
/** Whether an address is one of so many bytes from a start on. */
bool isAmong(int address, int start, int count) {
  return address >= start && address - start < count;
}
`;
