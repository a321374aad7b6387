import { encodeQR } from 'qr';
import { html, type Markup } from '../../http/markup.ts';

/** The white margin that scanners need: four modules on each side. */
const QUIET_MODULES = 4;
const MODULE_PX = 5;

/** A QR code as SVG: dark on light in both themes, since many scanners understand nothing else. */
export function drawQrCode(text: string, label: string): Markup {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_MODULES });
  let path = '';
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      const start = x;
      while (row[x] === true) x++;
      if (x > start) path += `M${start} ${y}h${x - start}v1h-${x - start}z`;
    }
  });
  const size = rows.length;
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" width="${size * MODULE_PX}" height="${size * MODULE_PX}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`;
}
