import type { Json } from './shorten.js';

const WIDTH = 120;

function onOneLine(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Array.isArray(value)
    ? value.map(onOneLine)
    : Object.entries(value).map(([name, below]) => `${JSON.stringify(name)}: ${onOneLine(below)}`);
  if (Array.isArray(value)) return `[${parts.join(', ')}]`;
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

function write(value: Json, indent: string, used: number): string {
  const line = onOneLine(value);
  // The whole answer is never on one line.
  const fits = indent.length + used + line.length <= WIDTH && used > 0;
  if (fits || typeof value !== 'object' || value === null) return line;
  const deeper = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((entry) => write(entry, deeper, 1))
    : Object.entries(value).map(([name, below]) => {
        const label = `${JSON.stringify(name)}: `;
        return label + write(below, deeper, label.length + 1);
      });
  if (lines.length === 0) return line;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.map((text) => deeper + text).join(',\n')}\n${indent}${close}`;
}

/** JSON with a line break at its end; a list or an object that fits on a line has only one. */
export function formatJson(value: Json): string {
  return `${write(value, '', 0)}\n`;
}
