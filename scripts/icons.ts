import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/**
 * Writes the icons of the console from lucide-static (ISC license), each as one path: a document without
 * `innerHTML` can draw it, and no request fetches it. `npm run icons` after an icon is added here.
 */
const TARGET = 'src/console/parts/icon-paths.ts';
const ICONS = [
  'activity',
  'arrow-down',
  'arrow-right',
  'arrow-up',
  'badge-check',
  'bell',
  'bell-off',
  'bookmark-plus',
  'building-2',
  'calendar-days',
  'check',
  'chevron-left',
  'chevron-right',
  'chevrons-up-down',
  'circle-alert',
  'circle-check',
  'circle-dashed',
  'circle-minus',
  'clock',
  'compass',
  'contact-round',
  'download',
  'ellipsis',
  'eye',
  'flag',
  'git-merge',
  'globe',
  'handshake',
  'hard-drive',
  'history',
  'id-card',
  'image',
  'info',
  'key-round',
  'languages',
  'layout-dashboard',
  'log-out',
  'map-pin',
  'megaphone',
  'menu',
  'message-square-text',
  'mic',
  'pencil',
  'plus',
  'printer',
  'repeat-2',
  'scan-line',
  'search',
  'send',
  'shield-check',
  'smartphone',
  'star',
  'table-2',
  'tag',
  'ticket',
  'trash-2',
  'triangle-alert',
  'undo-2',
  'upload',
  'user-plus',
  'users',
  'webhook',
  'wifi',
  'wifi-off',
  'x',
] as const;

type Shape = readonly [kind: string, attributes: Readonly<Record<string, string>>];

/** The path of a shape of SVG. @throws Error for a kind that no icon had so far */
function pathOf([kind, given]: Shape): string {
  const n = (name: string) => Number(given[name] ?? 0);
  switch (kind) {
    case 'path':
      return absolute(given.d ?? '');
    case 'line':
      return `M${n('x1')} ${n('y1')}L${n('x2')} ${n('y2')}`;
    case 'polyline':
      return `M${given.points}`;
    case 'circle':
      return ellipse({ cx: n('cx'), cy: n('cy'), rx: n('r'), ry: n('r') });
    case 'ellipse':
      return ellipse({ cx: n('cx'), cy: n('cy'), rx: n('rx'), ry: n('ry') });
    case 'rect':
      return rectangle(n('x'), n('y'), {
        width: n('width'),
        height: n('height'),
        r: n('rx') || n('ry'),
      });
    default:
      throw new Error(`no path for <${kind}>`);
  }
}

/**
 * A path that can follow another one: its first move is from the corner. What follows that move without a
 * letter are lines, which stay relative.
 */
const absolute = (d: string): string =>
  d.replace(
    /^m\s*(-?[\d.]+)[\s,]*(-?[\d.]+)(?=(\s*[-\d.,])?)/,
    (_, x, y, line) => `M${x} ${y}${line === undefined ? '' : 'l'}`,
  );

const ellipse = ({ cx, cy, rx, ry }: Record<'cx' | 'cy' | 'rx' | 'ry', number>) =>
  `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;

function rectangle(
  x: number,
  y: number,
  { width, height, r }: Record<'width' | 'height' | 'r', number>,
): string {
  if (r === 0) return `M${x} ${y}h${width}v${height}h${-width}z`;
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  const [w, h] = [width - 2 * r, height - 2 * r];
  return `M${x + r} ${y}h${w}${corner(r, r)}v${h}${corner(-r, r)}h${-w}${corner(-r, -r)}v${-h}${corner(r, -r)}z`;
}

const attributesOf = (text: string): Shape[1] =>
  Object.fromEntries(
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );

/** @throws Error for a name that lucide does not have */
async function iconOf(name: string): Promise<string> {
  const file = createRequire(import.meta.url).resolve(`lucide-static/icons/${name}.svg`);
  const [, inside = ''] = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(await readFile(file, 'utf8')) ?? [];
  const shapes = [...inside.matchAll(/<(\w+)([^>]*)\/>/g)];
  return shapes.map(([, kind = '', text = '']) => pathOf([kind, attributesOf(text)])).join('');
}

/** The path of each icon, by its name. */
export async function iconPaths(): Promise<Record<string, string>> {
  return Object.fromEntries(
    await Promise.all(ICONS.map(async (name) => [name, await iconOf(name)] as const)),
  );
}

if (import.meta.main) {
  const paths = JSON.stringify(await iconPaths(), null, 2);
  const written = '// Written by `npm run icons` from lucide-static (ISC license).';
  await writeFile(TARGET, `${written}\nexport const ICON_PATHS = ${paths} as const;\n`);
}
