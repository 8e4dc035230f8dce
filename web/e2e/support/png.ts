// Makes a screenshot a third of its size: a PNG with a palette of the 256 colours that matter most.
import { crc32 } from './crc32.ts';
import { deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel. */
  readonly rgb: Uint8Array;
}

function paeth(a: number, b: number, c: number): number {
  const p = a + b - c;
  const [da, db, dc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
  return da <= db && da <= dc ? a : db <= dc ? b : c;
}

/** Of the kind browsers write: eight bits a channel, with or without alpha, not interlaced. */
function decode(png: Buffer): Picture {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = png[25] === 6 ? 4 : 3;
  if (png[24] !== 8 || (png[25] !== 6 && png[25] !== 2) || png[28] !== 0) throw new Error('another kind of PNG');
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const bytes = inflateSync(Buffer.concat(data));
  const stride = width * channels;
  const lines = new Uint8Array(height * stride);
  for (let y = 0; y < height; ++y) {
    const filter = bytes[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; ++x) {
      const left = x < channels ? 0 : (lines[y * stride + x - channels] ?? 0);
      const up = y === 0 ? 0 : (lines[(y - 1) * stride + x] ?? 0);
      const corner = x < channels || y === 0 ? 0 : (lines[(y - 1) * stride + x - channels] ?? 0);
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      lines[y * stride + x] = (bytes[y * (stride + 1) + 1 + x] ?? 0) + guess;
    }
  }
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; ++i) rgb.set(lines.subarray(i * channels, i * channels + 3), i * 3);
  return { width, height, rgb };
}

const distance = (a: number, b: number): number =>
  ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;

/** The most frequent colours that are not nearly one of those chosen before. */
function palette(counts: ReadonlyMap<number, number>): number[] {
  const byCount = [...counts].sort(([, a], [, b]) => b - a).map(([color]) => color);
  for (const near of [48, 24, 12, 0]) {
    const chosen: number[] = [];
    for (const color of byCount) {
      if (chosen.length === 256) break;
      if (chosen.every((other) => distance(color, other) > near)) chosen.push(color);
    }
    if (chosen.length === 256 || near === 0) return chosen;
  }
  return [];
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

export function smaller(png: Buffer): Buffer {
  const { width, height, rgb } = decode(png);
  const counts = new Map<number, number>();
  const colors = new Uint32Array(width * height);
  for (let i = 0; i < colors.length; ++i) {
    const color = ((rgb[3 * i] ?? 0) << 16) | ((rgb[3 * i + 1] ?? 0) << 8) | (rgb[3 * i + 2] ?? 0);
    colors[i] = color;
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const chosen = palette(counts);
  const nearest = new Map<number, number>();
  for (const color of counts.keys()) {
    let best = 0;
    for (let i = 1; i < chosen.length; ++i) if (distance(color, chosen[i] ?? 0) < distance(color, chosen[best] ?? 0)) best = i;
    nearest.set(color, best);
  }
  const lines = Buffer.alloc(height * (width + 1));
  for (let i = 0; i < colors.length; ++i) lines[i + Math.floor(i / width) + 1] = nearest.get(colors[i] ?? 0) ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const table = Buffer.alloc(chosen.length * 3);
  chosen.forEach((color, i) => table.set([color >> 16, (color >> 8) & 255, color & 255], 3 * i));
  return Buffer.concat([
    signature, chunk('IHDR', header), chunk('PLTE', table), chunk('IDAT', deflateSync(lines, { level: 9 })), chunk('IEND', Buffer.alloc(0)),
  ]);
}
