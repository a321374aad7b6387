import { writeFileSync } from 'node:fs';
import { barcodeRuns } from '../../src/site/barcode-drawing.ts';

/** What the camera of a test sees: Chromium plays a file of raw frames (YUV4MPEG2) in place of a camera. */
export function fakeCamera(file: string): string[] {
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${file}`,
  ];
}

const WIDTH = 640;
const HEIGHT = 480;
const FRAMES = 2;
const PIXELS_PER_MODULE = 4;
/** Paper and ink as a camera sees them in a kitchen, neither white nor black. */
const PAPER = 205;
const INK = 45;
const GREY = 128;

/** Films a barcode, slightly turned, with a light that fades from left to right. */
export function filmBarcode(file: string, code: string): void {
  const runs = barcodeRuns(code);
  if (runs === null) throw new Error(`${code} is not a barcode`);
  const modules = runs.flatMap((width, at) => Array<boolean>(width).fill(at % 2 === 0));
  const left = (WIDTH - modules.length * PIXELS_PER_MODULE) / 2;
  const luma = Buffer.alloc(WIDTH * HEIGHT, PAPER);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const isCode = Math.abs(y - HEIGHT / 2) < HEIGHT / 4;
      const turned = x - left + (y - HEIGHT / 2) * 0.05;
      const isBar = isCode && modules[Math.floor(turned / PIXELS_PER_MODULE)] === true;
      luma[y * WIDTH + x] = (isBar ? INK : PAPER) - Math.round((30 * x) / WIDTH);
    }
  }
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, GREY);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma]);
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(file, Buffer.concat([header, ...Array<Buffer>(FRAMES).fill(frame)]));
}
