// Draws the icons of the app into public/icons: npm run icons. The results are kept in git; run it when the drawing changes.
import { mkdir, writeFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';

const folder = new URL('../public/icons/', import.meta.url).pathname;

/** A line of three of the reader's pieces in their capsule, and a piece of the enemy they face. */
function drawing(scale: number, ground: string): string {
  const white = (x: number): string =>
    `<circle cx="${x}" cy="76" r="17" fill="#fbf7ec"/><circle cx="${x}" cy="76" r="12" fill="none" stroke="#8b867b" stroke-width="1.6"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">${ground}
<g transform="translate(64 64) scale(${scale}) translate(-64 -56.5)">
<rect x="4" y="53" width="120" height="46" rx="23" fill="#0a626a" stroke="#7ad6dd" stroke-width="3"/>
${[27, 64, 101].map(white).join('\n')}
<circle cx="101" cy="31" r="17" fill="#20242a"/><circle cx="101" cy="31" r="3.6" fill="#e8e6e1"/>
</g></svg>
`;
}

const teal = '#0e7c86';
const rounded = drawing(0.8, `<rect width="128" height="128" rx="26" fill="${teal}"/>`);
/** Systems cut their own shape out of it: all that matters is inside the middle 80 %. */
const whole = drawing(0.62, `<rect width="128" height="128" fill="${teal}"/>`);

const pictures = [
  { name: 'icon-192.png', size: 192, svg: rounded },
  { name: 'icon-512.png', size: 512, svg: rounded },
  { name: 'icon-maskable-512.png', size: 512, svg: whole },
  { name: 'apple-touch-icon.png', size: 180, svg: whole },
];

/** A PNG as an .ico file: for browsers that ask for /favicon.ico whatever a page says. */
function icoOf(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // one picture
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10); // planes
  head.writeUInt16LE(32, 12); // bits a pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}


await mkdir(folder, { recursive: true });
await writeFile(`${folder}icon.svg`, rounded);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  const drawn = async (size: number, svg: string): Promise<Buffer> => {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
    const picture = await page.screenshot({ omitBackground: true });
    await page.close();
    return picture;
  };
  for (const { name, size, svg } of pictures) await writeFile(folder + name, await drawn(size, svg));
  await writeFile(`${folder}../favicon.ico`, icoOf(await drawn(48, rounded), 48));
} finally {
  await browser.close();
}
