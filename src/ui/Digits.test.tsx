import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Digits, RollingDigits } from './Digits.tsx';

/** The text with a bar before each group of digits. */
const groupsOf = (markup: string) => markup.replaceAll(/<span[^>]*group[^>]*>/g, '|').replaceAll(/<[^>]*>/g, '');

it.each([
  ['999.123456 USDC', '999.123456 USDC'],
  ['1250.86 USDC', '1|250.86 USDC'],
  ['1234567,1234567 USDC', '1|234|567,1234567 USDC'],
  ['0.0000123456 ETH', '0.0000123456 ETH'],
  ['5 to 100000 USDC.', '5 to 100|000 USDC.'],
  ['\u20685000 USDC\u2069', '\u20685|000 USDC\u2069'],
  ['+1000', '+1|000'],
  ['$1,250.50', '$1,250.50'],
  ['1250,50 €', '1|250,50 €'],
  ['0x1234567890 got 1000 1INCH', '0x1234567890 got 1|000 1INCH'],
  ['to 0xf39F12345678…, 1000 TOKEN2024', 'to 0xf39F12345678…, 1|000 TOKEN2024'],
  ['block 18000000', 'block 18|000|000'],
  ['1234.eth, 0x7099…2266', '1234.eth, 0x7099…2266'],
])('groups the digits of %s', (text, grouped) => {
  const markup = renderToStaticMarkup(<Digits text={text} />);
  expect(groupsOf(markup)).toBe(grouped);
  expect(groupsOf(markup).replaceAll('|', '')).toBe(text);
  expect(groupsOf(renderToStaticMarkup(<RollingDigits text={text} />))).toBe(grouped);
});
