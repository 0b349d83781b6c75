import type { KernelShader } from './kernel-shader.ts';

export const luminances: KernelShader<'luminances'> = {
  numbers: ['from', 'table', 'to', 'count'],
  written: `
    if (!isAmong(address, to, count)) return byteAt(address);
    ivec4 pixel = pixelAt(from + 4 * (address - to));
    if (pixel.a == 0) return 0;
    return byteAt(table + toByte((76309 * (colorsBehind(pixel).x - 16) + 32768) >> 16));`,
};

export const screen: KernelShader<'screen'> = {
  numbers: ['start', 'light', 'intensity', 'count'],
  written: `
    if (!isAmong(address, start, 4 * count)) return byteAt(address);
    int part = (address - start) & 3;
    ivec4 pixel = pixelAt(address - part);
    if (pixel.a == 0) return pixel[part];
    ivec4 other = pixelAt(light + ((address - start) & ~3));
    ivec3 whole = min(ivec3(255), other.rgb + div255(ivec3(16, 128, 128) * (255 - other.a)));
    ivec3 lit = min(ivec3(255), (rgbOf(whole) * intensity + 32768) >> 16);
    ivec3 before = rgbOf(colorsBehind(pixel));
    return weighed(fromRgb(before + lit - div255(before * lit)), pixel.a)[part];`,
};

export const sharpen: KernelShader<'sharpen'> = {
  numbers: ['start', 'soft', 'amount', 'count'],
  written: `
    if (!isAmong(address, start, 4 * count)) return byteAt(address);
    int part = (address - start) & 3;
    ivec4 pixel = pixelAt(address - part);
    ivec4 other = pixelAt(soft + ((address - start) & ~3));
    if (pixel.a == 0 || other.a == 0) return pixel[part];
    ivec3 before = rgbOf(colorsBehind(pixel));
    ivec3 away = (amount * (before - rgbOf(colorsBehind(other))) + 32768) >> 16;
    return weighed(fromRgb(clamp(before + away, 0, 255)), pixel.a)[part];`,
};

export const key: KernelShader<'key'> = {
  numbers: ['start', 'table', 'x', 'y', 'takenX', 'takenY', 'count'],
  written: `
    if (!isAmong(address, start, 4 * count)) return byteAt(address);
    int part = (address - start) & 3;
    ivec4 pixel = pixelAt(address - part);
    if (pixel.a == 0) return pixel[part];
    ivec3 color = colorsBehind(pixel);
    int shown = div255(pixel.a * byteAt(table + 256 * color.y + color.z));
    int along = max(0, (x * (color.y - 128) + y * (color.z - 128) + 128) >> 8);
    color.y = toByte(color.y - ((along * takenX + 2097152) >> 22));
    color.z = toByte(color.z - ((along * takenY + 2097152) >> 22));
    return weighed(color, shown)[part];`,
};

export const noise: KernelShader<'noise'> = {
  numbers: ['start', 'u', 'du', 'row', 'amount', 'colored', 'count'],
  written: `
    if (!isAmong(address, start, 4 * count)) return byteAt(address);
    int part = (address - start) & 3;
    ivec4 pixel = pixelAt(address - part);
    if (pixel.a == 0) return pixel[part];
    uint sum = uint((u + ((address - start) >> 2) * du) >> 16) * 374761393u + uint(row);
    ivec3 after = rgbOf(colorsBehind(pixel));
    for (int each = 0; each < 3; each++) {
      uint before = sum + uint(each * colored) * 362437u;
      uint mixed = (before ^ (before >> 13)) * 1274126177u;
      int value = int((mixed ^ (mixed >> 16)) & 255u);
      after[each] = toByte(after[each] + ((amount * (2 * value - 255) + 65536) >> 17));
    }
    return weighed(fromRgb(after), pixel.a)[part];`,
};
