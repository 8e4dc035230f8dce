// A position as a picture: the same drawing as on lists, as SVG and as PNG.
import { boardOf } from '../board/fen.ts';
import { FILES, fileName, fileOf, RANKS, rankOf } from '../board/geometry.ts';

const kSquare = 60;
const kEdge = 26;

/** In the colours of paper, whatever theme the app has: it is for others. */
export function pictureOf(fen: string, flipped: boolean): string {
  const board = boardOf(fen);
  const [width, height] = [FILES * kSquare + 2 * kEdge, RANKS * kSquare + 2 * kEdge];
  const x = (file: number): number => kEdge + (flipped ? FILES - 1 - file : file) * kSquare;
  const y = (rank: number): number => kEdge + (flipped ? rank : RANKS - 1 - rank) * kSquare;
  const parts = [`<rect width="${width}" height="${height}" fill="#f7f5f0"/>`];
  for (let rank = 0; rank < RANKS; ++rank) {
    for (let file = 0; file < FILES; ++file) {
      parts.push(`<rect x="${x(file)}" y="${y(rank)}" width="${kSquare}" height="${kSquare}" fill="${(file + rank) % 2 === 0 ? '#dfd8c8' : '#ece7db'}"/>`);
    }
  }
  const text = (at: number, up: number, words: string): string =>
    `<text x="${at}" y="${up}" font-family="sans-serif" font-size="14" fill="#6f7174" text-anchor="middle">${words}</text>`;
  for (let file = 0; file < FILES; ++file) parts.push(text(x(file) + kSquare / 2, height - 8, fileName(file)));
  for (let rank = 0; rank < RANKS; ++rank) parts.push(text(kEdge / 2, y(rank) + kSquare / 2 + 5, String(rank + 1)));
  for (const square of board.white) {
    const [cx, cy] = [x(fileOf(square)) + kSquare / 2, y(rankOf(square)) + kSquare / 2];
    parts.push(`<circle cx="${cx}" cy="${cy}" r="23" fill="#fdfaf0" stroke="#3a3731" stroke-width="2"/><circle cx="${cx}" cy="${cy}" r="17" fill="none" stroke="#3a3731" opacity="0.6"/>`);
  }
  for (const square of board.black) {
    const [cx, cy] = [x(fileOf(square)) + kSquare / 2, y(rankOf(square)) + kSquare / 2];
    parts.push(`<circle cx="${cx}" cy="${cy}" r="23" fill="#3b444f" stroke="#22282f" stroke-width="2"/><circle cx="${cx}" cy="${cy}" r="4" fill="#e9e3d3"/>`);
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`;
}

/** The same as a PNG of twice the size. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * 2;
  canvas.height = image.naturalHeight * 2;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/png'));
}
