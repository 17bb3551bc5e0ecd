import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount, parseAmount } from '#shared/amount.ts';
import { LANGUAGES } from '#shared/languages.ts';
import { readAmountEntry, readAmountText } from './readAmountText.ts';

const DECIMALS = 18;

/** The base units that a text means; null for a text that has two meanings or none. */
function unitsOf(text: string): bigint | null {
  const parsed = parseAmount(text, DECIMALS);
  return parsed.ok ? parsed.amount : null;
}

function meaningsOf(text: string): readonly (bigint | null)[] {
  const reading = readAmountText(text);
  if (reading.kind === 'ambiguous') return [unitsOf(reading.whole), unitsOf(reading.decimal)];
  return reading.kind === 'decimal' ? [unitsOf(reading.text)] : [];
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const twoLetters = letters.flatMap((a) => letters.map((b) => a + b));
const threeLetters = twoLetters.flatMap((start) => letters.map((end) => start + end));
const REGIONS = [
  'AT',
  'CH',
  'LI',
  'DE',
  'ES',
  'MX',
  'AR',
  'CR',
  'PT',
  'BR',
  'AO',
  'IN',
  'ZA',
  'GB',
  'CA',
  'FR',
  'BE',
  'EG',
];
const bases = Intl.NumberFormat.supportedLocalesOf([...twoLetters, ...threeLetters, 'ff-Adlm', 'pa-Arab', 'uz-Arab']);
const regional = ['de', 'es', 'en', 'fr', 'it', 'pt', 'ar', 'hi', 'bn', 'nl', 'ur'].flatMap((language) =>
  REGIONS.map((region) => `${language}-${region}`),
);
// Toki Pona writes 100 as "1 00". The app refuses such groups, because elsewhere they are typing errors.
const locales = [...bases, ...regional].filter((locale) => locale !== 'tok');
const formats = new Map(
  locales.map((locale) => [locale, new Intl.NumberFormat(locale, { maximumFractionDigits: DECIMALS })]),
);

/** Amounts of every length, with many near a thousand and many with three decimals, because those have two meanings. */
const amounts = fc.oneof(
  fc.bigInt({ min: 0n, max: 10n ** 40n }),
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 7n }), fc.integer({ min: 14, max: 19 }))
    .map(([n, e]) => n * 10n ** BigInt(e)),
);

function write(format: Intl.NumberFormat, amount: bigint): string {
  // A string keeps every digit. TypeScript knows this overload from ES2023 on.
  return format.format(formatAmount({ amount, decimals: DECIMALS }) as `${number}`);
}

describe('an amount as a locale writes it', () => {
  it('is checked in every locale of this runtime', () => {
    expect(bases.length).toBeGreaterThan(150);
  });

  it('is read correctly, or as two meanings that include the correct one, but never wrong and never refused', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom(...formats), (amount, [locale, format]) => {
        const text = write(format, amount);
        expect(meaningsOf(text), `${locale} ${text}`).toContain(amount);
      }),
      { numRuns: 5_000 },
    );
  });

  it('has two meanings only with one mark before three digits', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom(...formats), (amount, [, format]) => {
        const text = write(format, amount);
        if (meaningsOf(text).length === 2)
          expect(text.replace(/[\p{Cf}]/gu, '')).toMatch(/^\p{Nd}{1,3}\P{Nd}\p{Nd}{3}$/u);
      }),
      { numRuns: 5_000 },
    );
  });

  it("is never misread in another script's digits", () => {
    const systems = Object.values(LANGUAGES).flatMap(({ tag }) =>
      Intl.supportedValuesOf('numberingSystem').map(
        (system) => new Intl.NumberFormat(`${tag}-u-nu-${system}`, { maximumFractionDigits: DECIMALS }),
      ),
    );
    fc.assert(
      fc.property(amounts, fc.constantFrom(...systems), (amount, format) => {
        const meanings = meaningsOf(write(format, amount));
        if (meanings.length > 0) expect(meanings).toContain(amount);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('readAmountText', () => {
  it.each([
    ['0,5', '0.5'],
    ['.5', '.5'],
    [',5', '.5'],
    ['12.', '12.'],
    [' 12\n', '12'],
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1 234,56', '1234.56'],
    ['1\u202f234,567', '1234.567'],
    ['1’234.567', '1234.567'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['12,34,567.8', '1234567.8'],
    ['1234,567', '1234.567'],
    ['0,123', '0.123'],
    ['1 234', '1234'],
    ['١٬٢٣٤٫٥', '1234.5'],
    ['۱۲۳٫۴۵۶', '123.456'],
    ['१,२३,४५६.७', '123456.7'],
    ['１２．５', '12.5'],
    ['0。5', '0.5'],
    ['\u200e1.5\u200f', '1.5'],
    ['𝟘.𝟙', '0.1'],
  ])('reads %j as %s', (text, plain) => {
    expect(readAmountText(text)).toEqual({ kind: 'decimal', text: plain });
  });

  it.each([
    ['1,234', '1234', '1.234'],
    ['1.234', '1234', '1.234'],
    ['12,000', '12000', '12.000'],
    ['999.999', '999999', '999.999'],
    ['١،٢٣٤', '1234', '1.234'],
  ])('gives both meanings of %j', (text, whole, decimal) => {
    expect(readAmountText(text)).toEqual({ kind: 'ambiguous', whole, decimal });
  });

  it.each([
    '',
    '.',
    ',',
    '1e3',
    '-1',
    '+1',
    '0x10',
    'NaN',
    '1.2.3',
    '1,2,3',
    '1,234,5',
    '1.234.56',
    '1 2',
    '1d5',
    '1t234',
    '100\t25',
    '100\n200',
  ])('refuses %j', (text) => {
    expect(readAmountText(text)).toEqual({ kind: 'unreadable' });
  });

  it.each(['1 234,567,890', '0,123,456', '1,234 567', '1_000', '一二', '½', '²', '1'.repeat(161)])(
    'refuses %j',
    (text) => {
      expect(readAmountText(text)).toEqual({ kind: 'unreadable' });
    },
  );

  it('gives plain decimals for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\d ,.'٬٫]{0,20}$/)), (text) => {
        for (const meaning of meaningsOf(text)) expect(meaning).not.toBeNull();
      }),
    );
  });
});

it.each([
  ['2 ETH', '2'],
  ['eth 2.5', '2.5'],
  ['2ETH', '2'],
])('reads %j with the name of its token', (amountText, text) => {
  const read = (tokenName: string) => readAmountEntry({ amountText, isAmountPlain: false }, tokenName);
  expect(read('ETH')).toEqual({ kind: 'decimal', text });
  expect(read('USDC')).toEqual({ kind: 'unreadable' });
});
