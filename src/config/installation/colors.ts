import * as v from 'valibot';
import { text } from '../values.ts';

export const color = v.pipe(
  text(/^#[0-9a-fA-F]{6}$/, 'must be a colour of six hex digits, such as "#0b6b5b"'),
  v.toLowerCase(),
);

type Rgb = readonly [number, number, number];

function channelsOf(hex: string): Rgb {
  const byte = (index: number) => Number.parseInt(hex.slice(index, index + 2), 16);
  return [byte(1), byte(3), byte(5)];
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminanceOf(hex: string): number {
  const [red, green, blue] = channelsOf(hex).map((byte) => {
    const share = byte / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colours, 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrastOf(first: string, second: string): number {
  const [low, high] = [luminanceOf(first), luminanceOf(second)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** A ratio for a person, rounded down: 4.49 does not become 4.5. */
export function ratioText(ratio: number): string {
  return `${Math.floor(ratio * 10) / 10}:1`;
}

/** A colour between two colours: the base at a share of 0, the other one at 1. */
export function mix(base: string, other: string, share: number): string {
  const [from, to] = [channelsOf(base), channelsOf(other)];
  const bytes = from.map((byte, index) => Math.round(byte + ((to[index] ?? byte) - byte) * share));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
