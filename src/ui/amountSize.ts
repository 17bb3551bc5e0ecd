/** The widest digit's width as a fraction of the font size. */
const DIGIT_WIDTH = 0.6;
/**
 * Every box fits this many characters. One size for all shorter texts spares the browser a new style on each keypress.
 */
const FEW = 6;

/**
 * The font size at which an amount fits its box, between 16 px and 36 px. The box must be an inline-size container.
 * With a smaller font, iOS would zoom into the field.
 */
export function amountSize(text: string): string {
  return `clamp(1rem, ${(100 / (DIGIT_WIDTH * Math.max(FEW, text.length))).toFixed(2)}cqi, 2.25rem)`;
}

/** Longer amounts get the whole row: above this in the narrowest panels, and above the next limit on any phone. */
const LONG_FROM = 12;
const VERY_LONG_FROM = 16;

export function lengthOf(text: string): 'short' | 'long' | 'veryLong' {
  if (text.length > VERY_LONG_FROM) return 'veryLong';
  return text.length > LONG_FROM ? 'long' : 'short';
}
