import type { AlertCase } from './alertCase.ts';
import { inChain } from './alertCase.ts';

/** The cases of prometheus-books-rules.yml. */
export const BOOK_ALERT_CASES: readonly AlertCase[] = [
  {
    alert: 'CausewayBooksDiffer',
    bad: { 'causeway_books_difference_tokens{chain="North",token="USDC",account="vault",instance="a"}': '-0.000001x5' },
    after: '1m',
    good: { 'causeway_books_difference_tokens{chain="North",token="USDC",account="vault",instance="a"}': '0x5' },
  },
  {
    alert: 'CausewayBooksNotCompared',
    bad: inChain('causeway_books_age_seconds', '100000x100'),
    ...{ after: '61m', before: '30m' },
    good: inChain('causeway_books_age_seconds', '93000x100'),
  },
  {
    alert: 'CausewayAboveFloat',
    bad: { 'causeway_sweepable_tokens{chain="North",token="USDC",instance="a"}': '0.000001x400' },
    ...{ after: '361m', before: '355m' },
    good: { 'causeway_sweepable_tokens{chain="North",token="USDC",instance="a"}': '0x400' },
  },
];
